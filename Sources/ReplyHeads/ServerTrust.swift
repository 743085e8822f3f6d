import Foundation
import NIOSSL

/// The certificates for connections to servers: trusted authorities besides the system's, and the client's own.
package struct ServerTrust: Sendable {
    /// The configuration for all servers; nil for the default TLS.
    package private(set) var configuration: TLSConfiguration?
    /// The configuration with the client's certificate, for the server that may see it; nil without one.
    package private(set) var identity: TLSConfiguration?

    /// Trusts the system's authorities, and has no client certificate.
    package init() {}

    /// Reads PEM files; nil for none.
    ///
    /// - Parameters:
    ///   - authorities: the value of `--cacert`.
    ///   - certificate: the value of `--client-certificate`; the file also has the issuers' certificates.
    ///   - key: the value of `--client-key`.
    /// - Throws: a failure with the option, the file and the remedy.
    package init(authorities: String?, certificate: String?, key: String?) throws(CertificateFailure) {
        var tls = TLSConfiguration.makeClientConfiguration()
        if let authorities {
            tls.additionalTrustRoots = [.certificates(try PEMFile.certificates(authorities, "--cacert"))]
            configuration = tls
        }
        if let certificate, let key {
            tls.certificateChain = try PEMFile.certificates(certificate, "--client-certificate").map {
                .certificate($0)
            }
            tls.privateKey = .privateKey(try PEMFile.key(key, "--client-key"))
            do {
                _ = try NIOSSLContext(configuration: tls)
            } catch {
                throw CertificateFailure(
                    description: "--client-key \(key): the key does not fit the certificate \(certificate).")
            }
            identity = tls
        }
    }
}

package struct CertificateFailure: Error, Hashable, CustomStringConvertible {
    /// The file, the error and the remedy.
    package let description: String

    package init(description: String) { self.description = description }
}

/// Certificates and keys of the user, in PEM files named by options.
package enum PEMFile {
    /// The certificates of a file, at least one.
    package static func certificates(_ file: String, _ option: String) throws(CertificateFailure) -> [NIOSSLCertificate]
    {
        let bytes = try read(file, option)
        do {
            let certificates = try NIOSSLCertificate.fromPEMBytes(bytes)
            if !certificates.isEmpty { return certificates }
        } catch {
            // Treated like a file without certificates.
        }
        throw CertificateFailure(description: "\(option) \(file): there is no certificate in PEM form in it.")
    }

    package static func key(_ file: String, _ option: String) throws(CertificateFailure) -> NIOSSLPrivateKey {
        let bytes = try read(file, option)
        guard bytes.firstRange(of: "ENCRYPTED".utf8) == nil else {
            throw CertificateFailure(
                description:
                    "\(option) \(file): the key is encrypted. Write one without: openssl pkey -in \(file) -out plain.key"
            )
        }
        do {
            return try NIOSSLPrivateKey(bytes: bytes, format: .pem)
        } catch {
            throw CertificateFailure(description: "\(option) \(file): there is no private key in PEM form in it.")
        }
    }

    private static func read(_ file: String, _ option: String) throws(CertificateFailure) -> [UInt8] {
        // A file handle also reads pipes, so that a key need not be on disk.
        do {
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
            // Nil for an empty file.
            return Array(try handle.readToEnd() ?? Data())
        } catch {
            throw CertificateFailure(description: "\(option) \(file): there is no such file, or it cannot be read.")
        }
    }
}

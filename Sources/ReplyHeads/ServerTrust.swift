import Foundation
import NIOSSL

/// The certificates of connections to servers: authorities trusted beside the system's, and the client's own.
package struct ServerTrust: Sendable {
    /// For every server; nil for the usual TLS.
    package private(set) var configuration: TLSConfiguration?
    /// With the client's certificate, for the one server that may see it; nil without one.
    package private(set) var identity: TLSConfiguration?

    /// The system's authorities, and no certificate.
    package init() {}

    /// Reads PEM files; nil names none.
    ///
    /// - Parameters:
    ///   - authorities: of `--cacert`.
    ///   - certificate: of `--client-certificate`, followed by those of its issuers.
    ///   - key: of `--client-key`.
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
    /// The file, the fault and the remedy.
    package let description: String

    package init(description: String) { self.description = description }
}

/// Certificates and keys of the user, in PEM files that options name.
package enum PEMFile {
    /// The certificates of a file, at least one.
    package static func certificates(_ file: String, _ option: String) throws(CertificateFailure) -> [NIOSSLCertificate]
    {
        let bytes = try read(file, option)
        do {
            let certificates = try NIOSSLCertificate.fromPEMBytes(bytes)
            if !certificates.isEmpty { return certificates }
        } catch {
            // The same fault as a file without certificates.
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
        // A handle reads pipes, too: a key need not be on the disk.
        do {
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
            // Nil for an empty file.
            return Array(try handle.readToEnd() ?? Data())
        } catch {
            throw CertificateFailure(description: "\(option) \(file): there is no such file, or it cannot be read.")
        }
    }
}

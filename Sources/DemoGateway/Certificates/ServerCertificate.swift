import Foundation
import NIOCore
import NIOSSL
import ReplyHeads

/// The gateway's server certificate with its key.
package struct ServerCertificate: Sendable {
    /// The authority's certificate as PEM text, for clients to download; nil for the user's own certificate.
    let authority: String?
    /// A sentence for the user if clients will refuse it; else nil.
    package private(set) var warning: String?
    private let chain: [NIOSSLCertificate]
    private let key: NIOSSLPrivateKey

    /// Issues a certificate, kept only in memory.
    ///
    /// - Parameter names: host names and addresses that clients use.
    package init(
        from authority: CertificateAuthority, for names: [String], at now: Date = Date()
    ) throws(CertificateFailure) {
        let issued = try authority.issue(for: names, at: now)
        self.authority = authority.pem
        do {
            chain = [try NIOSSLCertificate(bytes: issued.certificate, format: .der)]
            key = try NIOSSLPrivateKey(bytes: issued.key, format: .der)
        } catch {
            throw CertificateFailure(description: "The gateway's certificate cannot be created: \(error).")
        }
    }

    /// Reads the user's own certificate with its key; both PEM.
    ///
    /// - Parameters:
    ///   - file: the certificate, then those of its issuers.
    ///   - keyFile: the key, not encrypted.
    package init(file: String, keyFile: String, at now: Date = Date()) throws(CertificateFailure) {
        authority = nil
        chain = try PEMFile.certificates(file, "--certificate")
        key = try PEMFile.key(keyFile, "--key")
        do {
            _ = try context()
        } catch {
            throw CertificateFailure(
                description:
                    "--key \(keyFile): the key does not fit the certificate \(file), or that is not one for a server.")
        }
        guard let first = chain.first else { return }
        let seconds = now.timeIntervalSince1970
        let flaw: String? =
            if seconds < TimeInterval(first.notValidBefore) {
                "is not valid yet"
            } else if seconds > TimeInterval(first.notValidAfter) { "has expired" } else { nil }
        warning = flaw.map { "--certificate \(file): the certificate \($0); clients refuse it." }
    }

    func context() throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["h2", "http/1.1"]
        // Some clients never respond to the close of TLS.
        configuration.shutdownTimeout = .milliseconds(100)
        return try NIOSSLContext(configuration: configuration)
    }
}

/// The reason why a TLS connection failed, for the log; nil for errors other than TLS.
enum TLSProblem {
    static func words(_ error: any Error) -> String? {
        guard error is NIOSSLError || error is BoringSSLError else { return nil }
        if case NIOSSLError.uncleanShutdown = error { return nil }
        guard let reason = reason(error) else { return "perhaps \(distrust) (it ended the TLS handshake)" }
        if refusals.contains(where: reason.hasSuffix) { return distrust }
        let isAgreement = ["protocol", "version", "cipher"].contains(where: reason.contains)
        // With TLS 1.3 many clients disconnect without a readable alert.
        return isAgreement ? "TLS failed (\(reason))" : "perhaps \(distrust) (\(reason))"
    }

    private static let refusals = ["certificate unknown", "unknown ca", "bad certificate"]
    private static let distrust = "the client does not trust the certificate"

    /// The reason of BoringSSL's first error: `unknown ca`.
    private static func reason(_ error: any Error) -> String? {
        let text = String(describing: error)
        guard let mark = text.firstRange(of: "OPENSSL_internal:") else { return nil }
        let words = text[mark.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        return words.lowercased().replacing("_", with: " ")
    }
}

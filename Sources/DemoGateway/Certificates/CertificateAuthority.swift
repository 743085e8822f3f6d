import Crypto
import Foundation
import NIOCore
import NIOSSL
import Recordings
import ReplyHeads
import SwiftASN1
import WireFormats
import X509

/// The user's own certificate authority: a key and a certificate, in two files that only their owner can read.
///
/// The key never leaves its file: it is neither printed nor served.
package struct CertificateAuthority: Sendable {
    /// The certificate as PEM text.
    package let pem: String
    /// Its SHA-256 fingerprint, as the settings of systems show it.
    package let fingerprint: String
    package let certificateFile: String
    /// The subject's name in lists of authorities.
    package let name: String
    private let certificate: Certificate
    private let key: Certificate.PrivateKey

    private static let years = 10
    private static let remedy = "Run: demo-tui ca remove, then: demo-tui ca"

    package var expiry: Date { certificate.notValidAfter }

    package func isExpired(at now: Date) -> Bool { now > expiry }

    /// - Throws: a failure with the remedy if it has expired.
    package func checkExpiry(at now: Date = Date()) throws(CertificateFailure) {
        guard isExpired(at: now) else { return }
        throw CertificateFailure(
            description: "\(certificateFile): the certificate authority has expired. \(Self.remedy).")
    }

    package static func certificateFile(in folder: String) -> String { folder + "/ca.crt" }
    package static func keyFile(in folder: String) -> String { folder + "/ca.key" }

    private init(_ certificate: Certificate, _ key: Certificate.PrivateKey, in folder: String) throws {
        self.certificate = certificate
        self.key = key
        certificateFile = Self.certificateFile(in: folder)
        pem = try certificate.serializeAsPEM().pemString + "\n"
        fingerprint = SHA256.hash(data: try certificate.der).map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.count == 1 ? "0" + digits : digits
        }.joined(separator: ":")
        name = certificate.subject.lazy.flatMap(\.self).last.map { String(describing: $0.value) } ?? ""
    }

    /// The authority of a folder; nil if there is none.
    ///
    /// - Throws: a failure if its files cannot be read, or do not belong together.
    package static func load(from folder: String) throws(CertificateFailure) -> CertificateAuthority? {
        let files = [certificateFile(in: folder), keyFile(in: folder)]
        // A dangling symbolic link counts, too.
        let present = files.filter { (try? FileManager.default.attributesOfItem(atPath: $0)) != nil }
        guard !present.isEmpty else { return nil }
        for file in files where !present.contains(file) {
            throw CertificateFailure(
                description: "\(file): this half of the certificate authority is missing. \(remedy).")
        }
        let certificate = try read(files[0], isSecret: false) { try Certificate(pemEncoded: $0) }
        let key = try read(files[1], isSecret: true) { try Certificate.PrivateKey(pemEncoded: $0) }
        guard certificate.publicKey == key.publicKey else {
            throw CertificateFailure(
                description: "\(files[1]): the key does not fit the certificate beside it. \(remedy).")
        }
        return try built(certificate, key, in: folder)
    }

    /// Creates an authority with a new key, unless another program does so at the same time.
    ///
    /// - Parameter host: this machine's name, which distinguishes authorities in lists.
    package static func make(
        in folder: String, host: String, at now: Date = Date()
    ) throws(CertificateFailure) -> CertificateAuthority {
        let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let certificate = try signed(folder) {
            let name = try DistinguishedName {
                OrganizationName("demo-tui")
                CommonName("demo-tui authority of \(host)")
            }
            let identifier = SubjectKeyIdentifier(hash: key.publicKey)
            return try Certificate(
                version: .v3, serialNumber: .random, publicKey: key.publicKey,
                notValidBefore: now.addingTimeInterval(-day),
                notValidAfter: now.addingTimeInterval(365 * day * Double(years)),
                issuer: name, subject: name,
                extensions: Certificate.Extensions {
                    Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                    Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                    identifier
                },
                issuerPrivateKey: key)
        }
        let authority = try built(certificate, key, in: folder)
        // Both files appear at once: if two programs create an authority, the later one uses the other's.
        let draft = "\(folder).\(getpid())-\(String(UInt64.random(in: 0...UInt64.max), radix: 16))"
        do {
            try PrivateFile.write(Array(key.serializeAsPEM().pemString.utf8) + [0x0A], to: keyFile(in: draft))
            try PrivateFile.write(Array(authority.pem.utf8), to: certificateFile(in: draft))
        } catch let problem as Problem {
            throw CertificateFailure(description: "\(problem.description). Set XDG_DATA_HOME to a folder of yours.")
        } catch {
            throw failure(folder, error)
        }
        guard rename(draft, URL(fileURLWithPath: folder).resolvingSymlinksInPath().path) == 0 else {
            let reason = String(cString: strerror(errno))
            _ = try? remove(from: draft)
            if let other = try load(from: folder) { return other }
            throw CertificateFailure(description: "\(folder): the files cannot be put there: \(reason).")
        }
        return authority
    }

    /// Removes the authority's files.
    ///
    /// - Returns: false if there was none.
    package static func remove(from folder: String) throws(CertificateFailure) -> Bool {
        var removed = false
        for file in [keyFile(in: folder), certificateFile(in: folder)] {
            if unlink(file) == 0 {
                removed = true
            } else if errno != ENOENT {
                throw CertificateFailure(
                    description: "\(file): it cannot be removed: \(String(cString: strerror(errno))).")
            }
        }
        rmdir(folder)
        return removed
    }

    /// A server's certificate and its key, for these names.
    ///
    /// - Parameter names: host names and addresses; IPv6 without brackets.
    func issue(for names: [String], at now: Date) throws(CertificateFailure) -> (certificate: [UInt8], key: [UInt8]) {
        try checkExpiry(at: now)
        let key = P256.Signing.PrivateKey()
        let issued = try Self.signed(certificateFile) {
            try Certificate(
                version: .v3, serialNumber: .random,
                publicKey: Certificate.PublicKey(key.publicKey), notValidBefore: now.addingTimeInterval(-Self.day),
                // Systems refuse server certificates of more than 398 days.
                notValidAfter: min(now.addingTimeInterval(397 * Self.day), expiry),
                issuer: certificate.subject, subject: try DistinguishedName { CommonName("demo-tui gateway") },
                extensions: Certificate.Extensions {
                    Critical(BasicConstraints.notCertificateAuthority)
                    Critical(KeyUsage(digitalSignature: true))
                    try ExtendedKeyUsage([.serverAuth])
                    SubjectAlternativeNames(names.map(GeneralName.init(host:)))
                    SubjectKeyIdentifier(hash: Certificate.PublicKey(key.publicKey))
                    AuthorityKeyIdentifier(keyIdentifier: SubjectKeyIdentifier(hash: self.key.publicKey).keyIdentifier)
                },
                issuerPrivateKey: self.key
            ).der
        }
        return (issued, Array(key.derRepresentation))
    }

    private static let day: TimeInterval = 86_400

    private static func built(
        _ certificate: Certificate, _ key: Certificate.PrivateKey, in folder: String
    ) throws(CertificateFailure) -> CertificateAuthority {
        try signed(folder) { try CertificateAuthority(certificate, key, in: folder) }
    }

    /// - Parameter isSecret: true for a file that only its owner may read.
    private static func read<Value>(
        _ file: String, isSecret: Bool, _ parse: (String) throws -> Value
    ) throws(CertificateFailure) -> Value {
        do {
            let bytes = try isSecret ? PrivateFile.read(file) : Array(Data(contentsOf: URL(fileURLWithPath: file)))
            return try parse(String(decoding: bytes, as: UTF8.self))
        } catch let problem as Problem {
            throw CertificateFailure(description: problem.description)
        } catch {
            throw CertificateFailure(description: "\(file): it is not a valid PEM file. \(remedy).")
        }
    }

    private static func signed<Value>(_ place: String, _ body: () throws -> Value) throws(CertificateFailure) -> Value {
        do { return try body() } catch { throw failure(place, error) }
    }

    private static func failure(_ place: String, _ error: any Error) -> CertificateFailure {
        CertificateFailure(description: "\(place): the certificate cannot be created: \(error).")
    }
}

extension Certificate.SerialNumber {
    /// Positive without an extra sign byte: 20 random bytes may need 21, one more than certificates allow.
    fileprivate static var random: Self {
        Self(bytes: [1] + (0..<16).map { _ in .random(in: .min ... .max) } as [UInt8])
    }
}

extension Certificate {
    fileprivate var der: [UInt8] {
        get throws {
            var serializer = DER.Serializer()
            try serializer.serialize(self)
            return serializer.serializedBytes
        }
    }
}

extension GeneralName {
    /// The name of a host: an IP address, else a DNS name.
    fileprivate init(host: String) {
        var bytes: [UInt8] = Array(repeating: 0, count: 16)
        if inet_pton(AF_INET, host, &bytes) == 1 {
            self = .ipAddress(ASN1OctetString(contentBytes: bytes[..<4]))
        } else if inet_pton(AF_INET6, host, &bytes) == 1 {
            self = .ipAddress(ASN1OctetString(contentBytes: bytes[...]))
        } else {
            self = .dnsName(host)
        }
    }
}

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

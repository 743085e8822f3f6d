import DemoGateway
import Foundation
import NIOSSL
import ReplyHeads
import Testing
import WireFormats

/// The words of the failure that a body ends with.
private func words(of body: () throws -> Void) -> String {
    #expect(throws: CertificateFailure.self) { try body() }?.description ?? ""
}

@Suite("The certificate authority") struct CertificateAuthorityTests {
    private func mode(_ path: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }

    @Test("Key and folder are private, and the certificate file has no key") func rights() throws {
        let authority = try TestAuthority()
        #expect(try mode(authority.folder) == 0o700)
        #expect(try mode(authority.keyFile) == 0o600)
        #expect(!authority.certificate.pem.contains("PRIVATE"))
        #expect(authority.certificate.name == "demo-tui authority of test")
    }

    @Test("Serial numbers have at most 20 bytes, and differ (RFC 5280 section 4.1.2.2)") func serialNumbers() throws {
        let numbers = try (0..<8).map { _ in
            let lines = try TestAuthority().certificate.pem.split(separator: "\n").dropFirst().dropLast()
            let der = try #require(Data(base64Encoded: lines.joined()))
            // Behind the version: an INTEGER and its length.
            let start = try #require(der.firstRange(of: Data([0xA0, 3, 2, 1, 2, 2]))?.upperBound)
            #expect(der[start] <= 20)
            return der[start...].prefix(1 + Int(der[start]))
        }
        #expect(Set(numbers).count == 8)
    }

    @Test("A later run finds the same authority") func load() throws {
        let authority = try TestAuthority()
        let loaded = try #require(try CertificateAuthority.load(from: authority.folder))
        #expect(loaded.fingerprint == authority.certificate.fingerprint)
        #expect(loaded.fingerprint.split(separator: ":").count == 32)
    }

    @Test("Removing deletes all files; a second time there is nothing to remove") func remove() throws {
        let authority = try TestAuthority()
        #expect(try CertificateAuthority.remove(from: authority.folder))
        #expect(try CertificateAuthority.load(from: authority.folder) == nil)
        #expect(!FileManager.default.fileExists(atPath: authority.folder))
        #expect(try CertificateAuthority.remove(from: authority.folder) == false)
    }

    enum Damage: String, Sendable, CaseIterable {
        case noKey = "/ca.key: this half of the certificate authority is missing."
        case noCertificate = "/ca.crt: this half of the certificate authority is missing."
        case otherKey = "/ca.key: the key does not fit the certificate beside it."
        case garbage = "/ca.crt: it is not a valid PEM file."
        case openKey = "/ca.key: others may read this file. Run: chmod 600"
    }

    @Test("A damaged file is named with the remedy", arguments: Damage.allCases) func damage(_ damage: Damage) throws {
        let authority = try TestAuthority()
        let files = FileManager.default
        switch damage {
        case .noKey: try files.removeItem(atPath: authority.keyFile)
        case .noCertificate: try files.removeItem(atPath: authority.certificateFile)
        case .otherKey:
            let other = try TestAuthority()
            try files.removeItem(atPath: authority.keyFile)
            try files.copyItem(atPath: other.keyFile, toPath: authority.keyFile)
        case .garbage:
            _ = try authority.write("nothing", to: "ca.crt")
            try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: authority.certificateFile)
        case .openKey: try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: authority.keyFile)
        }
        let text = words { _ = try CertificateAuthority.load(from: authority.folder) }
        #expect(text.contains(damage.rawValue) && !text.contains("\n"))
        #expect(damage == .openKey || text.contains("Run: demo-tui ca remove, then: demo-tui ca"))
    }

    @Test("Programs that create an authority concurrently share one") func race() throws {
        let folder = NSTemporaryDirectory() + "demo-tui-authority-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let made = Lock<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            guard let authority = try? CertificateAuthority.make(in: folder + "/ca", host: "here") else { return }
            made.withLock { $0.append(authority.fingerprint) }
        }
        let one = try #require(try CertificateAuthority.load(from: folder + "/ca")).fingerprint
        #expect(made.withLock(\.self) == Array(repeating: one, count: 8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["ca"])
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder + "/ca/ca.crt")
        #expect(try CertificateAuthority.load(from: folder + "/ca") != nil)
    }

    @Test("An expired authority issues nothing and names the remedy") func expired() throws {
        let authority = try TestAuthority(at: Date(timeIntervalSince1970: 0))
        #expect(authority.certificate.isExpired(at: Date()))
        #expect(throws: CertificateFailure.self) { try authority.certificate.checkExpiry() }
        let text = words { _ = try ServerCertificate(from: authority.certificate, for: ["localhost"]) }
        #expect(text.hasSuffix("has expired. Run: demo-tui ca remove, then: demo-tui ca."))
    }

    @Test("A certificate has each name that clients may use, once") func names() {
        var configuration = GatewayConfiguration()
        configuration.allowedHosts = ["my.test:8080", "*", "LOCALHOST", "[fd00::1]"]
        #expect(configuration.certificateNames == ["localhost", "127.0.0.1", "::1", "my.test", "fd00::1"])
        configuration.address = "0.0.0.0"
        #expect(!configuration.certificateNames.contains("0.0.0.0"))
    }
}

@Suite("A certificate of the user's own") struct ServerCertificateTests {
    private func failure(_ certificate: String, _ key: String) -> String {
        words { _ = try ServerCertificate(file: certificate, keyFile: key) }
    }

    @Test(
        "A certificate with its key is accepted, with a warning before and after its validity",
        arguments: [(-2, "is not valid yet"), (0, nil), (400, "has expired")] as [(Int, String?)])
    func fits(days: Int, flaw: String?) throws {
        let authority = try TestAuthority()
        let (certificate, key) = try authority.issue()
        let time = Date().addingTimeInterval(Double(days) * 86_400)
        let warning = try ServerCertificate(file: certificate, keyFile: key, at: time).warning
        #expect(warning == flaw.map { "--certificate \(certificate): the certificate \($0); clients refuse it." })
    }

    @Test("Each error names its option and file") func faults() throws {
        let authority = try TestAuthority()
        let (certificate, key) = try authority.issue()
        #expect(
            failure(certificate, authority.keyFile).contains("the key does not fit the certificate \(certificate),"))
        #expect(failure("/no/such", key) == "--certificate /no/such: there is no such file, or it cannot be read.")
        #expect(failure(certificate, "/no/such").hasPrefix("--key /no/such: there is no such file"))
        #expect(failure(key, key) == "--certificate \(key): there is no certificate in PEM form in it.")
        for file in [certificate, try authority.write("", to: "empty.key")] {
            #expect(failure(certificate, file) == "--key \(file): there is no private key in PEM form in it.")
        }
        let locked = try authority.write(
            "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAA==\n-----END ENCRYPTED PRIVATE KEY-----\n", to: "locked.key")
        #expect(failure(certificate, locked).contains("the key is encrypted. Write one without: openssl pkey"))
    }

    @Test("Errors of certificates for servers name their option, too") func trust() throws {
        let authority = try TestAuthority()
        let (certificate, key) = try authority.issue()
        func failure(_ authorities: String?, _ certificate: String?, _ key: String?) -> String {
            words { _ = try ServerTrust(authorities: authorities, certificate: certificate, key: key) }
        }
        #expect(failure(key, nil, nil) == "--cacert \(key): there is no certificate in PEM form in it.")
        #expect(
            failure(nil, certificate, authority.keyFile).contains("--client-key \(authority.keyFile): the key does not")
        )
        #expect(failure(nil, "/no/such", key).hasPrefix("--client-certificate /no/such: there is no such file"))
        let both = try ServerTrust(authorities: certificate, certificate: certificate, key: key)
        #expect(both.configuration != nil && both.configuration?.privateKey == nil && both.identity?.privateKey != nil)
        #expect(ServerTrust().configuration == nil)
    }
}

import AsyncHTTPClient
import DemoManager
import Foundation
import LoopbackPorts
import NIOCore
import NIOHTTP1
import NIOSSL
import ReplyHeads

@testable import DemoGateway

/// A certificate authority in a folder that ends with it.
final class TestAuthority: Sendable {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("authority-\(UUID())").path
    let certificate: CertificateAuthority

    /// - Parameter time: when it was made.
    init(at time: Date = Date()) throws {
        certificate = try CertificateAuthority.make(in: folder, host: "test", at: time)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    var keyFile: String { CertificateAuthority.keyFile(in: folder) }
    var certificateFile: String { CertificateAuthority.certificateFile(in: folder) }

    /// Files of a server's certificate and its key.
    func issue() throws -> (certificate: String, key: String) {
        let issued = try certificate.issue(for: ["localhost"], at: Date())
        func pem(_ kind: String, _ bytes: [UInt8]) -> String {
            "-----BEGIN \(kind)-----\n\(Data(bytes).base64EncodedString())\n-----END \(kind)-----\n"
        }
        return (
            try write(pem("CERTIFICATE", issued.certificate), to: "server.crt"),
            try write(pem("PRIVATE KEY", issued.key), to: "server.key")
        )
    }

    /// The TLS of a server with a certificate of the authority.
    func serverTLS() throws -> TLSConfiguration {
        let (certificate, key) = try issue()
        return .makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMFile(certificate).map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(file: key, format: .pem)))
    }

    func write(_ text: String, to name: String) throws -> String {
        let path = folder + "/" + name
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }
}

/// A gateway with TLS, and a client that trusts it.
struct SecureStage: Sendable {
    let gateway: TestGateway
    let client: HTTPClient
    let authority: TestAuthority
    var base: String { "https://localhost:\(gateway.port)" }

    struct Seen: Sendable {
        let response: HTTPClientResponse
        let body: [UInt8]
        var text: String { String(decoding: body, as: UTF8.self) }
        func header(_ name: String) -> String? { response.headers.first(name: name) }
    }

    func send(
        _ method: String, _ path: String, _ headers: [(String, String)] = [], body: HTTPClientRequest.Body? = nil
    ) async throws -> Seen {
        var request = HTTPClientRequest(url: base + path)
        request.method = .init(rawValue: method)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        request.body = body
        let response = try await client.execute(request, timeout: .minutes(1))
        let bytes = try await response.body.collect(upTo: 64 << 20)
        return Seen(response: response, body: Array(bytes.readableBytesView))
    }

    /// Runs `body` with a gateway in front of this one, which it trusts, with demo off.
    func withFront(
        isTrusted: Bool = true, proxy: String? = nil, _ body: (TestGateway) async throws -> Void
    ) async throws {
        try await DemoGatewayTests.withFront(of: base, trusting: isTrusted ? authority : nil, proxy: proxy, body)
    }
}

/// Runs `body` with a gateway in front of the server with this URL, with demo off.
func withFront(
    of url: String, trusting authority: TestAuthority? = nil, proxy: String? = nil,
    _ body: (TestGateway) async throws -> Void
) async throws {
    try await withGateway { configuration, manager in
        configuration.upstream = try UpstreamServer(url)
        if let authority {
            configuration.routes.trust = try ServerTrust(
                authorities: authority.certificateFile, certificate: nil, key: nil)
        }
        if let proxy { configuration.routes.proxies = try ProxyRules(proxy, except: nil, environment: [:]) }
        manager.isEnabled = false
    } _: {
        try await body($0)
    }
}

/// The versions that ALPN can choose.
enum HTTPVersionUnderTest: Sendable, CaseIterable {
    case http1, http2
}

/// Runs `body` with a gateway of TLS that has these stubs.
func withSecureGateway(
    _ version: HTTPVersionUnderTest, _ stubs: TestStub..., upstream: LoopbackServer? = nil,
    _ prepare: @Sendable (inout GatewayConfiguration, DemoManager) throws -> Void = { _, _ in },
    _ body: (SecureStage) async throws -> Void
) async throws {
    let authority = try TestAuthority()
    try await withGateway(upstream: upstream) { configuration, manager in
        configuration.certificate = try ServerCertificate(
            from: authority.certificate, for: configuration.certificateNames)
        for stub in stubs { try manager.add(stub.method, stub.path, stub.reply) }
        try prepare(&configuration, manager)
    } _: { gateway in
        var configuration = HTTPClient.Configuration()
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .file(authority.certificateFile)
        configuration.tlsConfiguration = tls
        configuration.httpVersion = version == .http1 ? .http1Only : .automatic
        configuration.decompression = .disabled
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        do {
            try await body(SecureStage(gateway: gateway, client: client, authority: authority))
        } catch {
            try? await client.shutdown()
            throw error
        }
        try await client.shutdown()
    }
}

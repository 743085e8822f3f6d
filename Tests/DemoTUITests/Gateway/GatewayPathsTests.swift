import Foundation
import HTTPTypes
import Testing

@testable import DemoTUI

@MainActor
@Suite("Stubs beside a server")
struct GatewayPathsTests {
    private static let document = """
        openapi: 3.0.3
        info: {title: Pets, version: '1'}
        servers: [{url: 'https://a.test/v1'}, {url: 'https://a.test/v2'}]
        paths: {/pets: {get: {responses: {'200': {description: ok}}}}}
        """

    @Test(
        "A stub answers the path it names; where the server is none of the document's, it stands in for the document's first",
        arguments: [
            ("/v1", "/v2/pets", ["/v2/pets"], ["/v1/pets", "/pets"]),
            ("/v2", "/v1/pets", ["/v1/pets"], ["/v2/pets", "/pets"]),
            ("/v1", "/pets", ["/pets", "/v1/pets"], ["/v2/pets"]),
            ("", "/v1/pets", ["/v1/pets", "/pets"], ["/v2/pets"]),
            ("", "/v2/pets", ["/v2/pets"], ["/v1/pets", "/pets"]),
            ("", "/v1/pe.*", ["/v1/pets"], ["/v2/pets"]),
            ("/mine", "/v1/pets", ["/mine/pets", "/pets", "/v1/pets"], ["/v2/pets"]),
        ])
    func answered(upstream: String, stub: String, own: [String], others: [String]) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("paths-\(UUID())")
        let stubs = folder.appendingPathComponent("stubs")
        try FileManager.default.createDirectory(at: stubs, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let document = folder.appendingPathComponent("openapi.yaml")
        try Self.document.write(to: document, atomically: true, encoding: .utf8)
        let kind = stub.contains("*") ? "urlPathPattern" : "urlPath"
        try "request: {\(kind): \(stub)}\nresponse: {status: 202}\n"
            .write(to: stubs.appendingPathComponent("pets.yaml"), atomically: true, encoding: .utf8)
        try await GatewayStage.run(["--demo", "--stubs", stubs.path], document: document.path, below: upstream) {
            stage in
            for path in own { #expect(await stage.send(.get, path) == "202 stubbed", "\(path)") }
            for path in others { #expect(await stage.send(.get, path) != "202 stubbed", "\(path)") }
        }
    }
}

import ArgumentParser
import DemoManager
import Foundation
import HTTPTypes
import Testing

@testable import DemoTUI

/// Several documents in one gateway.
@Suite("Several documents in one gateway", .timeLimit(.minutes(2))) struct MountedDocumentsTests {
    private typealias Gateway = WatchedGateway

    /// A document with the operations `getName` and `/pets`, whose ids and paths others have, too.
    private static func document(_ name: String, server: String = "", more: String = "") -> String {
        """
        openapi: 3.1.0
        info: {title: \(name), version: '1'}
        servers: [{url: '/\(server)'}]
        paths:
          /name: {get: {operationId: getName, responses: {'200': {description: ok, content: {text/plain: {example: \(name)}}}}}}
          /pets:
            get: {operationId: listPets, responses: {'200': {description: ok, content: {application/json: {example: [{name: Tom}]}}}}}
            post:
              requestBody: {content: {application/json: {schema: {type: object}}}}
              responses: {'201': {description: ok, content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}}
        \(more)
        """
    }

    private static let files = [
        "a.yaml": document("one", server: "a"), "b.yaml": document("two", server: "b"), "c.yaml": document("three"),
    ]

    @Test("Each document answers below its server's path, or the given one; the first answers other paths")
    func paths() async throws {
        let only = "  /only: {get: {responses: {'200': {description: ok, content: {text/plain: {example: only}}}}}}"
        let files = Self.files.merging(["b.yaml": Self.document("two", server: "b", more: only)]) { $1 }
        try await Gateway.run(["a.yaml", "b.yaml", "--mount", "/deep/c/=c.yaml"], files) { gateway in
            let first = try await gateway.send(.get, "/a/name")
            #expect(first == "one")
            #expect(try await gateway.send(.get, "/b/name") == "two")
            #expect(try await gateway.send(.get, "/deep/c/name") == "three")
            #expect(try await gateway.send(.get, "/only") == "only")
            #expect(try await gateway.send(.get, "/a/only").contains("404"))
            #expect(gateway.manager.journal.exchanges.count == 5)
        }
    }

    @Test("Writes, conditions and screens belong to one document; a duplicate id gets the path")
    func ids() async throws {
        try await Gateway.run(["a.yaml", "b.yaml"], Self.files) { gateway in
            _ = try await gateway.send(.post, "/b/pets", json: #"{"name": "Rex"}"#)
            #expect(try await gateway.send(.get, "/b/pets").contains("Rex"))
            #expect(try await gateway.send(.get, "/a/pets").contains("Rex") == false)
            gateway.manager.setCondition(.notFound, forOperation: "getName@/b")
            #expect(try await gateway.send(.get, "/a/name") == "one")
            #expect(try await gateway.send(.get, "/b/name") != "two")
            let screens = gateway.manager.screens.filter { $0.operations.contains("listPets@/b") }.map(\.id)
            let screen = try #require(screens.first)
            #expect(screen.hasSuffix("@/b"))
            gateway.manager.reset(screen: screen)
            #expect(try await gateway.send(.get, "/b/pets").contains("Rex") == false)
        }
    }

    @Test("A later document without a path has a slash after its ids") func root() async throws {
        try await Gateway.run(["a.yaml", "c.yaml"], Self.files) { gateway in
            #expect(gateway.manager.operations.map(\.id).contains("getName@/"))
        }
    }

    @Test("A save of one document leaves the other; one that takes the other's path waits for it") func saves()
        async throws
    {
        try await Gateway.run(["a.yaml", "b.yaml"], Self.files) { gateway in
            _ = try await gateway.send(.post, "/a/pets", json: #"{"name": "Rex"}"#)
            try gateway.save("b.yaml", Self.document("new", server: "b"))
            _ = await gateway.outcome()
            #expect(try await gateway.send(.get, "/b/name") == "new")
            #expect(try await gateway.send(.get, "/a/name") == "one")
            try gateway.save("a.yaml", Self.document("other", server: "b"))
            #expect(await gateway.refusal().contains("has the base path /b of b.yaml"))
            #expect(try await gateway.send(.get, "/a/name") == "one")
            #expect(try await gateway.send(.get, "/a/pets").contains("Rex"))
            try gateway.save("b.yaml", Self.document("moved", server: "c"))
            for _ in 1...2 { _ = await gateway.outcome() }
            #expect(try await gateway.send(.get, "/c/name") == "moved")
            #expect(try await gateway.send(.get, "/b/name") == "other")
        }
    }

    @Test("An id that a save gives to the first document, too, stays that of the other one") func names() async throws {
        let alone = Self.document("one", server: "a").replacing("getName", with: "getOther")
        try await Gateway.run(["a.yaml", "b.yaml"], Self.files.merging(["a.yaml": alone]) { $1 }) { gateway in
            gateway.manager.setCondition(.notFound, forOperation: "getName")
            try gateway.save("a.yaml", Self.document("new", server: "a"))
            _ = await gateway.outcome()
            #expect(gateway.manager.operations.map(\.id).contains("getName@/a"))
            #expect(try await gateway.send(.get, "/a/name") == "new")
            #expect(try await gateway.send(.get, "/b/name") != "two")
        }
    }

    @Test(
        "Documents that cannot be served together are refused",
        arguments: [
            (["a.yaml", "--mount", "/a=b.yaml"], "b.yaml: has the base path /a of a.yaml; give it its own"),
            (["a.yaml", "a.yaml"], "a.yaml: is named twice; name it once, or give it its own with --mount"),
            (["c.yaml", "--mount", "/=a.yaml"], "a.yaml: has the base path / of c.yaml"),
            (["a.yaml", "b.yaml", "--overlay", "c.yaml"], "--overlay changes one document"),
            (["--mount", "a.yaml"], "write /PATH=DOCUMENT"), (["--mount", "/a/../b=a.yaml"], "write /PATH=DOCUMENT"),
            (["a.yaml", "missing.yaml"], "missing.yaml: there is no such file"),
        ])
    func refused(_ arguments: [String], _ reason: String) async throws {
        do {
            try await Gateway.run(arguments, Self.files) { _ in }
            Issue.record("they were taken")
        } catch {
            let text = GatewayCommand.message(for: error).replacing(/\S*\/demo-tui-[^\/]*\//, with: "")
            #expect(text.contains(reason), "\(text)")
        }
    }
}

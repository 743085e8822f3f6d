import AppCore
import Testing

@Suite("Sources of a screen's parameters") struct ParameterSourcesTests {
    private static let object = "{type: object, properties: {data: {type: object, properties: {id: {type: string}}}}}"

    /// A GET whose parameter `p` of the path has this source.
    private static func get(_ path: String, _ id: String, source: String? = nil) -> String {
        let parameters = path.contains("{p}") ? "[{name: p, in: path, required: true, schema: {type: string}}]" : "[]"
        let wish = source.map { "x-screen: {id: \(id), kind: item, parameters: {p: '\($0)'}}, " } ?? ""
        return "  \(path): {get: {operationId: \(id), parameters: \(parameters), \(wish)\(answer(object))}}\n"
    }

    private func load(_ paths: String, _ id: String, _ answers: [String: String]) async throws -> [String] {
        let stage = try LoaderStage(paths, answers)
        _ = try await stage.loader.item(of: try stage.screen(id), at: Place(), in: .test)
        return stage.sent
    }

    @Test("A literal from the document is percent-encoded in the path") func literal() async throws {
        let sent = try await load(
            Self.get("/zones/{p}", "zone", source: "north sea/1"), "zone", ["/zones/north%20sea%2F1": #"{"data": {}}"#])
        #expect(sent == ["GET /zones/north%20sea%2F1"])
    }

    @Test("The answer of another operation is requested first, in the same call, and only once")
    func operation() async throws {
        let stage = try LoaderStage(
            Self.get("/me", "getMe") + Self.get("/users/{p}", "user", source: "getMe#/data/id"),
            ["/me": #"{"data": {"id": "u 7"}}"#, "/users/u%207": #"{"data": {}}"#])
        let screen = try stage.screen("user")
        let loaded = try await stage.loader.item(of: screen, at: Place(), in: .test)
        #expect(stage.sent == ["GET /me", "GET /users/u%207"])
        #expect(stage.transport.sent.map(\.context.operation) == ["getMe", "user"])
        #expect(Set(stage.transport.sent.map(\.context.id)).count == 1)
        _ = try await stage.loader.item(of: screen, at: loaded.place, in: .test)
        #expect(stage.sent.count == 3 && stage.sent.last == "GET /users/u%207")
    }

    @Test("An operation that is renamed among several documents is called by its new name") func named() async throws {
        let names = ScreenNames(operations: ["getMe": "getMe@/b", "user": "user@/b"])
        let stage = try LoaderStage(
            Self.get("/me", "getMe") + Self.get("/users/{p}", "user", source: "getMe#/data/id"),
            ["/me": #"{"data": {"id": "7"}}"#, "/users/7": #"{"data": {}}"#], names: names)
        _ = try await stage.loader.item(of: try stage.screen("user"), at: Place(), in: .test)
        #expect(stage.transport.sent.map(\.context.operation) == ["getMe@/b", "user@/b"])
    }

    @Test("An operation that itself needs another one's answer waits for it") func chain() async throws {
        let sent = try await load(
            Self.get("/me", "getMe") + Self.get("/teams/{p}", "team", source: "getMe#/data/id")
                + Self.get("/boards/{p}", "board", source: "team#/data/id"), "board",
            ["/me": #"{"data": {"id": "1"}}"#, "/teams/1": #"{"data": {"id": 2}}"#, "/boards/2": #"{"data": {}}"#])
        #expect(sent == ["GET /me", "GET /teams/1", "GET /boards/2"])
    }

    @Test("Operations that wait for each other are an error, not a loop") func circle() async throws {
        let stage = try LoaderStage(
            Self.get("/a/{p}", "a", source: "b#/data/id") + Self.get("/b/{p}", "b", source: "a#/data/id"), [:])
        let error = try await stage.failure(of: stage.screen("a"))
        #expect(stage.sent.isEmpty && error.userMessage.contains("\"p\""), "\(error)")
    }

    @Test("A failure of the other operation is the screen's failure, and nothing else is requested")
    func failedSource() async throws {
        let stage = try LoaderStage(
            Self.get("/me", "getMe") + Self.get("/users/{p}", "user", source: "getMe#/data/id"), ["/me": "403"])
        let error = try await stage.failure(of: stage.screen("user"))
        #expect(error.status == 403 && error.path.hasSuffix("/me") && stage.sent == ["GET /me"])
    }

    @Test(
        "An answer without the value is an error that names its operation, and the call is not sent",
        arguments: [#"{"data": {}}"#, #"{"data": {"id": null}}"#, #"{"data": {"id": ""}}"#, "[]"])
    func nothingThere(_ body: String) async throws {
        let stage = try LoaderStage(
            Self.get("/me", "getMe") + Self.get("/users/{p}", "user", source: "getMe#/data/id"), ["/me": body])
        let error = try await stage.failure(of: stage.screen("user"))
        #expect(error.userMessage.contains("getMe") && stage.sent == ["GET /me"], "\(error.userMessage)")
    }

    @Test("A parameter without a source is asked for, and is percent-encoded in the path") func asked() async throws {
        let stage = try LoaderStage(Self.get("/codes/{p}", "code"), ["/codes/a%20b%3F": #"{"data": {}}"#])
        let screen = try #require(stage.catalog.screens.first)
        let failure = await failure { () async throws(LoadFailure) in
            try await stage.loader.item(of: screen, at: Place(), in: .test)
        }
        guard case .missing(let fields) = failure else { throw Unexpected(failure) }
        #expect(fields.map(\.name) == ["p"] && stage.sent.isEmpty)
        _ = try await stage.loader.item(of: screen, at: Place().answering(["p": "a b?"]), in: .test)
        #expect(stage.sent == ["GET /codes/a%20b%3F"])
    }
}

/// Something else than what the test is about.
struct Unexpected: Error, CustomStringConvertible {
    let description: String
    init(_ found: Any?) { description = "unexpected: \(String(describing: found))" }
}

import AppCore
import ArgumentParser
import DemoGateway
import DemoManager
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import DemoTUI

/// A gateway on loopback that answers from files of the test's own, which are saved while it runs.
struct WatchedGateway {
    let folder: String
    let manager: DemoManager
    private let port: Int
    private let transport: AsyncHTTPTransport
    private let news: AsyncStream<DocumentWatch.News>

    /// The files of every test: the document, a schema it refers to, an overlay and a vocabulary.
    static let files = [
        "openapi.yaml": document("old"), "text.yaml": text("referred"), "overlay.yaml": overlay("overlaid"),
        "words.yaml": words("calm"),
    ]

    static func document(_ answer: String, more: String = "") -> String {
        """
        openapi: 3.1.0
        info: {title: Pets, version: '1'}
        servers: [{url: /v1}]
        paths:
          /own: {get: {operationId: getOwn, responses: {'200': {description: ok, content: {text/plain: {example: \(answer)}}}}}}
          /referred: {get: {responses: {'200': {description: ok, content: {text/plain: {schema: {$ref: text.yaml}}}}}}}
          /overlaid: {get: {responses: {'200': {description: ok, content: {text/plain: {example: plain}}}}}}
          /mood: {get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: object, required: [mood], properties: {mood: {type: string}}}}}}}}}
          /pets:
            get: {responses: {'200': {description: ok, content: {application/json: {example: [{name: Tom}]}}}}}
            post:
              requestBody: {content: {application/json: {schema: {type: object}}}}
              responses: {'201': {description: ok, content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}}
        \(more)
        """
    }

    static func text(_ value: String) -> String { "{type: string, const: \(value)}" }

    static func overlay(_ value: String) -> String {
        """
        overlay: 1.0.0
        info: {title: Overlay, version: '1'}
        actions:
          - target: $.paths['/overlaid'].get.responses['200'].content['text/plain']
            update: {example: \(value)}
        """
    }

    static func words(_ word: String) -> String { "topics: {mood: {names: [mood], values: [\(word)]}}\n" }

    /// Runs a gateway of the files of every test.
    static func run(_ body: (WatchedGateway) async throws -> Void) async throws {
        let arguments = ["openapi.yaml", "--overlay", "overlay.yaml", "--vocabulary", "words.yaml"]
        try await run(arguments, files, body)
    }

    /// - Parameter arguments: of the command; those that name a file get the folder of the files.
    static func run(
        _ arguments: [String], _ files: [String: String], _ body: (WatchedGateway) async throws -> Void
    ) async throws {
        let folder = try Folder(files)
        let named = arguments.map { argument in
            let name = argument.split(separator: "=").last.map(String.init) ?? ""
            return files[name] == nil ? argument : argument.replacing(name, with: "\(folder.path)/\(name)")
        }
        let command = try GatewayCommand.parse(named + ["--port", "0", "--quiet"])
        let options = AppOptions(command, environment: ["XDG_DATA_HOME": folder.path, "HOME": folder.path])
        let manager = DemoManager()
        let composition = try await GatewayComposition(command, options, manager: manager)
        let gateway = try await RunningGateway(
            command, composition, log: RequestLog(nil), environment: options.environment
        ) { _ in }
        let (news, continuation) = AsyncStream.makeStream(of: DocumentWatch.News.self)
        let watches = composition.mounted?.watch { news, _ in continuation.yield(news) } ?? []
        let transport = AsyncHTTPTransport()
        let watched = WatchedGateway(
            folder: folder.path, manager: manager, port: gateway.gateway.port, transport: transport, news: news)
        let result: Result<Void, any Error>
        do { result = .success(try await body(watched)) } catch { result = .failure(error) }
        for watch in watches { watch.cancel() }
        await transport.shutdown()
        await gateway.stop(patience: .zero)
        try result.get()
    }

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// Saves a file in its place; a reader may see it half-written, unless it is saved as a whole.
    func save(_ name: String, _ text: String, asWhole: Bool = false) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)), options: asWhole ? .atomic : [])
    }

    /// The outcome of the next save.
    func outcome() async -> DocumentWatch.News? { await news.first { _ in true } }

    /// The reason why the next save is not used.
    func refusal() async -> String {
        guard case .refused(let problem) = await outcome() else { return "" }
        return problem.description.replacing(folder + "/", with: "")
    }

    func send(_ method: HTTPRequest.Method = .get, _ path: String, json: String? = nil) async throws -> String {
        var request = HTTPRequest(method: method, scheme: "http", authority: "127.0.0.1:\(port)", path: path)
        if json != nil { request.headerFields[.contentType] = "application/json" }
        let reply = try await transport.send(
            request, body: json.map { Array($0.utf8) }, context: CallContext(session: .live))
        return String(decoding: reply.body, as: UTF8.self)
    }
}

@Suite("A gateway's document is watched", .timeLimit(.minutes(2))) struct WatchedDocumentTests {
    private typealias Gateway = WatchedGateway

    enum Way: CaseIterable, Sendable { case inPlace, byRename, byBackup }

    @Test("A save takes effect, in every way in which editors save", arguments: Way.allCases)
    func ways(_ way: Way) async throws {
        try await Gateway.run { gateway in
            #expect(try await gateway.send(.get, "/v1/own") == "old")
            switch way {
            case .inPlace: try gateway.save("openapi.yaml", Gateway.document("new"))
            case .byRename:
                try gateway.save(".openapi.yaml.swp", Gateway.document("new"))
                #expect(rename(gateway.path(".openapi.yaml.swp"), gateway.path("openapi.yaml")) == 0)
            case .byBackup:
                #expect(rename(gateway.path("openapi.yaml"), gateway.path("openapi.yaml~")) == 0)
                try gateway.save("openapi.yaml", Gateway.document("new"))
            }
            // A slow machine may notice that the file is away for a moment.
            while case .refused = await gateway.outcome() {}
            #expect(try await gateway.send(.get, "/v1/own") == "new")
        }
    }

    @Test(
        "A file that the document refers to is watched, too",
        arguments: [
            ("text.yaml", WatchedGateway.text("new"), "/v1/referred", "referred"),
            ("overlay.yaml", WatchedGateway.overlay("new"), "/v1/overlaid", "overlaid"),
            ("words.yaml", WatchedGateway.words("new"), "/v1/mood", #"{"mood":"calm"}"#),
        ])
    func parts(_ name: String, _ text: String, _ path: String, _ before: String) async throws {
        try await Gateway.run { gateway in
            #expect(try await gateway.send(.get, path) == before)
            try gateway.save(name, text)
            _ = await gateway.outcome()
            #expect(try await gateway.send(.get, path).contains("new"))
        }
    }

    @Test(
        "An invalid save keeps the last valid document and reports the error's place, until a valid one",
        arguments: [
            ("openapi.yaml", "openapi: 3.1.0\npaths: {/own: {get: [\n", "openapi.yaml:3:1: not valid YAML"),
            ("text.yaml", "{type: string", "text.yaml:1:1: not valid YAML"),
            ("overlay.yaml", "overlay: 1.0.0\nactions: [{target: '$.['}]", "overlay.yaml:2:"),
        ])
    func broken(_ name: String, _ text: String, _ reason: String) async throws {
        try await Gateway.run { gateway in
            try gateway.save(name, text)
            let refusal = await gateway.refusal()
            #expect(refusal.hasPrefix(reason), "\(refusal)")
            #expect(refusal.hasSuffix("; the last good version stays in use"))
            #expect(try await gateway.send(.get, "/v1/own") == "old")
            #expect(try await gateway.send(.get, "/v1/referred") == "referred")
            try gateway.save(name, Gateway.files[name] ?? "")
            guard case .restored = await gateway.outcome() else {
                Issue.record("the problem stays")
                return
            }
        }
    }

    @Test("A reference to a missing file is refused until the file exists, which is watched from then on")
    func missing() async throws {
        try await Gateway.run { gateway in
            let more = "  /more: {get: {responses: {'200': {$ref: deep/more.yaml}}}}"
            try FileManager.default.createDirectory(atPath: gateway.path("deep"), withIntermediateDirectories: true)
            try gateway.save("openapi.yaml", Gateway.document("new", more: more))
            #expect(await gateway.refusal().contains("deep/more.yaml"))
            #expect(try await gateway.send(.get, "/v1/own") == "old")
            for text in ["one", "two"] {
                try gateway.save("deep/more.yaml", "{description: ok, content: {text/plain: {example: \(text)}}}")
                _ = await gateway.outcome()
                #expect(try await gateway.send(.get, "/v1/more") == text)
            }
        }
    }

    @Test("Switches, conditions, written data and the journal are kept") func kept() async throws {
        try await Gateway.run { gateway in
            _ = try await gateway.send(.post, "/v1/pets", json: #"{"name": "Rex"}"#)
            gateway.manager.setCondition(.notFound, forOperation: "getOwn")
            try gateway.save("openapi.yaml", Gateway.document("new"))
            _ = await gateway.outcome()
            #expect(try await gateway.send(.get, "/v1/pets").contains("Rex"))
            #expect(try await gateway.send(.get, "/v1/own") != "new")
            gateway.manager.setCondition(nil, forOperation: "getOwn")
            #expect(try await gateway.send(.get, "/v1/own") == "new")
            #expect(gateway.manager.journal.exchanges.count == 4)
        }
    }

    @Test("The path of the document's server may change") func server() async throws {
        try await Gateway.run { gateway in
            try gateway.save("openapi.yaml", Gateway.document("new").replacing("/v1", with: "/v2"))
            _ = await gateway.outcome()
            #expect(try await gateway.send(.get, "/v2/own") == "new")
        }
    }

    @Test("Saves without a change are not reported") func same() async throws {
        try await Gateway.run { gateway in
            try gateway.save("openapi.yaml", Gateway.document("old"), asWhole: true)
            try gateway.save("text.yaml", Gateway.text("new"), asWhole: true)
            // Both are one change, or the first is none.
            guard case .replaced = await gateway.outcome() else {
                Issue.record("the document was not replaced")
                return
            }
            #expect(try await gateway.send(.get, "/v1/referred") == "new")
        }
    }
}

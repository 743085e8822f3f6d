import APIDocument
import Foundation
import SourceTexts
import TestSupport
import Testing
import WireFormats

@testable import DemoManager
@testable import DemoManagerFiles

@Suite struct MappingWriterTests {
    private let manager = demoManager()

    /// Reads a mapping in YAML, writes it and reads that again.
    private func rewritten(_ yaml: String) throws -> (stub: Stub, written: JSONValue, again: Stub) {
        let content = mappings(yaml)
        #expect(content.problems.allSatisfy { $0.severity == .warning }, "\(content.problems)")
        let stub = try #require(content.stubs.first)
        let written = try MappingWriter().mapping(of: stub)
        let second = mappings(written.text(), name: "again.json")
        #expect(second.problems.allSatisfy { $0.severity == .warning }, "\(second.problems) in \(written.text())")
        return (stub, written, try #require(second.stubs.first))
    }

    private static let requests = [
        "{}", "{method: PURGE}", "{method: M-SEARCH, urlPath: /a}", "{method: {oneOf: [GET, get]}}",
        "{method: {noneOf: [GET]}}", "{method: {oneOf: [GET]}}", "{url: '/a?x=%2F&y'}", "{urlPath: /é//%2F/}",
        "{urlPattern: '/a\\?x=\\d+'}", "{urlPathPattern: '/\\Qa\\E.*'}",
        "{urlPathTemplate: '/r/{name}-{year}.json', pathParameters: {year: {matches: '\\d{4}'}}}",
        "{scheme: HTTPS, host: Api.example, port: 8443}", "{host: '[::1]'}",
        "{queryParameters: {a b: {equalTo: x}, '': {absent: true}, c: {absent: false}}}",
        "{headers: {Accept: {contains: json}, accept: {doesNotContain: xml}}}",
        "{cookies: {s: {doesNotMatch: x.*}}, formParameters: {f: {equalTo: X, caseInsensitive: true}}}",
        "{basicAuthCredentials: {username: u, password: 'p:é'}}",
    ]
    private static let matchers = [
        "equalTo: \"\\r\\n\\0é\"", "equalTo: ''", "contains: x", "absent: true", "absent: false",
        "equalToJson: {a: [1.10, null], a b: {}}", "equalToJson: '[1e400]'", "equalToJson: '\"text\"'",
        "equalToJson: 'null'", "{equalToJson: {}, ignoreArrayOrder: true, ignoreExtraElements: true}",
        "matchesJsonPath: \"$.a['b c'][-1].*\"", "matchesJsonPath: {expression: $.a, absent: true}",
        "matchesJsonPath: {expression: $.a, equalToJson: '[1]', ignoreArrayOrder: true}",
        "matchesJsonPath: {expression: $.a, matchesJsonPath: {expression: $.b, equalTo: x}}",
        "matchesJsonPath: {expression: $.a, and: [{contains: x}, {not: {contains: y}}]}",
        "or: [{and: [{contains: a}]}, {not: {or: [{absent: true}]}}]", "matches: '[\\w&&[^\\d]]+'",
        "binaryEqualTo: /wA=",
    ]
    private static let replies = [
        "{}", "{status: 204}", "{status: 999, statusMessage: I'm a teapot}", "{headers: {X-A: b, X-a: c, Y: ''}}",
        "{body: \"\\0\\uFEFF\\r\\n é\"}", "{body: ''}",
        "{body: '{\"a\": 1}'}", "{jsonBody: {a: [1.10, null, {}], a b: 'é'}}", "{jsonBody: []}", "{jsonBody: 5}",
        "{headers: {X-A: '{{request.url}}'}, body: '{{parameters.a}}', transformers: [response-template], "
            + "transformerParameters: {a: 1}}",
        "{base64Body: e3t4fX0=, transformers: [response-template]}", "{base64Body: /wD+}",
        "{fixedDelayMilliseconds: 86400000}",
        "{delayDistribution: {type: uniform, lower: 0, upper: 30}}",
        "{delayDistribution: {type: lognormal, median: 80, sigma: 0.1}}",
        "{delayDistribution: {median: 80, sigma: 0.30000000000000004, maxValue: 90.25}}",
        "{fixedDelayMilliseconds: 5, delayDistribution: {type: fixed, milliseconds: 6}}",
        "{chunkedDribbleDelay: {numberOfChunks: 3, totalDuration: 0}}", "{proxyBaseUrl: 'HTTPS://b.example:1/x/'}",
        "{proxyBaseUrl: 'http://b', fixedDelayMilliseconds: 5, status: 201, fromConfiguredStub: false}",
        "{status: 503, body: x, fault: CONNECTION_RESET_BY_PEER}", "{fault: EMPTY_RESPONSE}",
        "{fault: MALFORMED_RESPONSE_CHUNK}", "{fault: RANDOM_DATA_THEN_CLOSE}", "{fault: TIMEOUT}",
    ]
    /// Replies whose headers are arrays, as WireMock reads and writes them; its schema knows only strings.
    private static let repeatedHeaders = [
        "{headers: {Set-Cookie: [a=1, b=2], Vary: [A, B], X: y}}",
        "{proxyBaseUrl: 'http://b', proxyUrlPrefixToRemove: /v1, additionalProxyRequestHeaders: {X-A: [a, b]}}",
        "{status: 201, headers: {X: [a, b]}, fault: NO_NETWORK}",
    ]
    private static let others = [
        "id: 1b0e\nname: é\npriority: 1", "uuid: x", "persistent: false\ninsertionIndex: 7",
        "scenarioName: s", "scenarioName: s\nrequiredScenarioState: Started\nnewScenarioState: ''",
        "scenarioName: s\nscenarioScope: screen", "scenarioName: s\nscenarioScope: 'header:X-User'",
        "enabled: false\nscreens: []", "remembered: false", "screens: [a, b]\nfault: TIMEOUT", "passThrough: true",
        "sequence: [{passThrough: true, repeat: 2}]\nsequenceEnd: fail",
        "sequence: [{}, {fault: NO_NETWORK}]\nsequenceEnd: passThrough",
        "metadata: {owner: [team, 1.10], demo-tui: {enabled: false}}", "metadata: {}",
        "metadata: {demo-tui: {screens: [a], insertionIndex: 3}}",
    ]

    /// Requests, matchers, replies alone and in a sequence, and other keys.
    private static let written: [String] =
        requests.map { "request: \($0)" }
        + matchers.map { $0.hasPrefix("{") ? $0 : "{\($0)}" }.map {
            "request: {urlPath: /a, bodyPatterns: [\($0), \($0)]}"
        }
        + (replies + repeatedHeaders).flatMap { reply in
            ["response: \(reply)", "sequence: [{status: 401, repeat: 3}, \(reply)]\nsequenceEnd: cycle"]
        }.map { "request: {urlPath: /a}\n\($0)" } + others.map { "request: {urlPath: /a}\n\($0)" }

    /// The JSON Schema of WireMock's mappings, beside a checkout of the project where it is there.
    private static let schemaPath = SharedCases.path("wiremock/stub-mapping.schema.json")

    @Test(
        "Written mappings, alone and in a file, are valid by WireMock's schema, which finds errors",
        .enabled(if: FileManager.default.fileExists(atPath: schemaPath)))
    func valid() throws {
        let schema = try SourceText(file: Self.schemaPath).parse()
        // References lead through a document; version 3.0 reads them as draft 7 does.
        var root = try #require(schema.objectValue)
        (root["openapi"], root["paths"]) = ("3.0.3", ["/": ["get": [:]]])
        let document = try APIDocument(SourceText(name: "schema.json", bytes: JSONValue.object(root).bytes()))
        func errors(_ mapping: JSONValue) -> [String] {
            document.violations(of: mapping, against: Schema(schema)).map(\.description)
        }
        let all = try Self.written.filter { row in !Self.repeatedHeaders.contains { row.contains($0) } }.map(rewritten)
        for mapping in all { #expect(errors(mapping.written) == [], "\(mapping.written.text())") }
        #expect(errors(try JSONValue(parsing: MappingWriter().text(of: all.prefix(3).map(\.stub)))) == [])
        for text in [
            #"{"insertionIndex":1}"#, #"{"priority":0}"#, #"{"request":{"method":"get"}}"#, #"{"metadata":1}"#,
            #"{"request":{"headers":{"A":{"equalsTo":"x"}}}}"#, #"{"response":{"fault":"TIMEOUT"}}"#,
            #"{"response":{"jsonBody":1}}"#, #"{"response":{"base64Body":"*"}}"#, #"{"mappings":[{"fault":"x"}]}"#,
        ] {
            #expect(!errors(try JSONValue(parsing: text)).isEmpty, "\(text)")
        }
    }

    @Test("A written mapping reads back unchanged, and has only WireMock's keys", arguments: written)
    func same(_ mapping: String) throws {
        let (stub, written, again) = try rewritten(mapping)
        #expect(again.everything == stub.everything, "\(written.text())")
        let known: Set<String> = [
            "id", "name", "priority", "request", "response", "persistent", "scenarioName", "requiredScenarioState",
            "newScenarioState", "metadata",
        ]
        #expect(written.objectValue?.keys.allSatisfy(known.contains) == true, "\(written.text())")
    }

    @Test("A body of a file is written in full, or as the given name") func bodyFiles() throws {
        let folder = try Folder([
            "bodies/me.json": "{ }", "stubs/a.yaml": "request: {urlPath: /a}\nresponse: {bodyFileName: bodies/me.json}",
        ])
        #expect(manager.loadStubs(folder: "\(folder.path)/stubs", fixtures: folder.path) == [])
        var stub = try #require(manager.stubs.first?.stub)
        #expect(try MappingWriter().mapping(of: stub)["response"]?["body"] == "{ }")
        stub.sequence[0].reply.bodyFile = "other.json"
        let named = try MappingWriter(namesBodies: true).mapping(of: stub)["response"]
        #expect(named?["bodyFileName"] == "other.json" && named?["body"] == nil)
    }

    @Test("A file keeps the order: the later stub still answers") func order() throws {
        let stubs = mappings("mappings:\n- {request: {urlPath: /a}, response: {body: one}}\n- {request: {urlPath: /a}}")
        try manager.add(mappings(try MappingWriter().text(of: stubs.stubs), name: "x.json").stubs)
        #expect(manager.answer("/a") == "")
    }

    @Test("A stub that the format cannot express is refused with its line") func refused() throws {
        func stub(_ change: (inout Stub) throws -> Void) rethrows -> Stub {
            var stub = Stub(
                request: RequestPattern(url: .path("/a")), sequence: [SequenceEntry(Reply())],
                origin: .code(fileID: "Mine.swift", line: 12))
            try change(&stub)
            return stub
        }
        let chain = try manager.stub(.get("/a")).thenVerifyRequest(fileID: "Tests/Check.swift", line: 7) { _ in }
        let checked = try #require(manager.stubs.first { chain.stubs.contains($0.id) }?.stub)
        let refused: [(Stub, String)] = [
            (stub { $0.request.url = .containing(["users", "42"]) }, "users, 42"),
            (stub { $0.request.headerValues = ["abc"] }, "\"abc\""), (stub { $0.request.body = [.and([])] }, "\"and\""),
            (stub { $0.request.method = .oneOf([]) }, "methods"),
            (stub { $0.request.headers = [.init("A", .absent), .init("A", .present)] }, "header A"),
            (stub { $0.request.body = [.equalToForm(["a": "1"])] }, "formParameters"),
            (stub { $0.request.queryParameters = [.init("a", .withoutValue)] }, "without a value"),
            (stub { $0.request.excludedHosts = ["a"] }, "hosts that it is not for"),
            (stub { $0.request.body = [.equalToJSON(["a": "${json-unit.ignore}"])] }, "json-unit"),
            (stub { $0.priority = 0 }, "priority 0"), (stub { $0.kept = ["color": "red"] }, "color"),
            (stub { $0.metadata = 5 }, "metadata"),
            (stub { $0.sequence[0].reply.error = CancellationError() }, "CancellationError"),
            (stub { $0.sequence[0].reply.maker = ReplyMaker { _, _ in } }, "closure"),
            (stub { $0.sequence[0].reply.delay = .fixed(.microseconds(1_500)) }, "delay of 0.0015 seconds"),
            (stub { $0.sequence[0].reply.pacing = .even(chunks: 0, duration: .zero) }, "at least one chunk"),
            (stub { $0.sequence = [] }, "no reply"), (checked, "Tests/Check.swift:7"),
        ]
        for (stub, name) in refused {
            let problem = #expect(throws: Problem.self, "\(name)") { try MappingWriter().text(of: [stub]) }
            #expect(problem?.message.contains(name) == true, "\(String(describing: problem))")
            #expect(problem?.position?.line != nil)
        }
    }
}

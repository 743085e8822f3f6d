import Testing

@testable import DemoManager
@testable import DemoManagerFiles

@Suite struct ProxyTests {
    private func manager(_ response: String, unmatched: UnmatchedPolicy = .guard) throws -> DemoManager {
        let content = mappings("request: {urlPathPattern: /.*}\nscenarioName: s\nnewScenarioState: next\n\(response)")
        #expect(content.problems == [])
        let manager = demoManager(unmatched: unmatched)
        try manager.add(content.stubs)
        return manager
    }
    private func url(_ request: HTTPRequest?) -> String {
        request.map { "\($0.scheme ?? "")://\($0.authority ?? "")\($0.path ?? "")" } ?? "none"
    }

    @Test(
        "Path and query are appended to the base, with or without its final slash",
        arguments: [
            ("http://b.example", "http://b.example/a%2Fb/?x=1&y"),
            ("HTTPS://B.example:8443/", "https://b.example:8443/a%2Fb/?x=1&y"),
            ("http://b.example/v1/", "http://b.example/v1/a%2Fb/?x=1&y"),
            ("http://[::1]:80/v1", "http://[::1]:80/v1/a%2Fb/?x=1&y"),
        ])
    func joined(_ base: String, _ expected: String) throws {
        let manager = try manager("response: {proxyBaseUrl: '\(base)'}")
        let request = HTTPRequest.get("https://api.example/a%2Fb/?x=1&y#part")
        let passed = try #require(manager.decide(request).passed)
        #expect(url(passed.outgoing(request)) == expected)
        #expect(passed.isLeavingDemo)
        #expect(manager.journal.exchanges.last?.reason.contains(base) == true)
    }

    @Test("Credentials and the original host's name are not sent to another origin") func credentials() throws {
        let own = ["Authorization", "Cookie", "X-Api-Key", "Host", "Accept"]
        var request = HTTPRequest.get("https://api.example/a")
        for name in own { request.headerFields[HTTPField.Name(name)!] = "x" }
        func names(_ base: String) throws -> [String] {
            try ProxyBase(base).forwarded(request).headerFields.map(\.name.rawName)
        }
        for other in ["https://other.example", "http://api.example", "https://api.example:444"] {
            #expect(try names(other) == ["Accept"], "\(other)")
        }
        #expect(try names("https://API.example:443/v2") == own)
    }

    @Test("A prefix is removed, and headers are added or replaced") func options() throws {
        let manager = try manager(
            """
            response:
              proxyBaseUrl: http://b.example/api
              proxyUrlPrefixToRemove: /v1
              additionalProxyRequestHeaders: {Accept: text/plain, X-A: [a, b]}
            """)
        for (path, expected) in [("/v1/a?b", "/api/a?b"), ("/v1", "/api/"), ("/a/v1", "/api/a/v1")] {
            let request = HTTPRequest.get("https://api.example" + path, headers: [.accept: "application/json"])
            let outgoing = try #require(manager.decide(request).passed).outgoing(request)
            #expect(outgoing.path == expected)
            #expect(outgoing.headerFields.map(\.value) == ["text/plain", "a", "b"])
        }
        let alone = mappings("request: {urlPath: /a}\nresponse: {proxyUrlPrefixToRemove: /v1}")
        let template = mappings("request: {urlPath: /a}\nresponse: {proxyBaseUrl: '{{request.query.a}}'}")
        #expect(template.problems.map(\.message) == ["proxyBaseUrl cannot be a template"])
        #expect(alone.problems.first?.message.contains("proxyBaseUrl") == true)
    }

    @Test("A forwarding stub waits its delay, moves its scenario and counts a hit") func delay() throws {
        let distribution = "{type: uniform, lower: 10, upper: 20}"
        let manager = try manager(
            "response: {proxyBaseUrl: 'http://b', fixedDelayMilliseconds: 5, delayDistribution: \(distribution)}")
        let passed = try #require(manager.decide(.get("/a")).passed)
        #expect((.milliseconds(15)...(.milliseconds(25))).contains(passed.delay))
        #expect(manager.scenarioStates == ["s": "next"])
        #expect(manager.stubs.first?.hits == 1)
    }

    @Test("The policy error refuses forwarded requests, too") func forbidden() throws {
        let decision = try manager("response: {proxyBaseUrl: 'http://b.example'}", unmatched: .error).decide(.get("/a"))
        #expect(decision.refusal == .passThroughForbidden)
        #expect(decision.reason.contains("http://b.example"))
    }

    @Test("An entry of a sequence may forward; conditions skip it") func sequence() throws {
        let manager = try manager("sequence: [{proxyBaseUrl: 'http://b'}, {body: '[1]'}]")
        try #require(manager.decide(.get("/a")).passed != nil)
        #expect(manager.answer("/a") == "[1]")
        manager.setCondition(.empty, forScreen: "list")
        #expect(manager.answer("/a", screen: "list") == "[]")
    }

    private static let invalidBases = [
        "b.example", "//b.example", "ftp://b.example", "file:///etc/passwd", "http://", "http:///a", "http://:80",
        "http://u:p@b.example", "http://b.example/#part", "http://b.example/?x=1", "http://b.example:0",
        "http://b.example:65536", "http://b.example:8o", "http://b example", "http://b.example\\\\@c.example",
        "http://b.example\\r\\nX: y", "http://é.example", "http://[]", "http://[::1", "",
    ]
    private static let repliesBeside: KeyValuePairs = [
        "body": "x", "jsonBody": "{}", "headers": "{X-A: b}", "fault": "EMPTY_RESPONSE", "statusMessage": "x",
    ]

    @Test(
        "An invalid base URL, and a reply beside a base URL, are refused with their place",
        arguments: invalidBases.map { ("proxyBaseUrl: \"\($0)\"", "proxyBaseUrl", 3) }
            + repliesBeside.map { ("proxyBaseUrl: http://b\n  \($0.key): \($0.value)", $0.key, 4) })
    func invalid(_ response: String, _ key: String, _ line: Int) throws {
        let content = mappings("request: {urlPath: /a}\nresponse:\n  \(response)")
        #expect(content.stubs.isEmpty)
        let problem = try #require(content.problems.first)
        #expect(problem.message.contains(key) && problem.position?.line == line, "\(problem)")
    }

    @Test("Stubs in code have the same rules, and a seed cannot forward") func code() throws {
        let base = try ProxyBase("http://b")
        let replies = [
            Reply(body: [1]), Reply(fault: .timeout), Reply(passesThrough: true), Reply(headers: [.accept: "x"]),
        ]
        for var reply in replies {
            reply.proxyBase = base
            #expect(throws: (any Error).self) {
                try demoManager().addPath("/a", "") { $0.sequence = [SequenceEntry(reply)] }
            }
        }
        #expect(throws: (any Error).self) { try demoManager().seed(["/a": ["proxyBaseUrl": "http://b"]]) }
    }
}

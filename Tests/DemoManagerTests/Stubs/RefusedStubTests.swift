import Foundation
import Testing

@testable import DemoManager

/// Invalid stubs are refused by name when they are added. The tests of the readers have the same for files.
@Suite struct RefusedStubTests {
    private func refusal(_ change: (inout Stub) throws -> Void) rethrows -> String? {
        let manager = demoManager()
        var stub = Stub(
            request: RequestPattern(url: .path("/a")), sequence: [SequenceEntry(Reply())],
            origin: .code(fileID: "Mine.swift", line: 12))
        try change(&stub)
        do throws(Problem) {
            try manager.add([stub])
            return nil
        } catch {
            #expect(manager.stubs.isEmpty)
            #expect(error.file == "Mine.swift" && error.position?.line == 12)
            return error.message
        }
    }

    @Test("An invalid reply is refused", arguments: [0, 99, 100, 199, 1000, -1]) func status(_ status: Int) {
        #expect(refusal { $0.sequence[0].reply.status = status }?.contains("status \(status)") == true)
        #expect(refusal { $0.sequence = [SequenceEntry(Reply()), SequenceEntry(Reply(status: status))] } != nil)
    }

    @Test("A reason phrase with a line break is refused; headers cannot contain one") func lineBreaks() {
        for text in ["OK\r\nX: y", "OK\n", "\u{0}"] {
            #expect(refusal { $0.sequence[0].reply.statusMessage = text }?.contains("statusMessage") == true)
        }
        let field = HTTPField(name: .init("X-A")!, value: "a\r\nSet-Cookie: b")
        #expect(!field.value.utf8.contains { $0 == 0x0A || $0 == 0x0D })
        for headers in [["X-A": "a\r\nB: c"], ["X A": "b"], ["": "b"], ["X-A\r\nB": "c"]] {
            let problem = #expect(throws: Problem.self) { try demoManager().stub(.get("/a"), headers: headers) }
            #expect(problem?.message.contains("header") == true)
        }
    }

    @Test("A pattern that no request can match is refused") func requests() throws {
        #expect(refusal { $0.sequence = [] }?.contains("no reply") == true)
        #expect(refusal { $0.sequence[0].reply.delay = .fixed(.seconds(-1)) }?.contains("delay") == true)
        #expect(refusal { $0.request.headers = [.init("a b", .absent)] }?.contains("a b") == true)
        #expect(refusal { $0.request.url = .path("a") }?.contains("\"a\"") == true)
        #expect(refusal { $0.request.url = .path("/a?x=1") }?.contains("/a?x=1") == true)
        #expect(refusal { $0.request.url = .url("http://b/a") }?.contains("http://b/a") == true)
        #expect(refusal { $0.request.url = .url("/a#b") }?.contains("fragment") == true)
        #expect(refusal { $0.request.scheme = "ftp" }?.contains("ftp") == true)
        #expect(refusal { $0.request.host = "b:80" }?.contains("b:80") == true)
        #expect(refusal { $0.request.pathParameters = [.init("id", .absent)] }?.contains("urlPathTemplate") == true)
        let template = try URLTemplate("/a/{id}")
        let named = refusal {
            $0.request.url = .template(template)
            $0.request.pathParameters = [.init("idd", .absent)]
        }
        #expect(named?.contains("{idd}") == true)
        #expect(refusal { $0.request.host = "[::1]" } == nil)
        #expect(refusal { $0.request.url = .path("*") } == nil)
    }

    @Test(
        "A host, port, method or matcher that no request fulfils is refused with the fix",
        arguments: [
            (RequestPattern(host: ""), "without one every host"), (RequestPattern(host: "bücher.de"), "xn--"),
            (RequestPattern(port: 0), "1 to 65535"), (RequestPattern(port: 65_536), "1 to 65535"),
            (RequestPattern(method: .oneOf([])), ".any"),
            (RequestPattern(queryParameters: [.init("a", .or([]))]), "query parameter a: or needs"),
            (RequestPattern(queryParameters: [.init("a", .equalToForm(["b": "c"]))]), "is for a body"),
            (RequestPattern(headers: [.init("A", .equalToForm(["b": "c"]))]), "is for a body"),
            (RequestPattern(headers: [.init("A", .and(["x", .not(.withoutValue)]))]), "header A: only a parameter"),
            (RequestPattern(cookies: [.init("a", .withoutValue)]), "use .absent"),
            (RequestPattern(cookies: [.init("a", "b;c")]), "semicolon"),
            (RequestPattern(headers: [.init("A", "b\nc")]), "line break"),
            (RequestPattern(host: "*.a.example"), "no wildcards"), (RequestPattern(host: "{host}"), "no wildcards"),
            (RequestPattern(body: [.or([.present, .or([])])]), "at least one matcher"),
        ])
    func demands(pattern: RequestPattern, fix: String) throws {
        #expect(try #require(pattern.problem).contains(fix), "\(pattern.problem ?? "")")
        #expect(refusal { $0.request = pattern } == pattern.problem)
    }

    @Test("A host that is excluded as well is refused") func hostAndExcluded() {
        #expect(refusal { ($0.request.host, $0.request.excludedHosts) = ("A.b", ["a.b"]) }?.contains("too") == true)
    }

    @Test("Hosts that a pattern is not for are checked, too", arguments: ["bücher.de", "", "a:80"])
    func excludedHosts(host: String) {
        #expect(refusal { $0.request.excludedHosts = ["good.example", host] }?.contains("host") == true)
    }

    @Test(
        "Demands that some request fulfils are taken",
        arguments: [
            RequestPattern(host: "xn--bcher-kva.de", port: 65_535), RequestPattern(method: .noneOf([])),
            RequestPattern(queryParameters: [.init("a", .withoutValue)]),
            RequestPattern(formParameters: [.init("a", .or([.withoutValue, "b"]))]),
            RequestPattern(body: [.equalToForm(["a": "b"])]),
            RequestPattern(headers: [.init("A", .or([.not("b\nc"), "b\nc"]))]),
        ])
    func possible(pattern: RequestPattern) { #expect(pattern.problem == nil) }

    @Test(
        "An expression that begins with something else than a slash is refused",
        arguments: [
            ("users/.*", true), ("^users", true), ("https://a.example/.*", true), ("/users/.*", false),
            ("^/users", false), (".*users", false), ("(a|/)b", false), ("a?/b", false), ("a*/b", false),
            ("a{0}/b", false), ("a|/b", false), ("\\/a", false), ("[/]a", false),
        ])
    func expressions(text: String, isRefused: Bool) throws {
        let expression = try RegularExpression(text)
        for url in [URLPattern.pathMatching(expression), .urlMatching(expression)] {
            #expect(refusal { $0.request.url = url }?.contains("begin with /") == (isRefused ? true : nil))
        }
    }

    @Test(
        "Braces outside of a template, and text that may be of a host, are refused with the form of requests",
        arguments: [
            (URLPattern.path("/users/{id}"), "%7B"), (.url("/users/{id}?x=1"), "urlPathTemplate"),
            (.containing(["/users/{id}"]), "urlPathTemplate"), (.path("/a}"), "%7D"), (.path("/a\n"), "control"),
            (.containing(["/a", "bücher"]), "b%C3%BCcher"), (.containing(["https://bücher.de/a"]), "xn--"),
            (.containing(["/a#b"]), "fragment"), (.template(try URLTemplate("/a/{id}?x=1")), "queryParameters"),
        ])
    func texts(url: URLPattern, fix: String) throws {
        let text = try #require(refusal { $0.request.url = url })
        #expect(text.contains(fix), "\(text)")
    }

    @Test("A template in a URL is refused for one request, and read in a pattern") func bracesOfURL() throws {
        let manager = demoManager()
        for url in ["https://a.example/users/{id}", "/users/{id}"].compactMap(URL.init) {
            let problem = #expect(throws: Problem.self) { try manager.stub(.get(url)) }
            #expect(problem?.message.contains("is a template; write stub(matching: .get(...))") == true)
            try manager.stub(matching: .get(url), .json(["a": 1]))
        }
        #expect(manager.answer("https://a.example/users/7") == #"{"a":1}"#)
        let filter = try #require(URL(string: "https://a.example/x?filter=%7Ba%7D"))
        try manager.stub(.get(filter), .json(["b": 2]))
        #expect(manager.answer("https://a.example/x?filter=%7Ba%7D") == #"{"b":2}"#)
    }

    @Test(
        "Delays and pacing that files may not have are refused in code, too",
        arguments: [
            Reply(delay: .fixed(.seconds(Int64.max))),
            Reply(delay: Delay(random: .lognormal(median: .seconds(1), sigma: .nan, maximum: nil))),
            Reply(delay: Delay(random: .lognormal(median: .seconds(-1), sigma: 1, maximum: nil))),
            Reply(delay: Delay(random: .uniform(.seconds(-2) ... .seconds(1)))),
            Reply(pacing: .even(chunks: 0, duration: .zero)), Reply(pacing: .even(chunks: 2, duration: .seconds(-1))),
        ])
    func delays(reply: Reply) { #expect(refusal { $0.sequence = [SequenceEntry(reply)] } != nil) }

    @Test("An empty substring is refused, because it would match every URL") func emptySubstring() {
        #expect(throws: Problem.self) { try demoManager().stubResponse(containing: "") }
    }

    @Test("Several stubs are added together or not at all") func several() throws {
        let manager = demoManager()
        let good = Stub(request: RequestPattern(url: .path("/a")), replies: [Reply()])
        var bad = good
        bad.sequence = []
        #expect(throws: Problem.self) { try manager.add([good, bad]) }
        #expect(manager.stubs.isEmpty)
    }

    @Test("An error of a check reaches the caller of respond and answer") func closures() async throws {
        struct Mine: Error, CustomStringConvertible { let description = "the body is not mine" }
        let manager = demoManager()
        try manager.stub(.post("/a")).thenVerifyRequest { _ in throw Mine() }
        let refusal = try #require(
            await #expect(throws: Refusal.self) { try await manager.respond(to: .post("/a"), body: [1]) })
        #expect(refusal.kind == .verification && refusal.message.contains("the body is not mine"))
        #expect(refusal.message.contains("RefusedStubTests.swift"))
        #expect(manager.journal.exchanges.last?.outcome != nil)
        await #expect(throws: Refusal.self) { try await manager.answer(to: .post("/a")) }
        #expect(manager.decide(.post("/a")).refusal == .verification)
    }
}

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
        #expect(refusal { $0.request.url = .path("/a b") }?.contains("%20") == true)
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

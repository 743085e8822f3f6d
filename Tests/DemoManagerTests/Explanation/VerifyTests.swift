import Foundation
import Testing

@testable import DemoManager

@Suite struct VerifyTests {
    private let manager = demoManager()

    @Test("Received requests are counted, and a wrong count lists them without secrets") func verification() throws {
        try manager.addPath("/a", "")
        #expect(throws: VerificationFailure.self) { try manager.verify(.get("/a")) }
        _ = manager.decide(.get("/a?token=s3cret"))
        _ = manager.decide(.post("/a"))
        try manager.verify(.get("/a"))
        try manager.verify(.get("/a"), count: 1...)
        try manager.verify(.get("/b"), count: 0)
        #expect(try manager.received(matching: .request(.any, "/a")).count == 2)
        let failure = #expect(throws: VerificationFailure.self) { try manager.verify(.get("/a"), count: 2) }
        #expect(failure?.received == ["GET /a?token=REDACTED", "POST /a"])
        #expect(failure?.nearest == nil)
    }

    @Test("A request counts by its original and its forwarded path") func asked() throws {
        try manager.addPath("/a", "")
        var call = Call(id: 1, mode: .demo)
        call.asked = Call.Asked(.get("/v1/a/"))
        _ = manager.decide(.get("/a"), call: call)
        try manager.verify(.get("/a"))
        try manager.verify(.get("/v1/a/"))
        try manager.verify(.get("/v2/a"), count: 0)
    }

    @Test("The order of requests is verified; others may be in between") func order() throws {
        for path in ["/me", "/refresh", "/log", "/me"] { _ = manager.decide(.get(path)) }
        try manager.verify(inOrder: .get("/me"), .get("/refresh"), .get("/me"))
        let patterns = try ["/refresh", "/me", "/log"].map { try RequestPattern.get($0) }
        let failure = #expect(throws: VerificationFailure.self) {
            try manager.verify(inOrder: patterns[0], patterns[1], patterns[2])
        }
        #expect(failure?.message == "number 3, GET /log, was not received after those before it")
        #expect(failure?.received?.count == 4)
    }

    @Test("Each refused request fails the check once, with the nearest stub") func refusals() throws {
        let manager = DemoManager(configuration: .init(isEnabled: true, unmatched: .error))
        try manager.stub(.get("https://api.example.com/cards"), .json([]))
        _ = manager.decide(.get("https://api.example.com/cards"))
        try manager.verifyNothingRefused()
        for _ in 1...2 { _ = manager.decide(.get("https://api.example.com/card?token=s3cret")) }
        let failure = #expect(throws: VerificationFailure.self) { try manager.verifyNothingRefused() }
        let message = failure?.message ?? ""
        #expect(message.contains("/card?token=REDACTED") && message.contains("/cards") && !message.contains("s3cret"))
        #expect(message.components(separatedBy: "no stub for").count == 2)
    }

    @Test("A refusal that the journal has forgotten fails the check, until the journal is cleared")
    func forgottenRefusal() throws {
        let configuration = DemoManager.Configuration(isEnabled: true, unmatched: .error, journal: .init(entries: 10))
        let manager = DemoManager(configuration: configuration)
        try manager.stub(.get("/a"), .json([]))
        for path in ["/x"] + Array(repeating: "/a", count: 200) { _ = manager.decide(.get(path)) }
        let failure = #expect(throws: VerificationFailure.self) { try manager.verifyNothingRefused() }
        #expect(failure?.message == "the journal, which keeps 10 exchanges, has forgotten refused requests")
        manager.clearJournal()
        try manager.verifyNothingRefused()
    }

    @Test("A failed verification says that demo mode is off, and a pattern's problem stands alone") func off() throws {
        let manager = DemoManager()
        let failures = [
            #expect(throws: VerificationFailure.self) { try manager.verify(.get("/a")) },
            #expect(throws: VerificationFailure.self) { try manager.verify(inOrder: .get("/a"), .get("/b")) },
        ]
        for failure in failures {
            #expect(failure?.description.contains("(demo mode is off, and live requests are not recorded)") == true)
        }
        let problem = #expect(throws: VerificationFailure.self) {
            try manager.verify(inOrder: RequestPattern(host: "bücher.de"))
        }
        #expect(problem?.description.contains("received") == false, "\(problem?.description ?? "")")
    }

    @Test("Requests without a stub are logged as they arrive") func log() async throws {
        let manager = DemoManager(configuration: .init(isEnabled: true))
        try manager.stub(.get("/a"), .json([]))
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        let task = manager.logUnmatched { continuation.yield($0) }
        for path in ["/a", "/b", "/c"] { _ = manager.decide(.get(path)) }
        var iterator = lines.makeAsyncIterator()
        let told = [await iterator.next(), await iterator.next()]
        #expect(told.map { $0?.prefix(6) } == ["GET /b", "GET /c"])
        task.cancel()
    }

    @Test("Counts are spelled out") func words() throws {
        func message(_ count: some RangeExpression<Int> & Sendable) -> String? {
            #expect(throws: VerificationFailure.self) { try manager.verify(.get("/a"), count: count) }?.message
        }
        #expect(message(1...1) == "GET /a was never received; expected once")
        #expect(message(2...) == "GET /a was never received; expected at least 2 times")
        #expect(message(1..<4) == "GET /a was never received; expected 1 to 3 times")
        _ = manager.decide(.get("/a"))
        #expect(message(...0) == "GET /a was received once; expected at most never")
    }

    @Test("A failed verification shows the nearest request beside the pattern, without secrets") func nearest() throws {
        _ = manager.decide(.get("/elsewhere"))
        _ = manager.decide(.put("/me", headers: [.authorization: "Bearer s3cret"]), body: #"{"name":"Ada","pin":9753}"#)
        let failure = #expect(throws: VerificationFailure.self) {
            try manager.verify(
                .put("/me", headers: ["Authorization": "Bearer other"], body: .equalToJSON(["name": "Bob"])))
        }
        let text = try #require(failure?.description)
        #expect(text.contains("<<<<"))
        #expect(text.contains(#""Ada""#))
        #expect(!text.contains("s3cret") && !text.contains("other") && !text.contains("9753"), "\(text)")
    }

    @Test("An impossible pattern fails verification, and a forgetful journal says so") func doubtful() throws {
        let manager = DemoManager(configuration: .init(unmatched: .error, journal: .init(entries: 1)))
        manager.isEnabled = true
        #expect(throws: VerificationFailure.self) { try manager.verify(RequestPattern(url: .path("me")), count: 0) }
        for _ in 0..<30 { _ = manager.decide(.get("/a")) }
        let failure = #expect(throws: VerificationFailure.self) { try manager.verify(.get("/a"), count: 30) }
        #expect(failure?.message.contains("forgotten") == true)
    }

    @Test("A failure says how many requests lost the body that the pattern asks for") func droppedBodies() throws {
        let manager = DemoManager(configuration: .init(isEnabled: true, journal: .init(bodyBytes: 4)))
        for body in ["first", "second", "c"] { _ = manager.decide(.post("/a"), body: body) }
        _ = manager.decide(.post("/b"), body: "long enough")
        func message(_ pattern: RequestPattern) -> String {
            #expect(throws: VerificationFailure.self) { try manager.verify(pattern, count: 5) }?.message ?? ""
        }
        #expect(try message(.post("/a", body: "first")).hasSuffix("(the journal has dropped the bodies of 3 requests)"))
        #expect(try message(.post("/b", body: "x")).hasSuffix("(the journal has dropped the bodies of 1 request)"))
        #expect(try !message(.post("/a")).contains("dropped"))
        #expect(try !message(.post("/c", body: "x")).contains("dropped"))
        let failure = #expect(throws: VerificationFailure.self) {
            try manager.verify(inOrder: .post("/a", body: "first"))
        }
        #expect(failure?.message.hasSuffix("(the journal has dropped the bodies of 3 requests)") == true)
    }

    @Test(
        "A refusal names the server where it may be any, without secrets, and a manager without stubs",
        arguments: [
            (Servers.any, "GET https://api.example.com/x?token=REDACTED; write a stub", true),
            (.one, "GET /x?token=REDACTED; open it live, or write a stub", false),
            (.none, "GET /x?token=REDACTED; write a stub", false),
        ])
    func refusalTitle(servers: Servers, text: String, tellsEmptiness: Bool) throws {
        let manager = demoManager()
        manager.servers = servers
        let url = "https://api.example.com/x?token=s3cret"
        let end = tellsEmptiness ? "; this manager has no stubs" : ""
        #expect(manager.answer(url).hasSuffix("no stub for \(text)\(end)"), "\(manager.answer(url))")
        try manager.addPath("/a", "")
        #expect(manager.answer(url).hasSuffix("no stub for \(text)"))
        #expect(manager.answer("/x").contains("no stub for GET /x;"))
    }

    @Test("A verification waits until a request arrives, or its time is over") func waiting() async throws {
        try manager.addPath("/late", "")
        let manager = manager
        let pattern = try RequestPattern.get("/late")
        async let sent: Void = {
            while manager.lock.withLock({ $0.observers.isEmpty }) { await Task.yield() }
            _ = manager.answer("/late")
        }()
        try await manager.verify(pattern, within: .seconds(60))
        await sent
        try await manager.verify(pattern, count: 1...1, within: .seconds(60))
        let failure = await #expect(throws: VerificationFailure.self) {
            try await manager.verify(pattern, count: 2..., within: .milliseconds(20))
        }
        #expect(failure?.message.contains("received once; expected at least 2 times") == true)
        try await manager.verify(pattern, count: ...1, within: .milliseconds(20))
    }

    @Test("An offline manager refuses whatever would leave, and says why") func offline() throws {
        let manager = DemoManager(configuration: .init(isEnabled: true, isOffline: true))
        func refusal(_ path: String, screen: String? = nil, isBypassed: Bool = false) -> String? {
            let call = manager.beginCall(screen: screen, isBypassed: isBypassed)
            let request = HTTPRequest(method: .get, scheme: "http", authority: "x", path: path)
            let action = manager.decide(request, call: call).action
            guard case .refuse(let refusal) = action, refusal.kind == .offline else { return nil }
            return refusal.message
        }
        try manager.addPath("/stub", "")
        try manager.addPath("/pass", "") { $0.sequence = [SequenceEntry(Reply(passesThrough: true))] }
        #expect(refusal("/stub") == nil)
        #expect(refusal("/other") == "no stub for GET http://x/other, and offline nothing may leave")
        #expect(refusal("/pass")?.contains("passes GET http://x/pass through") == true)
        #expect(refusal("/stub", isBypassed: true) == "GET http://x/stub bypasses demo, and offline nothing may leave")
        manager.setEnabled(.off, for: "live")
        #expect(refusal("/stub", screen: "live") == "demo is off for GET http://x/stub, and offline nothing may leave")
        #expect(manager.makeSession().isOffline && manager.refused.count == 4)
        manager.isOffline = false
        #expect(refusal("/other") == nil)
    }

    @Test("Unused stubs are enabled ones that never answered, in the order they are tried") func unused() throws {
        try manager.addPath("/used", "")
        try manager.addPath("/first", "")
        try manager.addPath("/second", "") { $0.priority = 1 }
        try manager.stub(.get("/used"), Reply(status: 403), for: .forbidden)
        _ = manager.answer("/used")
        #expect(manager.unusedStubs.map(\.stub.title) == ["GET /second", "GET /first"])
    }
}

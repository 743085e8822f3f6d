import HTTPTypes
import Testing

@testable import DemoManager

@Suite struct VerifyTests {
    @Test("Received requests are counted, and a wrong count lists them without secrets") func verification() throws {
        let manager = demoManager()
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
        let manager = demoManager()
        try manager.addPath("/a", "")
        var call = Call(id: 1, mode: .demo)
        call.asked = Call.Asked(scheme: "http", authority: "here", path: "/v1/a/")
        _ = manager.decide(.get("/a"), call: call)
        try manager.verify(.get("/a"))
        try manager.verify(.get("/v1/a/"))
        try manager.verify(.get("/v2/a"), count: 0)
    }

    @Test("counts are said in words") func words() throws {
        let manager = demoManager()
        func message(_ count: some RangeExpression<Int> & Sendable) -> String? {
            #expect(throws: VerificationFailure.self) { try manager.verify(.get("/a"), count: count) }?.message
        }
        #expect(message(1...1) == "GET /a was received never; expected once")
        #expect(message(2...) == "GET /a was received never; expected at least 2 times")
        #expect(message(1..<4) == "GET /a was received never; expected 1 to 3 times")
        _ = manager.decide(.get("/a"))
        #expect(message(...0) == "GET /a was received once; expected at most never")
    }

    @Test("A failed verification shows the nearest request beside the pattern, without secrets") func nearest() throws {
        let manager = demoManager()
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

    @Test("unused are the stubs that are on and never answered, in the order they are tried") func unused() throws {
        let manager = demoManager()
        try manager.addPath("/used", "")
        try manager.addPath("/first", "")
        try manager.addPath("/second", "") { $0.priority = 1 }
        try manager.stub(.get("/used"), Reply(status: 403), for: .forbidden)
        _ = manager.answer("/used")
        #expect(manager.unusedStubs.map(\.stub.title) == ["GET /second", "GET /first"])
    }
}

import HTTPTypes
import Testing

@testable import DemoManager

@Suite struct ExplainTests {
    @Test("a dry run says what would answer and changes nothing")
    func dryRun() throws {
        let manager = demoManager()
        let id = try manager.addPath("/a", "1") { $0.sequence.append(SequenceEntry(Reply())) }
        let explanation = manager.explain(.get("/a"))
        #expect(explanation.answer == id)
        #expect(explanation.summary.contains("GET /a"))
        #expect(manager.journal.exchanges.isEmpty)
        #expect(manager.stubs.first?.served == 0)
    }

    @Test("per stub it says what did not fit, or what stood in the way")
    func verdicts() throws {
        let manager = demoManager()
        try manager.addPath("/a", "") { $0.isEnabled = false }
        try manager.addPath("/a", "") { $0.screens = ["cards"] }
        try manager.addPath("/a", "") { $0.scenario = ScenarioRule(name: "s", requiredState: "Later") }
        try manager.addPath("/b", "")
        let explanation = manager.explain(.post("/a"))
        #expect(explanation.answer == nil)
        #expect(explanation.stubs.map(\.isMatch) == [false, false, false, false])
        #expect(explanation.stubs[0].parts.map(\.isMatch) == [false, false])
        #expect(explanation.stubs[0].parts.map(\.name) == ["method", "path"])
        #expect(explanation.stubs[1].obstacle == .scenario(name: "s", state: "Started", required: "Later"))
        #expect(explanation.stubs[2].obstacle == .otherScreens(["cards"]))
        #expect(explanation.stubs[3].obstacle == .disabled)
        #expect(manager.explain(.get("/a")).stubs[3].isMatch)
    }

    @Test("near misses are the three closest; the path weighs most")
    func nearMisses() throws {
        let manager = demoManager()
        func add(_ path: String, _ method: HTTPRequest.Method = .get, _ page: String? = nil) throws {
            try manager.addPath(path, "") {
                $0.name = "\(method) \(path) \(page ?? "-")"
                $0.request.method = .one(method)
                $0.request.queryParameters = page.map { [NamedMatcher("page", .equalTo($0))] } ?? []
            }
        }
        try add("/something/else")
        try add("/users", .post)
        try add("/users", .get, "2")
        try add("/user")
        let misses = manager.explain(.get("/users?page=3")).nearMisses
        #expect(misses.map(\.title) == ["GET /users 2", "GET /user -", "POST /users -"])
        let table = misses[0].table(width: 60)
        #expect(table.split(separator: "\n").filter { $0.hasSuffix("<<<<") }.count == 1)
        #expect(table.contains("query page: \"2\""))
        #expect(!table.contains(" \n"))
    }

    @Test("what was received is counted, and a wrong count says what came")
    func verification() throws {
        let manager = demoManager()
        try manager.addPath("/a", "")
        try manager.addPath("/unused", "")
        let pattern = RequestPattern(method: .one(.get), url: .path("/a"))
        #expect(throws: VerificationFailure.self) { try manager.verify(pattern) }
        _ = manager.decide(.get("/a?token=s3cret"))
        _ = manager.decide(.post("/a"))
        try manager.verify(pattern)
        try manager.verify(pattern, count: 1...)
        #expect(manager.received(matching: RequestPattern(url: .path("/a"))).count == 2)
        #expect(manager.unusedStubs.map(\.stub.title) == ["GET /unused"])
        let failure = #expect(throws: VerificationFailure.self) { try manager.verify(pattern, count: 2) }
        #expect(failure?.received == ["GET /a?token=REDACTED", "POST /a"])
    }

    @Test(
        "texts differ by the share of changes",
        arguments: [("abc", "abc", 0.0), ("abcd", "abce", 0.25), ("", "ab", 1.0)])
    func distance(_ left: String, _ right: String, _ share: Double) {
        #expect(EditDistance.share(left, right) == share)
    }
}

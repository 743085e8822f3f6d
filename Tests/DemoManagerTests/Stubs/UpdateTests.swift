import Testing

@testable import DemoManager

@Suite struct UpdateTests {
    @Test("A closure that changes a stub may ask the manager") func reentrant() throws {
        let manager = demoManager()
        let id = try manager.addPath("/a", "x")
        #expect(try manager.update(id) { $0.name = manager.isEnabled ? "demo" : "live" })
        #expect(manager.state(of: id)?.stub.name == "demo")
    }

    @Test("A change of a stub that changed meanwhile runs again on the new stub") func changedMeanwhile() throws {
        let manager = demoManager()
        let id = try manager.addPath("/a", "x")
        var runs = 0
        try manager.update(id) { stub in
            runs += 1
            if runs == 1 { #expect((try? manager.update(id) { $0.priority = 3 }) == true) }
            stub.name = "renamed"
        }
        #expect(runs == 2)
        #expect(manager.state(of: id)?.stub.priority == 3)
        #expect(manager.state(of: id)?.stub.name == "renamed")
    }

    @Test(
        "Delays and paces that no file may have are refused in code, too",
        arguments: [
            Reply(delay: .fixed(.seconds(Int64.max))), Reply(delay: .fixed(.seconds(-1))),
            Reply(delay: Delay(random: .lognormal(median: .seconds(1), sigma: .nan, maximum: nil))),
            Reply(delay: Delay(random: .lognormal(median: .seconds(-1), sigma: 1, maximum: nil))),
            Reply(delay: Delay(random: .uniform(.seconds(-2) ... .seconds(1)))),
            Reply(pacing: .even(chunks: 0, duration: .zero)), Reply(pacing: .even(chunks: 2, duration: .seconds(-1))),
        ])
    func delays(reply: Reply) {
        #expect(throws: Problem.self) {
            try demoManager().add(Stub(request: RequestPattern(url: .path("/a")), replies: [reply]))
        }
    }

    @Test("A substring of nothing is refused: it would match every URL") func emptySubstring() {
        #expect(throws: Problem.self) { try demoManager().stubResponse(containing: "") }
    }
}

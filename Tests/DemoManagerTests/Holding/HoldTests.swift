import Testing

@testable import DemoManager

@Suite("Calls held at a breakpoint", .timeLimit(.minutes(1))) struct HoldTests {
    private func manager(_ breakpoints: String...) -> DemoManager {
        let manager = demoManager()
        manager.describe(["getItem": "GET /api/items/{id}", "getMe": "GET /api/me"])
        for breakpoint in breakpoints { manager.setBreakpoint(breakpoint, isOn: true) }
        return manager
    }

    @Test(
        "A breakpoint holds an operation, or a method and a path",
        arguments: [
            ("getItem", "/api/items/7", true), ("getItem", "/api/me", false),
            ("GET /api/items/7", "/api/items/7", true),
            ("GET /api/items/7", "/api/items/8", false), ("GET /api/items/*", "/api/items/8", true),
            ("GET /items/*", "/api/items/8", true), ("POST /api/items/*", "/api/items/8", false),
            ("GET /other/*", "/other/8", true), ("GET /other/*", "/other", false), ("* /**", "/anything/else", true),
        ])
    func covers(pattern: String, path: String, isHeld: Bool) {
        let manager = manager(pattern)
        #expect(manager.breakpoint(for: .get(path), call: manager.beginCall()) == (isHeld ? pattern : nil))
        manager.setBreakpoint(pattern, isOn: false)
        #expect(manager.breakpoint(for: .get(path), call: manager.beginCall()) == nil)
    }

    @Test(
        "An exchange names the breakpoint for calls like it",
        arguments: [
            (String?.none, "/files/12/parts?x=1", "GET /files/*/parts"), ("getItem", "/api/items/7", "getItem"),
            (nil, "/a/6F1C31BC-9A52-4E0C-8A6B-0A2C2E6C6F10", "GET /a/*"), (nil, "/", "GET /"),
        ])
    func named(operation: String?, path: String, pattern: String) {
        let manager = demoManager()
        _ = manager.decide(.get(path), operation: operation)
        #expect(manager.journal.exchanges.last?.breakpoint == pattern)
    }

    /// Holds a call of a task, beside others; what the task gets, once `act` has ended the hold.
    private func end(
        _ manager: DemoManager, besides others: Int = 0, _ act: (ExchangeID) -> Void
    ) async -> HoldEnd {
        async let end = manager.hold(.get("/api/me"), body: nil, call: manager.beginCall(), at: "getMe")
        while manager.heldCalls.count <= others { await Task.yield() }
        if let id = manager.heldCalls.first?.id { act(id) }
        return await end
    }

    @Test("A held call waits for a decision, and continues once") func decided() async {
        let manager = manager("getMe")
        let edit = RequestEdit(from: .get("/api/me"), to: .get("/api/you"), body: Array("b".utf8))
        let edited = await end(manager) { #expect(manager.end($0, with: .proceed(edit, holdsReply: true))) }
        guard case .proceed(let got?, holdsReply: true) = edited else { return #expect(Bool(false), "\(edited)") }
        #expect(got.applied(to: .get("/api/me"), nil).0.path == "/api/you")
        #expect(manager.heldCalls.isEmpty)

        let answered = await end(manager) { manager.end($0, with: .answer(StubReply(status: .notFound))) }
        guard case .answer(let reply) = answered else { return #expect(Bool(false), "\(answered)") }
        #expect(reply.status == .notFound)

        let dropped = await end(manager) { id in
            #expect(manager.end(id, with: .dropped))
            #expect(!manager.end(id, with: .proceed()), "It has gone on.")
        }
        guard case .answer(let reply) = dropped else { return #expect(Bool(false), "\(dropped)") }
        #expect(reply.fault == .noNetwork)
        #expect(manager.overdueCalls == 0)
    }

    @Test("Removing a breakpoint releases only its calls") func removed() async {
        let manager = manager("getMe", "getItem")
        let other = manager.makeHoldID()
        #expect(manager.hold(other, .get("/api/items/1"), body: nil, call: manager.beginCall(), at: "getItem") { _ in })
        let end = await end(manager, besides: 1) { _ in manager.setBreakpoint("getMe", isOn: false) }
        guard case .proceed(nil, holdsReply: false) = end else { return #expect(Bool(false), "\(end)") }
        #expect(manager.heldCalls.map(\.id) == [other])
        let id = manager.makeHoldID()
        #expect(!manager.hold(id, .get("/api/me"), body: nil, call: manager.beginCall(), at: "getMe") { _ in })
        manager.removeBreakpoints()
        #expect(manager.heldCalls.isEmpty)
    }

    @Test("A call without a decision continues after its time-out, and is counted") func overdue() async {
        let manager = manager("getMe")
        manager.holdTimeout = .milliseconds(1)
        let end = await manager.hold(.get("/api/me"), body: nil, call: manager.beginCall(), at: "getMe")
        guard case .proceed(nil, holdsReply: false) = end else { return #expect(Bool(false), "\(end)") }
        #expect(manager.overdueCalls == 1)
    }

    @Test("The time-out of a call is suspended while it is edited") func untimed() async {
        let manager = manager("getMe")
        manager.holdTimeout = .seconds(3_600)
        let end = await end(manager) { id in
            manager.setTimed(false, id)
            manager.holdTimeout = .milliseconds(1)
            #expect(manager.heldCall(id) != nil)
            manager.setTimed(true, id)
        }
        guard case .proceed = end else { return #expect(Bool(false), "\(end)") }
        #expect(manager.overdueCalls == 1)
    }

    @Test("A cancelled task does not wait", arguments: [true, false]) func cancelled(atOnce: Bool) async {
        let manager = manager("getMe")
        let task = Task {
            if atOnce { withUnsafeCurrentTask { $0?.cancel() } }
            return await manager.hold(.get("/api/me"), body: nil, call: manager.beginCall(), at: "getMe")
        }
        while !atOnce, manager.heldCalls.isEmpty { await Task.yield() }
        task.cancel()
        guard case .cancelled = await task.value else { return #expect(Bool(false)) }
        #expect(manager.heldCalls.isEmpty)
    }

    @Test("An edit applies to the same request with other credentials") func edits() {
        var old = HTTPRequest.get("/api/me?a=1")
        old.headerFields = [.authorization: "demo", .accept: "a", .contentLength: "3"]
        var new = old
        new.method = .post
        new.path = "/api/you"
        new.headerFields[.accept] = nil
        new.headerFields[.userAgent] = "me"
        var other = old
        other.headerFields[.authorization] = "live"
        let (request, body) = RequestEdit(from: old, to: new, body: Array("longer".utf8)).applied(to: other, nil)
        #expect(request.method == .post && request.path == "/api/you")
        #expect(request.headerFields == [.authorization: "live", .contentLength: "6", .userAgent: "me"])
        #expect(body == Array("longer".utf8))
        #expect(RequestEdit(from: old, to: new, body: nil).applied(to: other, [1]).1 == [1])
    }

    @Test("A user's answer is recorded as such") func answer() {
        let manager = manager()
        let decision = manager.answer(
            .get("/api/me"), body: nil, call: manager.beginCall(), with: StubReply(status: .notFound))
        #expect(decision.reply?.status == .notFound)
        #expect(manager.journal[decision.exchange]?.reason == "You answered")
    }

    @Test("The number of held calls is limited; further ones continue") func bounded() {
        let manager = manager("* /**")
        let results = (0...Holds.limit).map { _ in
            manager.hold(manager.makeHoldID(), .get("/a"), body: nil, call: manager.beginCall(), at: "* /**") { _ in }
        }
        #expect(results.filter(\.self).count == Holds.limit && results.last == false)
        manager.removeBreakpoints()
    }
}

import Testing

@testable import DemoManager

@Suite struct IsolationTests {
    @Test("Each of 500 concurrent isolations sees only its own stub for the same URL") func parallel() async throws {
        let wrong = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<500 {
                group.addTask {
                    await DemoManager.withIsolated { manager in
                        do { try manager.addPath("/same", "\(number)") } catch { return true }
                        await Task.yield()
                        return await Task { DemoManager.current.answer("/same") }.value != "\(number)"
                    }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(wrong == 0)
        #expect(DemoManager.current === DemoManager.shared)
        #expect(DemoManager.shared.stubs.isEmpty)
    }

    @Test("A nested isolation hides the outer one, and ends with its body, even if that throws") func nested() async {
        await DemoManager.withIsolated { outer in
            await #expect(throws: CancellationError.self) {
                try await DemoManager.withIsolated { inner in
                    #expect(DemoManager.current === inner)
                    throw CancellationError()
                }
            }
            #expect(DemoManager.current === outer)
        }
        #expect(DemoManager.current === DemoManager.shared)
    }

    @Test("child tasks inherit the manager, detached tasks do not") func tasks() async {
        await DemoManager.withIsolated { manager in
            async let child = DemoManager.current === manager
            #expect(await child)
            #expect(await Task { DemoManager.current === manager }.value)
            #expect(await Task.detached { DemoManager.current !== manager }.value)
        }
    }

    @MainActor
    @Test("The body runs in its caller's isolation") func isolation() async {
        var count = 0
        await DemoManager.withIsolated(.init(unmatched: .passThrough)) { manager in
            count += 1
            #expect(manager.unmatched == .passThrough)
        }
        #expect(count == 1)
    }
}

@Suite("A session's own switches over everyone's") struct SessionFollowsTests {
    private let everyone = DemoManager(configuration: .init(unmatched: .passThrough))

    private func session(_ set: (DemoManager) -> Void) -> DemoManager {
        let session = everyone.makeSession(named: "s")
        set(session)
        return session
    }

    @Test("A session's own policy survives new stubs and changes of everyone's policy") func policy() throws {
        let session = session { session in
            session.isEnabled = true
            session.unmatched = .error
        }
        try everyone.addPath("/new", "new")
        everyone.update(session)
        #expect(session.unmatched == .error)
        everyone.unmatched = .guard
        everyone.update(session)
        #expect(session.unmatched == .error)
        #expect(session.answer("/new") == "new")
        let other = everyone.makeSession()
        everyone.unmatched = .passThrough
        everyone.update(other)
        #expect(other.unmatched == .passThrough)
    }

    @Test("Without a server, no session is advised to open a call live") func noServer() throws {
        everyone.isEnabled = true
        everyone.unmatched = .error
        everyone.servers = .one
        let session = session { _ in }
        #expect(session.decide(.get("/a")).text.contains("open it live, or write a stub"))
        everyone.servers = .none
        everyone.update(session)
        let text = session.decide(.get("/a")).text
        #expect(text.contains("no stub for GET /a; write a stub") && !text.contains("live"), "\(text)")
    }

    @Test("A session's own switch stays, even after everyone's was equal for a while") func sameValue() {
        let session = session { $0.isEnabled = true }
        for isEnabled in [true, false] {
            everyone.isEnabled = isEnabled
            everyone.update(session)
            #expect(session.isEnabled)
        }
    }

    @Test("Setting one screen's switch does not fix those of others") func oneScreen() {
        let session = session { $0.setEnabled(.off, for: "orders") }
        everyone.isEnabled = true
        everyone.setEnabled(.on, for: "orders")
        everyone.update(session)
        #expect(session.isEnabled(for: "books") && !session.isEnabled(for: "orders"))
    }

    @Test("A session's own follow, and its cleared switches, override everyone's switch of a screen") func follow() {
        everyone.setEnabled(.off, for: "orders")
        let following = session { $0.setEnabled(.follow, for: "orders") }
        let cleared = session { $0.clearScreenSwitches() }
        everyone.isEnabled = true
        for session in [following, cleared] {
            everyone.update(session)
            #expect(session.isEnabled(for: "orders"))
        }
    }

    @Test("Each condition of a session is separate, and so is its end") func conditions() {
        everyone.setCondition(.empty, forScreen: "books")
        let session = session { session in
            session.setCondition(nil, forScreen: "books")
            session.setCondition(.forbidden, forOperation: "addBook")
        }
        everyone.setCondition(.malformed, forScreen: "orders")
        everyone.setCondition(.empty, forOperation: "addBook")
        everyone.update(session)
        #expect(session.condition(forScreen: "books") == nil)
        #expect(session.condition(forScreen: "orders") == .malformed)
        #expect(session.condition(forOperation: "addBook") == .forbidden)
    }
}

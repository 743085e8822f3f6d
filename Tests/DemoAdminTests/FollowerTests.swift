import DemoManager
import Synchronization
import Testing

@testable import DemoAdmin

@Suite("A gateway that follows another one", .timeLimit(.minutes(5))) struct FollowerTests {
    private let leader = DemoManager()
    private let leaderSessions: Sessions
    private let follower = DemoManager()
    private let sessions: Sessions

    init() {
        for manager in [leader, follower] {
            manager.describe(
                screens: [],
                operations: [OperationDescription(id: "listBooks", method: .get, pathTemplate: "/books")])
        }
        leaderSessions = Sessions(leader)
        sessions = Sessions(follower)
    }

    private func start(port: Int = 0) async throws -> AdminServer {
        try await AdminServer.start(leaderSessions, at: .init(port: port), token: "letmein")
    }

    /// Follows a server while the body runs.
    private func following(
        _ server: AdminServer, token: String? = "letmein",
        _ tell: @escaping @Sendable (Follower.News) -> Void = { _ in },
        _ body: () async throws -> Void
    ) async throws {
        let running = Follower(
            "http://127.0.0.1:\(server.port)", token: token, sessions: sessions, policyReasons: [:],
            tell: tell)
        await running.begin()
        let result: Result<Void, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        await running.stop()
        try result.get()
    }

    /// Waits for a change of a manager that makes a condition true.
    private func wait(on manager: DemoManager, until isDone: () -> Bool) async {
        let changes = manager.changes()
        if isDone() { return }
        for await _ in changes where isDone() { return }
    }

    private func condition(_ manager: DemoManager?) -> ChosenCondition? {
        manager?.chosenCondition(forOperation: "listBooks")
    }

    @Test("It has the other one's switches before it answers, those of sessions too") func beginning() async throws {
        leader.isEnabled = true
        leader.setCondition(.forbidden, forOperation: "listBooks")
        leader.setEnabled(.off, for: "books")
        leader.chaos = Chaos.profiles.first
        leaderSessions.manager("a").setCondition(nil, forOperation: "listBooks")
        let server = try await start()
        try await following(server) {
            #expect(follower.isEnabled && condition(follower)?.condition == .forbidden)
            #expect(follower.screenSwitches == ["books": .off] && follower.chaos == Chaos.profiles.first)
            let session = try #require(sessions.known("a"))
            #expect(session.isEnabled && condition(session) == nil)
        }
        await server.stop()
    }

    @Test("A condition makes no screen demo that is live at the other one") func sideEffects() async throws {
        for manager in [leader, follower] {
            manager.describe(
                screens: [ScreenDescription(id: "books", openedFrom: nil, operations: ["listBooks"])],
                operations: [OperationDescription(id: "listBooks", method: .get, pathTemplate: "/books")])
        }
        leader.isEnabled = true
        leader.setCondition(.forbidden, forOperation: "listBooks")
        leader.isEnabled = false
        let server = try await start()
        try await following(server) {
            #expect(condition(follower)?.condition == .forbidden)
            #expect(follower.screenSwitches.isEmpty && follower.banner == leader.banner)
        }
        await server.stop()
    }

    @Test("A switch of everyone, of a session, and a reset arrive") func changes() async throws {
        let server = try await start()
        try await following(server) {
            leader.setCondition(.serverError, forOperation: "listBooks")
            await wait(on: follower) { condition(follower)?.condition == .serverError }
            leader.setCondition(nil, forOperation: "listBooks")
            await wait(on: follower) { condition(follower) == nil }
            leaderSessions.manager("a").isEnabled = true
            await wait(on: follower) { sessions.known("a")?.isEnabled == true }
            #expect(!follower.isEnabled)
            let own = sessions.manager("b")
            let before = (follower.overrides.resets, own.overrides.resets)
            leader.resetAll()
            await wait(on: follower) { follower.overrides.resets > before.0 && own.overrides.resets > before.1 }
            leaderSessions.forget("a")
            await wait(on: follower) { sessions.current["a"] == nil }
        }
        await server.stop()
    }

    private func call(_ manager: DemoManager) {
        _ = manager.decide(.get("http://api.example/books"), call: Call(id: 1, mode: .demo))
    }

    @Test("A condition for one call is set once, not with each later change") func once() async throws {
        let server = try await start()
        try await following(server) {
            for _ in 0..<2 {
                leader.setCondition(.forbidden, forOperation: "listBooks", once: true)
                await wait(on: follower) { condition(follower)?.isOnce == true }
                call(follower)
                #expect(condition(follower) == nil)
                leader.isEnabled.toggle()
                await wait(on: follower) { follower.isEnabled == leader.isEnabled }
                #expect(condition(follower) == nil)
            }
            leader.setCondition(.forbidden, forOperation: "listBooks", once: true)
            call(leader)
        }
        // One that a call had already is not for the next gateway.
        try await following(server) { #expect(condition(follower) == nil) }
        await server.stop()
    }

    @Test("Its switches stay while the other one is away, and follow it when it is back") func away() async throws {
        leader.isEnabled = true
        leader.resetAll()
        let server = try await start()
        let (news, tell) = AsyncStream.makeStream(of: Follower.News.self)
        try await following(server, { tell.yield($0) }) {
            await server.stop()
            _ = await news.first { $0 != .follows }
            #expect(follower.isEnabled)
            let resets = follower.overrides.resets
            leader.isEnabled = false
            let again = try await start(port: server.port)
            await wait(on: follower) { !follower.isEnabled }
            #expect(follower.overrides.resets == resets)
            await again.stop()
        }
    }

    @Test("A wrong token is named, and tried again") func token() async throws {
        let server = try await start()
        let (news, tell) = AsyncStream.makeStream(of: Follower.News.self)
        let running = Follower(
            "http://127.0.0.1:\(server.port)", token: "other", sessions: sessions, policyReasons: [:]
        ) { tell.yield($0) }
        let beginning = Task { await running.begin() }
        #expect(
            await news.first { _ in true }
                == .isLost("it refuses the token; give both the same DEMO_TUI_ADMIN_TOKEN"))
        await running.stop()
        await beginning.value
        await server.stop()
    }

    @Test("Choices that it cannot make are named") func otherDocument() async throws {
        leader.describe(
            screens: [], operations: [OperationDescription(id: "addBook", method: .post, pathTemplate: "/books")])
        leader.setCondition(.forbidden, forOperation: "addBook")
        leader.isEnabled = true
        let server = try await start()
        let told = Mutex<[Follower.News]>([])
        try await following(server, { news in told.withLock { $0.append(news) } }) {
            #expect(
                told.withLock { $0 } == [
                    .mode(.demo), .follows, .cannotTake("there is no \"addBook\"; there are listBooks."),
                ])
            // The others of the change are set.
            #expect(follower.isEnabled)
        }
        await server.stop()
    }
}

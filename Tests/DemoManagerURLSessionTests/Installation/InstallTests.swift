import DemoManagerURLSession
import Foundation
import LoopbackPorts
import Testing

@testable import DemoManager

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("A manager in a configuration") struct InstallTests {
    @Test("The switches apply immediately to an existing session") func toggling() async throws {
        try await LoopbackServer.run { server in
            let manager = try demo(answering: Reply(body: Array("stub".utf8)))
            manager.isEnabled = false
            let session = manager.session()
            var texts: [String] = []
            for isEnabled in [false, true, false, true] {
                manager.isEnabled = isEnabled
                texts.append(try await session.get(server.url("/me")).text)
            }
            #expect(texts == ["live", "stub", "live", "stub"])
            #expect(server.requests.count == 2)
        }
    }

    @Test("Offline, a live request is refused, too, and reaches no server") func offline() async throws {
        try await LoopbackServer.run { server in
            let manager = try demo(answering: Reply(body: Array("stub".utf8)))
            let session = manager.session()
            manager.isOffline = true
            #expect(try await session.get(server.url("/me")).text == "stub")
            manager.isEnabled = false
            let refused = await #expect(throws: URLError.self) { try await session.get(server.url("/me")) }
            #expect(refused?.demoRefusal?.kind == .offline)
            let bypassed = await #expect(throws: URLError.self) {
                try await session.get(server.url("/me")) { $0.bypassesDemo = true }
            }
            #expect(bypassed?.demoRefusal?.kind == .offline && server.requests.isEmpty)
            manager.isOffline = false
            #expect(try await session.get(server.url("/me")).text == "live")
        }
    }

    @Test("A screen's own switch applies from request to request") func screens() async throws {
        try await LoopbackServer.run { server in
            let manager = try demo(answering: Reply(body: Array("stub".utf8)))
            manager.isEnabled = false
            manager.setEnabled(.on, for: "profile")
            let session = manager.session()
            #expect(try await session.get(server.url("/me")) { $0.demoScreen = "profile" }.text == "stub")
            #expect(try await session.get(server.url("/me")) { $0.demoScreen = "cards" }.text == "live")
            #expect(try await session.get(server.url("/me")).text == "live")
        }
    }

    @Test("While the switch is thrown, every answer is of one mode, and the server saw just the live ones")
    func togglingUnderLoad() async throws {
        try await LoopbackServer.run { server in
            let manager = try demo(answering: Reply(body: Array("stub".utf8)))
            let session = manager.session()
            let texts = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<200 {
                    manager.toggleAll()
                    group.addTask { try await session.get(server.url("/me")).text }
                }
                return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
            }
            #expect(texts.keys.allSatisfy { $0 == "live" || $0 == "stub" })
            #expect(texts["live", default: 0] == server.requests.count)
            #expect(texts.values.reduce(0, +) == 200)
        }
    }

    @Test("A condition set on a live request makes it a demo call") func conditions() async throws {
        try await LoopbackServer.run { server in
            let manager = demo(isEnabled: false)
            let session = manager.session()
            let reply = try await session.get(server.url("/me")) { $0.demoCondition = .forbidden }
            #expect(reply.status == 403)
            #expect(server.requests.isEmpty)
        }
    }

    @Test("withCondition applies only to the requests inside it", arguments: [false, true])
    func scopedCondition(hasCache: Bool) async throws {
        try await LoopbackServer.run { server in
            let manager = demo(isEnabled: false)
            let session = manager.session {
                $0.urlCache = hasCache ? URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil) : nil
            }
            let inside = try await DemoManager.withCondition(.notFound) { try await session.get(server.url("/me")) }
            #expect(inside.status == 404)
            #expect(try await session.get(server.url("/me")).text == "live")
            #expect(server.requests.count == 1)
        }
    }

    @Test("The innermost withCondition applies to requests that a client makes on a dispatch queue")
    func conditionOnQueue() async throws {
        try await DemoManager.withIsolated { manager in
            let session = manager.session()
            try await DemoManager.withCondition(.forbidden) {
                let status = try await session.statusOnQueue(me)
                #expect(status == 403)
                let inner = try await DemoManager.withCondition(.notFound) { try await session.statusOnQueue(me) }
                #expect(inner == 404)
            }
            #expect(await session.error(try .to(me))?.demoRefusal?.kind == .noStub)
            #expect(manager.journal.exchanges.count == 3)
        }
    }

    @Test("Equal requests at the same time never swap their conditions") func equalRequests() async throws {
        try await DemoManager.withIsolated { manager in
            try manager.stub(.get(me), statusCode: 200)
            let session = manager.session()
            for _ in 0..<100 {
                async let forbidden = DemoManager.withCondition(.forbidden) { try await session.outcome(me) }
                async let plain = session.outcome(me)
                let outcomes = try await (forbidden, plain)
                #expect(["403", "refused"].contains(outcomes.0) && ["200", "refused"].contains(outcomes.1))
            }
        }
    }

    @Test("A task that is cancelled at once does not leave its condition to the next request")
    func cancelledAtOnce() async throws {
        try await DemoManager.withIsolated { manager in
            try manager.stub(.get(me), statusCode: 200)
            let session = manager.session()
            let request = try URLRequest.to(me)
            for _ in 0..<20 {
                await DemoManager.withCondition(.forbidden) {
                    let task = session.dataTask(with: request)
                    task.resume()
                    task.cancel()
                }
                #expect(try await ["200", "refused"].contains(session.outcome(me)))
            }
        }
    }

    @Test("A request on a queue is refused while a child task has a condition of its own")
    func conditionOfChild() async {
        await DemoManager.withIsolated { manager in
            let session = manager.session()
            await DemoManager.withCondition(.serverError) {
                let (opened, continuation) = AsyncStream<Void>.makeStream()
                let child = Task {
                    await DemoManager.withCondition(.forbidden) {
                        continuation.yield()
                        while !Task.isCancelled { await Task.yield() }
                    }
                }
                for await _ in opened { break }
                let error = await #expect(throws: URLError.self) { _ = try await session.statusOnQueue(me) }
                #expect(error?.localizedDescription.contains("demoCondition") == true)
                child.cancel()
                await child.value
            }
        }
    }

    @Test("A condition that no stub is named by is refused") func unknownCondition() async throws {
        try await DemoManager.withIsolated { manager in
            try manager.stub(.get(me), statusCode: 200)
            let session = manager.session()
            let error = try await DemoManager.withCondition(.named("forbiden")) { try await session.error(.to(me)) }
            #expect(error?.localizedDescription.contains("no stub is named forbiden") == true)
        }
    }

    @Test("a request on a queue is refused while two tasks have a condition each") func unclearCondition() async {
        await DemoManager.withIsolated { manager in
            let session = manager.session()
            await DemoManager.withCondition(.forbidden) {
                // Open beside the other, not inside of it.
                let other = ConditionScope(condition: .notFound, isolation: manager)
                ConditionScope.open.withLock { $0.append(other) }
                defer { ConditionScope.open.withLock { $0.removeAll { $0 === other } } }
                let error = await #expect(throws: URLError.self) { _ = try await session.statusOnQueue(me) }
                #expect(error?.localizedDescription.contains("forbidden, notFound") == true)
            }
            #expect(manager.journal.exchanges.count == 1)
        }
    }

    @Test("A session of the shared manager is refused in an isolation with the policy error")
    func sharedInIsolation() async throws {
        try await LoopbackServer.run { server in
            let session = DemoManager.shared.session()
            try await DemoManager.withIsolated { isolated in
                let error = await session.error(try .to(server.url("/me")))
                #expect(error?.localizedDescription.contains("DemoManager.shared") == true)
                #expect(isolated.journal.exchanges.last?.reason.contains("DemoManager.current") == true)
            }
            let lenient = DemoManager.Configuration(unmatched: .passThrough)
            try await DemoManager.withIsolated(lenient) { _ in
                let text = try await session.get(server.url("/me")).text
                #expect(text == "live")
            }
            #expect(server.requests.count == 1)
        }
    }

    @Test("Each session of 200 managers sees only its own manager's stub") func isolation() async throws {
        let wrong = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask {
                    try await DemoManager.withIsolated { manager in
                        try manager.stub(.get(me), result: .success(Data("\(number)".utf8)))
                        return try await manager.session().get(me).text != "\(number)"
                    }
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(wrong == 0)
    }

    @Test("Sessions do not retain a manager, and their requests then fail without being sent")
    func lifetime() async throws {
        try await LoopbackServer.run { server in
            var manager: DemoManager? = demo(.passThrough)
            weak let observed = manager
            let session = try #require(manager?.session())
            _ = try await session.get(server.url("/me"))
            manager = nil
            // Whoever told the task that it ended may still be at it.
            for _ in 0..<1_000_000 where observed != nil { await Task.yield() }
            #expect(observed == nil)
            let error = await session.error(try .to(server.url("/me")))
            #expect(error?.localizedDescription.contains("is gone") == true)
            #expect(server.requests.count == 1)
        }
    }

    #if !canImport(Darwin)
        @Test("A manager that comes after the first session is told that URLSession.shared does not ask it")
        func lateForShared() {
            _ = URLSession(configuration: .ephemeral)
            let error = #expect(throws: Problem.self) { try demo().installInSharedSession() }
            #expect(error?.message.contains("before any URLSession is made") == true)
        }
    #endif

    @Test("A configuration has only the manager installed last; other protocol classes stay")
    func reinstalling() async throws {
        final class Other: URLProtocol {}
        let first = demo()
        let second = demo()
        try second.stub(.get(me), statusCode: 222)
        var configuration = URLSessionConfiguration.ephemeral
        let count = configuration.protocolClasses?.count ?? 0
        configuration.protocolClasses = [Other.self] + (configuration.protocolClasses ?? [])
        first.install(in: &configuration)
        second.install(in: &configuration)
        second.install(in: &configuration)
        #expect(configuration.protocolClasses?.count == count + 2)
        #expect(configuration.protocolClasses?.contains { $0 == Other.self } == true)
        #expect(try await URLSession(configuration: configuration).get(me).status == 222)
        #expect(first.journal.exchanges.isEmpty)
    }
}

extension URLSession {
    /// The status of a GET whose task is made and started on a dispatch queue, as Alamofire does.
    /// The status, or `refused` with a text about `demoCondition`.
    fileprivate func outcome(_ url: String) async throws -> String {
        do {
            return "\(try await get(url).status)"
        } catch let error as URLError where error.localizedDescription.contains("demoCondition") {
            return "refused"
        }
    }

    fileprivate func statusOnQueue(_ url: String) async throws -> Int? {
        let request = try URLRequest.to(url)
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "client").async {
                self.dataTask(with: request) { _, response, error in
                    continuation.resume(
                        with: error.map { .failure($0) } ?? .success((response as? HTTPURLResponse)?.statusCode))
                }.resume()
            }
        }
    }
}

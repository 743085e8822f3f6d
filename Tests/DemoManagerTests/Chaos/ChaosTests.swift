import Foundation
import TestSupport
import Testing
import WireFormats

@testable import DemoManager
@testable import DemoManagerFiles

@Suite("Failures and delays at random") struct ChaosTests {
    private func manager(_ chaos: Chaos? = nil) throws -> DemoManager {
        let manager = demoManager()
        manager.describe(["getItems": "GET /api/items", "getItem": "GET /api/items/{id}", "login": "POST /api/login"])
        try manager.addPath("/api/items", "[1,2]")
        try manager.addPath("/api/items/7", "{}")
        manager.chaos = chaos
        return manager
    }

    private static let mixed = Chaos(
        name: "mixed", seed: 7,
        rules: [
            Chaos.Rule(
                jitter: .seconds(1), effects: [Chaos.Effect(.serverError, 0.25), Chaos.Effect(.noNetwork, 0.25)])
        ])

    private static func always(_ condition: Condition, _ operations: String...) -> Chaos {
        Chaos(name: "always", rules: [Chaos.Rule(operations: operations, effects: [Chaos.Effect(condition, 1)])])
    }

    /// The fate of calls, in short.
    private func run(_ manager: DemoManager, _ paths: [String]) -> [String] {
        paths.map { path in
            let decision = manager.decide(.get(path))
            guard let reply = decision.reply else { return decision.text }
            return "\(reply.fault?.title ?? "\(reply.status.code)") \(reply.delay)"
        }
    }

    @Test("The same seed gives the same run, whatever other operations do") func seed() throws {
        let items = Array(repeating: "/api/items", count: 40)
        let alone = run(try manager(Self.mixed), items)
        #expect(Set(alone).count > 20)
        #expect(try run(manager(Self.mixed), items) == alone)
        let between = run(try manager(Self.mixed), items.flatMap { ["/api/items/7", $0, "/api/items/7"] })
        #expect(stride(from: 1, to: between.count, by: 3).map { between[$0] } == alone)
        #expect(try run(manager(Self.mixed), Array(repeating: "/api/items/7", count: 40)) != alone)
        var other = Self.mixed
        other.seed = 8
        #expect(try run(manager(other), items) != alone)
        let again = try manager(Self.mixed)
        _ = run(again, items)
        again.chaos = Self.mixed
        #expect(run(again, items) == alone, "Setting it begins a run.")
        again.resetAll()
        #expect(run(again, items) == alone)
    }

    @Test("Effects happen as often as they should") func frequency() throws {
        let results = run(try manager(Self.mixed), Array(repeating: "/api/items", count: 2_000))
        let failures = results.count { $0.hasPrefix("500") }
        let losses = results.count { $0.hasPrefix("no network") }
        #expect((400...600).contains(failures) && (400...600).contains(losses))
        #expect(failures + losses + results.count { $0.hasPrefix("200") } == 2_000)
    }

    @Test(
        "The name of an effect is that of its condition",
        arguments: [
            (Condition.serverError, "500"), (.rateLimited, "429"), (.timeout, "time-out"), (.noNetwork, "no network"),
            (.malformed, "200"), (.unauthorized, "401"), (.slow, "200"),
        ])
    func effects(condition: Condition, result: String) throws {
        let manager = try manager(Self.always(condition))
        let decision = manager.decide(.get("/api/items"))
        #expect((decision.reply?.fault?.title ?? "\(decision.status ?? 0)") == result)
        if condition == .malformed { #expect(decision.text == "[1") }
        #expect(decision.reply?.delay == (condition == .slow ? .seconds(3) : .zero))
    }

    @Test("A live call can fail or be late, too") func live() throws {
        let manager = try manager(Self.always(.serverError))
        manager.isEnabled = false
        #expect(manager.decide(.get("/api/items")).status == 500)
        #expect(manager.decide(.get("/unknown")).status == 500)
        manager.chaos = Chaos(name: "late", rules: [Chaos.Rule(delay: .seconds(2))])
        let late = manager.decide(.get("/api/items"))
        #expect(late.delay == .seconds(2))
        #expect(late.reason == "Live: the server was asked; chaos late, call 1 of this operation: 2000 ms later")
        manager.isEnabled = true
        #expect(manager.decide(.get("/api/items")).reply?.delay == .seconds(2))
    }

    @Test("Opted-out stubs, bypassing calls, seeds, refusals and chosen conditions are spared") func spared() throws {
        let manager = try manager(Self.always(.serverError))
        try manager.addPath("/calm", "calm") { $0.takesChaos = false }
        #expect(manager.answer("/calm") == "calm")
        let bypassing = manager.beginCall(isBypassed: true)
        #expect(manager.decide(.get("/api/items"), call: bypassing).chaos == nil)
        #expect(manager.decide(.get("/missing")).refusal == .noStub)
        manager.setCondition(.forbidden, forOperation: "getItems")
        #expect(manager.decide(.get("/api/items")).status == 403)
        manager.setCondition(nil, forOperation: "getItems")
        try manager.seed(["GET /seeded": ["status": 200, "body": "seeded"]])
        #expect(manager.decide(.get("/seeded")).chaos == nil)
        try manager.seed(nil)
        #expect(manager.decide(.get("/api/items")).status == 500)
        manager.chaos = nil
        #expect(manager.decide(.get("/api/items")).status == 200)
    }

    @Test(
        "A rule selects operations by id, or by method and path with or without the server's path",
        arguments: [
            ("getItem", true), ("getItems", false), ("*", true), ("GET /api/items/{id}", true),
            ("get /items/{itemId}", true), ("GET /items/*", true), ("* /items/**", true), ("GET /**", true),
            ("GET /items", false), ("POST /items/{id}", false), ("GET /{id}", false), ("GET /items/7", false),
        ])
    func patterns(pattern: String, covers: Bool) throws {
        let manager = try manager(Self.always(.serverError, pattern))
        #expect((manager.decide(.get("/api/items/7")).status == 500) == covers)
    }

    @Test("Without known operations, patterns match the requested path") func unknown() throws {
        let manager = demoManager()
        try manager.addPath("/a/b", "b")
        manager.chaos = Self.always(.serverError, "GET /a/*")
        #expect(manager.decide(.get("/a/b")).status == 500)
    }

    @Test("The journal has the reason with the call's number; a rule can set Retry-After") func reason() throws {
        var chaos = Self.always(.rateLimited)
        chaos.rules[0].retryAfter = 5
        let manager = try manager(chaos)
        _ = manager.decide(.get("/api/items"), operation: "getItems")
        let decision = manager.decide(.get("/api/items"), operation: "getItems")
        #expect(decision.reply?.headers[.retryAfter] == "5")
        #expect(
            manager.exchange(decision.exchange)?.reason
                == "Chaos always, call 2 of getItems: 429 too many requests")
    }

    @Test("A session follows everyone's chaos until it has its own, and counts its own calls") func sessions() throws {
        let manager = try manager(Self.mixed)
        let items = Array(repeating: "/api/items", count: 20)
        let session = manager.makeSession(named: "a")
        let first = run(manager, items)
        #expect(run(session, items) == first)
        session.chaos = nil
        manager.chaos = Self.always(.serverError)
        manager.update(session)
        #expect(session.decide(.get("/api/items")).status == 200)
        let other = manager.makeSession(named: "b")
        #expect(other.decide(.get("/api/items")).status == 500)
    }

    @Test("Chaos does not use up a single-call condition") func once() throws {
        let manager = try manager(Self.always(.serverError))
        manager.setCondition(.forbidden, forOperation: "getItem", once: true)
        #expect(manager.decide(.get("/api/items")).status == 500)
        #expect(manager.decide(.get("/api/items/7")).status == 403)
        #expect(manager.decide(.get("/api/items/7")).status == 500)
    }
}

@Suite("Chaos in files") struct ChaosFileTests {
    private static let valid = """
        name: shop
        seed: 3
        rules:
          - operations: [getItems, "POST /items"]
            delayMilliseconds: 100
            jitterMilliseconds: 400
            effects: {serverError: 0.1, rateLimited: 0.05}
            retryAfterSeconds: 5
          - effects: {slow: 1}
        """

    private func manager() -> DemoManager {
        let manager = demoManager()
        manager.describe(["getItems": "GET /api/items", "addItem": "POST /api/items"])
        return manager
    }

    @Test("A file has a name, a seed and rules") func read() throws {
        let folder = try Folder(["chaos.yaml": Self.valid])
        let manager = manager()
        try manager.loadChaos(file: folder.path + "/chaos.yaml")
        let chaos = try #require(manager.chaos)
        #expect(chaos.name == "shop" && chaos.seed == 3 && chaos.rules.count == 2)
        #expect(
            chaos.rules[0]
                == Chaos.Rule(
                    operations: ["getItems", "POST /items"], delay: .milliseconds(100), jitter: .milliseconds(400),
                    effects: [Chaos.Effect(.serverError, 0.1), Chaos.Effect(.rateLimited, 0.05)], retryAfter: 5))
        try manager.loadChaos(file: folder.path + "/chaos.yaml", seed: 9)
        #expect(manager.chaos?.seed == 9)
        let root = Node(value: chaos.json, pointer: .root, flaws: Flaws())
        #expect(manager.read(root, name: "") == chaos && root.flaws.list.isEmpty, "Written and read again.")
    }

    @Test(
        "An error is reported with its line, and the last valid chaos stays",
        arguments: [
            ("getItems,", "getItem,", 4, "there is no operation \"getItem\""),
            ("\"POST /items\"", "\"PUT /items\"", 4, "there is no operation \"PUT /items\""),
            ("0.1", "1.5", 7, "the probability of serverError must be a number from 0 to 1"),
            ("0.1", "-0.1", 7, "the probability of serverError"), ("0.05", "0.95", 7, "add up to more than 1"),
            ("serverError", "serverErrors", 7, "\"serverErrors\" is not an effect"),
            ("delayMilliseconds", "delay", 5, "\"delay\" is not supported in a rule"),
            ("seed: 3", "seeds: 3", 2, "\"seeds\" is not supported in chaos"),
            ("100", "soon", 5, "delayMilliseconds must be a whole number"), ("rules:", "name:", 3, ""),
            ("seed: 3", "seed: [", 2, ""),
        ])
    func faults(good: String, bad: String, line: Int, message: String) throws {
        let folder = try Folder(["chaos.yaml": Self.valid])
        let manager = manager()
        try manager.loadChaos(file: folder.path + "/chaos.yaml")
        let before = manager.chaos
        let range = try #require(Self.valid.firstRange(of: good))
        try folder.write("chaos.yaml", Self.valid.replacingCharacters(in: range, with: bad))
        let problem = #expect(throws: Problem.self) { try manager.loadChaos(file: folder.path + "/chaos.yaml") }
        #expect((message.isEmpty || problem?.message.contains(message) == true) && manager.chaos == before)
        if !message.isEmpty { #expect(problem?.position?.line == line) }
    }

    @Test("A missing file is named") func missing() {
        let problem = #expect(throws: Problem.self) { try manager().loadChaos(file: "/no/such.yaml") }
        #expect(problem?.file.contains("such.yaml") == true)
    }
}

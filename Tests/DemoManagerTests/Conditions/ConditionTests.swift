import Foundation
import Testing
import WireFormats

@testable import DemoManager

@Suite struct ConditionTests {
    private let manager = DemoManager(configuration: .init(unmatched: .error))

    init() throws {
        manager.describe(
            ["getItems": "GET /items", "addItem": "POST /items", "login": "POST /login"],
            screens: [ScreenDescription(id: "list", operations: ["getItems", "addItem"])])
        try manager.addPath("/items", #"{"data":[{"id":1}],"nextCursor":"b","total":7}"#)
    }

    @Test("A condition on a live screen switches it to demo") func becomesDemo() throws {
        #expect(manager.setCondition(.forbidden, forScreen: "list"))
        #expect(!manager.setCondition(.notFound, forScreen: "list"))
        #expect(manager.banner == .demo)
        #expect(manager.decide(.get("/items"), screen: "list", operation: "getItems").status == 404)
    }

    @Test("an error condition answers as the operation describes errors") func described() throws {
        let error = OperationDescription.ErrorReply(contentType: "application/problem+json", body: Array("{}".utf8))
        var me = OperationDescription(id: "me", method: .get, pathTemplate: "/me")
        me.errorReplies = [403: error, 429: error]
        manager.describe(screens: [], operations: [me])
        for (condition, status) in [(Condition.forbidden, 403), (.rateLimited, 429)] {
            manager.setCondition(condition, forOperation: "me")
            manager.isEnabled = true
            let reply = try #require(manager.decide(.get("/me"), operation: "me").reply)
            #expect(reply.status.code == status && reply.body == error.body)
            #expect(reply.headers[.contentType] == "application/problem+json")
            #expect((reply.headers[.retryAfter] == nil) == (status == 403))
        }
    }

    @Test(
        "a screen's condition covers its operations, by id or by method and path, never login",
        arguments: [true, false])
    func covers(isNamed: Bool) throws {
        manager.isEnabled = true
        manager.setCondition(.serverError, forScreen: "list")
        #expect(manager.decide(.get("/items"), screen: "list", operation: isNamed ? "getItems" : nil).status == 500)
        #expect(manager.decide(.post("/login"), screen: "list", operation: isNamed ? "login" : nil).refusal == .noStub)
        #expect(manager.decide(.get("/items"), screen: "other").status == 200)
    }

    @Test("A single-call 401 does not apply after the token is refreshed", arguments: ["unauthorized", "revoked"])
    func refreshed(name: String) throws {
        manager.isEnabled = true
        try manager.add(Stub(name: "revoked", isEnabled: false, request: .get("/items"), replies: [Reply(status: 401)]))
        manager.setCondition(Condition(name: name), forOperation: "getItems", once: true)
        let call = manager.beginCall(screen: "list", operation: "getItems")
        #expect(manager.decide(.get("/items"), call: call, attempt: 1).status == 401)
        #expect(manager.decide(.get("/items"), call: call, attempt: 2).status == 200)
    }

    @Test("A single-call condition ends with its call, and covers the call's retries", arguments: [true, false])
    func once(onScreen: Bool) throws {
        manager.isEnabled = true
        if onScreen {
            manager.setCondition(.serverError, forScreen: "list", once: true)
        } else {
            manager.setCondition(.serverError, forOperation: "getItems", once: true)
        }
        func status(_ call: Call, attempt: Int = 1) -> Int? {
            manager.decide(.get("/items"), call: call, attempt: attempt).status
        }
        let call = manager.beginCall(screen: "list", operation: "getItems")
        #expect(manager.needsBody(.get("/items"), call: call) == false && status(call) == 500)
        #expect(manager.condition(forScreen: "list") == nil && manager.condition(forOperation: "getItems") == nil)
        #expect(status(manager.beginCall(screen: "list", operation: "getItems"), attempt: 2) == 200)
        #expect(status(call, attempt: 2) == 500)
        #expect(status(manager.beginCall(screen: "list", operation: "getItems")) == 200)
    }

    @Test("A single-call condition applies to a live call without changing the switches", arguments: [true, false])
    func onceLive(onScreen: Bool) throws {
        if onScreen {
            #expect(!manager.setCondition(.forbidden, forScreen: "list", once: true))
        } else {
            #expect(manager.setCondition(.forbidden, forOperation: "getItems", once: true) == [])
        }
        #expect(manager.banner == .live)
        let call = manager.beginCall(screen: "list", operation: "getItems")
        #expect(manager.decide(.get("/items"), call: call).status == 403)
        #expect(manager.decide(.get("/items"), call: call, attempt: 2).status == 403)
        #expect(manager.decide(.get("/items"), screen: "list").reply == nil && manager.banner == .live)
    }

    /// The status that a client gets for the items, after it took over everyone's switches.
    private func status(for client: DemoManager) -> Int? {
        manager.update(client)
        let call = client.beginCall(operation: "getItems")
        let decision = client.decide(.get("/items"), call: call)
        _ = manager.record(decision.action, request: .get("/items"), call: call)
        return decision.status
    }

    @Test("The first of several clients to call gets everyone's single-call condition") func onceForClients() throws {
        manager.isEnabled = true
        manager.setCondition(.forbidden, forOperation: "getItems", once: true)
        let clients = ["a", "b"].map { manager.makeSession(named: $0) }
        #expect(clients.map(status) == [403, 200] && manager.condition(forOperation: "getItems") == nil)
        manager.setCondition(.notFound, forOperation: "getItems")
        #expect(status(for: clients[0]) == 404)
    }

    @Test("Exactly one of several concurrent clients gets everyone's single-call condition")
    func onceAtTheSameTime() async throws {
        manager.isEnabled = true
        let clients = (0..<8).map { manager.makeSession(named: "\($0)") }
        for _ in 0..<200 {
            manager.setCondition(.forbidden, forOperation: "getItems", once: true)
            for client in clients { manager.update(client) }
            let statuses = Lock<[Int?]>([])
            await Threads.run(clients.count) { index in
                let call = clients[index].beginCall(operation: "getItems")
                let decision = clients[index].decide(.get("/items"), call: call)
                statuses.withLock { $0.append(decision.status) }
            }
            #expect(statuses.withLock { $0.count { $0 == 403 } } == 1)
        }
    }

    @Test("A client's own single-call condition does not use up everyone's, even the same one") func ownOnce() throws {
        manager.isEnabled = true
        let client = manager.makeSession(named: "a")
        client.setCondition(.forbidden, forOperation: "getItems", once: true)
        manager.setCondition(.forbidden, forOperation: "getItems", once: true)
        #expect(status(for: client) == 403 && manager.condition(forOperation: "getItems") == .forbidden)
        #expect(status(for: manager.makeSession(named: "b")) == 403)
        #expect(manager.condition(forOperation: "getItems") == nil)
        manager.setCondition(.forbidden, forOperation: "getItems", once: true)
        #expect(status(for: manager.makeSession(named: "c")) == 403)
    }

    @Test("GET succeeds while POST times out") func perOperation() throws {
        manager.isEnabled = true
        manager.setCondition(.timeout, forOperation: "addItem")
        #expect(manager.decide(.get("/items"), screen: "list", operation: "getItems").reply?.fault == nil)
        #expect(manager.decide(.post("/items"), screen: "list", operation: "addItem").reply?.fault == .timeout)
    }

    @Test("A call's own condition overrides its operation's, which overrides its screen's") func precedence() async {
        manager.setCondition(.notFound, forScreen: "list")
        manager.setCondition(.forbidden, forOperation: "getItems")
        #expect(manager.decide(.get("/items"), screen: "list", operation: "getItems").status == 403)
        let own = await DemoManager.withCondition(.unauthorized) {
            manager.decide(.get("/items"), screen: "list", operation: "getItems")
        }
        #expect(own.status == 401)
    }

    @Test("a call's own condition makes it a demo call") func ownIsDemo() async throws {
        let call = await DemoManager.withCondition(.timeout) { manager.beginCall() }
        #expect(call.mode == .demo)
        #expect(manager.decide(.get("/items"), call: call).reply?.fault == .timeout)
    }

    @Test("a disabled stub of the condition's name answers it, and no other request") func namedStub() throws {
        manager.isEnabled = true
        try manager.addPath("/items", "mine") {
            $0.name = "forbidden"
            $0.isEnabled = false
        }
        #expect(manager.answer("/items").hasPrefix("{"))
        manager.setCondition(.forbidden, forOperation: "getItems")
        let decision = manager.decide(.get("/items"), operation: "getItems")
        #expect(decision.text == "mine")
        #expect(decision.ref?.kind == .condition(.forbidden))
    }

    @Test(
        "empty removes rows, cursor and total; malformed halves the body; slow takes 3 seconds",
        arguments: [
            (Condition.empty, #"{"data":[],"nextCursor":null,"total":0}"#, 0),
            (.malformed, #"{"data":[{"id":1}],"nex"#, 0),
            (.slow, #"{"data":[{"id":1}],"nextCursor":"b","total":7}"#, 3),
        ])
    func bodies(condition: Condition, body: String, delay: Int64) throws {
        manager.setCondition(condition, forScreen: "list")
        let decision = manager.decide(.get("/items"), screen: "list")
        #expect(decision.text == body && decision.reply?.delay == .seconds(delay))
        #expect(decision.ref?.id == manager.stubs.first?.id)
        #expect(condition == .slow || manager.stubs.first?.served == 0)
    }

    @Test("Without a stub, the described success body is emptied") func describedSuccess() {
        let manager = DemoManager()
        var list = OperationDescription(id: "list", method: .get, pathTemplate: "/a")
        list.successBody = ["items": [1, 2], "total_entries": 2, "page": ["next": "x"]]
        manager.describe(screens: [], operations: [list])
        manager.setCondition(.empty, forOperation: "list")
        manager.isEnabled = true
        let text = manager.decide(.get("/a"), operation: "list").text
        #expect(text == #"{"items":[],"total_entries":0,"page":{"next":null}}"#)
    }

    @Test(
        "empty keeps a body without a single list, and the exchange says so",
        arguments: [
            (#"{"name":"Ann"}"#, false), (#"{"a":[1],"b":[2]}"#, false), ("text", false), ("[]", true),
            ("<a><b/></a>", false), ("", true),
        ])
    func withoutList(body: String, isList: Bool) throws {
        let manager = DemoManager(configuration: .init(isEnabled: true))
        try manager.stub(.get("/a"), result: .success(Data(body.utf8)))
        manager.setCondition(.empty, forScreen: "a")
        let decision = manager.decide(.get("/a"), screen: "a")
        #expect(decision.text == body)
        #expect(decision.reason.contains("Nothing was emptied") != isList)
    }

    @Test("empty adds to an earlier note") func notes() {
        var reply = StubReply(status: .ok, body: Array("{}".utf8))
        reply.note = "It was generated."
        let note = Condition.empty.derived(from: reply).note
        #expect(note == "It was generated. Nothing was emptied, because the body has no single list.")
    }

    @Test("Every built-in condition is found by its name", arguments: Condition.builtIn)
    func names(_ condition: Condition) {
        #expect(Condition(name: condition.name) == condition)
        #expect(!condition.title.isEmpty && !condition.summary.isEmpty)
    }

    @Test("The picker has the built-in conditions and the names of matching disabled stubs") func picker() throws {
        try manager.addPath("/items", "") {
            $0.name = "archived"
            $0.isEnabled = false
        }
        #expect(manager.conditionNames(forOperations: ["getItems"]).last == .named("archived"))
        #expect(manager.conditionNames(forOperations: ["login"]) == Condition.builtIn)
    }
}

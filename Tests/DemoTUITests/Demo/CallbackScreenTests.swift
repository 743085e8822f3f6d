import DemoGateway
import DemoManager
import HTTPTypes
import Terminal
import TestSupport
import Testing
import WireFormats

@testable import DemoTUI

@MainActor @Suite("Callbacks on request", .timeLimit(.minutes(2))) struct CallbackScreenTests {
    private static let document = openAPI(
        "Shop",
        """
        GET /orders listOrders -> [Order]
        GET /orders/{id} getOrder -> Order
        POST /orders addOrder Order -> 201 Order ; callbacks: {paid: {'{$request.body#/url}': {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}}}}}
        GET /notes listNotes -> [Order]
        Order = {id: integer, url: string}
        """,
        root: """
            webhooks:
              stockLow: {post: {requestBody: {content: {application/json: {example: {left: 3}}}}}}
              orderGone: {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}}}
            """)

    /// Runs the program beside a server that takes callbacks.
    private func run(
        _ document: String, _ body: @MainActor (Harness, _ url: String, _ receiver: DemoManager) async throws -> Void
    ) async throws {
        let receiver = DemoManager()
        receiver.isEnabled = true
        try receiver.stub(matching: RequestPattern(), .json(["ok": true]))
        var configuration = GatewayConfiguration()
        configuration.port = 0
        let gateway = try await Gateway.start(configuration, manager: receiver, log: RequestLog(nil))
        try await Harness.run(over: document, size: Size(columns: 100, rows: 30)) { app in
            try await body(app, "http://127.0.0.1:\(gateway.port)", receiver)
        }
        await gateway.stop(patience: .zero)
    }

    @Test("The palette sends a webhook to a typed URL, and shows its response") func webhook()
        async throws
    {
        try await run(Self.document) { app, url, receiver in
            await app.press(":")
            await app.type("stockLow")
            #expect(app.screen.contains("Send webhook stockLow"))
            await app.press("Enter")
            #expect(app.screen.contains("Send webhook stockLow to"))
            await app.type(url + "/stock")
            await app.press("Enter")
            #expect(app.screen.contains("stockLow was sent and answered 200"), "\(app.screen)")
            let received = receiver.journal.exchanges.last
            #expect(received?.request.path == "/stock" && received?.requestBody == Array(#"{"left":3}"#.utf8))
            await app.press("L")
            #expect(app.line("● callback  POST").contains("/stock "), "\(app.screen)")
            await app.press("b")
            #expect(app.footer.contains("the gateway sends this callback itself"))
            #expect(app.manager.breakpoints.isEmpty)
        }
    }

    @Test("A webhook sent from an item, or from one of its values, contains the item", arguments: [[], ["Enter"]])
    func item(keys: [String]) async throws {
        try await run(Self.document) { app, url, receiver in
            await app.press("1", "r", "Down", "Enter")
            for key in keys { await app.press(key) }
            await app.press(":")
            await app.type("orderGone")
            await app.press("Enter")
            await app.type(url)
            await app.press("Enter")
            let shown = app.exchanges.last { $0.call.operation == "getOrder" }?.outcome?.body
            let item = try JSONValue(parsing: try #require(shown, "\(app.screen)"))
            let sent = try JSONValue(parsing: try #require(receiver.journal.exchanges.last?.requestBody))
            #expect(sent == item && item["id"] != nil)
        }
    }

    @Test("A callback is offered first on the screens of its resource, with the newest call's URL")
    func callback() async throws {
        try await run(Self.document) { app, url, receiver in
            let operation = HTTPRequest(
                method: .post, scheme: "http", authority: "test.example", path: "/orders",
                headerFields: [.contentType: "application/json"])
            let body = Array(#"{"id": 7, "url": "\#(url)/paid"}"#.utf8)
            let call = app.manager.beginCall(operation: "addOrder")
            let decision = app.manager.decide(operation, body: body, call: call)
            guard case .stub(let reply, _) = decision.action else { return #expect(Bool(false), "no stub") }
            app.manager.finish(
                decision.exchange, with: .reply(status: 201, headers: reply.headers, body: reply.body, duration: .zero))
            #expect(app.state.demo.callbacks.map(\.screens.isEmpty) == [false, true, true])
            await app.press("1", "r", ":")
            let lines = app.screen.split(separator: "\n")
            let place = try #require(lines.firstIndex { $0.contains("Send callback paid") })
            let webhook = lines.firstIndex { $0.contains("Send webhook stockLow") } ?? .max
            #expect(place < webhook)
            await app.type("Send callback paid")
            await app.press("Enter")
            #expect(app.screen.contains("\(url)/paid"), "\(app.screen)")
            await app.press("Enter")
            #expect(app.screen.contains("paid was sent and answered 200"), "\(app.screen)")
            #expect(receiver.journal.exchanges.last?.request.path == "/paid")
        }
    }
}

import DemoGateway
import DemoManager
import LoopbackPorts
import NIOHTTP1
import TestSupport
import Testing
import WireFormats

@Suite("Callbacks of the gateway", .timeLimit(.minutes(2))) struct GatewayCallbackTests {
    private static let document = openAPI(
        "Shop", server: nil,
        """
        GET /orders orders -> [Order]
        POST /orders order Order -> 201 Order -> 500 ; callbacks: {paid: {\
        '{$request.body#/callbackUrl}/{$response.body#/id}': {post: {\
        parameters: [{name: X-Event, in: header, required: true, schema: {const: paid}}], \
        requestBody: {content: {application/vnd.shop+json: {schema: {$ref: '#/components/schemas/Event'}}}}}}}}
        Order = {id!: integer readOnly, title!: string, callbackUrl: string}
        Event = {id!: uuid, kind!: {const: order.paid}, order!: Order}
        """,
        root: """
            webhooks:
              stockLow: {post: {requestBody: {content: {application/json: {example: {left: 3}}}}}}
              orderGone: {post: {requestBody: {content: {application/json: {\
            schema: {$ref: '#/components/schemas/Order'}}}}}}
            """)

    private static func order(_ url: String, _ header: String = "Accept: */*") -> String {
        MockExchange(
            "POST /orders", "Content-Type: application/json", "Authorization: Bearer abcdefgh", header,
            body: #"{"title": "tea", "callbackUrl": "\#(url)"}"#
        ).message
    }

    private func withShop(
        isOn: Bool = true, hosts: [String] = [], _ change: (inout GatewayConfiguration) -> Void = { _ in },
        _ body: (TestGateway, LoopbackServer) async throws -> Void
    ) async throws {
        let client = try await LoopbackServer.start { _ in .init(status: 202, body: "thanks") }
        try await withMock(Self.document) { configuration, _ in
            (configuration.sendsCallbacks, configuration.callbackHosts) = (isOn, hosts)
            change(&configuration)
        } _: {
            try await body($0, client)
        }
        await client.stop()
    }

    private func callbacks(_ gateway: TestGateway) -> [Exchange] {
        gateway.manager.journal.exchanges.filter { $0.call.callback != nil }
    }

    @Test("A stubbed write is followed by its callback, with the written item and without the client's credentials")
    func sent() async throws {
        try await withShop { gateway, client in
            let reply = try await gateway.exchange(Self.order("http://127.0.0.1:\(client.port)/hook"))
            #expect(reply.hasPrefix("HTTP/1.1 201"))
            #expect(try await gateway.logs("202 callback"))
            let sent = try #require(client.requests.first)
            let body = try JSONValue(parsing: sent.body)
            let id = try #require(body["order"]?["id"]?.scalarText)
            #expect(sent.head.method == .POST && sent.head.uri == "/hook/\(id)")
            #expect(body["kind"] == "order.paid" && body["order"]?["title"] == "tea", "\(body)")
            #expect(sent.head.headers["Content-Type"] == ["application/vnd.shop+json"])
            #expect(sent.head.headers["X-Event"] == ["paid"] && sent.head.headers["Authorization"].isEmpty)
            let exchange = try #require(callbacks(gateway).first)
            #expect(exchange.call.callback == "paid" && exchange.requestBody == sent.body)
            #expect(exchange.outcome?.end == .status(202) && exchange.outcome?.body == Array("thanks".utf8))
            #expect(try gateway.manager.received(matching: .post("/hook/\(id)")).isEmpty, "a client did not send it")
        }
    }

    @Test("Failed calls, reads, foreign pages and gateways without the option send no callback")
    func notSent() async throws {
        try await withShop { gateway, client in
            let message = Self.order("http://127.0.0.1:\(client.port)/hook")
            gateway.manager.setCondition(.serverError, forOperation: "order")
            _ = try await gateway.exchange(message)
            gateway.manager.setCondition(.malformed, forOperation: "order")
            _ = try await gateway.exchange(message)
            gateway.manager.setCondition(nil, forOperation: "order")
            _ = try await gateway.get("/orders")
            _ = try await gateway.exchange(
                Self.order("http://127.0.0.1:\(client.port)/hook", "Origin: http://evil.example"))
            _ = try await gateway.exchange(message)
            #expect(try await gateway.logs("202 callback"))
            #expect(client.requests.count == 1)
        }
        try await withShop(isOn: false) { gateway, client in
            _ = try await gateway.exchange(Self.order("http://127.0.0.1:\(client.port)/hook"))
            #expect(try await gateway.logs("POST /orders 201"))
            #expect(callbacks(gateway).isEmpty && client.requests.isEmpty)
        }
    }

    @Test(
        "Only this machine and named hosts are called; others are refused in log and journal",
        arguments: [
            "http://hooks.example", "http://192.0.2.1:80", "http://127.0.0.1@hooks.example", "http://0.0.0.0",
            "http://127.1", "ftp://localhost", "localhost:80", "http://localhost.hooks.example",
        ])
    func refused(url: String) async throws {
        try await withShop { gateway, _ in
            _ = try await gateway.exchange(Self.order(url))
            #expect(try await gateway.logs("callback"))
            #expect(try await gateway.logs("not sent: "), "\(gateway.log)")
            guard case .failure(let why)? = callbacks(gateway).first?.outcome?.end else {
                return #expect(Bool(false), "it was sent")
            }
            #expect(why.hasPrefix("not sent: "))
        }
    }

    @Test("A named host is called, redirects are not followed, and a silent receiver times out")
    func allowed() async throws {
        let other = try await LoopbackServer.start()
        let redirecting = try await LoopbackServer.start { _ in
            .init(status: 307, headers: [("Location", "http://127.0.0.1:\(other.port)/")])
        }
        try await withShop(hosts: ["named.invalid"]) {
            $0.limits.callback = .milliseconds(200)
        } _: { gateway, _ in
            _ = try await gateway.exchange(Self.order("http://named.invalid/hook"))
            #expect(try await gateway.logs("its name is not known"), "\(gateway.log)")
            _ = try await gateway.exchange(Self.order("http://localhost:\(redirecting.port)"))
            #expect(try await gateway.logs("307 callback"))
            let silent = try await LoopbackServer.start { _ in .none }
            _ = try await gateway.exchange(Self.order("http://localhost:\(silent.port)"))
            #expect(try await gateway.logs("no whole reply within 200 ms"), "\(gateway.log)")
            await silent.stop()
        }
        #expect(other.requests.isEmpty)
        await redirecting.stop()
        await other.stop()
    }

    @Test("A callback to the gateway itself is refused there") func loop() async throws {
        try await withShop { gateway, _ in
            _ = try await gateway.exchange(Self.order("http://localhost:\(gateway.port)/orders?"))
            #expect(try await gateway.logs("508 callback"), "\(gateway.log)")
            #expect(callbacks(gateway).count == 1)
        }
    }

    @Test("On request, a callback is sent to the newest call's URL, and a webhook to the given one")
    func byHand() async throws {
        try await withShop(isOn: false) { gateway, client in
            let desk = gateway.callbacks
            #expect(desk.declared.map(\.name) == ["paid", "stockLow", "orderGone"])
            await #expect(throws: Complaint.self) { try await desk.sent("paid", of: nil, to: nil) }
            await #expect(throws: Complaint.self) { try await desk.sent("stockLow", of: nil, to: nil) }
            await #expect(throws: Complaint.self) { try await desk.sent("other", of: nil, to: nil) }
            _ = try await gateway.exchange(Self.order("http://127.0.0.1:\(client.port)/hook"))
            _ = try await desk.sent("paid", of: "order", to: nil)
            let id = try await desk.sent("stockLow", of: nil, to: "http://127.0.0.1:\(client.port)/stock")
            #expect(gateway.manager.exchange(id)?.outcome?.end == .status(202))
            #expect(client.requests.map(\.head.uri).first?.hasPrefix("/hook/") == true)
            #expect(client.requests.last?.head.uri == "/stock")
            #expect(client.requests.last.map { String(decoding: $0.body, as: UTF8.self) } == #"{"left":3}"#)
        }
    }

    @Test("A callback for an item on the screen contains that item instead of the written one")
    func shownItem() async throws {
        try await withShop(isOn: false) { gateway, client in
            let url = "http://127.0.0.1:\(client.port)"
            _ = try await gateway.exchange(Self.order(url))
            func body(_ name: String, _ item: CallbackService.ShownItem) async throws -> JSONValue {
                _ = try await gateway.callbacks.sent(name, of: nil, toConfirmed: url, showing: item)
                return try JSONValue(parsing: try #require(client.requests.last).body)
            }
            let item: JSONValue = ["id": 9_009, "title": "coffee"]
            let row: CallbackService.ShownItem = (item, ["orders"])
            let event = try await body("paid", row)
            #expect(event["order"] == item && event["kind"] == "order.paid", "\(event)")
            #expect(try await body("orderGone", row) == item)
            #expect(try await body("stockLow", row) == ["left": 3])
            // Of no operation of the document.
            let other = try await body("paid", (item, ["other"]))
            #expect(other["order"]?["title"] == "tea", "\(other)")
        }
    }
}

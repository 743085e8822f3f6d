import DemoManager
import DemoManagerFiles
import Foundation
import HTTPTypes
import WireFormats

/// The received requests and their replies: `/__admin/requests` and `/__admin/near-misses`. Responses are redacted;
/// searches match the original requests.
struct AdminRequests: Sendable {
    let sessions: Sessions
    private var manager: DemoManager { sessions.everyone }

    var routes: [AdminRoute] {
        [
            AdminRoute(.get, "requests", list),
            AdminRoute(.delete, "requests") { _ throws(AdminRefusal) in forget() },
            AdminRoute(.post, "requests/reset") { _ throws(AdminRefusal) in forget() },
            AdminRoute(.post, "requests/count") { call throws(AdminRefusal) in
                let count = try matching(call).count
                return .json(["count": .number(count), "requestJournalDisabled": false])
            },
            AdminRoute(.post, "requests/find") { call throws(AdminRefusal) in
                requests(try matching(call))
            },
            AdminRoute(.get, "requests/unmatched") { _ throws(AdminRefusal) in requests(unmatched) },
            AdminRoute(.get, "requests/unmatched/near-misses") { _ throws(AdminRefusal) in
                .json(["nearMisses": .array(unmatched.suffix(20).flatMap { nearMisses(of: $0) })])
            },
            AdminRoute(.post, "near-misses/request", nearMissesOfRequest),
            AdminRoute(.post, "near-misses/request-pattern", nearMissesOfPattern),
            AdminRoute(.get, "requests/{id}") { call throws(AdminRefusal) in
                guard let exchange = manager.journal.exchanges.last(where: { $0.id.uuid == call.parameter }) else {
                    throw .notFound("There is no request \(call.parameter); the journal keeps the newest only.")
                }
                return .json(exchange.event(of: manager))
            },
        ]
    }

    private var unmatched: [Exchange] { manager.journal.received.filter(\.isUnmatched) }

    private func list(_ call: AdminCall) throws(AdminRefusal) -> AdminReply {
        var exchanges = Array(manager.journal.received.reversed())
        if try call.flag("unmatched") { exchanges = exchanges.filter(\.isUnmatched) }
        if let since = try call.date("since") { exchanges = exchanges.filter { $0.date >= since } }
        if let uuid = call.query["matchingStub"] {
            let id = manager.stubs.first { $0.uuid == uuid }?.id
            exchanges = exchanges.filter { id != nil && $0.stub?.id == id }
        }
        let page = try call.page(of: exchanges)
        return .json([
            "requests": .array(page.map { $0.event(of: manager) }),
            "meta": ["total": .number(exchanges.count)],
            "requestJournalDisabled": false,
        ])
    }

    private func forget() -> AdminReply {
        manager.clearJournal()
        return .done
    }

    private func matching(_ call: AdminCall) throws(AdminRefusal) -> [Exchange] {
        manager.received(matching: try call.read(RequestReader.read))
    }

    private func requests(_ exchanges: [Exchange]) -> AdminReply {
        .json(["requests": .array(exchanges.map { $0.logged(by: manager.redactor) }), "requestJournalDisabled": false])
    }

    // MARK: Near misses

    private func nearMissesOfRequest(_ call: AdminCall) throws(AdminRefusal) -> AdminReply {
        let logged = try call.json()
        let asked = try logged.read(LoggedRequest.init)
        let explanation = manager.explain(asked.request, body: asked.body, call: Call(id: 0, mode: .demo))
        // A stub that would answer comes first.
        let answer = explanation.answer.flatMap { id in explanation.stubs.first { $0.id == id } }
        let verdicts = [answer].compactMap(\.self) + explanation.nearMisses
        return .json(["nearMisses": .array(misses(verdicts, of: logged, by: manager))])
    }

    /// The requests closest to a pattern.
    private func nearMissesOfPattern(_ call: AdminCall) throws(AdminRefusal) -> AdminReply {
        let nearest = manager.journal.nearest(to: try call.read(RequestReader.read), count: 3)
        return .json([
            "nearMisses": .array(
                nearest.map { exchange, verdict in
                    let result: JSONValue = ["distance": .number(verdict.distance)]
                    return ["request": exchange.logged(by: manager.redactor), "matchResult": result]
                })
        ])
    }

    private func nearMisses(of exchange: Exchange) -> [JSONValue] {
        // A session has its own scenario states and switches; a forgotten one has everyone's.
        let engine = exchange.call.session.flatMap { sessions.known($0) } ?? manager
        return misses(engine.explain(exchange).nearMisses, of: exchange.logged(by: manager.redactor), by: engine)
    }

    private func misses(_ verdicts: [StubVerdict], of request: JSONValue, by engine: DemoManager) -> [JSONValue] {
        verdicts.prefix(3).compactMap { verdict in
            guard let state = engine.state(of: verdict.id) else { return nil }
            return [
                "request": request, "stubMapping": AdminMappings.mapping(of: state),
                "matchResult": ["distance": .number(verdict.distance)],
            ]
        }
    }
}

extension Exchange {
    /// True if demo was on but no stub answered.
    fileprivate var isUnmatched: Bool { mode == .demo && stub == nil && !call.isBypassed }
}

/// A request in WireMock's format, handwritten or from the journal.
struct LoggedRequest: Sendable {
    let request: HTTPRequest
    /// Nil without a body.
    let body: [UInt8]?

    /// Members that are ignored, because they repeat others or are not matched by stubs.
    private static let others: Set<String> = [
        "browserProxyRequest", "clientIp", "formParameters", "host", "loggedDate", "loggedDateString", "port",
        "protocol",
        "scheme",
    ]
    private static let keys = others.union([
        "absoluteUrl", "body", "bodyAsBase64", "cookies", "headers", "method", "queryParameters", "queryParams", "url",
    ])

    /// Nil if a member is invalid, which is recorded as a flaw.
    init?(_ root: Node) {
        guard let members = root.members(of: "a request", Self.keys) else { return nil }
        guard let method = members["method"]?.value.stringValue.flatMap({ HTTPRequest.Method($0) }),
            var path = members["url"]?.value.stringValue
        else {
            root.flaw("a request needs method and url")
            return nil
        }
        // The URL's query takes precedence.
        if !path.contains("?") {
            let items = ["queryParameters", "queryParams"].flatMap { key in members[key].map(Self.query) ?? [] }
            if !items.isEmpty { path += "?" + FormItem.text(items) }
        }
        let place = members["absoluteUrl"]?.value.stringValue.flatMap { URLComponents(string: $0) }
        let authority = place?.host.map { host in host + (place?.port.map { ":\($0)" } ?? "") }
        var request = HTTPRequest(method: method, scheme: place?.scheme, authority: authority, path: path)
        if let headers = members["headers"] { request.headerFields = ReplyReader.headers(headers) }
        let cookies = (members["cookies"]?.named("cookies") ?? []).map { "\($0)=\($1.text($0) ?? "")" }
        if request.headerFields[.cookie] == nil, !cookies.isEmpty {
            request.headerFields[.cookie] = cookies.joined(separator: "; ")
        }
        self.request = request
        let text = members["body"]?.text("body").map { Array($0.utf8) }
        let coded = members["bodyAsBase64"]
        let data = coded?.text("bodyAsBase64").flatMap { Data(base64Encoded: $0) }
        if let coded, data == nil { coded.flaw("bodyAsBase64 must be Base64") }
        body = data.map { Array($0) } ?? text
    }

    /// `{"page": "2"}`, `{"page": ["2", "3"]}` or `{"page": {"key": "page", "values": ["2"]}}`.
    private static func query(_ node: Node) -> [(name: String, value: String)] {
        node.named("the query").flatMap { name, node in
            let values = node.value["values"] ?? node.value
            return (values.arrayValue ?? [values]).map { value in
                (name, Node(value: value, pointer: node.pointer, flaws: node.flaws).text(name) ?? "")
            }
        }
    }
}

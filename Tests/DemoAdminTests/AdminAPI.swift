import DemoManager
import Testing

@testable import DemoAdmin

/// The admin API without a server: the routes themselves.
struct AdminAPI {
    let manager: DemoManager
    private let routes: [AdminRoute]

    init(
        _ manager: DemoManager = DemoManager(), sessions: Sessions? = nil,
        recorded: ServerRecording? = nil, home: StubHome? = nil,
        policyReasons: [UnmatchedPolicy: String] = [:]
    ) {
        self.manager = manager
        routes = AdminServer.routes(
            of: sessions ?? Sessions(manager), home: home, recorded: recorded, policyReasons: policyReasons)
    }

    /// Calls the route of this path; a refusal is answered as the server answers it.
    func call(
        _ method: HTTPRequest.Method, _ path: String, _ body: String = "", parameter: String = "",
        query: [String: String] = [:]
    ) async throws -> (status: Int, body: JSONValue) {
        let route = try #require(routes.first { $0.method == method && $0.path == path }, "no route \(method) \(path)")
        let reply: AdminReply
        do {
            reply = try await route.answer(AdminCall(parameter: parameter, query: query, body: Array(body.utf8)))
        } catch let refusal as AdminRefusal {
            reply = refusal.reply
        }
        return (reply.status.code, reply.body ?? .null)
    }

    /// A demo GET through the manager.
    @discardableResult
    func ask(_ path: String, headers: HTTPFields = [:]) -> Decision { ask(.get, path, headers: headers) }

    /// A demo request through the manager.
    @discardableResult
    func ask(_ method: HTTPRequest.Method, _ path: String, headers: HTTPFields = [:]) -> Decision {
        let request = HTTPRequest(
            method: method, scheme: "http", authority: "api.example.com", path: path, headerFields: headers)
        return manager.decide(request, call: Call(id: 1, mode: .demo))
    }
}

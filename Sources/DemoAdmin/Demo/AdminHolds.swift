import DemoManager
import HTTPTypes
import WireFormats

/// Breakpoints and the calls they hold: `/__admin/demo/holds`. One list serves all sessions.
struct AdminHolds: Sendable {
    let manager: DemoManager

    var routes: [AdminRoute] {
        [
            AdminRoute(.get, "demo/holds") { _ in .json(manager.holds) }, AdminRoute(.put, "demo/holds", set),
            AdminRoute(.post, "demo/holds", set), AdminRoute(.post, "demo/holds/{id}", decide),
        ]
    }

    /// Sets the given members and keeps the others.
    private func set(_ call: AdminCall) async throws(AdminRefusal) -> AdminReply {
        let (patterns, seconds) = try call.read { root in
            root.members(of: "the body", ["breakpoints", "timeoutSeconds"]).map { members in
                (
                    members["breakpoints"]?.items("breakpoints")?.compactMap(pattern),
                    members["timeoutSeconds"]?.integer("timeoutSeconds", in: 1...86_400)
                )
            }
        }
        if let seconds { manager.holdTimeout = .seconds(seconds) }
        if let patterns {
            for old in manager.breakpoints where !patterns.contains(old) { manager.setBreakpoint(old, isOn: false) }
            for new in patterns { manager.setBreakpoint(new, isOn: true) }
        }
        return .json(manager.holds)
    }

    private func pattern(_ node: Node) -> String? {
        guard let text = node.text("a breakpoint") else { return nil }
        // A typo in an operation's id would silently hold nothing.
        let known = manager.operations.map(\.id)
        if !known.isEmpty, text != "*", !text.contains(" "), !known.contains(text) {
            node.flaw(unknown: text, among: known)
        }
        return text
    }

    private enum Act: String, CaseIterable { case release, holdReply, answer, drop }

    private func decide(_ call: AdminCall) async throws(AdminRefusal) -> AdminReply {
        let gone = AdminRefusal.notFound("No held call has the id \"\(call.parameter)\"; it may have gone on.")
        guard let held = manager.heldCalls.first(where: { $0.id.uuid == call.parameter }) else { throw gone }
        guard manager.end(held.id, with: try call.read(end)) else { throw gone }
        return .json(manager.holds)
    }

    private func end(_ root: Node) -> HoldEnd? {
        guard let members = root.members(of: "the body", ["action", "status", "headers", "body", "jsonBody"]) else {
            return nil
        }
        return switch root.required("action", among: members).choice("action", of: Act.self) {
        case .release: .proceed()
        case .holdReply: .proceed(holdsReply: true)
        case .drop: .dropped
        case .answer: .answer(reply(members))
        case nil: nil
        }
    }

    private func reply(_ members: [String: Node]) -> StubReply {
        var reply = StubReply()
        if let code = members["status"]?.integer("status", in: 200...599) {
            reply.status = HTTPResponse.Status(code: code)
        }
        if let headers = members["headers"] { reply.headers = ReplyReader.headers(headers) }
        if let json = members["jsonBody"] {
            reply.body = json.value.bytes()
            if reply.headers[.contentType] == nil { reply.headers[.contentType] = "application/json" }
        } else if let text = members["body"]?.text("body") {
            reply.body = Array(text.utf8)
        }
        return reply
    }
}

extension DemoManager {
    /// The breakpoints and the held calls, without secrets.
    var holds: JSONValue {
        let calls = heldCalls.map { held -> JSONValue in
            var call = JSONObject([
                "id": .string(held.id.uuid), "breakpoint": .string(held.breakpoint),
                "waits": held.reply == nil ? "request" : "reply",
                "request": held.exchange.logged(by: redactor),
            ])
            held.exchange.addOrigin(to: &call, self)
            return .object(call)
        }
        return [
            "breakpoints": .array(breakpoints.map { .string($0) }),
            "timeoutSeconds": .number(Int(holdTimeout / .seconds(1))), "calls": .array(calls),
        ]
    }
}

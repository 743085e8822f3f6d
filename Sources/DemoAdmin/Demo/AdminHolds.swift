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
        let body = try call.object(of: ["breakpoints", "timeoutSeconds"])
        var patterns: [String]?
        if let elements = try body["breakpoints"]?.elements(at: ["breakpoints"]) {
            patterns = try elements.enumerated().map { index, value throws(AdminRefusal) in
                let text = try value.text(at: ["breakpoints", "\(index)"])
                // A typo in an operation's id would silently hold nothing.
                let known = manager.operations.map(\.id)
                if !known.isEmpty, text != "*", !text.contains(" "), !known.contains(text) {
                    throw .unknown(text, among: known, at: ["breakpoints", "\(index)"])
                }
                return text
            }
        }
        if let value = body["timeoutSeconds"] {
            guard let seconds = value.intValue, (1...86_400).contains(seconds) else {
                throw .unprocessable("timeoutSeconds must be a whole number from 1 to 86400.", at: ["timeoutSeconds"])
            }
            manager.holdTimeout = .seconds(seconds)
        }
        if let patterns {
            for old in manager.breakpoints where !patterns.contains(old) { manager.setBreakpoint(old, isOn: false) }
            for new in patterns { manager.setBreakpoint(new, isOn: true) }
        }
        return .json(manager.holds)
    }

    private enum Act: String, CaseIterable { case release, holdReply, answer, drop }

    private func decide(_ call: AdminCall) async throws(AdminRefusal) -> AdminReply {
        let gone = AdminRefusal.notFound("No held call has the id \"\(call.parameter)\"; it may have gone on.")
        guard let held = manager.heldCalls.first(where: { $0.id.uuid == call.parameter }) else { throw gone }
        let body = try call.object(of: ["action", "status", "headers", "body", "jsonBody"])
        let end: HoldEnd
        switch try (body["action"] ?? .null).choice(of: Act.self, at: ["action"]) {
        case .release: end = .proceed()
        case .holdReply: end = .proceed(holdsReply: true)
        case .drop: end = .dropped
        case .answer: end = .answer(try reply(body))
        }
        guard manager.end(held.id, with: end) else { throw gone }
        return .json(manager.holds)
    }

    private func reply(_ body: JSONObject) throws(AdminRefusal) -> StubReply {
        var reply = StubReply()
        if let value = body["status"] {
            guard let code = value.intValue, (200...599).contains(code) else {
                throw .unprocessable("status must be a whole number from 200 to 599.", at: ["status"])
            }
            reply.status = HTTPResponse.Status(code: code)
        }
        for member in try body["headers"]?.members(at: ["headers"]).members ?? [] {
            guard let name = HTTPField.Name(member.key) else {
                throw .unprocessable("\"\(member.key)\" is not a header's name.", at: ["headers", member.key])
            }
            reply.headers.append(HTTPField(name: name, value: try member.value.text(at: ["headers", member.key])))
        }
        if let json = body["jsonBody"] {
            reply.body = json.bytes()
            if reply.headers[.contentType] == nil { reply.headers[.contentType] = "application/json" }
        } else if let text = try body["body"].map({ value throws(AdminRefusal) in try value.text(at: ["body"]) }) {
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
                .init(key: "id", value: .string(held.id.uuid)),
                .init(key: "breakpoint", value: .string(held.breakpoint)),
                .init(key: "waits", value: held.reply == nil ? "request" : "reply"),
                .init(key: "request", value: held.exchange.logged(by: redactor)),
            ])
            held.exchange.addOrigin(to: &call, self)
            return .object(call)
        }
        return [
            "breakpoints": .array(breakpoints.map { .string($0) }),
            "timeoutSeconds": .number(JSONNumber(Int(holdTimeout / .seconds(1)))), "calls": .array(calls),
        ]
    }
}

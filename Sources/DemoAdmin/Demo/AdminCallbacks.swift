import DemoManager
import WireFormats

/// Callbacks and webhooks of the documents: `/__admin/demo/callbacks`.
struct AdminCallbacks: Sendable {
    let manager: DemoManager
    let control: any CallbackControl

    var routes: [AdminRoute] {
        [
            AdminRoute(.get, "demo/callbacks") { _ throws(AdminRefusal) in .json(listed) },
            AdminRoute(.post, "demo/callbacks", send),
        ]
    }

    /// Callbacks of the documents, and the sent ones of the journal, newest first.
    private var listed: JSONValue {
        let sent = manager.journal.exchanges.reversed().filter { $0.call.callback != nil }
        return [
            "callbacks": .array(control.callbacks.map(\.json)), "sent": .array(sent.map { $0.event(of: manager) }),
        ]
    }

    /// Sends one, and returns its exchange.
    private func send(_ call: AdminCall) async throws(AdminRefusal) -> AdminReply {
        let body = try call.object(of: ["name", "operation", "url"])
        func text(_ name: String) throws(AdminRefusal) -> String? {
            guard let value = body[name] else { return nil }
            return try value.text(at: [name])
        }
        guard let name = try text("name") else { throw .unprocessable("A callback needs its name.", at: ["name"]) }
        switch await control.send(name, of: try text("operation"), to: try text("url")) {
        case .failure(let problem): throw .unprocessable(problem.message)
        case .success(let id): return .json(manager.exchange(id)?.event(of: manager) ?? [:])
        }
    }
}

/// A callback of an operation, or a webhook.
package struct DeclaredCallback: Sendable, Hashable {
    let name: String
    let operation: String?
    let method: String
    let url: String?

    /// - Parameters:
    ///   - operation: nil for a webhook.
    ///   - url: the expression of its URL; nil for a webhook.
    package init(name: String, operation: String?, method: String, url: String?) {
        (self.name, self.operation, self.method, self.url) = (name, operation, method, url)
    }

    fileprivate var json: JSONValue {
        [
            "name": .string(name), "operation": operation.map(JSONValue.string) ?? .null, "method": .string(method),
            "url": url.map(JSONValue.string) ?? .null,
        ]
    }
}

/// The reason that a callback cannot be sent, as a sentence.
package struct CallbackProblem: Error, Hashable {
    let message: String

    package init(message: String) { self.message = message }
}

/// Sends callbacks.
package protocol CallbackControl: Sendable {
    var callbacks: [DeclaredCallback] { get }
    /// Sends a callback by hand, and waits for its end.
    ///
    /// - Parameters:
    ///   - operation: nil if only one has it.
    ///   - url: nil takes that of the operation's newest call.
    func send(_ name: String, of operation: String?, to url: String?) async -> Result<ExchangeID, CallbackProblem>
}

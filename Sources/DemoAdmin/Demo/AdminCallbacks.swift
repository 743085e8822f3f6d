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

    /// The callbacks of the documents, and those sent according to the journal, newest first.
    private var listed: JSONValue {
        let sent = manager.journal.exchanges.reversed().filter { $0.call.callback != nil }
        return ["callbacks": .array(control.callbacks), "sent": .array(sent.map { $0.event(of: manager) })]
    }

    /// Sends a callback, and returns its exchange.
    private func send(_ call: AdminCall) async throws(AdminRefusal) -> AdminReply {
        let (name, operation, url) = try call.read { root -> (String, String?, String?)? in
            guard let members = root.members(of: "the body", ["name", "operation", "url"]) else { return nil }
            let (operation, url) = (members["operation"]?.text("operation"), members["url"]?.text("url"))
            return root.required("name", among: members).text("name").map { ($0, operation, url) }
        }
        do throws(Complaint) {
            let id = try await control.sent(name, of: operation, to: url)
            return .json(manager.exchange(id)?.event(of: manager) ?? [:])
        } catch {
            throw .unprocessable(error.description)
        }
    }
}

package protocol CallbackControl: Sendable {
    /// The callbacks of operations, and the webhooks, as the API lists them.
    var callbacks: [JSONValue] { get }
    /// Sends a callback, and waits for its end.
    ///
    /// - Parameters:
    ///   - operation: the operation's id; nil if only one has the callback.
    ///   - url: the URL; nil takes that of the operation's newest call.
    func sent(_ name: String, of operation: String?, to url: String?) async throws(Complaint) -> ExchangeID
}

import APIDocument
import DemoManager
import DocumentStubs
import HTTPTypes
import NIOCore
import Recordings
import WireFormats

import struct APIDocument.Operation

/// Sends callbacks and webhooks on the user's request.
package struct CallbackService: Sendable {
    /// A callback of an operation, or a webhook.
    package struct Declared: Sendable {
        let callback: Callback
        /// The operation; nil for a webhook.
        let owner: Operation?
        let served: ServedDocument

        package var name: String { callback.name }
        package var method: HTTPRequest.Method { callback.request.method }
        /// The expression of the URL; nil for a webhook.
        package var url: String? { callback.url?.text }
        /// The operation's id; nil for a webhook.
        package var operation: String? { owner.map(served.id) }
        /// The operation's path; nil for a webhook.
        package var path: PathTemplate? { owner?.path }
    }

    /// An item on a screen, and the ids of the operations whose replies contain it.
    package typealias ShownItem = (value: JSONValue, operations: [String])

    private let manager: DemoManager
    private let sender: CallbackSender
    private let documents: @Sendable () -> [ServedDocument]

    package init(
        manager: DemoManager, sender: CallbackSender, documents: @escaping @Sendable () -> [ServedDocument]
    ) {
        (self.manager, self.sender, self.documents) = (manager, sender, documents)
    }

    /// The declared callbacks and webhooks, in the order of the documents.
    package var declared: [Declared] {
        documents().flatMap { served in
            served.document.operations.flatMap { operation in
                operation.callbacks.map { Declared(callback: $0, owner: operation, served: served) }
            } + served.document.webhooks.map { Declared(callback: $0, owner: nil, served: served) }
        }
    }

    /// Sends a callback of the operation's newest call in the journal, and waits for its end.
    ///
    /// - Parameters:
    ///   - operation: the operation's id, needed if several have a callback with this name.
    ///   - url: the URL; nil takes that of the call.
    /// - Returns: its exchange in the journal.
    package func sent(
        _ name: String, of operation: String?, to url: String?
    ) async throws(Complaint) -> ExchangeID {
        try await sent(name, of: operation, to: url, showing: nil, isConfirmed: false)
    }

    /// Sends a callback to a URL that the user confirmed, on any host.
    ///
    /// - Parameter item: the item on the screen, which replaces the call's in the body if the body has a place for it.
    package func sent(
        _ name: String, of operation: String?, toConfirmed url: String, showing item: ShownItem?
    ) async throws(Complaint) -> ExchangeID {
        try await sent(name, of: operation, to: url, showing: item, isConfirmed: true)
    }

    private func sent(
        _ name: String, of operation: String?, to url: String?, showing item: ShownItem?, isConfirmed: Bool
    ) async throws(Complaint) -> ExchangeID {
        let found = declared.filter { $0.name == name && (operation == nil || $0.operation == operation) }
        guard let first = found.first else {
            let known = Set(declared.map(\.name)).sorted().joined(separator: ", ")
            throw Complaint("There is no callback \"\(name)\"; there are \(known.isEmpty ? "none" : known).")
        }
        let operations = Set(found.map(\.operation))
        guard operations.count == 1 else {
            let names = operations.compactMap(\.self).sorted().joined(separator: ", ")
            throw Complaint("Several operations have the callback \"\(name)\": \(names). Name one as operation.")
        }
        let call = newestCall(of: first)
        var last: ExchangeID?
        // The callback may have several expressions and methods.
        for callback in found {
            let own = url == nil ? try self.url(of: callback, after: call) : nil
            guard let url = url ?? own else { continue }
            var order = CallbackOrder(
                callback.callback, to: url, showing: item.flatMap(callback.served.item), after: call,
                number: sender.nextNumber(), in: callback.served.document)
            order.isConfirmed = isConfirmed
            last = await sender.send(order)
        }
        guard let last else { throw Complaint("\"\(name)\" has no URL in the document; give it as url.") }
        return last
    }

    /// The URL that the operation's newest call gives; nil for none.
    package func url(of name: String, _ operation: String?) -> String? {
        guard let callback = declared.first(where: { $0.name == name && $0.operation == operation }) else { return nil }
        do {
            return try url(of: callback, after: newestCall(of: callback))
        } catch {
            return nil
        }
    }

    private func url(of callback: Declared, after call: AnsweredCall?) throws(Complaint) -> String? {
        guard let text = callback.callback.url else { return nil }
        guard let call else {
            throw Complaint(
                "The URL is \(text.text), and the journal has no successful call of "
                    + "\(callback.operation ?? "its operation"); call it first, or give url.")
        }
        do {
            return try text.value(in: call.exchange)
        } catch {
            throw Complaint("The URL is \(text.text): \(error); give url.")
        }
    }

    private func newestCall(of callback: Declared) -> AnsweredCall? {
        guard let operation = callback.owner, let id = callback.operation else { return nil }
        for exchange in manager.journal.received.reversed() where exchange.call.operation == id {
            guard let outcome = exchange.outcome, case .status(200..<300) = outcome.end, exchange.stub != nil,
                case .status(let status) = outcome.end,
                case .operation(_, let values) = callback.served.router.routed(
                    exchange.request.method, exchange.request.path ?? "/"
                ).route
            else { continue }
            let request = exchange.request
            let body = exchange.requestBody.map { request.decodedBody($0, limit: 10 << 20) ?? $0 }
            let asked = exchange.call.asked
            let url =
                "\(asked?.scheme ?? request.scheme ?? "http")://\(asked?.authority ?? request.authority ?? "localhost")"
                + exchange.sentPath
            return AnsweredCall(
                operation: operation, document: callback.served.document,
                exchange: RuntimeExchange(
                    request, url: url, body: body, pathValues: values, status: status, headers: outcome.headers,
                    reply: outcome.body),
                session: exchange.call.session)
        }
        return nil
    }
}

extension ServedDocument {
    /// An item on a screen of this document; nil for others.
    fileprivate func item(_ shown: CallbackService.ShownItem) -> CallbackItem? {
        CallbackItem(shown.value, of: shown.operations.compactMap(operation), in: document)
    }
}

/// A call that a stub answered, with the data that its callbacks need.
struct AnsweredCall: Sendable {
    let operation: Operation
    let document: APIDocument
    let exchange: RuntimeExchange
    let session: String?

    /// The callbacks with a URL, and the reasons for the others.
    ///
    /// - Parameter number: gives each callback its number.
    func orders(number: () -> Int) -> (orders: [CallbackOrder], missing: [String]) {
        var (orders, missing): ([CallbackOrder], [String]) = ([], [])
        for callback in operation.callbacks {
            do {
                guard let url = try callback.url?.value(in: exchange) else { continue }
                orders.append(CallbackOrder(callback, to: url, after: self, number: number(), in: document))
            } catch {
                missing.append("\(callback.name): \(error)")
            }
        }
        return (orders, missing)
    }
}

extension CallbackOrder {
    /// - Parameters:
    ///   - shown: the item for which the user sends it; nil for none.
    ///   - call: the preceding call; nil without one.
    init(
        _ callback: Callback, to url: String, showing shown: CallbackItem? = nil, after call: AnsweredCall?,
        number: Int, in document: APIDocument
    ) {
        let written = call.flatMap { CallbackItem(of: $0.operation, in: $0.exchange, document) }
        let content = CallbackContent(callback, showing: shown, after: written, number: number, in: document)
        self.init(
            name: callback.name, method: callback.request.method, url: url, headers: content.headers,
            body: content.body, session: call?.session)
    }
}

/// Callbacks after answers.
extension ConnectionHandler {
    /// True if the call's body is kept for callbacks.
    func hasCallbacks(_ turn: Turn) -> Bool { service.decider.hasCallbacks(turn.routed) }

    /// Sends the callbacks of a call that a stub answered with a success, after the answer has left.
    func callBack(_ turn: Turn) {
        guard turn.failure == nil, turn.outcome == .stubbed, (200..<300).contains(turn.status), hasCallbacks(turn),
            let act = turn.act, act.mayCallBack, case .reply(let reply) = act.kind, let routed = turn.routed,
            let head = turn.head, let document = routed.served?.document, let (operation, values) = routed.operation,
            operation.method == head.request.method, service.cors.refusal(of: head.request) == nil
        else { return }
        let (service, sent, limit) = (service, turn.sentBody, service.limits.body)
        turn.sentBody = nil
        loop.execute {
            let isTaken = service.callbacks.send(holding: (sent?.count ?? 0) + reply.body.count) {
                let request = head.request
                let call = AnsweredCall(
                    operation: operation, document: document,
                    exchange: RuntimeExchange(
                        request, url: request.url(),
                        body: sent.map { request.decodedBody($0, limit: limit) ?? $0 }, pathValues: values,
                        status: reply.status.code, headers: reply.headers, reply: reply.body),
                    session: routed.call.session)
                let (orders, missing) = call.orders(number: service.callbacks.nextNumber)
                for reason in missing { service.log.line("- - callback  \(reason); not sent") }
                service.log.flush()
                return orders
            }
            if !isTaken { service.log.line("- - callback  \(operation.id): too many callbacks wait; not sent") }
        }
    }
}

extension HTTPRequest {
    fileprivate func url() -> String { "\(scheme ?? "http")://\(authority ?? "localhost")\(path ?? "/")" }
}

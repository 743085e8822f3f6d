import APIDocument
import DemoManager
import DocumentStubs
import HTTPTypes
import NIOCore
import Recordings

import struct APIDocument.Operation

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

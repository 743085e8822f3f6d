import APIDocument
import AppCore
import DemoGateway
import DemoManager
import HTTPTypes
import Recordings
import SourceTexts
import WireFormats

import struct APIDocument.Operation

/// Checks replies against the document, live or stubbed, and notes the flaws in the journal.
///
/// A reply is passed to the screen before its check begins, and checked once. The check uses the JSON that the client
/// has parsed.
final class ContractWatch: Sendable {
    static let limit = 4 << 20

    private let documents: Lock<ServedDocuments>
    private let manager: DemoManager
    private let running = Lock<[UInt64: [ExchangeID: Task<Void, Never>]]>([:])
    /// By the name of the document and the place in it.
    private let positions = Lock<[String: [String: String]]>([:])

    init(_ documents: ServedDocuments, _ manager: DemoManager) {
        self.documents = Lock(documents)
        self.manager = manager
    }

    /// Checks against other versions of the documents from now on.
    func use(_ documents: ServedDocuments) {
        self.documents.withLock { $0 = documents }
        positions.withLock { $0 = [:] }
    }

    private func document(of request: HTTPRequest) -> ServedDocument? {
        documents.withLock { $0 }.document(of: request)
    }

    func replied(_ exchange: ExchangeID, to request: HTTPRequest, of call: Call, with response: APIResponse) {
        running.withLock { running in
            running[call.id, default: [:]][exchange] = Task.detached(priority: .utility) { [self] in
                if let verdict = verdict(on: response, to: request, of: call) { manager.judge(exchange, verdict) }
                self.running.withLock { running in
                    running[call.id]?[exchange] = nil
                    if running[call.id]?.isEmpty ?? false { running[call.id] = nil }
                }
            }
        }
    }

    /// Returns when every reply of this call is checked.
    func settled(_ call: UInt64) async {
        for task in running.withLock({ $0[call].map { Array($0.values) } ?? [] }) { await task.value }
    }

    /// The contract verdict of a reply as the journal keeps it; nil for undocumented, refused and condition replies.
    func verdict(on exchange: Exchange) -> Verdict? {
        guard let outcome = exchange.outcome, case .status(let status) = outcome.end, exchange.call.callback == nil
        else { return nil }
        switch exchange.action {
        case .refuse, .passThrough(.proxy): return nil
        case .stub: if exchange.action.isUnlikeTheDocument { return nil }
        case .passThrough: break
        }
        // A conditional request means that the client has the body; a WebSocket has none.
        guard status != 304, status != 101, let served = document(of: exchange.request),
            served.operation(of: exchange.request, exchange.call) != nil
        else { return nil }
        let flaws = served.flaws(of: exchange.request, body: exchange.requestBody).map { flaw in
            Verdict.Flaw(pointer: .root, message: exchange.redactor.text("request, \(flaw)"), place: "")
        }
        let ofReply = verdictOnReply(exchange, outcome)
        return flaws.isEmpty ? ofReply : .broken(flaws + (ofReply?.flaws ?? []))
    }

    private func verdictOnReply(_ exchange: Exchange, _ outcome: ExchangeOutcome) -> Verdict? {
        if exchange.isWithoutBodies { return .unchecked("its body was not kept") }
        if outcome.isCut { return .unchecked("only the beginning of its body was kept") }
        guard let body = outcome.decodedBody else { return .unchecked("its Content-Encoding cannot be read") }
        var response = APIResponse(
            head: HTTPResponse(status: HTTPResponse.Status(code: exchange.status ?? 0), headerFields: outcome.headers),
            body: body)
        // The check reports an error.
        try? response.parse()
        return verdict(on: response, to: exchange.request, of: exchange.call)
    }

    /// The positions of pointers in the document of a request, `openapi.yaml:210:13`. They are cached.
    @concurrent func positions(of places: Set<String>, for request: HTTPRequest) async -> [String: String] {
        guard let document = document(of: request)?.document else { return [:] }
        let name = document.source.name
        let known = positions.withLock { $0[name] ?? [:] }
        let unknown = places.filter { known[$0] == nil }
        guard !unknown.isEmpty else { return known }
        let found = document.positions(of: unknown)
        return positions.withLock { positions in
            positions[name, default: [:]].merge(found) { $1 }
            return positions[name] ?? [:]
        }
    }

    private func verdict(on response: APIResponse, to request: HTTPRequest, of call: Call) -> Verdict? {
        guard let served = document(of: request), let operation = served.operation(of: request, call) else {
            return nil
        }
        if response.isTruncated || response.body.count > Self.limit {
            return .unchecked("the body has more than \(Self.limit >> 20) MB")
        }
        let headers = response.head.headerFields
        let flaws = served.document.findings(
            of: operation, status: response.status, headers: headers, contentType: headers[.contentType],
            body: response.body, value: response.json
        ).flaws
        guard !flaws.isEmpty else { return .kept }
        return .broken(flaws.map { Verdict.Flaw(pointer: $0.pointer, message: $0.message, place: $0.place) })
    }
}

extension ServedDocument {
    fileprivate func operation(of request: HTTPRequest, _ call: Call) -> Operation? {
        if let id = call.operation, let operation = operation(id), operation.method == request.method {
            return operation
        }
        guard case .operation(let operation, _) = router.route(request.method, request.path ?? "/") else { return nil }
        return operation
    }
}

extension Decision.Action {
    /// True for conditions, which break the contract on purpose, and for replies of WebSockets to requests that are not
    /// for one.
    var isUnlikeTheDocument: Bool {
        guard case .stub(let reply, let stub) = self else { return false }
        guard reply.webSocket == nil else { return true }
        guard case .condition(let condition) = stub.kind else { return false }
        return stub.id == nil || condition == .malformed
    }
}

extension ContractWatch {
    private static let portion = 100
    private static let pause: Duration = .milliseconds(100)

    /// Checks the completed replies to a gateway's clients, using the journal's copies and pausing in between, so that no
    /// reply waits. Replies that leave the journal first are not checked.
    func followClients() -> Task<Void, Never> {
        // Subscribed before the journal is read, so that nothing is missed.
        let changes = manager.changes()
        return Task.detached(priority: .background) { [self] in
            var done: Set<ExchangeID> = []
            var iterator = changes.makeAsyncIterator()
            do {
                repeat {
                    while checkPortion(&done) { try await Task.sleep(for: Self.pause) }
                } while await iterator.next() != nil
            } catch {
                return
            }
        }
    }

    private func checkPortion(_ done: inout Set<ExchangeID>) -> Bool {
        let exchanges = manager.journal.exchanges
        // The screens' own calls are checked elsewhere.
        var portion: [Exchange] = []
        for exchange in exchanges.reversed() where portion.count < Self.portion {
            let isNew = exchange.outcome != nil && !exchange.call.isNumberedByApp && !done.contains(exchange.id)
            if isNew { portion.append(exchange) }
        }
        for exchange in portion {
            if let verdict = verdict(on: exchange) { manager.judge(exchange.id, verdict) }
            done.insert(exchange.id)
        }
        if done.count > 2 * exchanges.count + Self.portion { done.formIntersection(exchanges.map(\.id)) }
        return !portion.isEmpty
    }
}

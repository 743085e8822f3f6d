import APIDocument
import AppCore
import DemoManager
import WireFormats

/// Counts the calls of this run.
final class CoverageCounter: Sendable {
    private struct State: Sendable {
        var coverage = Coverage()
        var headers: [String: [String]] = [:]
        var onCount: (@Sendable () -> Void)?
    }

    private let state = Lock(State())

    init(of manager: DemoManager) { manager.onFinish = { [weak self] in self?.count($0) } }

    var coverage: Coverage { state.withLock { $0.coverage } }

    /// Counts the header parameters that the documents declare.
    func use(_ parts: [CoverageReport.Part]) {
        let headers = parts.flatMap { part in
            part.document.operations.map { operation in
                let names = operation.parameters.filter { $0.location == .header }.map(\.name)
                return (part.names.operation(operation.id), names)
            }
        }
        state.withLock { $0.headers = Dictionary(headers, uniquingKeysWith: { first, _ in first }) }
    }

    /// - Parameter body: called after each count.
    func onCount(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onCount = body } }

    private func count(_ exchange: Exchange) {
        guard exchange.call.callback == nil else { return }
        let onCount = state.withLock { state in
            state.coverage.count(exchange, headers: exchange.call.operation.flatMap { state.headers[$0] } ?? [])
            return state.onCount
        }
        onCount?()
    }
}

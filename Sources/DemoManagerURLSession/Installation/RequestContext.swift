import DemoManager
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The context of the code that makes a request. URLSession asks there whether it may load the request, and loads it elsewhere,
/// knowing the request alone.
enum RequestContext: Sendable {
    /// No condition applies.
    case plain
    /// The condition of its `withCondition`.
    case condition(Condition)
    /// Several conditions are open, and the request was made outside their tasks.
    case unclear([Condition])
    /// An isolation from which no call leaves, although the session belongs to `DemoManager.shared`.
    case isolation(DemoManager)
    /// Equal requests were made at the same time, in different contexts.
    case shared

    /// The context of a request that is made here for `manager`.
    init(_ marks: DemoMarks, _ manager: DemoManager) {
        let current = DemoManager.current
        let conditions = marks.condition == nil ? manager.openConditions : []
        if manager !== current, manager === DemoManager.shared, current.keepsCalls {
            self = .isolation(current)
        } else if conditions.count > 1 {
            self = .unclear(conditions)
        } else {
            self = conditions.first.map { .condition($0) } ?? .plain
        }
    }

    var isPlain: Bool { if case .plain = self { true } else { false } }

    fileprivate func isEqual(to other: RequestContext) -> Bool {
        switch (self, other) {
        case (.plain, .plain), (.shared, .shared): true
        case (.condition(let one), .condition(let other)): one == other
        case (.unclear(let one), .unclear(let other)): one == other
        case (.isolation(let one), .isolation(let other)): one === other
        default: false
        }
    }
}

extension Installation {
    /// Keeps the context of a request until its task is made.
    func keep(_ context: RequestContext, of request: URLRequest) {
        contexts.withLock { contexts in
            // Only a task that is never made leaves its context here.
            if contexts.count >= 1_000 { contexts = [:] }
            contexts[request, default: []].append(context)
        }
    }

    /// Takes the context that was kept of a request. Those of equal requests are told apart only if they are the same.
    func takeContext(of request: URLRequest) -> RequestContext {
        contexts.withLock { contexts in
            guard var waiting = contexts[request], let first = waiting.first else { return .plain }
            if !waiting.allSatisfy(first.isEqual) { waiting = waiting.map { _ in .shared } }
            let context = waiting.removeLast()
            contexts[request] = waiting.isEmpty ? nil : waiting
            return context
        }
    }
}

import DemoManager
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The surroundings of the code that makes a request. URLSession asks there whether it may load the request, and loads it
/// elsewhere. In between they wait here. Of equal requests at the same time, one may get those of the other: mark such
/// requests with `demoCondition`.
enum RequestContext: Sendable {
    /// The condition of its `withCondition`.
    case condition(Condition)
    /// Several conditions are open, and the request was made outside of their tasks.
    case unclear([Condition])
    /// An isolation that lets nothing leave, while the session belongs to `DemoManager.shared`.
    case isolation(DemoManager)

    /// The context of a request that is made here for `manager`; nil where there is nothing to say.
    init?(_ marks: DemoMarks, _ manager: DemoManager) {
        let current = DemoManager.current
        let conditions = marks.condition == nil ? manager.openConditions : []
        if manager !== current, manager === DemoManager.shared, current.unmatched == .error {
            self = .isolation(current)
        } else if conditions.count > 1 {
            self = .unclear(conditions)
        } else if let condition = conditions.first {
            self = .condition(condition)
        } else {
            return nil
        }
    }
}

extension Installation {
    /// Keeps the context of a request until it is loaded.
    func keep(_ context: RequestContext, of request: URLRequest) {
        contexts.withLock { contexts in
            // A task that was cancelled before it began never comes for its own.
            if contexts.count >= 1_000 { contexts = [:] }
            contexts[request, default: []].append(context)
        }
    }

    /// Takes the context that was kept of a request, if one was.
    func takeContext(of request: URLRequest) -> RequestContext? {
        contexts.withLock { contexts in
            guard var waiting = contexts[request], !waiting.isEmpty else { return nil }
            let context = waiting.removeFirst()
            contexts[request] = waiting.isEmpty ? nil : waiting
            return context
        }
    }
}

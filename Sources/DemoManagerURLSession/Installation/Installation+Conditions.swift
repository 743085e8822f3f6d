import DemoManager
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// `DemoManager.withCondition` holds for the Swift task it is called in. URLSession asks in that task whether it may load a
/// request, and loads it outside of it; in between its condition waits here. Of equal requests at the same time, one may get
/// the condition of the other: mark those with `demoCondition`.
extension Installation {
    /// Keeps the condition a request was asked about with.
    func keep(_ condition: Condition, of request: URLRequest) {
        conditions.withLock { conditions in
            // A task that was cancelled before it began never comes for its own.
            if conditions.count >= 1_000 { conditions = [:] }
            conditions[request, default: []].append(condition)
        }
    }

    /// Takes the condition that was kept of a request, if one was.
    func takeCondition(of request: URLRequest) -> Condition? {
        conditions.withLock { conditions in
            guard var waiting = conditions[request], !waiting.isEmpty else { return nil }
            let condition = waiting.removeFirst()
            conditions[request] = waiting.isEmpty ? nil : waiting
            return condition
        }
    }
}

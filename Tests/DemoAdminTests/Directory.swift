import DemoManager
import Synchronization

@testable import DemoAdmin

/// Sessions without a gateway.
final class Directory: SessionDirectory {
    private let base: DemoManager
    private let managers = Mutex<[String: DemoManager]>([:])

    init(_ base: DemoManager) { self.base = base }

    var names: [String] { managers.withLock { $0.keys.sorted() } }
    var current: [String: DemoManager] { managers.withLock { $0 } }
    func known(_ name: String) -> DemoManager? {
        let known = managers.withLock { $0[name] }
        if let known { base.update(known) }
        return known
    }
    func manager(_ name: String?) -> DemoManager {
        guard let name else { return base }
        return managers.withLock { managers in
            let manager = managers[name] ?? base.makeSession(named: name)
            managers[name] = manager
            return manager
        }
    }
    func forget(_ name: String) -> Bool {
        let isKnown = managers.withLock { $0.removeValue(forKey: name) } != nil
        base.forgetSession(name)
        return isKnown
    }
}

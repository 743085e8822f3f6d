import DemoManager
import Foundation
import JSONText

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One configuration a manager was put into. Its class is its name.
final class Installation: Sendable {
    /// The manager, as long as somebody else keeps it. Never written again.
    nonisolated(unsafe) private(set) weak var manager: DemoManager?
    /// The configuration the app has; sessions have copies of it.
    let configuration: URLSessionConfiguration

    /// The sessions that send in place of the app's own.
    let sessions = Lock<[Origin: URLSession]>([:])

    /// The surroundings of requests that are about to be loaded.
    let contexts = Lock<[URLRequest: [RequestContext]]>([:])

    private static let all = Lock(Book())

    deinit {
        for session in sessions.withLock({ $0 }).values { session.finishTasksAndInvalidate() }
    }

    private init(_ manager: DemoManager, _ configuration: URLSessionConfiguration) {
        self.manager = manager
        self.configuration = configuration
    }

    /// Makes the class that stands for `manager` in `configuration`.
    static func add(_ manager: DemoManager, _ configuration: URLSessionConfiguration) -> DemoURLProtocol.Type {
        let installation = Installation(manager, configuration)
        return all.withLock { book in
            // Numbers are never given again: a session of a manager that is gone may still have the class.
            book.count += 1
            let type = DemoURLProtocol.numbered(book.count)
            book.sweep()
            book.installations[ObjectIdentifier(type)] = installation
            return type
        }
    }

    /// The installation `type` stands for; nil once its manager is gone.
    static func of(_ type: DemoURLProtocol.Type) -> (installation: Installation, manager: DemoManager)? {
        let installation = all.withLock { $0.installations[ObjectIdentifier(type)] }
        guard let installation, let manager = installation.manager else { return nil }
        return (installation, manager)
    }

    private struct Book: Sendable {
        var count = 0
        var installations: [ObjectIdentifier: Installation] = [:]
        /// How many there may be before those whose manager is gone are looked for.
        var limit = 16

        mutating func sweep() {
            guard installations.count >= limit else { return }
            installations = installations.filter { $0.value.manager != nil }
            limit = max(16, installations.count * 2)
        }
    }
}

import DemoManager
import Foundation
import WireFormats

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The installation of a manager in one configuration, identified by a class.
final class Installation: Sendable {
    /// The manager, not retained. Never set again.
    nonisolated(unsafe) private(set) weak var manager: DemoManager?
    /// The app's configuration, of which sessions have copies.
    let configuration: URLSessionConfiguration

    /// The sessions that send requests on behalf of the app's sessions.
    let sessions = Lock<[Origin: URLSession]>([:])

    /// The contexts of requests whose tasks are about to be made.
    let contexts = Lock<[URLRequest: [RequestContext]]>([:])

    private static let all = Lock(Book())

    deinit {
        for session in sessions.withLock({ $0 }).values { session.finishTasksAndInvalidate() }
    }

    private init(_ manager: DemoManager, _ configuration: URLSessionConfiguration) {
        self.manager = manager
        self.configuration = configuration
    }

    /// Creates the class that represents `manager` in `configuration`.
    static func add(_ manager: DemoManager, _ configuration: URLSessionConfiguration) -> DemoURLProtocol.Type {
        let installation = Installation(manager, configuration)
        return all.withLock { book in
            // Numbers are never reused, because a session of a deallocated manager may still have the class.
            book.count += 1
            let type = DemoURLProtocol.numbered(book.count)
            book.sweep()
            book.installations[ObjectIdentifier(type)] = installation
            return type
        }
    }

    /// Makes the class that stands for `manager` in `URLSession.shared`, in place of the one before.
    static func addToSharedSession(_ manager: DemoManager) throws(Problem) {
        let type = add(manager, .default)
        // False is for classes that are no URLProtocol.
        _ = URLProtocol.registerClass(type)
        #if canImport(Darwin)
            let before = all.withLock { book in
                defer { book.shared = type }
                return book.shared
            }
            if let before { URLProtocol.unregisterClass(before) }
        #else
            // URLSession.shared keeps the classes that were registered when it was made. Those of Foundation are registered by
            // the first session of the process, and take every request that comes to them. A fresh configuration lists them.
            let builtIn = URLSessionConfiguration.ephemeral.protocolClasses ?? []
            let first: AnyClass? = URLSession.shared.configuration.protocolClasses?.first { known in
                known is DemoURLProtocol.Type || builtIn.contains { $0 == known }
            }
            if first == type { return }
            URLProtocol.unregisterClass(type)
            guard let first = first as? DemoURLProtocol.Type, of(first)?.manager === manager else {
                throw Problem(
                    "a URLSession was made before, or another manager is installed; call installInSharedSession() once, "
                        + "before any URLSession is made",
                    file: "URLSession.shared")
            }
        #endif
    }

    /// The installation that `type` represents; nil after its manager was deallocated.
    static func of(_ type: DemoURLProtocol.Type) -> (installation: Installation, manager: DemoManager)? {
        let installation = all.withLock { $0.installations[ObjectIdentifier(type)] }
        guard let installation, let manager = installation.manager else { return nil }
        return (installation, manager)
    }

    private struct Book: Sendable {
        var count = 0
        var installations: [ObjectIdentifier: Installation] = [:]
        #if canImport(Darwin)
            /// The class in `URLSession.shared`.
            var shared: DemoURLProtocol.Type?
        #endif
        /// How many there may be before those whose manager is gone are looked for.
        var limit = 16

        mutating func sweep() {
            guard installations.count >= limit else { return }
            installations = installations.filter { $0.value.manager != nil }
            limit = max(16, installations.count * 2)
        }
    }
}

/// A number as a type, in binary. URLSession takes classes, not instances, and its questions carry no context. So each
/// installation needs its own class, and only a generic argument can create a class at run time.
protocol ClassNumber {}

/// The empty number.
enum NoDigits: ClassNumber {}
/// A number followed by the digit 0.
enum Zero<Rest: ClassNumber>: ClassNumber {}
/// A number followed by the digit 1.
enum One<Rest: ClassNumber>: ClassNumber {}

final class NumberedProtocol<Number: ClassNumber>: DemoURLProtocol {}

extension DemoURLProtocol {
    /// The class for this number, always the same.
    static func numbered(_ number: Int) -> DemoURLProtocol.Type {
        func type<Number: ClassNumber>(_: Number.Type) -> DemoURLProtocol.Type { NumberedProtocol<Number>.self }
        return type(digits(number))
    }

    private static func digits(_ number: Int) -> any ClassNumber.Type {
        func with<Rest: ClassNumber>(_: Rest.Type, _ digit: Int) -> any ClassNumber.Type {
            digit == 0 ? Zero<Rest>.self : One<Rest>.self
        }
        return number <= 0 ? NoDigits.self : with(digits(number / 2), number % 2)
    }
}

/// The server that receives a request sent on behalf of a task.
enum Origin: Sendable {
    /// The server of the task's request.
    case own
    /// The server that a stub forwards to, which must get none of the session's data.
    case other
}

extension URLSessionConfiguration {
    /// The protocol classes except those of managers.
    var classesOfOthers: [AnyClass] { (protocolClasses ?? []).filter { !($0 is DemoURLProtocol.Type) } }
}

extension Installation {
    /// The session that sends on behalf of the app's, created when first used.
    func session(for origin: Origin) -> URLSession {
        sessions.withLock { sessions in
            if let session = sessions[origin] { return session }
            #if canImport(Darwin)
                let session = URLSession(
                    configuration: configuration(for: origin), delegate: RedirectsUnfollowed(), delegateQueue: nil)
            #else
                let session = URLSession(configuration: configuration(for: origin))
            #endif
            sessions[origin] = session
            return session
        }
    }

    private func configuration(for origin: Origin) -> URLSessionConfiguration {
        let copy = configuration.copy() as? URLSessionConfiguration ?? .default
        copy.protocolClasses = configuration.classesOfOthers
        #if !canImport(Darwin)
            copy.protocolClasses = [PassingProtocol.self] + configuration.classesOfOthers
        #endif
        if origin == .other {
            // The request has all data for that server.
            copy.httpAdditionalHeaders = nil
            copy.httpCookieStorage = nil
            copy.urlCredentialStorage = nil
            copy.urlCache = nil
        }
        return copy
    }
}

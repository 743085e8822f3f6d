import DemoManager
import Foundation
import WireFormats

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

    /// Makes the class that stands for `manager` in `URLSession.shared`, in place of the one before.
    static func addToSharedSession(_ manager: DemoManager) {
        let type = add(manager, .default)
        let before = all.withLock { book in
            defer { book.shared = type }
            return book.shared
        }
        if let before { URLProtocol.unregisterClass(before) }
        // False is for classes that are no URLProtocol.
        _ = URLProtocol.registerClass(type)
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
        /// The class in `URLSession.shared`.
        var shared: DemoURLProtocol.Type?
        /// How many there may be before those whose manager is gone are looked for.
        var limit = 16

        mutating func sweep() {
            guard installations.count >= limit else { return }
            installations = installations.filter { $0.value.manager != nil }
            limit = max(16, installations.count * 2)
        }
    }
}

/// A number as a type, in binary. URLSession takes classes, not instances, and asks them questions that carry no
/// context. So every installation needs a class of its own, which can be created at run time only as an argument of a
/// generic one.
protocol ClassNumber {}

/// Nothing: the digits before the first.
enum NoDigits: ClassNumber {}
/// A number followed by the digit 0.
enum Zero<Rest: ClassNumber>: ClassNumber {}
/// A number followed by the digit 1.
enum One<Rest: ClassNumber>: ClassNumber {}

/// The protocol class of one installation.
final class NumberedProtocol<Number: ClassNumber>: DemoURLProtocol {}

extension DemoURLProtocol {
    /// The class of this number; always the same one.
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

/// Which server a request goes to that is sent in place of a task's own.
enum Origin: Sendable {
    /// The one the task meant.
    case own
    /// The one a stub forwards to; it gets nothing of the session's.
    case other
}

extension URLSessionConfiguration {
    /// Its protocol classes but those of managers.
    var classesOfOthers: [AnyClass] { (protocolClasses ?? []).filter { !($0 is DemoURLProtocol.Type) } }
}

extension Installation {
    /// The session that sends in place of the app's, made when it is first needed.
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
            // The data to send to it are in the request.
            copy.httpAdditionalHeaders = nil
            copy.httpCookieStorage = nil
            copy.urlCredentialStorage = nil
            copy.urlCache = nil
        }
        return copy
    }
}

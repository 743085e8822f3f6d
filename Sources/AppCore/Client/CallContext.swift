import NIOConcurrencyHelpers

/// The context of a call; an explicit argument of every step of the chain.
///
/// One user action is one call. Retries, a token fetched for it and the repeat after a refresh are its attempts.
public struct CallContext: Sendable {
    /// Id of the call, unique in this process; it survives a change of session.
    public let id: UInt64
    /// Screen the call belongs to, or nil.
    public var screen: String?
    /// Operation of the exchange at hand: the endpoint's own, or that of the token endpoint.
    public var operation: String?
    /// Session the call runs in.
    public var session: Session
    /// Number of the attempt at hand, from 1.
    public private(set) var attempt = 1
    /// True if tokens are sent; set by the client from the endpoint.
    public internal(set) var requiresAuthentication = true
    /// Told the number of each repeat, from any thread.
    public var onAttempt: @Sendable (Int) -> Void
    /// Gets a reply that comes value by value, as far as it is there, from any thread. Without it a stream has the deadlines of
    /// other replies.
    public var onPart: (@Sendable (APIResponse) -> Void)?

    private let counter = NIOLockedValueBox(1)

    public init(
        id: UInt64 = CallContext.nextID(),
        screen: String? = nil,
        operation: String? = nil,
        session: Session,
        onAttempt: @escaping @Sendable (Int) -> Void = { _ in },
        onPart: (@Sendable (APIResponse) -> Void)? = nil
    ) {
        self.id = id
        self.screen = screen
        self.operation = operation
        self.session = session
        self.onAttempt = onAttempt
        self.onPart = onPart
    }

    /// The context of the next attempt of this call.
    ///
    /// - Parameter isTold: whether `onAttempt` hears of it; fetching a token is no repeat to show.
    public func nextAttempt(isTold: Bool = true) -> CallContext {
        var next = self
        next.attempt = counter.withLockedValue { count in
            count += 1
            return count
        }
        if isTold { onAttempt(next.attempt) }
        return next
    }

    /// Attempts made so far.
    public var attempts: Int { counter.withLockedValue { $0 } }

    /// A new id, unique in this process, from 1.
    public static func nextID() -> UInt64 {
        lastID.withLockedValue { id in
            id += 1
            return id
        }
    }

    private static let lastID = NIOLockedValueBox<UInt64>(0)
}

/// Opaque key that keeps apart what belongs to one kind of calls: tokens and their refresh.
///
/// The composition root chooses the keys; nothing here interprets them.
public struct Session: Sendable, Hashable {
    /// The key itself.
    public let key: String

    public init(_ key: String) {
        self.key = key
    }
}

/// Thrown by a middleware before anything left: the client starts the call again in another session.
///
/// The repeat keeps the call's id and happens at most once per call.
public struct SessionChange: Error, Hashable, Sendable {
    /// Session the call is to be made in.
    public let session: Session

    /// Asks for the call to be made in `session`.
    public init(to session: Session) {
        self.session = session
    }
}

import HTTPTypes
import NIOConcurrencyHelpers

/// The context of a call; an explicit argument of every step of the chain.
///
/// One user action is one call. Retries, a token fetched for it and the repeat after a refresh are its attempts.
package struct CallContext: Sendable {
    /// Id of the call, unique in this process; it survives a change of session.
    package let id: UInt64
    /// Screen the call belongs to, or nil.
    package var screen: String?
    /// Operation of the exchange at hand: the endpoint's own, or that of the token endpoint.
    package var operation: String?
    /// Session the call runs in.
    package var session: Session
    /// Number of the attempt at hand, from 1.
    package private(set) var attempt = 1
    /// True if tokens are sent; set by the client from the endpoint.
    package internal(set) var requiresAuthentication = true
    /// Told the number of each repeat, from any thread.
    package var onAttempt: @Sendable (Int) -> Void
    /// Gets the bytes of a stream of events or JSON lines as they come, with the headers, from any thread. The stream has no
    /// deadlines and is not repeated; its watcher ends it.
    package var onPart: PartHandler?
    package typealias PartHandler = @Sendable (HTTPFields, ArraySlice<UInt8>) -> Void

    private let counter = NIOLockedValueBox(1)

    package init(
        screen: String? = nil, operation: String? = nil, session: Session,
        onAttempt: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        id = Self.lastID.next()
        self.screen = screen
        self.operation = operation
        self.session = session
        self.onAttempt = onAttempt
    }

    /// The context of the next attempt of this call.
    ///
    /// - Parameter isReported: false for the fetch of a token, which is not a repeat to show.
    package func nextAttempt(isReported: Bool = true) -> CallContext {
        var next = self
        next.attempt = counter.next()
        if isReported { onAttempt(next.attempt) }
        return next
    }

    private static let lastID = NIOLockedValueBox<UInt64>(0)
}

extension NIOLockedValueBox where Value: FixedWidthInteger {
    fileprivate func next() -> Value {
        withLockedValue { number in
            number += 1
            return number
        }
    }
}

/// Opaque key that keeps apart what belongs to one kind of calls: tokens and their refresh.
///
/// The composition root chooses the keys; nothing here interprets them.
package struct Session: Sendable, Hashable {
    /// The key itself.
    package let key: String

    package init(_ key: String) {
        self.key = key
    }
}

/// Thrown by a middleware before anything left: the client starts the call again in another session.
///
/// The repeat keeps the call's id and happens at most once per call.
package struct SessionChange: Error, Hashable, Sendable {
    /// Session the call is to be made in.
    package let session: Session

    /// Asks for the call to be made in `session`.
    package init(to session: Session) {
        self.session = session
    }
}

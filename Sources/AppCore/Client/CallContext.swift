import HTTPTypes
import NIOConcurrencyHelpers

/// The context of a call, passed to every step of the chain.
///
/// One user action is one call. Retries, the fetch of a token, and the repeat after it are its attempts.
package struct CallContext: Sendable {
    /// The id of the call, unique in this process; a change of session keeps it.
    package let id: UInt64
    package var screen: String?
    /// The operation of the current exchange: the endpoint's own, or that of the token endpoint.
    package var operation: String?
    package var session: Session
    /// The number of the current attempt, from 1.
    package private(set) var attempt = 1
    package internal(set) var requiresAuthentication = true
    /// Receives the number of each repeat, on any thread.
    package var onAttempt: @Sendable (Int) -> Void
    /// Receives the bytes of an event or JSON lines stream as they arrive, with the headers, on any thread. The stream
    /// has no deadlines and is not repeated; its client ends it.
    package var onPart: PartHandler?
    package typealias PartHandler = @Sendable (HTTPFields, ArraySlice<UInt8>) -> Void

    private let counter = NIOLockedValueBox(1)

    package init(
        screen: String? = nil, operation: String? = nil, session: Session,
        onAttempt: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        id = Self.lastID.next()
        (self.screen, self.operation, self.session, self.onAttempt) = (screen, operation, session, onAttempt)
    }

    /// The context of the next attempt of this call.
    ///
    /// - Parameter isReported: false for the fetch of a token, which is not shown as a repeat.
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

/// A key that separates the tokens of different kinds of calls.
///
/// The composition root chooses the keys; this module does not interpret them.
package struct Session: Sendable, Hashable {
    package let key: String

    package init(_ key: String) {
        self.key = key
    }
}

/// Thrown by a middleware before anything is sent, so that the client restarts the call in another session.
///
/// The restart keeps the call's id and happens at most once per call.
package struct SessionChange: Error, Hashable, Sendable {
    package let session: Session

    package init(to session: Session) {
        self.session = session
    }
}

/// Opaque key that keeps apart what belongs to one kind of calls: tokens and their refresh.
///
/// The composition root chooses the keys; nothing here interprets them.
public struct Session: Sendable, Hashable {
    /// The key itself.
    public let key: String

    /// Creates a session of the given key.
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

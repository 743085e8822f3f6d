/// Remembers what was written in demo, and lets later replies show it: what was posted is in the list, what was deleted is
/// gone.
///
/// The manager asks it after a decision, outside of its lock, for replies of stub files, recordings, examples and
/// generated stubs. Replies of conditions, scenarios, stubs in code and of sequences that a person wrote are given as
/// they are. A recorded sequence is the server's data at several times, and shows later writes.
package protocol ReplyMemory: Sendable {
    /// True if `reply(_:to:of:)` needs the request's body.
    func needsBody(_ request: HTTPRequest) -> Bool

    /// The reply to give instead of `reply`.
    ///
    /// - Parameters:
    ///   - reply: what the stub answers.
    ///   - request: the request it answers.
    ///   - call: the call the request belongs to; each `session` may have a memory of its own.
    ///   - source: where the stub comes from. A write that is answered with a recording gets its bytes, and is remembered as it says.
    func reply(_ reply: StubReply, to request: ReceivedRequest, of call: Call, from source: StubSource) -> StubReply

    /// Forgets what was written by these operations' resources; nil forgets everything.
    ///
    /// - Parameters:
    ///   - operations: ids of operations; nil is all of them.
    ///   - session: whose, as the calls name it; nil is everyone's.
    func forget(_ operations: Set<String>?, of session: String?)

    /// The remembered resources, for people.
    var remembered: [RememberedResource] { get }
}

/// The content of a memory for one resource.
package struct RememberedResource: Sendable, Equatable, Identifiable {
    /// Its path, such as `/users` or `/me`.
    package var path: String
    /// Rows that were added.
    package var added: Int
    /// Rows, or the item itself, that were changed.
    package var changed: Int
    /// Rows that were deleted.
    package var deleted: Int
    /// Writes that are forgotten, since there were more than the memory holds.
    package var forgotten: Int

    /// The path.
    package var id: String { path }

    /// A resource with what happened to it.
    package init(path: String, added: Int = 0, changed: Int = 0, deleted: Int = 0, forgotten: Int = 0) {
        self.path = path
        self.added = added
        self.changed = changed
        self.deleted = deleted
        self.forgotten = forgotten
    }
}

extension DemoManager {
    /// The memory of writes in demo; nil, the default, remembers nothing.
    package var memory: (any ReplyMemory)? {
        get { lock.withLock { $0.memory } }
        set { lock.withLock { $0.memory = newValue } }
    }
}

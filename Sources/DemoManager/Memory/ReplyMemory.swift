/// Remembers writes in demo mode and applies them to later replies: a posted item appears in its list, a deleted one
/// disappears.
///
/// The manager uses it after a decision, outside its lock, for replies of stub files, recordings, examples and
/// generated stubs. Replies of conditions, scenarios, stubs in code and handwritten sequences are not changed. A
/// recorded sequence is the server's data at several times, so it shows later writes.
package protocol ReplyMemory: Sendable {
    /// True if `reply(_:to:of:)` needs the request's body.
    func needsBody(_ request: HTTPRequest) -> Bool

    /// The reply to give instead of `reply`.
    ///
    /// - Parameters:
    ///   - reply: the stub's reply.
    ///   - request: the request.
    ///   - call: the call of the request; each `session` may have a memory of its own.
    ///   - source: the stub's source. A recording's reply to a write is kept unchanged and remembered.
    func reply(_ reply: StubReply, to request: ReceivedRequest, of call: Call, from source: StubSource) -> StubReply

    /// Forgets the writes to the resources of some operations.
    ///
    /// - Parameters:
    ///   - operations: ids of operations; nil for all.
    ///   - session: the session's name, as in its calls; nil for everyone.
    func forget(_ operations: Set<String>?, of session: String?)

    /// The remembered resources, to show to the user.
    var remembered: [RememberedResource] { get }
}

package struct RememberedResource: Sendable, Equatable, Identifiable {
    /// The path, such as `/users` or `/me`.
    package var path: String
    /// The number of items that were added.
    package var added: Int
    /// The number of items that were changed, or the resource itself.
    package var changed: Int
    /// The number of items that were deleted.
    package var deleted: Int
    /// The number of writes that exceeded the memory's limit and were forgotten.
    package var forgotten: Int

    package var id: String { path }

    package init(path: String, added: Int = 0, changed: Int = 0, deleted: Int = 0, forgotten: Int = 0) {
        (self.path, self.added, self.changed, self.deleted, self.forgotten) = (path, added, changed, deleted, forgotten)
    }
}

extension DemoManager {
    /// The memory of writes in demo mode; nil, the default, remembers nothing.
    package var memory: (any ReplyMemory)? {
        get { lock.withLock { $0.memory } }
        set { lock.withLock { $0.memory = newValue } }
    }
}

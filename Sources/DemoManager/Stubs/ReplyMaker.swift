/// Makes a reply from the request it answers: an id of the path in the body, another page of a list.
///
/// It runs once per answer, outside of the manager's lock. What it throws refuses the request, with the message as its error;
/// a ``NotOffered`` also says with which status.
public struct ReplyMaker: Sendable {
    /// Whether it looks at the request's body; without it a client need not collect one.
    public let needsBody: Bool
    /// Makes the reply. Throws to refuse the request.
    public let make: @Sendable (ReceivedRequest, inout StubReply) throws -> Void

    /// A maker.
    ///
    /// - Parameters:
    ///   - needsBody: whether `make` looks at the request's body.
    ///   - make: changes the reply, which begins as the stub has it. What it throws refuses the request.
    public init(needsBody: Bool = true, _ make: @escaping @Sendable (ReceivedRequest, inout StubReply) throws -> Void) {
        self.needsBody = needsBody
        self.make = make
    }
}

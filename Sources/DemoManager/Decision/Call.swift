import HTTPTypes

/// One user action, with the mode it began in. All its attempts keep the mode: retries, a refresh and the repeat.
public struct Call: Sendable, Hashable {
    /// The id, unique per call and shared by its attempts.
    package var id: UInt64
    /// True if the app chose the id; ids of `DemoManager.beginCall` have the top bit set.
    package var isNumberedByApp: Bool { id < 1 << 63 }
    /// The screen it belongs to, if any.
    package var screen: String?
    /// The operation it performs, if known.
    package var operation: String?
    /// An opaque key of the app's session.
    package var session: String?
    /// The mode, set when the call began.
    package var mode: Mode
    /// The call's own condition; it overrides the operation's and the screen's.
    package var condition: Condition?
    /// The client's request line and address, if a gateway decides on the request as one to its upstream server. Nil if
    /// they are those of the request itself.
    package var asked: Asked?
    /// The number of the API description that routed it; nil if any may decide it.
    package var description: UInt64?
    /// True if it is sent to the server whatever the switches say.
    package var isBypassed: Bool
    package var heldBy: String?
    /// True if its request was edited at the breakpoint.
    package var isRequestEdited = false
    /// True if its reply was edited at the breakpoint.
    package var isReplyEdited = false
    /// The name of the callback or webhook that it sends; nil for a call of a client.
    package var callback: String?

    /// Creates a call with a known mode; `DemoManager.beginCall` takes the mode from the switches.
    package init(
        id: UInt64, screen: String? = nil, operation: String? = nil, session: String? = nil, mode: Mode,
        condition: Condition? = nil, isBypassed: Bool = false
    ) {
        (self.id, self.screen, self.operation, self.session) = (id, screen, operation, session)
        (self.mode, self.condition, self.isBypassed) = (mode, condition, isBypassed)
    }

    /// The request line and the address as a client sent them.
    package struct Asked: Sendable, Hashable {
        /// The method; HEAD if the stub of a GET answers a HEAD request.
        package var method: HTTPRequest.Method
        /// `http` or `https`.
        package var scheme: String?
        /// Host and port.
        package var authority: String?
        /// Path and query.
        package var path: String?

        package init(_ request: HTTPRequest) {
            (method, scheme) = (request.method, request.scheme)
            (authority, path) = (request.authority, request.path)
        }
    }
}

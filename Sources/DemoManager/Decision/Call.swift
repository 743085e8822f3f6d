import HTTPTypes

/// One user action, with the mode it began in. Every attempt of it - retries, a refresh and its repeat - keeps the mode.
public struct Call: Sendable, Hashable {
    /// Unique per call; all attempts share it.
    package var id: UInt64
    /// True if the app gave it its id; those that `DemoManager.beginCall` gives have the top bit.
    package var isNumberedByApp: Bool { id < 1 << 63 }
    /// The screen it belongs to, if any.
    package var screen: String?
    /// The operation it performs, if known.
    package var operation: String?
    /// An opaque key of the app's session.
    package var session: String?
    /// How it is answered, bound when it began.
    package var mode: Mode
    /// The call's own condition; it wins over the operation's and the screen's.
    package var condition: Condition?
    /// The client's own request, if it came to a gateway and is decided on as one to the server behind it: host and
    /// port, and the path as sent. Nil where that is the request itself.
    package var asked: Asked?
    /// The number of the description it was routed by; nil if any may decide it.
    package var description: UInt64?
    /// True if it goes to the server whatever the switches say.
    package var isBypassed: Bool
    /// The breakpoint that held it; nil for none.
    package var heldBy: String?
    /// True if its request was edited at the breakpoint.
    package var isRequestEdited = false
    /// True if its reply was.
    package var isReplyEdited = false
    /// The callback or webhook that it sends to a client; nil for a call of a client.
    package var callback: String?

    /// A call. `DemoManager.beginCall` makes one with the mode the switches say; this is for who already knows it.
    package init(
        id: UInt64, screen: String? = nil, operation: String? = nil, session: String? = nil, mode: Mode,
        condition: Condition? = nil, isBypassed: Bool = false
    ) {
        self.id = id
        self.screen = screen
        self.operation = operation
        self.session = session
        self.mode = mode
        self.condition = condition
        self.isBypassed = isBypassed
    }

    /// The request line and the address as a client sent them.
    package struct Asked: Sendable, Hashable {
        /// HEAD if the stub of a GET answers one.
        package var method: HTTPRequest.Method
        /// `http` or `https`.
        package var scheme: String?
        /// Host and port.
        package var authority: String?
        /// Path and query.
        package var path: String?

        /// Takes line and address from a request.
        package init(_ request: HTTPRequest) {
            (method, scheme) = (request.method, request.scheme)
            (authority, path) = (request.authority, request.path)
        }
    }
}

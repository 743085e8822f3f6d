import HTTPTypes
import JSONText

/// What an app tells the manager about one of its screens.
public struct ScreenDescription: Sendable, Hashable, Identifiable {
    /// The screen's id, as calls name it.
    public var id: String
    /// The screen it is opened from; nil stands in the sidebar. A live `open(_:from:)` wins over it.
    public var openedFrom: String?
    /// Ids of the operations the screen shows: what a condition of the screen covers.
    public var operations: [String]

    /// A screen that shows `operations`.
    public init(id: String, openedFrom: String? = nil, operations: [String] = []) {
        self.id = id
        self.openedFrom = openedFrom
        self.operations = operations
    }
}

/// What an app tells the manager about one operation of its API.
public struct OperationDescription: Sendable, Hashable, Identifiable {
    /// The operation's id, as calls name it.
    public var id: String
    /// Its method.
    public var method: HTTPRequest.Method
    /// Its whole path, base path included, with parameters in braces: `/user/{userId}`.
    public var pathTemplate: String
    /// Query parameters that ask for another page (`cursor`, `page` ...); empty means the usual names.
    public var pageParameters: [String]
    /// A body of its success, for the conditions `success`, `empty` and `malformed` where no stub has one.
    public var successBody: JSONValue?
    /// Replies of the conditions that are errors, by status, where no stub has one; a status without one gets the manager's own.
    public var errorReplies: [Int: ErrorReply]

    /// The reply of a condition that is an error.
    public struct ErrorReply: Sendable, Hashable {
        /// The body's media type.
        public var contentType: String
        /// The whole body.
        public var body: [UInt8]

        /// A reply of that type.
        public init(contentType: String, body: [UInt8]) {
            self.contentType = contentType
            self.body = body
        }
    }

    /// An operation.
    public init(
        id: String, method: HTTPRequest.Method, pathTemplate: String, pageParameters: [String] = [],
        successBody: JSONValue? = nil, errorReplies: [Int: ErrorReply] = [:]
    ) {
        self.id = id
        self.method = method
        self.pathTemplate = pathTemplate
        self.pageParameters = pageParameters
        self.successBody = successBody
        self.errorReplies = errorReplies
    }
}

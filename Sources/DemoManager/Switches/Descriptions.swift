import HTTPTypes
import WireFormats

/// An app's description of one of its screens.
public struct ScreenDescription: Sendable, Hashable {
    /// The screen's id, as used in calls.
    package var id: String
    /// The screen it opens from; nil for a top-level screen. ``DemoManager/open(_:from:)`` overrides it.
    package var openedFrom: String?
    /// Ids of the operations that the screen shows, which a condition of the screen covers.
    package var operations: [String]

    /// Creates the description of a screen.
    public init(id: String, openedFrom: String? = nil, operations: [String] = []) {
        self.id = id
        self.openedFrom = openedFrom
        self.operations = operations
    }
}

/// An app's description of one operation of its API.
public struct OperationDescription: Sendable, Hashable {
    /// The operation's id, as used in calls.
    package var id: String
    package var method: HTTPRequest.Method
    /// The whole path, including the base path, with parameters in braces: `/user/{userId}`.
    package var pathTemplate: String
    /// Query parameters that select a page (`cursor`, `page` ...); empty for the default names.
    package var pageParameters: [String] = []
    /// A body of its success, for the conditions `success`, `empty` and `malformed` if no stub has one.
    package var successBody: JSONValue?
    /// True if its success has a JSON body, or if that is unknown.
    package var hasJSONBody = true
    /// Replies for error conditions, by status, if no stub has one. Other statuses get the built-in reply.
    package var errorReplies: [Int: ErrorReply] = [:]

    /// The reply of an error condition.
    package struct ErrorReply: Sendable, Hashable {
        /// The body's media type.
        package var contentType: String
        package var body: [UInt8]
        /// The source of the body, in a few words for people.
        package var origin: String

        package init(contentType: String, body: [UInt8], origin: String = "described") {
            self.contentType = contentType
            self.body = body
            self.origin = origin
        }
    }

    /// Creates the description of an operation.
    public init(id: String, method: HTTPRequest.Method, pathTemplate: String) {
        (self.id, self.method, self.pathTemplate) = (id, method, pathTemplate)
    }
}

/// The described screens and operations.
struct Catalog: Sendable {
    private(set) var screens: [String: ScreenDescription] = [:]
    /// Ids of the top-level screens, in the described order.
    private(set) var sidebar: [String] = []
    private(set) var operations: [String: OperationDescription] = [:]
    /// The number of the description; 0 before the first.
    var number: UInt64 = 0
    /// The document's routes for a server.
    var routes: (any Sendable)?
    var redactor = Redactor()
    /// The number of first segments that all operations' paths share, usually the server's base path.
    private(set) var commonSegments = 0
    private var templates: [(template: URLTemplate, operation: OperationDescription)] = []

    init() {}

    init(screens: [ScreenDescription], operations: [OperationDescription]) {
        for screen in screens { self.screens[screen.id] = screen }
        sidebar = screens.filter { $0.openedFrom == nil }.map(\.id)
        let paths = operations.map { $0.pathTemplate.split(separator: "/") }
        commonSegments = paths.reduce(paths.first?.count ?? 0) { count, path in
            zip(paths[0], path).prefix(count).prefix { $0 == $1 }.count
        }
        for operation in operations {
            self.operations[operation.id] = operation
            // An operation with an invalid template is found only by its id.
            if let template = try? URLTemplate(operation.pathTemplate) { templates.append((template, operation)) }
        }
    }

    /// The operation of a call: by its id, else by method and path; templates with fewer parameters first.
    func operation(of call: Call, _ facts: RequestFacts) -> OperationDescription? {
        if let id = call.operation { return operations[id] }
        return templates.filter { $0.operation.method == facts.method && $0.template.values(in: facts.path) != nil }
            .min { $0.template.parameterNames.count < $1.template.parameterNames.count }?.operation
    }

    /// True if a condition of `screen` covers an operation. It covers all calls of a screen that is not described.
    func screen(_ screen: String, covers operation: String?) -> Bool {
        guard let description = screens[screen] else { return true }
        return operation.map(description.operations.contains) ?? false
    }
}

import HTTPTypes
import WireFormats

/// An app's description of one of its screens.
public struct ScreenDescription: Sendable, Hashable {
    /// The screen's id, as calls name it.
    package var id: String
    /// The screen it is opened from; nil stands in the sidebar. A live `open(_:from:)` wins over it.
    package var openedFrom: String?
    /// Ids of the operations the screen shows: what a condition of the screen covers.
    package var operations: [String]

    /// A screen that shows `operations`.
    public init(id: String, openedFrom: String? = nil, operations: [String] = []) {
        self.id = id
        self.openedFrom = openedFrom
        self.operations = operations
    }
}

/// An app's description of one operation of its API.
public struct OperationDescription: Sendable, Hashable {
    /// The operation's id, as calls name it.
    package var id: String
    /// Its method.
    package var method: HTTPRequest.Method
    /// Its whole path, base path included, with parameters in braces: `/user/{userId}`.
    package var pathTemplate: String
    /// Query parameters that ask for another page (`cursor`, `page` ...); empty means the usual names.
    package var pageParameters: [String]
    /// A body of its success, for the conditions `success`, `empty` and `malformed` where no stub has one.
    package var successBody: JSONValue?
    /// True if its success has a body of JSON, as far as is known.
    package var hasJSONBody: Bool
    /// Replies of the conditions that are errors, by status, where no stub has one; a status without one gets the manager's own.
    package var errorReplies: [Int: ErrorReply]

    /// The reply of a condition that is an error.
    package struct ErrorReply: Sendable, Hashable {
        /// The body's media type.
        package var contentType: String
        /// The whole body.
        package var body: [UInt8]
        /// The body's source, in a few words for people.
        package var origin: String

        /// A reply of that type.
        package init(contentType: String, body: [UInt8], origin: String = "described") {
            self.contentType = contentType
            self.body = body
            self.origin = origin
        }
    }

    /// An operation.
    public init(id: String, method: HTTPRequest.Method, pathTemplate: String) {
        self.init(id: id, method: method, pathTemplate: pathTemplate, pageParameters: [])
    }

    /// An operation with what a document says about it.
    package init(
        id: String, method: HTTPRequest.Method, pathTemplate: String, pageParameters: [String] = [],
        successBody: JSONValue? = nil, hasJSONBody: Bool = true, errorReplies: [Int: ErrorReply] = [:]
    ) {
        self.id = id
        self.method = method
        self.pathTemplate = pathTemplate
        self.pageParameters = pageParameters
        self.successBody = successBody
        self.hasJSONBody = hasJSONBody
        self.errorReplies = errorReplies
    }
}

/// The described screens and operations.
struct Catalog: Sendable {
    private(set) var screens: [String: ScreenDescription] = [:]
    /// Screens that stand in the sidebar, in the order described.
    private(set) var sidebar: [String] = []
    private(set) var operations: [String: OperationDescription] = [:]
    /// Differs from description to description; 0 before the first.
    var number: UInt64 = 0
    /// The document as a server routes requests by it.
    var routes: (any Sendable)?
    /// Tells secrets from data by what was described.
    var redactor = Redactor()
    /// The number of first segments that the paths of all operations have in common: those of the server.
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
            // A path that is no template stays unknown by its form; its calls still know it by id.
            if let template = try? URLTemplate(operation.pathTemplate) { templates.append((template, operation)) }
        }
    }

    /// The operation of a call: by its id, else by method and path, templates with fewer parameters first.
    func operation(of call: Call, _ facts: RequestFacts) -> OperationDescription? {
        if let id = call.operation { return operations[id] }
        return templates.filter { $0.operation.method == facts.method && $0.template.values(in: facts.path) != nil }
            .min { $0.template.parameterNames.count < $1.template.parameterNames.count }?.operation
    }

    /// True if a condition of `screen` covers an operation. A screen nobody described covers all its calls.
    func screen(_ screen: String, covers operation: String?) -> Bool {
        guard let description = screens[screen] else { return true }
        return operation.map(description.operations.contains) ?? false
    }
}

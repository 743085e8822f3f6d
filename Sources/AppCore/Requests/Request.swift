import APIDocument
import HTTPTypes
import WireFormats

/// A call the document describes, with where each parameter's value comes from.
public struct Request: Sendable, Hashable {
    /// Id of the operation.
    public var operation: String
    /// Its method.
    public var method: HTTPRequest.Method
    /// Its path below the server's.
    public var path: PathTemplate
    /// Path parameters, required parameters and those with a source; optional query parameters are filters instead.
    public var parameters: [BoundParameter]
    /// Optional query parameters, by name: how a filter's value is written.
    public var filters: [Parameter]
    /// Whether it takes a body.
    public var hasBody: Bool
    /// The body's media type.
    public var contentType: String?
    /// Whether a successful answer is declared to be JSON.
    public var hasResponseData: Bool
    /// Whether a call has something to show, as far as the document tells.
    public var isKnownToShow: Bool
    /// Whether the document asks for credentials.
    public var requiresAuthentication: Bool
    /// Where the object stands in a successful answer.
    public var unwrapping: JSONPointer

    /// A request of an operation.
    public init(
        operation: String,
        method: HTTPRequest.Method,
        path: PathTemplate,
        parameters: [BoundParameter] = [],
        filters: [Parameter] = [],
        hasBody: Bool = false,
        contentType: String? = nil,
        hasResponseData: Bool = true,
        isKnownToShow: Bool = true,
        requiresAuthentication: Bool = true,
        unwrapping: JSONPointer = .root
    ) {
        self.operation = operation
        self.method = method
        self.path = path
        self.parameters = parameters
        self.filters = filters
        self.hasBody = hasBody
        self.contentType = contentType
        self.hasResponseData = hasResponseData
        self.isKnownToShow = isKnownToShow
        self.requiresAuthentication = requiresAuthentication
        self.unwrapping = unwrapping
    }

    /// Ids of the operations whose answers fill a parameter; load them first.
    public var sources: [String] {
        var ids: [String] = []
        for case .operation(let id, _) in parameters.map(\.source) where !ids.contains(id) { ids.append(id) }
        return ids
    }
}

/// A parameter of a request and where its value comes from.
public struct BoundParameter: Sendable, Hashable {
    /// Where a value comes from.
    public enum Source: Sendable, Hashable {
        /// The document says the value.
        case literal(JSONValue)
        /// The answer of another operation, at that place of the whole answer.
        case operation(id: String, pointer: JSONPointer)
        /// The row this was opened from or acts on (of an item screen, its item), at that place.
        case row(JSONPointer)
        /// The parameter of that name of the screen this was opened from, or that it acts on.
        case inherited(String)
        /// A UUID that no call had before: by it a server tells a repeated call from a new one. Who repeats one says it in
        /// what was asked.
        case fresh
        /// Nobody knows: ask the user.
        case ask(Field)
    }

    /// The parameter of the document.
    public var parameter: Parameter
    /// Where its value comes from.
    public var source: Source
    /// The question to ask where what its source needs is not there.
    public var question: Field?

    /// A parameter with its source.
    public init(_ parameter: Parameter, source: Source, question: Field? = nil) {
        self.parameter = parameter
        self.source = source
        self.question = question
    }

    /// Its name.
    public var name: String { parameter.name }
    /// Where in the request it stands.
    public var location: Parameter.Location { parameter.location }
    /// Whether the call cannot be made without it.
    public var isRequired: Bool { parameter.isRequired }
}

import APIDocument
import WireFormats

/// A sample exchange of an operation: what is sent and what is answered, as the document's examples of one name give them.
public struct OperationExample: Sendable {
    /// A parameter's sample value.
    public struct Argument: Sendable {
        /// The parameter.
        public let parameter: Parameter
        /// Its value.
        public let value: JSONValue
    }

    /// The name that the examples share; nil for the one `example` of a body.
    public let name: String?
    /// The summary of the example.
    public let summary: String?
    /// Values of the parameters that have an example of this name; others may be anything.
    public let arguments: [Argument]
    /// The body to send; nil where the request body has no example of this name.
    public let requestBody: JSONValue?
    /// The response of the operation.
    public let response: Response
    /// The form of the answer that the body is in.
    public let mediaType: MediaType
    /// The body of the answer.
    public let responseBody: JSONValue

    /// True if only some requests get this example.
    public var isConditional: Bool { !arguments.isEmpty || requestBody != nil }
}

extension Operation {
    /// The operation's sample exchanges, in the order of its answers and their examples. Examples whose value lies outside
    /// the document have none.
    public var exampleExchanges: [OperationExample] {
        responses.flatMap { response -> [OperationExample] in
            guard let media = response.content.usual else { return [] }
            return media.examples.compactMap { example in
                example.value.map { exchange(example, $0, response, media) }
            }
        }
    }

    private func exchange(
        _ example: Example, _ body: JSONValue, _ response: Response, _ media: MediaType
    ) -> OperationExample {
        OperationExample(
            name: example.name, summary: example.summary,
            arguments: parameters.compactMap { parameter in
                value(named: example.name, of: parameter.examples).map { .init(parameter: parameter, value: $0) }
            },
            requestBody: value(named: example.name, of: requestBody?.preferred?.examples ?? []),
            response: response, mediaType: media, responseBody: body)
    }

    /// Examples without a name belong to nothing else.
    private func value(named name: String?, of examples: [Example]) -> JSONValue? {
        guard let name else { return nil }
        return examples.first { $0.name == name }?.value
    }
}

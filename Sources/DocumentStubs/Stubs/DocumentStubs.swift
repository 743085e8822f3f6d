import APIDocument
import DemoManager
import JSONText

/// The stubs a document brings along: its examples, and replies made from its schemas where it has none.
///
/// Nothing is made before it is asked for: a document of hundreds of operations costs one small stub each.
public struct DocumentStubs: Sendable {
    private let document: APIDocument
    private let pathPrefix: String

    /// The stubs of a document.
    ///
    /// - Parameter pathPrefix: the path of the server's URL, which the document's paths are below.
    public init(_ document: APIDocument, below pathPrefix: String = "") {
        self.document = document
        self.pathPrefix = pathPrefix
    }

    /// All stubs, in the order to add them in: what is added later is tried first. Of two paths that match, the one with
    /// fewer parameters answers, as OpenAPI has it.
    public var stubs: [Stub] {
        document.operations
            .sorted { $0.path.parameterNames.count > $1.path.parameterNames.count }
            .flatMap { OperationStubs($0, in: document, below: pathPrefix).stubs }
    }

    /// A body of an operation's success: its first example, else one made from its schema; nil where there is none.
    public func successBody(of operation: Operation) -> JSONValue? {
        guard let media = operation.success?.json else { return nil }
        if let example = media.examples.lazy.compactMap(\.value).first { return example }
        guard let schema = media.schema else { return nil }
        do {
            return try SampleGenerator(document: document).sample(for: schema, seed: operation.path.text).value
        } catch {
            return nil
        }
    }
}

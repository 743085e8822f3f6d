import HTTPTypes
import SourceTexts
import WireFormats

/// An OpenAPI document: 3.0, 3.1, 3.2 or Swagger 2.0.
///
/// Missing and wrong parts become problems with their position in the file; the rest is read. Schemas are views of the
/// document's JSON until they are resolved.
public struct APIDocument: Sendable {
    public let title: String
    public let servers: [Server]
    public private(set) var operations: [Operation]
    /// The requests that the API sends by itself, in the document's order.
    package let webhooks: [Callback]
    public let tags: [Tag]
    public let securitySchemes: [String: SecurityScheme]
    package let flows: [OAuthFlow]
    public let problems: [Problem]
    /// The text of the root file, without the files it refers to.
    package let source: SourceText
    package let memo = DocumentMemo()
    let references: ReferenceTable
    let ignoresSiblings: Bool
    private let places: [String: Int]
    private let reads: [String: Int]
    private let writes: Set<String>
    private let namesakes: Set<String>
    package let schemas: JSONObject

    /// Reads a document of one text; ``DocumentLoader`` reads documents of several files.
    /// - Throws: a problem if no operation can be read.
    package init(_ source: SourceText) throws(Problem) {
        try self.init(DocumentBundle(alone: source))
    }

    init(_ bundle: DocumentBundle) throws(Problem) {
        let (reader, contents, problems) = LargeStack.run {
            var reader = DocumentReader(bundle)
            let contents = reader.readDocument()
            return (reader, contents, reader.problems())
        }
        let root = reader.root
        let source = bundle.source
        guard !contents.operations.isEmpty else {
            if let first = problems.first(where: { $0.severity == .error }) { throw first }
            throw source.problem("describes no operation: \"paths\" has none", at: JSONPointer(tokens: ["paths"]))
        }
        title = contents.title
        servers = contents.servers
        operations = contents.operations
        Operation.markFailures(&operations)
        webhooks = contents.webhooks
        tags = contents.tags
        securitySchemes = contents.securitySchemes
        flows = contents.flows
        self.problems = problems
        self.source = source
        references = reader.references
        ignoresSiblings = reader.isVersion30
        places = Dictionary(contents.operations.enumerated().map { ($1.id, $0) }) { first, _ in first }
        let shapes = contents.operations.map { (method: $0.method, path: $0.path.shape) }
        reads = Dictionary(shapes.enumerated().filter { $1.method == .get }.map { ($1.path, $0) }) { first, _ in first }
        writes = Set(shapes.lazy.filter { [.post, .put, .patch, .delete].contains($0.method) }.map(\.path))
        namesakes = Set(
            Dictionary(grouping: contents.operations) { "\($0.method.rawValue) \($0.path.shape)" }.values
                .filter { $0.count > 1 }.joined().map(\.id))
        schemas = root["components"]?["schemas"]?.objectValue ?? JSONObject()
    }

    /// The document for clients that send these header fields with every call; its operations do not ask for them.
    /// - Parameter headers: names in any case.
    public func sending(_ headers: [String]) -> APIDocument {
        let sent = Set(headers.map { $0.lowercased() })
        guard !sent.isEmpty else { return self }
        var document = self
        for place in operations.indices {
            document.operations[place].parameters.removeAll {
                $0.location == .header && sent.contains($0.name.lowercased())
            }
        }
        return document
    }

    public func operation(_ id: String) -> Operation? { places[id].map { operations[$0] } }

    /// The GET at a path of that shape (``PathTemplate/shape``); the first of several.
    public func read(at shape: String) -> Operation? { reads[shape].map { operations[$0] } }

    /// True if a path of that shape has a POST, PUT, PATCH or DELETE.
    public func isWritten(at shape: String) -> Bool { writes.contains(shape) }

    /// True if another operation has the same method and a path that differs in parameter names only.
    package func hasNamesake(_ operation: Operation) -> Bool { namesakes.contains(operation.id) }

    public func schema(named name: String) -> Schema? { schemas[name].map(Schema.init) }

    /// The names of schemas under `components/schemas` that extend the one at `reference` by `allOf`.
    func children(of reference: String) -> [String] {
        schemas.members.filter { member in
            member.value["allOf"]?.arrayValue?.contains { $0["$ref"]?.stringValue == reference } ?? false
        }.map(\.key)
    }

    /// The operation that a reference such as `#/paths/~1users/get` names.
    public func operation(at reference: String) -> Operation? {
        guard let place = references.place(of: reference), place.part == DocumentBundle.root else { return nil }
        let tokens = place.pointer.tokens
        guard tokens.count == 3, tokens[0] == "paths" else { return nil }
        let path = PathTemplate(tokens[1]).text
        return operations.first { $0.path.text == path && $0.method.rawValue.lowercased() == tokens[2] }
    }
}

public struct Tag: Sendable, Hashable {
    public let name: String
    /// A short title: `summary` (OpenAPI 3.2), else `x-displayName`.
    public let summary: String?
    public let description: String?
}

/// Caches values derived from a document. Copies of a document share it.
///
/// Each type has its own limit, beyond which its values are dropped. Many values of one type do not displace those of
/// another.
public final class DocumentMemo: Sendable {
    /// A class, so that a lookup neither copies nor boxes the values.
    private final class Table<Key: Hashable & Sendable, Value: Sendable>: Sendable {
        let values = Lock<[Key: Value]>([:])
    }

    private let tables = Lock<[ObjectIdentifier: any AnyObject & Sendable]>([:])

    static let limit = 500

    init() {}

    /// The value for a key, created if it is missing. Concurrent callers may each create it. It must not hold the
    /// document, which would then retain itself.
    ///
    /// - Parameters:
    ///   - key: distinguishes values of one type.
    ///   - isKept: false for a value that is too large to cache.
    public func value<Key: Hashable & Sendable, Value: Sendable>(
        for key: Key = "", where isKept: (Value) -> Bool = { _ in true }, make: () -> Value
    ) -> Value {
        let type = ObjectIdentifier(Table<Key, Value>.self)
        let known = tables.withLock { $0[type] as? Table<Key, Value> }
        if let known, let value = known.values.withLock({ $0[key] }) { return value }
        let value = make()
        guard isKept(value) else { return value }
        let table = tables.withLock { tables in
            let table = tables[type] as? Table<Key, Value> ?? Table()
            tables[type] = table
            return table
        }
        table.values.withLock { values in
            if values.count >= DocumentMemo.limit { values = [:] }
            values[key] = value
        }
        return value
    }
}

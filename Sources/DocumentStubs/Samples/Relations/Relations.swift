import APIDocument
import APIModel
import HTTPTypes
import WireFormats

/// The collections of a document that members of other things point to: `museumId` is the id of one of `/museums`.
///
/// Only collections whose path has no parameters: of others nobody knows which one is meant.
struct Relations: Sendable {
    /// A collection and where its rows carry what they are known by.
    struct Target: Sendable {
        /// The collection's path, which its rows' samples are made with.
        let path: String
        /// What a row describes, in words.
        let entity: String
        /// A row's schema, unresolved.
        let row: Schema
        /// The member that a row is known by.
        let key: String
        /// The ids of the rows of the document's own example, where it has one.
        let known: [JSONValue]
    }

    /// The operations that list a collection, by what one of its rows is called, in one word.
    private let lists: [String: Operation]

    init(_ document: APIDocument) {
        var lists: [String: Operation] = [:]
        for operation in document.operations where operation.method == .get && operation.path.parameterNames.isEmpty {
            guard let name = operation.path.segments.last?.literal, !name.isEmpty else { continue }
            let words = NameWords(name)
            let singular = words.ofOne.words.joined()
            // Singular names are things there is one of; of several paths the shortest is the collection itself.
            guard words.singular != words.last else { continue }
            if let other = lists[singular], other.path.segments.count <= operation.path.segments.count { continue }
            lists[singular] = operation
        }
        self.lists = lists
    }

    /// The collection that a member of that name, such as `museumId`, points into; nil where none is known.
    func target(of name: NameWords, in document: APIDocument) -> Target? {
        guard !lists.isEmpty, name.words.count > 1, Relations.endings.contains(name.last) else { return nil }
        let words = NameWords(words: name.words.dropLast())
        return words.endings.lazy.compactMap { lists[$0] }.first.flatMap { target($0, in: document) }
    }

    /// The collection whose rows say that they are of that type, as those of JSON:API do; nil where none is known.
    func target(ofType type: String, in document: APIDocument) -> Target? {
        let words = NameWords(type)
        return (lists[words.ofOne.words.joined()] ?? lists[words.words.joined()]).flatMap { target($0, in: document) }
    }

    private func target(_ operation: Operation, in document: APIDocument) -> Target? {
        guard case .rows(let place, let row) = document.shape(of: operation) else { return nil }
        let item = document.operations.first { other in
            other.path.segments.count == operation.path.segments.count + 1 && other.path.segments.last?.parameter != nil
                && other.path.prefix(operation.path.segments.count).shape == operation.path.shape
        }
        let collection = operation.path.segments.last?.literal ?? ""
        let parameter = item?.path.segments.last?.parameter ?? "id"
        let key = RowKey.pointer(for: parameter, in: row, collection: collection, document: document)
        guard let key, key.tokens.count == 1 else { return nil }
        return Target(
            path: operation.path.prefix(operation.path.segments.count).text,
            entity: ThingName.entity(ofPath: operation.path) ?? "", row: row,
            key: key.tokens[0], known: document.exampleRows(of: operation, at: place).compactMap { $0[key] })
    }

    private static let endings: Set<String> = [
        "id", "uuid", "guid", "key", "sid", "gid", "code", "slug", "number", "ref",
    ]
}

extension ThingName {
    /// What a path is about: its last word that is no parameter, for one of them.
    static func entity(ofPath path: PathTemplate) -> String? {
        path.segments.compactMap(\.literal).last { !$0.isEmpty }.map {
            HumanName.singular($0).nameWords.joined(separator: " ").lowercased()
        }
    }
}

import APIDocument
import Foundation
import HTTPTypes
import WireFormats

import struct APIDocument.Operation

/// The effect of an operation on a resource.
package enum ResourceRole: Sendable, Hashable {
    /// Answers rows, at that place of the reply.
    case list(rows: JSONPointer)
    /// Adds a row; the reply shows it at that place.
    case create(shownAt: JSONPointer)
    /// Takes something that no list shows; the reply repeats it at that place.
    case echo(shownAt: JSONPointer)
    /// Answers one row or item, at that place of the reply.
    case read(shownAt: JSONPointer)
    /// Changes one row or item; the reply shows it at that place.
    case update(shownAt: JSONPointer)
    /// Takes a row away.
    case delete
    /// Takes all rows of a list away, or those that the request names.
    case clear

    /// The place of the item or rows in the reply; nil if the reply shows none.
    package var place: JSONPointer? {
        switch self {
        case .list(let place), .create(let place), .echo(let place), .read(let place), .update(let place): place
        case .delete, .clear: nil
        }
    }
}

/// The form in which a list has its rows.
package enum RowsForm: Sendable, Hashable {
    /// As an array of them.
    case array
    /// As an array of objects that have one each, in a member of that name: `{"node": {"id": 1}, "cursor": "a"}`.
    case wrapped(in: String)
    /// As the members of an object, which are called what the rows are known by.
    case map
}

/// The effect of one operation on a resource, read from the shapes of paths and schemas.
package struct Resource: Sendable {
    package let id: String
    package let method: HTTPRequest.Method
    package let path: PathTemplate
    package let role: ResourceRole
    /// The number of path segments below the resource. A collection or a single item has 0, a row 1, a part of a row or an
    /// act on one more.
    package let depth: Int
    /// The members that tell rows apart.
    package let identity: RowIdentity
    /// The schema of a row, resolved; nil if the document gives none.
    package let row: Schema?
    /// The path of the collection, for a search that shows rows of a collection without a list of its own.
    package let home: PathTemplate?
    /// True for an operation on a row, false for a single item.
    package let isOfRow: Bool
    /// The form in which the list has its rows.
    package let form: RowsForm
    /// True if it stores, shows or deletes a body as it was sent, and no item with members.
    package let isKept: Bool
    /// True for an act on an item that another operation reads.
    package let isAction: Bool
    /// True if a PUT to a row that does not exist creates it.
    package let creates: Bool
    /// Members that the reply to a write declares; empty if it declares none.
    package let answered: Set<String>

    /// The member that a row is known by.
    package var key: JSONPointer? { identity.key }
    /// The place of the key in an entry of the list.
    package var entryKey: JSONPointer? {
        guard case .wrapped(let member) = form, let key else { return key }
        return JSONPointer(tokens: [member] + key.tokens)
    }
    /// The path of the item or row that a write changes.
    package var itemPath: String {
        isNamedByBody ? path.shape + "/{}" : path.prefix(path.segments.count - depth + (isOfRow ? 1 : 0)).shape
    }
    /// True for an act on a row, and for a write of a part of it: the request has members of the row.
    package var isPartial: Bool { depth > 1 || isAction }
    /// True if the body names the row that is written: the path is that of its collection.
    package var isNamedByBody: Bool { if case .update = role { depth == 0 && isOfRow } else { false } }
}

extension APIDocument {
    /// The resource that an operation reads or writes; nil if the document does not show one.
    package func resource(of operation: Operation) -> Resource? { resources[operation.id] }

    private var resources: [String: Resource] {
        memo.value {
            let reader = ResourceReader(self)
            let pairs = operations.compactMap { operation in reader.resource(of: operation).map { ($0.id, $0) } }
            return Dictionary(pairs) { first, _ in first }
        }
    }
}

/// The members that tell rows of a collection apart: one member, or that of the owner and one of the row, as in
/// `/repos/{owner}/{repo}`.
package struct RowIdentity: Sendable {
    /// The members that say whose a row is, in the order of its path; mostly none.
    package let owners: [JSONPointer]
    /// The member with the key of a row.
    package let key: JSONPointer?

    /// The id of a row; with owners as in its path, `alice/site`. Nil for a row without one.
    package func id(of row: JSONValue) -> String? {
        guard let own = row.id(at: key) else { return nil }
        return Self.id(owners.map { row[$0]?.scalarText ?? "" } + [own])
    }

    /// The id of a row with these values.
    package static func id(_ values: [String]) -> String {
        values.count == 1 ? values[0] : values.map(escaped).joined(separator: "/")
    }

    /// The values of the members in a row of that id, the key last.
    package func values(of id: String) -> [String] {
        guard !owners.isEmpty else { return [id] }
        return id.split(separator: "/", omittingEmptySubsequences: false).map { PercentCode.decoded($0) }
    }

    /// The id as it stands in a path.
    package func path(of id: String) -> String { owners.isEmpty ? PercentCode.encoded(id) : id }

    /// The row with the members that it has otherwise as a row of that id has them.
    package func identified(_ row: JSONValue, as id: String) -> JSONValue {
        zip(owners.map(Optional.some) + [key], values(of: id)).reduce(row) { $0.identified($1.1, at: $1.0) }
    }

    /// The row as one of these owners, where it says another one that nobody sent.
    package func owned(_ row: JSONValue, by values: [String]?, unless sent: JSONObject) -> JSONValue {
        zip(owners, values ?? []).reduce(row) { row, owner in
            JSONValue.object(sent)[owner.0] == nil ? row.identified(owner.1, at: owner.0) : row
        }
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }
}

extension JSONValue {
    /// The id of the row, as text.
    package func id(at key: JSONPointer?) -> String? {
        guard let key, let text = self[key]?.scalarText, !text.isEmpty else { return nil }
        return text
    }

    /// The row with another id, of the same type as its own.
    package func identified(_ id: String, at key: JSONPointer?) -> JSONValue {
        guard let key, !id.isEmpty, let own = self[key], own.scalarText != id else { return self }
        if case .number = own { return JSONNumber(text: id).map { setting(.number($0), at: key) } ?? self }
        return setting(.string(id), at: key)
    }
}

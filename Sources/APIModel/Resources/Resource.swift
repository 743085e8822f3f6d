import APIDocument
import Foundation
import HTTPTypes
import WireFormats

import struct APIDocument.Operation

/// The effect of an operation on a resource.
package enum ResourceRole: Sendable, Hashable {
    /// Returns rows, at that place of the reply.
    case list(rows: JSONPointer)
    /// Adds a row, which the reply shows at that place.
    case create(shownAt: JSONPointer)
    /// Takes data that no operation reads; the reply repeats it at that place.
    case echo(shownAt: JSONPointer)
    /// Returns one row or item, at that place of the reply.
    case read(shownAt: JSONPointer)
    /// Changes one row or item, which the reply shows at that place.
    case update(shownAt: JSONPointer)
    /// Deletes a row.
    case delete
    /// Deletes all rows of a list, or those that the request names.
    case clear
    /// Changes all rows of a list, or those that the request names, as its name says (``ActionEffect``).
    case changeAll

    /// The place of the item or rows in the reply; nil for deletions.
    package var place: JSONPointer? {
        switch self {
        case .list(let place), .create(let place), .echo(let place), .read(let place), .update(let place): place
        case .delete, .clear, .changeAll: nil
        }
    }
}

/// The way in which a list holds its rows.
package enum RowsForm: Sendable, Hashable {
    /// An array of rows.
    case array
    /// An array of objects with one row each, in a member of that name: `{"node": {"id": 1}, "cursor": "a"}`.
    case wrapped(in: String)
    /// An object with the rows as members; the names are the rows' keys.
    case map
}

/// The effect of one operation on a resource, read from the shapes of paths and schemas.
package struct Resource: Sendable {
    package let id: String
    package let method: HTTPRequest.Method
    package let path: PathTemplate
    package let role: ResourceRole
    /// The number of path segments below the resource. A collection or a single item has 0, a row 1, and a part of a
    /// row or an action on it one more.
    package let depth: Int
    /// The members that identify rows.
    package let identity: RowIdentity
    /// The schema of a row, resolved; nil if the document gives none.
    package let row: Schema?
    /// The path of the rows' collection, if the operation's path is elsewhere, as that of a search is.
    package let home: PathTemplate?
    /// True for an operation on a row, false for a single item.
    package let isOfRow: Bool
    /// The way in which the list holds its rows.
    package let form: RowsForm
    /// True if the operation stores, returns or deletes a body as sent, rather than an item with members.
    package let storesBody: Bool
    /// True for an action on an item that another operation reads.
    package let isAction: Bool
    /// The change that the name of an action declares; nil for others.
    package let effect: ActionEffect?
    /// True if a PUT to a row that does not exist creates it.
    package let creates: Bool
    /// Members that the reply to a write declares; empty if it declares none.
    package let answered: Set<String>

    /// The member with the key of a row.
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
    /// True for an action on a row and for a write of a part of it; the request has members of the row.
    package var isPartial: Bool { depth > 1 || isAction }
    /// True if the body identifies the written row; the path is that of its collection.
    package var isNamedByBody: Bool { if case .update = role { depth == 0 && isOfRow } else { false } }
}

/// An operation on an object that an item has as a member: `PUT /users/{id}/address`, where a user has an `address`.
/// Also an action with such an object as its body: `POST /boxes/{id}/move` with the `location` of a box.
///
/// Such an object is not stored beside the item: the member is the only copy.
package struct ItemPart: Sendable {
    /// The operation as one on the whole item.
    package let resource: Resource
    /// The GET of the item, and the number of segments after the item's path.
    package let read: Operation
    package let depth: Int
    package let member: Schema.Property
    /// The place of the object in the reply; nil if the reply does not show it alone.
    package let place: JSONPointer?
}

extension APIDocument {
    /// The resource that an operation reads or writes; nil if the document does not show one.
    package func resource(of operation: Operation) -> Resource? { resources.all[operation.id] }

    /// The member of an item that an operation reads or writes; nil for most operations.
    package func itemPart(of operation: Operation) -> ItemPart? { resources.parts[operation.id] }

    /// The operations whose reply may have an access token: a `POST` such as `/auth/login` that needs no credentials.
    package var signInOperations: Set<String> {
        let found = operations.filter { operation in
            let isOpen = operation.security?.allSatisfy(\.isEmpty) ?? true
            return operation.method == .post && isOpen
                && NameClass.signIn.has(operation.path.segments.last?.literal ?? "")
        }
        return Set(found.map(\.id))
    }

    private var resources: (all: [String: Resource], parts: [String: ItemPart]) {
        memo.value {
            let reader = ResourceReader(self)
            let all = operations.map { ($0, reader.resource(of: $0)) }
            return (
                Dictionary(all.compactMap(\.1).map { ($0.id, $0) }) { first, _ in first },
                Dictionary(all.compactMap(reader.part).map { ($0.resource.id, $0) }) { first, _ in first }
            )
        }
    }
}

/// The members that identify the rows of a collection: one member, or those of the owners and one of the row, as in
/// `/repos/{owner}/{repo}`.
package struct RowIdentity: Sendable {
    /// The members that identify a row's owners, in the order of its path; mostly empty.
    package let owners: [JSONPointer]
    package let key: JSONPointer?

    /// The id of a row, including its owners as in its path: `alice/site`. Nil for a row without a key.
    package func id(of row: JSONValue) -> String? {
        guard let own = row.id(at: key) else { return nil }
        return Self.id(owners.map { row[$0]?.scalarText ?? "" } + [own])
    }

    package static func id(_ values: [String]) -> String {
        values.count == 1 ? values[0] : values.map(escaped).joined(separator: "/")
    }

    /// The values of the members for a row's id, the key last.
    package func values(of id: String) -> [String] {
        guard !owners.isEmpty else { return [id] }
        return id.split(separator: "/", omittingEmptySubsequences: false).map { PercentCode.decoded($0) }
    }

    /// The id in its spelling for a path.
    package func path(of id: String) -> String { owners.isEmpty ? PercentCode.encoded(id) : id }

    /// The row with its key and owner members set to those of an id.
    package func identified(_ row: JSONValue, as id: String) -> JSONValue {
        zip(owners.map(Optional.some) + [key], values(of: id)).reduce(row) { $0.identified($1.1, at: $1.0) }
    }

    /// The row with these owners, except for owner members that the request sent.
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

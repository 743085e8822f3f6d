import Foundation
import WireFormats

/// How the rows of a collection are told apart: by one member, or by whose they are and that member, where the path of a row asks for
/// both, as `/repos/{owner}/{repo}` does.
package struct RowIdentity: Sendable {
    /// The members that say whose a row is, in the order of its path; mostly none.
    package let owners: [JSONPointer]
    /// Where a row carries what it is known by.
    package let key: JSONPointer?

    /// What a row is known by; of one with owners as its path has it, `alice/site`. Nil where it does not say.
    package func id(of row: JSONValue) -> String? {
        guard let own = row.id(at: key) else { return nil }
        return Self.id(owners.map { row[$0]?.scalarText ?? "" } + [own])
    }

    /// What a path knows a row by that says all this of it.
    package static func id(_ values: [String]) -> String {
        values.count == 1 ? values[0] : values.map(escaped).joined(separator: "/")
    }

    /// What the members are in a row of that id, the key last.
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
    /// What the row is known by, as text.
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

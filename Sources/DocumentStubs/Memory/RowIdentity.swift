import Foundation
import JSONText

/// How the rows of a collection are told apart: by one member, or by whose they are and that member, where the path of a row asks for
/// both, as `/repos/{owner}/{repo}` does.
struct RowIdentity: Sendable {
    /// The members that say whose a row is, in the order of its path; mostly none.
    let owners: [JSONPointer]
    /// Where a row carries what it is known by.
    let key: JSONPointer?

    /// What a row is known by; of one with owners as its path has it, `alice/site`. Nil where it does not say.
    func id(of row: JSONValue) -> String? {
        guard let own = row.id(at: key) else { return nil }
        return Self.id(owners.map { row[$0]?.scalarText ?? "" } + [own])
    }

    /// What a path knows a row by that says all this of it.
    static func id(_ values: [String]) -> String {
        values.count == 1 ? values[0] : values.map(escaped).joined(separator: "/")
    }

    /// What the members are in a row of that id, the key last.
    func values(of id: String) -> [String] {
        guard !owners.isEmpty else { return [id] }
        return id.split(separator: "/", omittingEmptySubsequences: false).map { PercentCode.decoded($0) }
    }

    /// The id as it stands in a path.
    func path(of id: String) -> String { owners.isEmpty ? PercentCode.encoded(id) : id }

    /// The row with the members that it has otherwise as a row of that id has them.
    func identified(_ row: JSONValue, as id: String) -> JSONValue {
        zip(owners.map(Optional.some) + [key], values(of: id)).reduce(row) { $0.identified($1.1, at: $1.0) }
    }

    /// The row as one of these owners, where it says another one that nobody sent.
    func owned(_ row: JSONValue, by values: [String]?, unless sent: JSONObject) -> JSONValue {
        zip(owners, values ?? []).reduce(row) { row, owner in
            JSONValue.object(sent)[owner.0] == nil ? row.identified(owner.1, at: owner.0) : row
        }
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }
}

/// A list of a collection whose rows are of several owners, or stand in several lists: it need not have them all.
struct OwnersList: Sendable, Hashable {
    /// The list's own path.
    let path: String
    /// Whose rows the path asks for; nil where it does not say.
    let owners: [String]?
    /// Whether rows that no list is known to have may stand in it.
    var hasUnlisted = false

    /// Whether a row of that id is one of them.
    func isOwner(of id: String) -> Bool {
        owners.map { id.hasPrefix(RowIdentity.id($0 + [""])) } ?? false
    }
}

extension JSONValue {
    /// What the row is known by, as text.
    func id(at key: JSONPointer?) -> String? {
        guard let key, let text = self[key]?.scalarText, !text.isEmpty else { return nil }
        return text
    }

    /// The row with another id, of the same type as its own.
    func identified(_ id: String, at key: JSONPointer?) -> JSONValue {
        guard let key, !id.isEmpty, let own = self[key], own.scalarText != id else { return self }
        if case .number = own { return JSONNumber(text: id).map { setting(.number($0), at: key) } ?? self }
        return setting(.string(id), at: key)
    }
}

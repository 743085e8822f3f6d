import APIModel
import WireFormats

/// A row of a list, with what it is known by.
struct ListRow: Sendable {
    /// What it is known by in its collection (``RowIdentity``); nil where nothing says it.
    let id: String?
    /// The row itself, whatever it stands in.
    var row: JSONValue
    /// The number it is known by, where that is one.
    var number: Int?
}

extension RowsForm {
    /// The rows of a value; nil where it has none of that form.
    func rows(of value: JSONValue, by identity: RowIdentity) -> [ListRow]? {
        func known(_ row: JSONValue) -> ListRow {
            ListRow(id: identity.id(of: row), row: row, number: row.id(at: identity.key).flatMap { Int($0) })
        }
        switch self {
        case .array: return value.arrayValue?.map(known)
        case .wrapped(let member): return value.arrayValue?.map { known($0[member] ?? .null) }
        case .map: return value.objectValue?.members.map { ListRow(id: $0.key, row: $0.value, number: Int($0.key)) }
        }
    }

    /// The value that has these rows, in the form of one that has others.
    func value(of rows: [ListRow], like old: JSONValue, by identity: RowIdentity) -> JSONValue {
        switch self {
        case .array: return .array(rows.map(\.row))
        case .map:
            return .object(JSONObject(rows.compactMap { row in row.id.map { .init(key: $0, value: row.row) } }))
        case .wrapped(let member):
            let place = JSONPointer(tokens: [member])
            let entries = old.arrayValue ?? []
            let known = Dictionary(
                entries.compactMap { entry in entry[member].flatMap(identity.id).map { ($0, entry) } }
            ) { first, _ in first }
            return .array(
                rows.map { row in
                    if let own = row.id.flatMap({ known[$0] }) { return own.setting(row.row, at: place) }
                    return (entries.first?.called(row, insteadOf: member, by: identity) ?? [:]).setting(
                        row.row, at: place)
                })
        }
    }
}

extension JSONValue {
    /// What stands beside a row, with the row's id where another one's stood.
    fileprivate func called(_ row: ListRow, insteadOf member: String, by identity: RowIdentity) -> JSONValue {
        guard let old = self[member]?.id(at: identity.key), let id = row.row.id(at: identity.key),
            let object = objectValue
        else { return self }
        return .object(
            JSONObject(
                object.members.map { beside in
                    beside.value.scalarText == old
                        ? .init(key: beside.key, value: beside.value.identified(id, at: .root)) : beside
                }))
    }
}

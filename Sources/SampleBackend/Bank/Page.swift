import Foundation
import Hummingbird
import WireFormats

struct Page<Row: Sendable>: Sendable {
    /// The rows, the newest first.
    let rows: [Row]
    /// The place behind the last row, if more follow.
    let next: Cursor?
    /// The number of rows on all pages.
    let total: Int

    /// The page as the document describes it: `{"data": [...], "nextCursor": ..., "total": n}`.
    func reply(_ json: (Row) -> JSONValue) -> Response {
        .json([
            "data": .array(rows.map(json)), "nextCursor": next.map { .string($0.text) } ?? .null,
            "total": .number(total),
        ])
    }
}

extension Page {
    /// A page of rows that were read with one row more than the limit, to see if more follow.
    init(_ rows: [Row], limit: Int, total: Int, cursor: (Row) -> Cursor) {
        let shown = Array(rows.prefix(limit))
        self.init(rows: shown, next: rows.count > limit ? shown.last.map(cursor) : nil, total: total)
    }
}

/// The page of a list that a request asks for.
struct PageRequest: Sendable {
    /// The place behind which it begins; nil for the first page.
    let after: Cursor?
    let limit: Int

    /// Reads `cursor` and `limit` of a query.
    ///
    /// - Throws: ``Failure`` 400 that names the field.
    init(_ query: FormFields, of list: Cursor.List) throws(Failure) {
        guard let limit = Int(query["limit"] ?? "60"), (1...200).contains(limit) else {
            throw .badRequest(
                "The limit is not valid.",
                fields: [.init(name: "limit", reason: "must be a whole number from 1 to 200")])
        }
        self.limit = limit
        after = query["cursor"].flatMap { Cursor($0, of: list) }
        guard after != nil || query["cursor"] == nil else {
            throw .badRequest(
                "The cursor is not valid. Begin again with the first page.",
                fields: [.init(name: "cursor", reason: "must be the nextCursor of a page of this list")])
        }
    }
}

/// The place in a list behind which a page begins, as the API returns it.
///
/// It names the last row that was shown, not a number of rows to skip: rows that are added before it move nothing.
struct Cursor: Sendable, Hashable {
    /// The list it belongs to; a cursor of another list is refused.
    enum List: String, Sendable {
        case transactions = "t"
        case messages = "m"
    }

    let list: List
    /// The date of the last row shown; empty in lists ordered by entry alone.
    let date: String
    /// The last row's number in the order of entry.
    let sequence: Int

    init(_ list: List, date: String = "", sequence: Int) {
        (self.list, self.date, self.sequence) = (list, date, sequence)
    }

    /// The opaque text: base64url without padding.
    var text: String {
        Data("\(list.rawValue)|\(date)|\(sequence)".utf8).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    /// Reads what ``text`` wrote; nil for anything else.
    init?(_ text: String, of list: List) {
        let standard = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: standard + padding) else { return nil }
        let parts = String(decoding: data, as: UTF8.self).split(separator: "|", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == list.rawValue, let sequence = Int(parts[2]) else { return nil }
        self.init(list, date: String(parts[1]), sequence: sequence)
        guard self.text == text else { return nil }
    }
}

import JSONText

/// One page of a list.
struct Page<Row: Sendable>: Sendable {
    /// The rows, the newest first.
    let rows: [Row]
    /// Behind the last row, when more follow.
    let next: Cursor?
    /// How many rows all pages hold.
    let total: Int

    /// The page as the document describes it: `{"data": [...], "nextCursor": ..., "total": n}`.
    func reply(_ json: (Row) -> JSONValue) -> Reply {
        Reply(body: [
            "data": .array(rows.map(json)),
            "nextCursor": next.map { .string($0.text) } ?? .null,
            "total": .number(JSONNumber(total)),
        ])
    }
}

extension Page {
    /// A page of rows that were read with one row more than the limit, to see whether more follow.
    init(_ rows: [Row], limit: Int, total: Int, cursor: (Row) -> Cursor) {
        let shown = Array(rows.prefix(limit))
        self.init(rows: shown, next: rows.count > limit ? shown.last.map(cursor) : nil, total: total)
    }
}

/// Which page of a list is asked for.
struct PageRequest: Sendable {
    /// Behind which row it begins; nil for the first page.
    let after: Cursor?
    /// How many rows it holds at most.
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
        guard let text = query["cursor"] else {
            after = nil
            return
        }
        guard let cursor = Cursor(text, of: list) else {
            throw .badRequest(
                "The cursor is not valid. Begin again with the first page.",
                fields: [.init(name: "cursor", reason: "must be the nextCursor of a page of this list")])
        }
        after = cursor
    }
}

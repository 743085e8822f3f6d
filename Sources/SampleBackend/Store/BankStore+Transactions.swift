import GRDB

extension BankStore {
    /// One page of transactions, the newest day first and within a day the last entered first.
    ///
    /// - Parameters:
    ///   - page: where the page begins and how long it is.
    ///   - category: only this category.
    ///   - text: only descriptions that contain it, in any case.
    func transactions(
        _ page: PageRequest, category: String?, containing text: String?
    ) async throws -> Page<Transaction> {
        var filter = Filter()
        if let category { filter.add("category = ?", [category]) }
        if let text { filter.add("instr(folded, ?) > 0", [Self.folded(text)]) }
        var rest = filter
        if let after = page.after { rest.add("(date, sequence) < (?, ?)", [after.date, after.sequence]) }
        return try await queue.read { [filter, rest] db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT * FROM movement \(rest.clause) ORDER BY date DESC, sequence DESC LIMIT ?",
                arguments: rest.arguments + [page.limit + 1])
            let total = try Int.fetchOne(
                db, sql: "SELECT count(*) FROM movement \(filter.clause)", arguments: filter.arguments)
            return Page(rows.map(Self.transaction), limit: page.limit, total: total ?? 0) { last in
                Cursor(.transactions, date: last.date, sequence: last.sequence)
            }
        }
    }

    /// Puts a transaction into a category; nil when there is no such transaction.
    func setCategory(_ category: Category, ofTransaction sequence: Int) async throws -> Transaction? {
        try await queue.write { db in
            try db.execute(
                sql: "UPDATE movement SET category = ? WHERE sequence = ?", arguments: [category.rawValue, sequence])
            return try Row.fetchOne(db, sql: "SELECT * FROM movement WHERE sequence = ?", arguments: [sequence])
                .map(Self.transaction)
        }
    }

    /// The form in which descriptions are searched, so that case does not matter in any language.
    static func folded(_ text: String) -> String { text.lowercased() }

    private static func transaction(_ row: Row) -> Transaction {
        Transaction(
            sequence: row["sequence"], date: row["date"], description: row["description"], category: row["category"],
            cents: row["cents"], account: row["account"])
    }
}

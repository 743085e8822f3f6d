import APIDocument
import WireFormats

/// Looks for the row of a made-up list that has an id.
struct RowSearch {
    let generator: SampleGenerator
    /// What a row is like, unresolved.
    let schema: Schema
    /// Where a row carries what it is known by.
    let key: JSONPointer
    /// The collection's path, which its rows are made with.
    let seed: String
    /// What a row describes, in words.
    let entity: String?
    /// Rows of lists that were looked through before.
    let memo: DocumentMemo

    /// The row with this id; nil where none of those has it that lists show.
    ///
    /// Whole numbers mostly count from 1 on, or from the first row's: the row of that number is asked first, and is the only one
    /// made where it is the one.
    func row(of id: String) -> Int? {
        let counted = Int(id).map(RowSearch.row(counted:))
        if let counted, let own = first(in: counted..<(counted + 1), id) {
            // Texts of digits may be anything: one of a row that no list shows may stand in a list, too.
            if own.isNumber || counted < PageWindow.total { return counted }
        }
        // Where ids go on from an example's, the first row tells where the others are.
        if let number = Int(id), let start = firstNumber,
            case (let row, false) = number.subtractingReportingOverflow(start),
            (0..<PageWindow.total).contains(row), first(in: row..<(row + 1), id) != nil
        {
            return row
        }
        return listed[id]
    }

    /// The rows of a list by their ids.
    struct ListedRows {
        /// What the rows are made of.
        struct Key: Hashable {
            let schema: Schema
            let key: JSONPointer
            let seed: String
            let entity: String?
        }

        let rows: [String: Int]
    }

    /// The rows that the list shows, by their ids; of one id the first. Made once, so that an id which no row has costs no more
    /// than others.
    private var listed: [String: Int] {
        memo.value(for: ListedRows.Key(schema: schema, key: key, seed: seed, entity: entity)) {
            var rows: [String: Int] = [:]
            var count = 0
            do {
                let all = 0..<PageWindow.total
                _ = try generator.first(in: all, of: schema, seed: seed, entity: entity) { row -> Never? in
                    if let id = row[key]?.scalarText, rows[id] == nil { rows[id] = count }
                    count += 1
                    return nil
                }
            } catch {
                // What cannot be made has no rows.
            }
            return ListedRows(rows: rows)
        }.rows
    }

    /// The row of that number, counted from 1; the number may be any.
    static func row(counted number: Int) -> Int { max(1, min(number, lastCounted)) - 1 }

    /// The highest number that a row of its own is made for.
    private static let lastCounted = 1_000_000

    /// The number of the first row.
    private var firstNumber: Int? {
        do {
            return try generator.first(in: 0..<1, of: schema, seed: seed, entity: entity) { $0[key]?.intValue }?.finding
        } catch {
            // What cannot be made has no rows.
            return nil
        }
    }

    private func first(in rows: Range<Int>, _ id: String) -> (row: Int, isNumber: Bool)? {
        do {
            let found = try generator.first(in: rows, of: schema, seed: seed, entity: entity) { row -> Bool? in
                guard let own = row[key], own.scalarText == id else { return nil }
                return own.numberValue != nil
            }
            return found.map { ($0.row, $0.finding) }
        } catch {
            // What cannot be made has no rows.
            return nil
        }
    }
}

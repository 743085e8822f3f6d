import APIDocument
import APIModel
import WireFormats

/// The place of a page behind a row's id, or before it if the list runs the other way.
struct LastRow {
    private let ids: [String?]
    /// The row before which the page ends, or with which it begins.
    private let place: Int
    private let asked: (id: String, parameter: String)
    private let pagination: Pagination
    /// The parameter that asks for what stands behind a row, whichever way ids run.
    private let after: String?
    /// False for a row that is gone.
    private let isThere: Bool

    /// Nil where no row is asked for.
    ///
    /// - Parameters:
    ///   - rows: those of the list, as the request chooses them.
    ///   - before: those that the list had.
    init?(
        _ query: [(name: String, value: String)], _ pagination: Pagination, of rows: [JSONValue],
        besides before: [JSONValue]
    ) {
        guard case .lastRow(let after, _, let pointer, _, _) = pagination,
            let item = query.last(where: { pagination.parameters.contains($0.name) && !$0.value.isEmpty })
        else { return nil }
        self.pagination = pagination
        self.after = after
        asked = (item.value, item.name)
        let ids = rows.map { $0.id(at: pointer) }
        let places = Dictionary(zip(ids, ids.indices)) { first, _ in first }
        let old = before.map { $0.id(at: pointer) }
        self.ids = ids
        isThere = places[item.value] != nil
        if let own = places[item.value] {
            place = own
        } else if let gone = old.firstIndex(of: item.value) {
            place = old[gone...].lazy.compactMap { places[$0] }.first ?? rows.count
        } else {
            // Ids count from 0 where somebody asks for the first rows so; one that no row ever had has none behind it.
            place = item.value == "0" ? 0 : rows.count
        }
    }

    /// The page of so many rows.
    func page(_ size: Int) -> Range<Int> {
        // What is asked for before a row stands behind it where the page that ended with it runs down.
        let first = ids.isEmpty ? nil : ids[max(0, min(place, ids.count - 1) - size + 1)]
        let leads = pagination.parameter(behind: asked.id, from: first ?? asked.id)
        if asked.id != "0", asked.parameter != after, leads != asked.parameter { return max(0, place - size)..<place }
        let start = isThere ? place + 1 : place
        return start..<min(start + size, max(start, ids.count))
    }
}

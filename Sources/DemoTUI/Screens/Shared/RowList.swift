import AppCore
import JSONText

/// The rows of a collection or conversation as far as they are loaded, and what is in flight.
struct RowList: Sendable {
    private(set) var rows: [JSONValue] = []
    /// Number of all rows, where the server says it.
    private(set) var total: Int?
    private(set) var load = LoadState()
    private var next: PageToken?
    private var isFirstPage = true
    /// Counts how often the rows were replaced by others.
    private(set) var generation = 0

    /// From this many rows before the end on, the next page is asked for.
    static let lookAhead = 25

    /// True if the server has more than what is loaded.
    var hasMore: Bool { next != nil }

    /// What is shown of how much: `60 of 5,000`, `60+`, or the number alone.
    var count: String? {
        guard !rows.isEmpty else { return nil }
        let shown = TextLayout.grouped(rows.count)
        if let total, total > rows.count { return "\(shown) of \(TextLayout.grouped(total))" }
        return hasMore ? "\(shown)+" : shown
    }

    /// Loads the first page; the rows shown so far go when it comes.
    mutating func reload(_ panel: PanelID, screen: Screen, place: Place, filters: [String: String]) -> [Effect] {
        isFirstPage = true
        return begin(panel, screen: screen, place: place, filters: filters, page: nil)
    }

    /// The index of a row when the list is shown from its end: the first row last.
    func reversed(_ index: Int) -> Int { rows.count - 1 - index }

    /// Loads the next page if the selected row is near the end.
    mutating func loadMore(
        near index: Int, _ panel: PanelID, screen: Screen, place: Place, filters: [String: String]
    ) -> [Effect] {
        guard let next, index >= rows.count - Self.lookAhead, !load.isLoading, load.failure == nil else { return [] }
        return begin(panel, screen: screen, place: place, filters: filters, page: next)
    }

    /// Tries again what failed: the next page if rows are there, else the first.
    mutating func retry(_ panel: PanelID, screen: Screen, place: Place, filters: [String: String]) -> [Effect] {
        guard !rows.isEmpty, load.failure != nil, let next else {
            return reload(panel, screen: screen, place: place, filters: filters)
        }
        return begin(panel, screen: screen, place: place, filters: filters, page: next)
    }

    private mutating func begin(
        _ panel: PanelID, screen: Screen, place: Place, filters: [String: String], page: PageToken?
    ) -> [Effect] {
        isFirstPage = page == nil
        let (id, timer) = load.begin(for: panel)
        return [
            timer, .load(LoadRequest(id: id, screen: screen, place: place, filters: filters, page: page)),
        ]
    }

    /// Takes progress events.
    mutating func follow(_ event: PanelEvent) -> Bool { load.follow(event) }

    /// Takes the end of a load.
    /// - Returns: true if a first page came, so that the selection goes to its start.
    mutating func take(_ request: RequestID, _ reply: LoadReply) -> Bool {
        switch reply.result {
        case .success(.page(let page)):
            guard load.end(request, reply.provenance, failure: nil) else { return false }
            // A server, or an example, that ignores the page parameter gives the same page for ever.
            let isRepeated = !isFirstPage && !page.rows.isEmpty && rows.suffix(page.rows.count) == page.rows[...]
            if isFirstPage { replaceAll(page.rows) } else if !isRepeated { rows += page.rows }
            next = isRepeated ? nil : page.next
            total = page.total
            return isFirstPage
        case .success(.item): return false
        case .failure(let failure):
            if load.end(request, reply.provenance, failure: failure), isFirstPage {
                replaceAll([])
            }
            return false
        }
    }

    /// Stops a load a person does not want to wait for; what is loaded stays.
    mutating func stop() { load.stop(showing: rows.isEmpty ? .failed(APIError(.cancelled)) : nil) }

    /// Forgets the rows: what answers changed.
    mutating func invalidate() {
        replaceAll([])
        load.invalidate()
    }

    private mutating func replaceAll(_ rows: [JSONValue]) {
        self.rows = rows
        next = nil
        total = nil
        generation += 1
    }

    /// Marks a row, so that what comes back for it finds it or is dropped.
    func mark(_ index: Int) -> RowMark { RowMark(index: index, generation: generation) }

    /// The index a mark stands for; nil if the list was loaded anew since.
    func index(of mark: RowMark?) -> Int? {
        mark.flatMap { $0.generation == generation && rows.indices.contains($0.index) ? $0.index : nil }
    }

    /// The load was given up because the screen is out of sight; rows that are there stay.
    mutating func abandon() {
        if rows.isEmpty { load.invalidate() } else { load.stop(showing: nil) }
    }

    /// Puts a new row in front or at the end.
    mutating func add(_ row: JSONValue, atEnd: Bool) {
        if atEnd { rows.append(row) } else { rows.insert(row, at: 0) }
        total = total.map { $0 + 1 }
    }

    /// True if a row with the same identity is there already.
    func contains(_ row: JSONValue, by identity: JSONPointer?) -> Bool {
        guard let identity, let id = row[identity] else { return false }
        return rows.contains { $0[identity] == id }
    }

    /// Replaces a row after an update.
    mutating func replace(_ index: Int, with row: JSONValue) {
        if rows.indices.contains(index) { rows[index] = row }
    }

    /// Takes a deleted row out.
    mutating func remove(_ index: Int) {
        guard rows.indices.contains(index) else { return }
        rows.remove(at: index)
        total = total.map { $0 - 1 }
    }
}

import APIModel
import AppCore
import Terminal
import WireFormats

/// The rows of a collection or conversation, with the pending load.
///
/// A list may be far longer than the kept rows: distant pages are dropped, and load again when they are needed.
struct RowList: Sendable {
    var window = RowWindow()
    var pages = RowPages()
    var total: Int?
    var load = LoadState()
    /// The token of the next page; nil at the end.
    var next: PageToken?
    /// True if the server has more rows and the document defines no way to request them.
    var isCutOff = false
    /// The pending page, or the one that failed; nil is the first.
    var asked: RowPages.Page?
    /// The rows that were really read, if the list is as long as the server reports.
    var proven: Int?
    /// The exchanges that saved rows, by the rows' ids.
    var savers: [JSONValue: ExchangeNumber] = [:]
    /// Counts the replacements of the rows.
    private(set) var generation = 0
    /// The pointer to a row's id; nil if rows have none.
    private(set) var identity: JSONPointer?
    private(set) var pagination: Pagination

    init(of screen: Screen) {
        identity = screen.rowID
        pagination = screen.pagination
    }

    var rows: [JSONValue] { window.rows }
    /// The selectable rows; some of them may not be loaded.
    var count: Int { window.count }
    var isEmpty: Bool { window.count == 0 }

    subscript(index: Int) -> JSONValue? { window[index] }

    /// True if the server has more rows than are known.
    var hasMore: Bool { next != nil }

    /// True if the pending or failed rows are known to exist.
    var lacksRows: Bool { asked.map { $0.start < count } ?? false }

    /// True if the rows are those from before a reload that failed.
    var isStale: Bool { load.failure != nil && asked == nil && !isEmpty }

    /// True if all rows are loaded.
    var isComplete: Bool {
        !hasMore && !isCutOff && !load.isLoading && load.failure == nil && window.range == 0..<count
            && count >= total ?? 0
    }

    /// The number of all rows: `5,000`, or `60+` if it is unknown.
    var countText: String {
        TextLayout.grouped(max(count, total ?? 0)) + ((hasMore || isCutOff) && total == nil ? "+" : "")
    }

    static let cutOff = "The server has more rows, but the document does not describe paging."

    /// The exchange that brought or saved a row; after a failure the failed one, and without rows the newest.
    func exchange(of index: Int?) -> ExchangeNumber? {
        guard load.failure == nil, let index else { return load.provenance?.exchange }
        return id(of: index).flatMap { savers[$0] } ?? pages.origin(of: index)?.exchange ?? load.provenance?.exchange
    }

    private func id(of index: Int) -> JSONValue? { identity.flatMap { self[index]?[$0] } }

    // MARK: Loading

    /// Loads the first page; the shown rows go when it arrives, and stay if it fails.
    mutating func reload(_ query: RowQuery) -> [Effect] { begin(nil, query) }

    /// Loads missing rows near a row: its page or a visible one, else, if it looks ahead, the next one on either side.
    mutating func fill(near index: Int, sight: Range<Int>, looksAhead: Bool = true, _ query: RowQuery) -> [Effect] {
        guard !load.isLoading, load.failure == nil, let page = missing(near: index, sight, looksAhead) else {
            return []
        }
        return begin(page, query)
    }

    private func missing(near index: Int, _ sight: Range<Int>, _ looksAhead: Bool) -> RowPages.Page? {
        let range = window.range
        func page(_ index: Int) -> RowPages.Page? {
            index < count
                ? pages.page(holding: index, of: count) : next.map { .init(token: $0, start: count, end: count) }
        }
        guard !isEmpty else { return nil }
        if !range.contains(index), index < count { return page(index) }
        let sight = sight.clamped(to: 0..<count)
        if let first = sight.first, first < range.lowerBound { return page(range.lowerBound - 1) }
        if let last = sight.last, last >= range.upperBound { return page(range.upperBound) }
        guard looksAhead else { return nil }
        if index >= range.upperBound - RowLimits.lookAhead, let page = page(range.upperBound) { return page }
        if index < range.lowerBound + RowLimits.lookAhead, range.lowerBound > 0 { return page(range.lowerBound - 1) }
        return nil
    }

    /// Repeats a failed load: the failed page if there are rows, else the first.
    mutating func retry(_ query: RowQuery) -> [Effect] {
        guard !isEmpty, let failure = load.failure, !failure.isForGood else { return reload(query) }
        return begin(asked, query)
    }

    private mutating func begin(_ page: RowPages.Page?, _ query: RowQuery) -> [Effect] {
        asked = page
        let (id, timer) = load.begin(for: query.panel)
        let request = LoadRequest(
            id: id, screen: query.screen, place: query.place, filters: query.filters, page: page?.token)
        return [timer, .load(request)]
    }

    /// Takes over the screen of another version of the document. Rows that may be others now load again.
    mutating func follow(_ screen: Screen, from old: Screen, in panel: PanelID, _ world: World) -> [Effect] {
        (identity, pagination) = (screen.rowID, screen.pagination)
        guard load.isAffected(by: screen, from: old, in: world) else { return [] }
        load.invalidate()
        return [.cancel(panel, .load)]
    }

    mutating func stop() { load.stop(showing: isEmpty ? .failed(APIError(.cancelled)) : nil) }

    mutating func abandon() {
        if isEmpty { load.invalidate() } else { load.stop(showing: nil) }
    }

    mutating func restore(_ kept: RowList) {
        let now = self
        self = kept
        generation = now.generation + 1
        load.succeed(now.load)
    }

    mutating func invalidate() {
        replaceAll(RowWindow(), RowPages())
        load.invalidate()
    }

    mutating func replaceAll(_ window: RowWindow, _ pages: RowPages) {
        self.window = window
        self.pages = pages
        next = nil
        isCutOff = false
        total = nil
        proven = nil
        savers = [:]
        generation += 1
    }
}

extension LoadFailure {
    /// True if the same page cannot succeed: its start is unknown.
    fileprivate var isForGood: Bool {
        guard case .failed(let error) = self, let status = error.status else { return false }
        return [400, 404, 410, 422].contains(status)
    }
}

extension RowList {
    func mark(_ index: Int) -> RowMark {
        RowMark(index: index, generation: generation, identity: id(of: index))
    }

    /// The mark of the row with the same id as one that was marked in another list.
    func mark(of other: RowMark?) -> RowMark? {
        other?.identity.flatMap(index(ofID:)).map(mark)
    }

    /// The index of the loaded row with an id.
    func index(ofID id: JSONValue) -> Int? {
        identity.flatMap { pointer in rows.firstIndex { $0[pointer] == id } }.map { $0 + window.first }
    }

    /// The index of a mark; nil if the list was reloaded since, or the row is not loaded any more.
    func index(of mark: RowMark?) -> Int? {
        guard let mark, mark.generation == generation else { return nil }
        guard let identity, let id = mark.identity else { return window.range.contains(mark.index) ? mark.index : nil }
        if self[mark.index]?[identity] == id { return mark.index }
        return index(ofID: id)
    }

    /// Keeps which call saved a row.
    mutating func note(_ exchange: ExchangeNumber?, asSaverOf row: JSONValue?) {
        if let id = identity.flatMap({ row?[$0] }) { savers[id] = exchange }
    }

    mutating func add(_ row: JSONValue, atEnd: Bool) {
        if !atEnd { pages.addedInFront() } else if hasMore { pages.skipped(-1) }
        window.add(row, atEnd: atEnd)
        total = total.map { $0 + 1 }
    }

    mutating func remove(_ index: Int) {
        guard (0..<count).contains(index) else { return }
        window.remove(index)
        pages.moved(from: index + 1, up: 1)
        total = total.map { $0 - 1 }
    }

    /// Extends the list to the server's total, if any page can be asked for.
    /// - Returns: False if only the previous page refers to the next.
    mutating func reachEnd() -> Bool {
        guard hasMore else { return true }
        guard pages.isCounted, let total, total > count, total < 1 << 48 else { return false }
        proven = count
        next = nil
        window.reach(total)
        return true
    }
}

/// Identifies the row of an action. It is valid until the list is reloaded; if rows have ids, also for the row with
/// that id afterwards.
struct RowMark: Hashable, Sendable {
    let index: Int
    let generation: Int
    var identity: JSONValue?
}

struct ListRow: Hashable, Sendable {
    let panel: PanelID
    let screen: String
    let mark: RowMark
    /// The exchange that brought the row.
    let exchange: ExchangeNumber?
    /// True if it is opened only to be edited and closes with its form.
    var isToEdit = false
}

/// The parameters of every load of a list's rows.
struct RowQuery: Sendable {
    let panel: PanelID
    let screen: Screen
    let place: Place
    let filters: [String: String]
}

/// The limits of long lists.
enum RowLimits {
    /// The distance from the end of the loaded rows at which the next page is requested.
    static let lookAhead = 25
    /// The maximum rows kept around the selected one; distant ones are dropped and load again when needed.
    static let kept = 600
    /// Three pages are kept however large they are: the visible one and one on each side.
    static let keptPages = 3
    /// The last row to which a run goes back at its start; the pages up to it are loaded one by one.
    static let resumed = 200
    /// The maximum number of rows with texts, even if more rows arrive together.
    static let texts = 1200
}

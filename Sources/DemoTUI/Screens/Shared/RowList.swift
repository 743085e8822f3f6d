import APIDocument
import APIModel
import AppCore
import JSONText
import Terminal

/// The rows of a collection or conversation, and what is in flight.
///
/// A list may be far longer than what is kept: pages far from the selected row go, and load again when it comes back.
struct RowList: Sendable {
    /// The rows at hand and where they stand.
    var window = RowWindow()
    /// Which page holds which rows.
    var pages = RowPages()
    /// Number of all rows, where the server says it.
    var total: Int?
    var load = LoadState()
    /// Where the rows behind the last known one begin; nil if there are none.
    var next: PageToken?
    /// Whether the server has more rows behind the last known one, and nothing says how to ask for them.
    var isCutOff = false
    /// The page in flight, or the one that failed; nil is the first.
    var asked: RowPages.Page?
    /// How far the list was really read, while it is shown as long as the server says.
    var proven: Int?
    /// Which exchange brought which rows.
    var exchanges = PageExchanges()
    /// Counts how often the rows were replaced by others.
    private(set) var generation = 0
    /// Where a row's id stands, for lists whose rows have one.
    let identity: JSONPointer?
    /// How the rows are handed out.
    let pagination: Pagination

    /// The list of a screen's rows.
    init(of screen: Screen) {
        identity = screen.rowID
        pagination = screen.pagination
    }

    /// The rows at hand.
    var rows: [JSONValue] { window.rows }
    /// How many rows can be selected; not all of them are at hand.
    var count: Int { window.count }
    var isEmpty: Bool { window.count == 0 }

    /// A row; nil if it is not at hand.
    subscript(index: Int) -> JSONValue? { window[index] }

    /// True if the server has more than what is known.
    var hasMore: Bool { next != nil }

    /// True if what is in flight, or failed, are rows that are known to be there.
    var lacksRows: Bool { asked.map { $0.start < count } ?? false }

    /// True if the rows are those from before a reload that failed.
    var isStale: Bool { load.failure != nil && asked == nil && !isEmpty }

    /// What is shown of how much: `60 of 5,000`, `60+`, or the number alone.
    var countText: String? {
        guard !isEmpty else { return nil }
        let shown = TextLayout.grouped(count)
        if let total, total > count { return "\(shown) of \(TextLayout.grouped(total))" }
        return (hasMore || isCutOff) && total == nil ? "\(shown)+" : shown
    }

    /// What is said behind the last row where the list is cut off.
    static let cutOff = "The server has more; nothing says how to ask for it."

    /// The exchange that brought a row; where a load failed, that one, and without rows the newest.
    func exchange(of index: Int?) -> ExchangeNumber? {
        (load.failure == nil ? index.flatMap { exchanges[$0] } : nil) ?? load.provenance?.exchange
    }

    /// The index of a row when the list is shown from its end: the first row last.
    func reversed(_ index: Int) -> Int { count - 1 - index }

    // MARK: Loading

    /// Loads the first page; the rows shown so far go when it comes, and stay if it does not.
    mutating func reload(_ query: RowQuery) -> [Effect] { begin(nil, query) }

    /// Loads what is missing near a row: the page that holds it or one in sight, else the next one on either side.
    ///
    /// - Parameters:
    ///   - index: the selected row.
    ///   - sight: the indices of the rows on the screen.
    ///   - looksAhead: false loads only what is in sight.
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

    /// Tries again what failed: the page that was asked for if rows are there, else the first.
    mutating func retry(_ query: RowQuery) -> [Effect] {
        guard !isEmpty, let failure = load.failure, !failure.isForGood else { return reload(query) }
        return begin(asked, query)
    }

    private mutating func begin(_ page: RowPages.Page?, _ query: RowQuery) -> [Effect] {
        asked = page
        let (id, timer) = load.begin(for: query.panel)
        return [
            timer,
            .load(
                LoadRequest(
                    id: id, screen: query.screen, place: query.place, filters: query.filters, page: page?.token)),
        ]
    }

    /// Stops a load a person does not want to wait for; what is loaded stays.
    mutating func stop() { load.stop(showing: isEmpty ? .failed(APIError(.cancelled)) : nil) }

    /// The load was given up because the screen is out of sight; rows that are there stay.
    mutating func abandon() {
        if isEmpty { load.invalidate() } else { load.stop(showing: nil) }
    }

    /// Goes back to rows that were kept, as if nothing had been loaded since.
    mutating func restore(_ kept: RowList) {
        let now = self
        self = kept
        generation = now.generation + 1
        load.succeed(now.load)
    }

    /// Forgets the rows: what answers changed.
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
        exchanges = PageExchanges()
        generation += 1
    }
}

extension LoadFailure {
    /// True if asking for the same page again cannot help: the place it begins with is not known any more.
    fileprivate var isForGood: Bool {
        guard case .failed(let error) = self, let status = error.status else { return false }
        return [400, 404, 410, 422].contains(status)
    }
}

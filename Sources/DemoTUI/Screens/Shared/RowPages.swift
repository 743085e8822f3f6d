import APIDocument
import APIModel
import AppCore

/// Which page holds which rows: worked out where pages are numbered or rows counted, else remembered page by page.
///
/// What grows with the list is one token for each page that leads only to the one after it.
struct RowPages: Sendable {
    /// A page to load and the index of its first row.
    struct Page: Hashable, Sendable {
        let token: PageToken?
        let start: Int
        /// The index behind its last row, as far as that is known.
        let end: Int
    }

    private let pagination: Pagination
    /// Rows of a full page.
    private(set) var size: Int
    /// How many places further back the server counts a row than the list does: rows may come and go meanwhile.
    private var drift = 0
    /// The pages read so far, where one only leads to the next.
    private var read: [(token: PageToken?, start: Int)] = []

    /// - Parameters:
    ///   - pagination: how the rows are handed out.
    ///   - rows: the number of rows of the first page.
    ///   - hasMore: whether another one follows, so that the first is a full one whatever size was asked for.
    init(_ pagination: Pagination = .none, rows: Int = 0, hasMore: Bool = false) {
        self.pagination = pagination
        size = max(1, hasMore && rows > 0 ? rows : pagination.size ?? rows)
        if !isCounted { read = [(nil, 0)] }
    }

    /// True if the page of any row can be asked for, without the pages before it.
    var isCounted: Bool { pagination.token(ofRow: 0, size: size) != nil }

    /// The page that holds a row, in a list of `count` rows.
    func page(holding index: Int, of count: Int) -> Page? {
        guard isCounted else {
            guard let place = place(of: index) else { return nil }
            let end = place + 1 < read.count ? read[place + 1].start : count
            return Page(token: read[place].token, start: read[place].start, end: end)
        }
        // A row that was put in front and let go stands where the server put it: from there on as the server counts.
        let drift = index + self.drift < 0 ? 0 : self.drift
        guard let (token, start) = pagination.token(ofRow: index + drift, size: size) else { return nil }
        return Page(token: token, start: max(0, start - drift), end: max(1, start - drift + size))
    }

    /// Remembers a page that was read behind all others.
    mutating func append(_ token: PageToken?, start: Int) {
        if !isCounted, start > read.last?.start ?? -1 { read.append((token, start)) }
    }

    /// The server counts `rows` more before the end than the list does: they were shown already.
    mutating func skipped(_ rows: Int) { drift += rows }

    /// Rows from `index` on stand `count` places further up; negative for further down.
    mutating func moved(from index: Int, up count: Int) {
        guard count != 0 else { return }
        for place in read.indices where read[place].start >= index && place > 0 { read[place].start -= count }
    }

    /// A row was put in front; where the server put it is not known.
    mutating func addedInFront() {
        drift -= 1
        moved(from: 0, up: -1)
    }

    private func place(of index: Int) -> Int? {
        var (low, high) = (0, read.count)
        while low < high {
            let middle = (low + high) / 2
            if read[middle].start <= index { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }
}

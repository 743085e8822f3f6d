import AppCore
import JSONText

extension RowList {
    /// What a reply changed.
    enum Change: Hashable, Sendable {
        /// Nothing: it failed, or belongs to an older load.
        case nothing
        /// A first page came: the selection goes to its start.
        case replaced
        /// A page came. Rows from `index` on stand `count` lines further up than before.
        case filled(index: Int, movedUp: Int)
        /// The server has fewer rows than it said: the list ends earlier.
        case shortened
    }

    /// Takes the end of a load.
    /// - Parameter index: the selected row: rows far from it are let go.
    mutating func take(_ request: RequestID, _ reply: LoadReply, around index: Int) -> Change {
        switch reply.result {
        case .success(.page(let page)):
            guard load.end(request, reply.provenance, failure: nil) else { return .nothing }
            defer {
                window.trim(around: index, to: max(RowLimits.kept, RowLimits.keptPages * page.rows.count))
                exchanges.keep(window.range)
            }
            guard let asked else {
                takeFirst(page)
                exchanges.note(reply.provenance, from: 0)
                return .replaced
            }
            total = page.total ?? total
            let known = count
            let change = asked.start >= known ? takeNext(page, asked) : takeAgain(page, asked)
            // A page that brought nothing has no rows that it could be asked about.
            if asked.start < count, change != .shortened {
                exchanges.note(reply.provenance, from: asked.start)
            }
            return change
        case .success(.item): return .nothing
        case .failure(let failure):
            _ = load.end(request, reply.provenance, failure: failure)
            return .nothing
        }
    }

    /// Takes rows that came with the answer to something else.
    mutating func take(_ page: Page, from provenance: Provenance) {
        load = LoadState(loaded: provenance)
        takeFirst(page)
        exchanges.note(provenance, from: 0)
    }

    private mutating func takeFirst(_ page: Page) {
        var window = RowWindow()
        window.replaceAll(page.rows)
        replaceAll(
            window, RowPages(pagination.numbered(by: page.next), rows: page.rows.count, hasMore: page.next != nil))
        next = page.next
        isCutOff = page.isCutOff
        total = page.total
    }

    private mutating func takeNext(_ page: Page, _ asked: RowPages.Page) -> Change {
        // A server, or an example, that ignores the page parameter gives the same page for ever.
        let fresh = window.unknown(page.rows, by: identity)
        let isRepeated = !page.rows.isEmpty && (fresh.isEmpty || rows.suffix(page.rows.count) == page.rows[...])
        next = isRepeated ? nil : page.next
        isCutOff = page.isCutOff
        if !isRepeated {
            pages.append(asked.token, start: asked.start)
            pages.skipped(page.rows.count - fresh.count)
            window.extend(fresh)
        }
        return .filled(index: count, movedUp: 0)
    }

    private mutating func takeAgain(_ page: Page, _ asked: RowPages.Page) -> Change {
        if page.rows.isEmpty {
            // A total that is not true, or rows that are gone, must not lead page by page to where the rows really are.
            total = page.total.flatMap { $0 < count ? $0 : nil }
            window.reach(proven ?? 0)
            proven = nil
            return .shortened
        }
        let isLast = asked.end >= count
        if isLast { proven = nil }
        let moved = window.fill(
            page.rows, start: asked.start, end: asked.end, identity: identity, isCounted: pages.isCounted)
        pages.skipped(moved.repeated)
        pages.moved(from: moved.index, up: moved.count)
        exchanges.moved(from: moved.index, up: moved.count)
        if isLast { (next, isCutOff) = (page.next, page.isCutOff) }
        return .filled(index: moved.index, movedUp: moved.count)
    }
}

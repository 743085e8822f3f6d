import APIDocument
import APIModel
import DemoManager
import HTTPTypes
import WireFormats

import struct APIDocument.Operation

/// A list that an example of the document shows. The example is all there is of it: a request gets the rows that it asks for, as
/// many on a page as it wants, and nothing behind them, or a list would never end.
///
/// A page that shows the example's own rows is the example as it was written, but for where its addresses lead.
struct ExampleList: PagedList {
    private let document: APIDocument
    private let operation: Operation
    private let request: ReceivedRequest
    private let example: JSONValue
    /// The rows of the example.
    private let own: [JSONValue]
    /// What the fields of the reply say of how many there are, as they were written: each page counts from there.
    private let written: [HTTPField]
    private let list: ListModel
    private let filter: RowFilter

    /// Nil for what is no list.
    ///
    /// - Parameters:
    ///   - name: the example's name in the document.
    ///   - headers: the fields of the reply as they were written.
    init?(
        _ example: JSONValue, named name: String?, of operation: Operation, for request: ReceivedRequest,
        _ headers: HTTPFields, in document: APIDocument
    ) {
        guard let list = document.list(of: operation), let own = example[list.rows]?.arrayValue else {
            return nil
        }
        (self.document, self.operation, self.request) = (document, operation, request)
        (self.example, self.own, self.list) = (example, own, list)
        written = headers.filter { field in
            let key = HumanName.key(field.name.rawName)
            return ListCount.isTotalHeader(key) || ListCount.isPagesHeader(key)
        }
        let asked = request.queryItems.filter { item in
            !list.pagination.isAskedFor(by: item.name) && operation.isChoice(item, ofExample: name)
        }
        // What the document presets chose the rows that the example has.
        filter = RowFilter(
            asked, row: list.row, parameters: operation.parameters, usesPresets: false, document: document)
    }

    func rows() -> [JSONValue] { own }

    func page(of rows: [JSONValue], besides before: [JSONValue], _ headers: inout HTTPFields) -> JSONValue {
        changed(rows, besides: before, &headers) ?? example
    }

    /// The page that the request asks for; nil where that is the example as it was written.
    func page(_ headers: inout HTTPFields) -> JSONValue? { changed(own, besides: own, &headers) }

    private func changed(
        _ rows: [JSONValue], besides before: [JSONValue], _ headers: inout HTTPFields
    ) -> JSONValue? {
        for field in written { headers[field.name] = field.value }
        let filter = filter.concerning(rows)
        let chosen = filter.choosesRows ? filter.chosen(rows) : rows
        let window = window(of: chosen, besides: filter.choosesRows ? filter.chosen(before) : before)
        var body = example
        if window.rows != chosen.indices || chosen != own {
            body = cut(chosen, to: window, &headers)
            window.lead(&body, of: list.answer, &headers)
        }
        let called = CalledList(request, operation)
        called.lead(&body, besides: list.rows, next: list.pagination)
        called.lead(&headers)
        return body == example ? nil : body
    }

    /// Which of the rows the request asks for: all, where it does not say how many it wants.
    private func window(of rows: [JSONValue], besides before: [JSONValue]) -> PageWindow {
        let position = LastRow(request.queryItems, list.pagination, of: rows, besides: before)
        let behind: ((Int) -> Range<Int>)? = isBehind ? { _ in rows.count..<rows.count } : nil
        return PageWindow(
            request, of: operation, list.pagination, in: document, total: rows.count, usual: rows.count,
            at: behind ?? position?.page)
    }

    /// The example with the rows of a page, and with what it says of them. Of how many there are it knows more than it shows.
    private func cut(_ rows: [JSONValue], to window: PageWindow, _ headers: inout HTTPFields) -> JSONValue {
        let change = ListChange(
            more: rows.count - own.count, first: (said: own.count, now: rows.count),
            size: PageSize(asked: PageWindow.askedSize(in: request.queryItems), held: own.count))
        var counts = ListEnvelope(list: list.rows.tokens.last, size: change.size)
        headers.count(change)
        let page = example.setting(.array(Array(rows[window.rows])), at: list.rows)
        return counts.telling(counts.counting(page, change.total), of: window.listing(at: list.rows))
    }

    /// Whether a request asks for what stands behind the example: it follows the address of the next page that the example gives,
    /// or the cursor, or counts pages in a way that nobody knows.
    private var isBehind: Bool {
        if case .lastRow = list.pagination { return false }
        let query = request.queryItems
        let lead = operation.lead(through: list.pagination)
        let names = operation.names(ofNextIn: example, list.pagination)
        if query.contains(where: { names.contains($0.name) && $0.name != lead }) { return true }
        return !list.pagination.isFirstPage(query, list.step)
            && query.last { $0.name == lead }.flatMap { Int($0.value) } == nil
    }
}

extension Operation {
    /// What an address of the next page has in its query that the operation does not describe: by that the page is known.
    func names(ofNextIn body: JSONValue, _ pagination: Pagination) -> Set<String> {
        guard case .cursor(_, let pointer) = pagination, let next = body[pointer]?.stringValue,
            let mark = next.firstIndex(of: "?")
        else { return [] }
        let declared = Set(parameters.filter { $0.location == .query }.map(\.name))
        let items = next[next.index(after: mark)...].split(separator: "&")
        return Set(items.map { PercentCode.decoded($0.prefix { $0 != "=" }) }).subtracting(declared)
    }

    /// The query parameter that leads to the list's pages.
    func lead(through pagination: Pagination) -> String {
        pagination.parameters.first ?? pageParameter?.name ?? "offset"
    }

    /// Whether an item of the query can choose rows of an example: not where the document gives the example as the answer to just
    /// this, and not where it must be there, since then whoever wrote the example had it in mind.
    ///
    /// - Parameter name: the example's name in the document.
    fileprivate func isChoice(_ item: (name: String, value: String), ofExample name: String?) -> Bool {
        let parameter = parameters.first { $0.location == .query && $0.name == item.name }
        guard let parameter else { return true }
        let isAnswered =
            name != nil && parameter.examples.contains { $0.name == name && $0.value?.scalarText == item.value }
        return !parameter.isRequired && !isAnswered
    }
}

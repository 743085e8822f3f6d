import APIDocument
import APIModel
import DemoManager
import HTTPTypes
import WireFormats

import struct APIDocument.Operation

/// A requested list: its rows, and the page that the request selects.
///
/// Example and generated lists follow one rule: filter and sort all rows, then cut the page. An example has all rows of
/// its list. A page with all rows is the unchanged example, except that its URLs refer to this server.
struct ListReply: Sendable {
    /// The rows without writes.
    private(set) var source: DocumentRows
    private let list: ListModel
    private let operation: Operation
    private let response: Response
    private let request: ReceivedRequest
    /// The name of the example in the document.
    private let name: String?
    private let document: APIDocument

    /// - Parameter name: the name of the example in the document.
    init(
        _ source: DocumentRows, _ list: ListModel, named name: String? = nil, of operation: Operation,
        _ response: Response, for request: ReceivedRequest, in document: APIDocument
    ) {
        (self.list, self.operation, self.response) = (list, operation, response)
        (self.request, self.name, self.document) = (request, name, document)
        self.source = source
        // An unchanged example has all rows of its list; generated rows are made to match required parameters.
        guard isMade,
            operation.parameters.contains(where: { $0.location == .query && $0.isRequired })
        else { return }
        self.source.rows = filter.meeting(source.rows)
    }

    /// True if some of the rows were generated.
    private var isMade: Bool { source.example == nil || source.isFilled }

    private var filter: RowFilter {
        let isExample = source.example != nil
        // A paging parameter is not a filter, even if rows have a member of that name.
        let asked = request.queryItems.filter { item in
            !list.pagination.isAskedFor(by: item.name) && !(isExample && operation.isAnswered(item, byExample: name))
        }
        // An example already has the rows for the parameters' defaults.
        return RowFilter(
            asked, row: list.row, parameters: operation.parameters, usesPresets: !isExample, document: document)
    }

    /// The page of these rows that the request selects; nil if it is the unchanged example.
    ///
    /// - Parameter headers: gets the header fields that describe the page.
    func page(of rows: [JSONValue], _ headers: inout HTTPFields) -> JSONValue? {
        var chosen = rows
        var before = source.rows
        let filter = isMade ? filter.finding(in: rows) : filter
        if filter.choosesRows {
            let filter = filter.concerning(source.rows, rows)
            (chosen, before) = (filter.chosen(rows), filter.chosen(before))
        }
        let window = window(of: chosen, besides: before)
        var body = source.example ?? .null
        if isMade || window.listing.rows != chosen.indices || chosen != source.rows {
            var page = chosen[window.listing.rows]
            if !filter.choosesRows, let least = array?.minItems, page.count < least { page = chosen.suffix(least) }
            body = source.body(Array(page), window.listing)
            window.count(in: &headers, declaring: response.headers)
            window.lead(&body, of: list.answer, &headers, isBehind: isBehind)
        }
        if source.example != nil {
            let called = PageAddresses(request, operation)
            called.lead(&body, besides: list.rows, next: list.pagination)
            called.lead(&headers)
        }
        return body == source.example ? nil : body
    }

    private var array: Schema? { document.part(of: list.answer, at: list.rows).map(document.resolveChoices) }

    private func window(of rows: [JSONValue], besides before: [JSONValue]) -> PageWindow {
        let isExample = source.example != nil
        let position = LastRow(request.queryItems, list.pagination, of: rows, besides: before)
        let behind: ((Int) -> Range<Int>)? = isBehind ? { _ in rows.count..<rows.count } : nil
        return PageWindow(
            request, of: operation, list, in: document, total: rows.count,
            most: isExample ? nil : array?.maxItems, usual: isExample ? rows.count : nil, at: behind ?? position?.page)
    }

    /// True if the request selects a page after an example, which is the first page whatever its own links are.
    ///
    /// It has a later page number, or a cursor that the example does not have.
    private var isBehind: Bool {
        guard let example = source.example else { return false }
        if case .lastRow = list.pagination { return false }
        let query = request.queryItems
        let lead = operation.lead(through: list.pagination)
        let isNext = operation.items(ofNextIn: example, list.pagination).contains { next in
            guard next.name != lead else { return false }
            guard let asked = query.last(where: { $0.name == next.name })?.value else { return false }
            guard let page = Int(asked), let following = Int(next.value) else { return true }
            return page >= min(following, 2)
        }
        return isNext
            || !list.pagination.isFirstPage(query, list.step)
                && query.last { $0.name == lead }.flatMap { Int($0.value) } == nil
    }
}

extension Operation {
    /// Query items in the URL of the example's next page that the operation does not declare. They identify that page.
    func items(ofNextIn body: JSONValue, _ pagination: Pagination) -> [(name: String, value: String)] {
        guard case .cursor(_, let pointer) = pagination, let next = body[pointer]?.stringValue,
            let mark = next.firstIndex(of: "?")
        else { return [] }
        let declared = Set(parameters.filter { $0.location == .query }.map(\.name))
        return FormItem.items(next[next.index(after: mark)...].prefix { $0 != "#" })
            .filter { !declared.contains($0.name) }
    }

    /// The query parameter that selects the list's pages.
    func lead(through pagination: Pagination) -> String {
        pagination.parameters.first ?? pageParameter?.name ?? "offset"
    }

    /// True if the document pairs a query item with the example, whose rows are then those for that value.
    ///
    /// - Parameter name: the name of the example in the document.
    fileprivate func isAnswered(_ item: (name: String, value: String), byExample name: String?) -> Bool {
        let parameter = parameters.first { $0.location == .query && $0.name == item.name }
        return name != nil
            && parameter?.examples.contains { $0.name == name && $0.value?.scalarText == item.value } == true
    }
}

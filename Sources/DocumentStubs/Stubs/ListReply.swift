import APIDocument
import APIModel
import DemoManager
import Foundation
import HTTPTypes
import WireFormats

import struct APIDocument.Operation

/// A requested list: its rows, and the page that the request selects.
///
/// Example and generated lists follow one rule: filter and sort all rows, then cut the page. An example has all rows of
/// its list. A page with all rows is the unchanged example, except that its URLs refer to this server.
struct ListReply: Sendable {
    private(set) var source: DocumentRows
    private let list: ListModel
    private let operation: Operation
    private let response: Response
    private let request: ReceivedRequest
    private let name: String?
    private let document: APIDocument

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
        let lead = operation.lead(through: list.pagination, in: document)
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

/// A search by `POST`: the list at the path above, with the members of the body as a query.
struct PostedSearch {
    let list: Operation

    /// Nil for other operations.
    init?(_ operation: Operation, in document: APIDocument) {
        guard let list = document.listSearched(by: operation) else { return nil }
        self.list = list
    }

    /// The GET of the list.
    func reading(_ request: ReceivedRequest) -> ReceivedRequest {
        var get = request.request
        get.method = .get
        let asked = JSONValue.read([UInt8](request.body))?.objectValue.map(Self.items) ?? []
        var components = URLComponents()
        components.queryItems = (request.queryItems + asked).map { URLQueryItem(name: $0.name, value: $0.value) }
        let path = request.request.pathAlone
        let query = (components.percentEncodedQuery ?? "").replacing("+", with: "%2B")
        get.path = path[..<(path.lastIndex(of: "/") ?? path.endIndex)] + (query.isEmpty ? "" : "?" + query)
        return ReceivedRequest(get, asked: request.asked)
    }

    /// The members as items of a query; those of `page` or `filter` count as members of the body.
    private static func items(_ body: JSONObject) -> [(name: String, value: String)] {
        body.members.flatMap { member -> [(name: String, value: String)] in
            let name = member.key
            let isOrder = NameClass.order.has(name)
            if let object = member.value.objectValue {
                return isOrder ? order(object).map { [(name, $0)] } ?? [] : items(object)
            }
            let values = member.value.arrayValue ?? [member.value]
            return values.compactMap { value in
                (value.objectValue.flatMap { isOrder ? order($0) : nil } ?? (value.isNull ? nil : value.scalarText))
                    .map { (name, $0) }
            }
        }
    }

    /// A member to sort by, as a query has it: `-price` for `{"field": "price", "direction": "DESC"}`, and for
    /// `{"price": "desc"}`.
    private static func order(_ object: JSONObject) -> String? {
        func isDirection(_ value: JSONValue, _ words: [NameClass]) -> Bool {
            words.contains { $0.has(value.stringValue ?? "") }
        }
        let both = [NameClass.ascending, NameClass.descending]
        let named = object.members.first { NameClass.sorted.has($0.key) && !isDirection($0.value, both) }
        let member = named?.value.stringValue ?? object.members.first { isDirection($0.value, both) }?.key
        let isDown = object.members.contains { isDirection($0.value, [.descending]) }
        return member.map { isDown ? "-" + $0 : $0 }
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

    func lead(through pagination: Pagination, in document: APIDocument) -> String {
        pagination.parameters.first ?? pageParameter(in: document)?.name ?? "offset"
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

/// The members beside the rows of a list that describe its page, such as `total` and `has_more`.
struct ListEnvelope: Sendable {
    private struct Member: Sendable {
        let place: JSONPointer
        /// The key of the name (``HumanName/key(_:)``).
        let name: String
        let siblings: [String]
    }

    private var members: [Member] = []
    private let rows: JSONPointer

    /// Reads the members of a body.
    ///
    /// - Parameters:
    ///   - rows: the place of the rows.
    ///   - page: the page for which the body was generated. A number with another value does not describe the page.
    init(of body: JSONValue, rows: JSONPointer, generatedFor page: SampleListing? = nil) {
        self.rows = rows
        read(body, at: .root, page ?? SampleListing(at: rows, rows: 0..<0), isGenerated: page != nil)
    }

    private mutating func read(_ value: JSONValue, at place: JSONPointer, _ page: SampleListing, isGenerated: Bool) {
        guard place.tokens.count <= rows.tokens.count + 1, case .object(let object) = value else { return }
        let names = object.keys.map(HumanName.key)
        for (name, member) in zip(names, object.members) {
            let own = place.appending(member.key)
            guard own != rows else { continue }
            read(member.value, at: own, page, isGenerated: isGenerated)
            guard let shown = page.value(name, beside: names, like: member.value), !isGenerated || shown == member.value
            else { continue }
            members.append(Member(place: own, name: name, siblings: names))
        }
    }

    func describing(_ page: SampleListing, in body: JSONValue) -> JSONValue {
        members.reduce(body) { body, member in
            guard let own = body[member.place],
                let value = page.value(member.name, beside: member.siblings, like: own), value != own
            else { return body }
            return body.setting(value, at: member.place)
        }
    }

    /// The body with its totals changed by writes.
    ///
    /// - Parameter more: the rows that writes added to a list of a stub file or recording.
    func counting(_ more: Int, in body: JSONValue) -> JSONValue {
        let list = rows.tokens.last.map(HumanName.key)
        return members.filter { ListCount.isTotal($0.name, of: list, beside: $0.siblings) }.reduce(body) {
            body, member in
            guard let total = body[member.place]?.intValue else { return body }
            return body.setting(.number(JSONNumber(total.counting(more))), at: member.place)
        }
    }
}

extension SampleListing {
    fileprivate func value(_ name: String, beside siblings: [String], like own: JSONValue) -> JSONValue? {
        if own.boolValue != nil { return answer(name, beside: siblings).map(JSONValue.bool) }
        return own.intValue == nil ? nil : number(name, beside: siblings).map { .number(JSONNumber($0)) }
    }
}

extension HTTPFields {
    /// Changes the fields with the total number of rows.
    mutating func count(_ more: Int) {
        for field in self where PagingNames.totalHeaders.hasKey(HumanName.key(field.name.rawName)) {
            if let total = Int(field.value) { self[field.name] = String(total.counting(more)) }
        }
    }
}

extension Int {
    /// The sum, at least 0; unchanged on overflow.
    fileprivate func counting(_ more: Int) -> Int {
        let (sum, isOver) = addingReportingOverflow(more)
        return isOver ? self : Swift.max(0, sum)
    }
}

enum ListCount {
    /// True for the total: `total`; `articlesCount` beside `articles`; `count` if there is no other total.
    ///
    /// - Parameters:
    ///   - name: the key of the member's name.
    ///   - list: the key of the list's name.
    ///   - siblings: the keys of the members beside it.
    static func isTotal(_ name: String, of list: String?, beside siblings: some Collection<String>) -> Bool {
        if PagingNames.totals.hasKey(name) { return true }
        if let list, !list.isEmpty, name == list + "count" || name == HumanName.singular(list) + "count" { return true }
        return name == "count" && !siblings.contains(where: PagingNames.totals.hasKey)
    }

    static func pages(of total: Int, size: Int) -> Int { total / size + (total % size == 0 ? 0 : 1) }
}

/// Rewrites the URLs of an example's pages to the requested server, so that no client leaves the demo.
struct PageAddresses {
    private let request: ReceivedRequest
    private let path: PathTemplate

    init(_ request: ReceivedRequest, _ operation: Operation) {
        self.request = request
        path = operation.path
    }

    /// Rewrites the URLs beside the rows: that of the next page always, others if they refer to the list.
    func lead(_ body: inout JSONValue, besides rows: JSONPointer, next pagination: Pagination) {
        let shown = body[rows]
        body = body.mappingStrings(led)
        if let shown { body = body.setting(shown, at: rows) }
        guard case .cursor(_, let pointer) = pagination, let next = body[pointer]?.stringValue else { return }
        // A cursor may start with a slash.
        guard Self.isAddress(next), next.contains("://") || next.contains("?") else { return }
        body = body.setting(.string(called(next)), at: pointer)
    }

    /// Rewrites the URLs of a `Link` header (RFC 8288).
    func lead(_ headers: inout HTTPFields) {
        guard let name = HTTPField.Name("Link"), let text = headers[name], text.contains("<") else { return }
        var led = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
            let address = String(rest[rest.index(after: start)..<end])
            led += rest[...start] + self.led(address)
            rest = rest[end...]
        }
        headers[name] = led + rest
    }

    /// A URL of the list in the form of the request; any other text unchanged.
    private func led(_ text: String) -> String {
        guard Self.isAddress(text), path.segments.last?.literal != nil else { return text }
        let whole = text.prefix { $0 != "?" && $0 != "#" }
        let segments = PathTemplate.segments(of: whole.pathOfAddress)
        return PathTemplate.fits(segments.suffix(path.segments.count), path.written[...]) ? called(text) : text
    }

    /// The request's URL with the query of this one; a path stays a path.
    private func called(_ address: String) -> String {
        let base = address.contains("://") ? request.url : request.request.path ?? "/"
        return "\(base.prefix { $0 != "?" && $0 != "#" })\(address.drop { $0 != "?" && $0 != "#" })"
    }

    private static func isAddress(_ text: String) -> Bool {
        text.hasPrefix("/") || text.hasPrefix("http://") || text.hasPrefix("https://")
    }
}

extension Substring {
    var pathOfAddress: Substring { firstRange(of: "://").map { self[$0.upperBound...].drop { $0 != "/" } } ?? self }
}

import APIDocument
import APIModel
import DemoManager
import Foundation
import HTTPTypes
import WireFormats

import struct APIDocument.Operation

/// The rows of a list that a request selects, and the link to the next page.
struct PageWindow {
    let listing: SampleListing
    private let pagination: Pagination
    private let lead: (name: String, step: PageStep)
    private let request: ReceivedRequest
    private let document: APIDocument

    /// The number of rows in a generated list, enough for several pages.
    static let total = 57
    static let unpagedTotal = 25
    static let ownedTotal = 100
    static let usualSize = 20
    /// The highest number with a row of its own.
    private static let lastCounted = 1_000_000

    /// The row that an id which no list has is shown with: that of its number, or a fixed one.
    static func row(ofUnlisted id: String) -> Int {
        if let number = Int(id) { return max(1, min(number, lastCounted)) - 1 }
        return Int(id.utf8.reduce(UInt32(17)) { $0 &* 31 &+ UInt32($1) } % UInt32(total))
    }

    /// - Parameters:
    ///   - list: the list; without pagination, one reply has all rows.
    ///   - total: the number of rows; nil for the default.
    ///   - most: the most rows in a reply by its schema.
    ///   - usual: the default page size; nil for the document's.
    ///   - place: the page of a given size selected by the id of a row; nil without such an id.
    init(
        _ request: ReceivedRequest, of operation: Operation, _ list: ListModel, in document: APIDocument,
        total: Int? = nil, most: Int? = nil, usual own: Int? = nil, at place: ((_ size: Int) -> Range<Int>)? = nil
    ) {
        let (pagination, step) = (list.pagination, list.step)
        (self.request, self.pagination, self.document) = (request, pagination, document)
        lead = (operation.lead(through: pagination, in: document), step)
        let total = total ?? document.rowCount(of: operation, list)
        let query = request.queryItems
        func number(_ name: String) -> Int? { query.last { $0.name == name }.flatMap { Int($0.value) } }
        let parameter = document.sizeParameter(of: operation)
        let schema = parameter.map { document.resolve($0.schema) }
        let wanted = parameter.flatMap { number($0.name) }
        // A list without pagination has all rows, unless the request limits them.
        let usual = pagination == .none ? total : schema?.default?.intValue ?? Self.usualSize
        let bound = pagination == .none ? .max : min(schema?.maximum?.value.int ?? 200, 200)
        let size =
            wanted == nil && own != nil
            ? max(own ?? 1, 1) : min(max(wanted ?? usual, 1), max(min(bound, most ?? .max), 1))
        let asksFrom =
            switch pagination {
            case .none: 0
            case .cursor, .link, .page:
                switch step {
                case .rows: number(lead.name) ?? 0
                case .pages(let first): Self.product((number(lead.name) ?? first) &- first, size)
                }
            case .offset(let name, _, _, let first): max(0, (number(name) ?? first) &- first)
            case .lastRow: pagination.isFirstPage(query, step) ? 0 : Self.total
            }
        // Bounded so that later sums do not overflow.
        let start = min(max(asksFrom, 0), Int.max / 2)
        let lower = min(start, total)
        let placed = place?(size)
        var listing = SampleListing(at: list.rows, rows: placed ?? lower..<min(lower + size, total), total: total)
        listing.size = size
        listing.start = placed?.lowerBound ?? start
        listing.isPage = pagination != .none
        if case .page(_, let first, _, _) = pagination { listing.firstPage = first }
        self.listing = listing
    }

    /// Sets the link to the next page at the place in the document.
    ///
    /// - Parameter isBehind: true for a page after an example, which has its own link to the previous page.
    func lead(_ body: inout JSONValue, of schema: Schema, _ headers: inout HTTPFields, isBehind: Bool = false) {
        switch pagination {
        case .cursor(_, let pointer):
            lead(&body, at: pointer, of: schema, isAddress: leadsByAddress(pointer, of: schema), isBehind: isBehind)
        case .page, .offset, .link:
            if case .link = pagination, let name = HTTPField.Name("Link") {
                // An example of the header would name a next page on every page.
                let next = url(lead.name, String(step(to: listing.rows.upperBound)))
                headers[name] = listing.isLast ? nil : "<\(next)>; rel=\"next\""
            }
            // Addresses or numbers of pages beside that of this page.
            guard let place = NextPlace(in: schema, of: document) else { return }
            let isAddress = place.isURL || place.mayBeURL
            guard isAddress || isNumber(place.pointer, of: schema) else { return }
            lead(&body, at: place.pointer, of: schema, isAddress: isAddress, isBehind: isBehind)
        case .none, .lastRow: break
        }
    }

    /// Sets the link to the next page, and those beside it.
    private func lead(
        _ body: inout JSONValue, at pointer: JSONPointer, of schema: Schema, isAddress: Bool, isBehind: Bool
    ) {
        let page = listing.facts
        tell(listing.isLast ? nil : listing.rows.upperBound, in: &body, at: pointer, of: schema, isAddress: isAddress)
        if !isBehind, let back = Self.back(from: pointer, in: body) {
            let before = page.start > 0 ? max(0, page.start - page.size) : nil
            tell(before, in: &body, at: back, of: schema, isAddress: isAddress)
        }
        // Cursors of other pages are not known.
        guard isAddress, case .pages = lead.step, let holder = pointer.parent, let links = body[holder]?.objectValue
        else { return }
        for link in links.members where link.value.stringValue?.contains("/") == true {
            let isLast = PagingNames.lastPages.has(link.key)
            guard isLast || PagingNames.firstPages.has(link.key) else { continue }
            let row = isLast ? max(0, page.count - 1) * page.size : 0
            tell(row, in: &body, at: holder.appending(link.key), of: schema, isAddress: true)
        }
    }

    /// Sets the link to the page that begins with a row, in the form of the present value; nil for no page.
    private func tell(
        _ row: Int?, in body: inout JSONValue, at pointer: JSONPointer, of schema: Schema, isAddress: Bool
    ) {
        guard let row else { return body = ended(body, at: pointer, of: schema) }
        let page = step(to: row)
        let value: JSONValue =
            switch body[pointer] {
            case _ where !isAddress && isNumber(pointer, of: schema): .number(JSONNumber(number(pointer, row: row)))
            case .number?: .number(JSONNumber(page))
            case .string(let text)? where text.contains("/"): .string(url(lead.name, String(page)))
            default: .string(isAddress ? url(lead.name, String(page)) : String(page))
            }
        body = body.setting(value, at: pointer)
        // URLs beside the link in a next-page object are set, too.
        guard let around = Self.around(pointer), let others = body[around]?.objectValue else { return }
        for (name, text) in others.members.map({ ($0.key, $0.value.stringValue ?? "") })
        where text.contains("?") && name != pointer.tokens.last {
            let whole = url(lead.name, String(page))
            let address = text.contains("://") ? whole[...] : whole[...].pathOfAddress
            body = body.setting(.string(String(address)), at: around.appending(name))
        }
    }

    /// The number of the page that begins with a row; with offsets the row's own, unless the member names a page.
    private func number(_ pointer: JSONPointer, row: Int) -> Int {
        let isPage = pointer.tokens.last.map { HumanName.key($0).contains("page") } ?? false
        if case .rows = lead.step, isPage { return row / listing.facts.size + listing.firstPage }
        return step(to: row)
    }

    private func isNumber(_ pointer: JSONPointer, of schema: Schema) -> Bool {
        let types = document.part(of: schema, at: pointer).map { document.resolveChoices($0).types } ?? []
        return types.contains(.integer) && !types.contains(.string)
    }

    /// The next-page object around a place; nil if the place is beside the rows.
    private static func around(_ pointer: JSONPointer) -> JSONPointer? {
        guard let parent = pointer.parent, let name = parent.tokens.last else { return nil }
        return HumanName.key(name).hasPrefix("next") ? parent : nil
    }

    /// True if the next page is a URL: the document declares it, or no parameter takes a cursor.
    private func leadsByAddress(_ pointer: JSONPointer, of schema: Schema) -> Bool {
        if case .cursor("", _) = pagination { return true }
        return document.leadsByAddress(pointer, of: schema)
    }

    /// The value of the paging parameter for the page that begins with a row.
    private func step(to row: Int) -> Int {
        if case .pages(let first) = lead.step { row / listing.facts.size + first } else { row }
    }

    /// The place of the previous page's URL or cursor.
    private static func back(from next: JSONPointer, in body: JSONValue) -> JSONPointer? {
        PagingNames.previous.lazy.map { word in
            JSONPointer(
                tokens: next.tokens.map {
                    $0.replacing("next", with: word).replacing("Next", with: HumanName.capitalised(word))
                })
        }.first { $0 != next && body[$0] != nil }
    }

    /// The body of the last page without a link: null if the document allows it, else without the member or the object
    /// around a URL. A required member is an empty string.
    private func ended(_ body: JSONValue, at pointer: JSONPointer, of schema: Schema) -> JSONValue {
        let around = Self.around(pointer)
        if let around, let part = document.part(of: schema, at: around), document.fits(.null, part) {
            return body.setting(.null, at: around)
        }
        guard let part = document.part(of: schema, at: pointer), !document.fits(.null, part) else {
            return body.setting(.null, at: pointer)
        }
        let isLink = pointer.tokens.last.map(PagingNames.addresses.contains) == true && pointer.tokens.count > 1
        let place = around ?? JSONPointer(tokens: pointer.tokens.dropLast(isLink ? 1 : 0))
        let parent = document.part(of: schema, at: place.parent ?? .root)
        let isNeeded = parent.map { document.resolveChoices($0).required.contains(place.tokens.last ?? "") } ?? false
        guard isNeeded else { return body.setting(nil, at: place) }
        let last = isNumber(pointer, of: schema) ? JSONValue.number(JSONNumber(listing.facts.number)) : ""
        return body.setting(last, at: pointer)
    }

    /// Sets the fields with numbers of rows and pages.
    func count(in headers: inout HTTPFields, declaring declared: [Header]) {
        let page = listing.facts
        for header in declared {
            let number: Int
            switch HumanName.key(header.name) {
            case let key where PagingNames.totalHeaders.hasKey(key): number = listing.total
            case let key where PagingNames.pageCountHeaders.hasKey(key): number = page.count
            case PagingNames.numberHeader: number = page.number
            case PagingNames.sizeHeader: number = page.size
            default: continue
            }
            if let name = HTTPField.Name(header.name) { headers[name] = String(number) }
        }
    }

    private func url(_ name: String, _ value: String) -> String {
        let base = request.url.prefix { $0 != "?" }
        let items = request.queryItems.filter { $0.name != name } + [(name, value)]
        var components = URLComponents()
        components.queryItems = items.map { URLQueryItem(name: $0.name, value: $0.value) }
        // URLComponents does not encode a plus, which is read as a space.
        return "\(base)?\((components.percentEncodedQuery ?? "").replacing("+", with: "%2B"))"
    }

    /// The product; on overflow a number beyond the end of generated lists.
    private static func product(_ left: Int, _ right: Int) -> Int {
        let (value, isOver) = left.multipliedReportingOverflow(by: right)
        return isOver ? Self.total : value
    }
}

extension ReceivedRequest {
    /// The items of the query in order, decoded like forms: a plus is a space.
    var queryItems: [(name: String, value: String)] {
        let query = (request.path ?? "").prefix { $0 != "#" }.split(separator: "?", maxSplits: 1).dropFirst().first
        return FormItem.items(query ?? "")
    }

    /// The decoded segments of the path, which matches the template.
    func pathSegments(of template: PathTemplate) -> [String] {
        template.bare(PathTemplate.segments(of: request.pathAlone)).map { PercentCode.decoded($0) }
    }
}

extension APIDocument {
    /// The number of rows of a generated list. Those that other items own are more, so that each item has several.
    func rowCount(of list: Operation, _ model: ListModel) -> Int {
        rowCount(of: list, model, isOwned: ownedLists.collections.contains(list.id))
    }

    func rowCount(of list: Operation, _ model: ListModel, isOwned: Bool) -> Int {
        if isOwned { return PageWindow.ownedTotal }
        return model.pagination == .none ? PageWindow.unpagedTotal : PageWindow.total
    }
}

extension Pagination {
    /// True for a query item with the position or the size of a page.
    func isAskedFor(by name: String) -> Bool {
        switch self {
        case .none: false
        case .link where PagingNames.ofLinks.has(name): true
        default: parameters.contains(name) || PagingNames.sizes.has(name)
        }
    }

    /// True if a query selects the first page.
    ///
    /// - Parameter step: the unit of the paging parameter.
    func isFirstPage(_ query: [(name: String, value: String)], _ step: PageStep) -> Bool {
        func value(_ name: String) -> String? { query.last { $0.name == name }?.value }
        switch self {
        case .none: return true
        case .cursor(let parameter, _): return step.isFirst(value(parameter))
        case .page(let parameter, let first, _, _), .offset(let parameter, _, _, let first):
            return value(parameter).map { Int($0) == first } ?? true
        case .lastRow: return !query.contains { parameters.contains($0.name) && !$0.value.isEmpty }
        case .link: return query.allSatisfy { !PagingNames.ofLinks.has($0.name) || step.isFirst($0.value) }
        }
    }
}

/// The page after the row with an id, or before it if the list runs the other way.
struct LastRow {
    private let ids: [String?]
    /// The index of the row with the id; if the row is gone, that of the next remaining one.
    private let place: Int
    private let asked: (id: String, parameter: String)
    private let pagination: Pagination
    /// The parameter for rows after an id, in either order.
    private let after: String?
    /// False for a row that does not exist any more.
    private let isThere: Bool

    /// Nil without the id of a row in the query.
    ///
    /// - Parameters:
    ///   - rows: the selected rows of the list after writes.
    ///   - before: the rows before writes.
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
            // "0" selects the first rows; no rows follow an unknown id.
            place = item.value == "0" ? 0 : rows.count
        }
    }

    func page(_ size: Int) -> Range<Int> {
        // A `before` parameter continues after the row if the ids of the page descend.
        let first = ids.isEmpty ? nil : ids[max(0, min(place, ids.count - 1) - size + 1)]
        let leads = pagination.parameter(behind: asked.id, from: first ?? asked.id)
        if asked.id != "0", asked.parameter != after, leads != asked.parameter { return max(0, place - size)..<place }
        let start = isThere ? place + 1 : place
        return start..<min(start + size, max(start, ids.count))
    }
}

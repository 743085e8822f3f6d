import APIDocument
import APIModel
import DemoManager
import HTTPTypes
import WireFormats

import struct APIDocument.Operation

/// A list made from its schema, and the page of it that a request asks for.
struct SampleList: PagedList {
    private let document: APIDocument
    private let operation: Operation
    private let response: Response
    private let request: ReceivedRequest
    /// What the reply is like, and where in it the rows stand.
    private let schema: Schema
    private let place: JSONPointer
    private let pagination: Pagination
    private let home: RowHome
    /// Which rows the request asks for, and in which order.
    private let filter: RowFilter
    /// What the path says of every row.
    private let given: JSONObject
    /// The rows where somebody wrote them, or the thing that the list is below shows them.
    private let told: [JSONValue]?
    /// How many there are.
    private let total: Int

    /// - Parameters:
    ///   - place: where the rows stand in the reply.
    ///   - row: what a row is like, resolved.
    init(
        _ schema: Schema, _ place: JSONPointer, _ row: Schema, of operation: Operation, _ response: Response,
        for request: ReceivedRequest, in document: APIDocument
    ) {
        (self.schema, self.place, self.operation, self.response) = (schema, place, operation, response)
        (self.request, self.document) = (request, document)
        let pagination = document.list(of: operation)?.pagination ?? .none
        self.pagination = pagination
        home = RowHome(operation, request.pathSegments(of: operation.path), in: document)
        // What asks for a page says nothing about rows, even where they have a member of that name.
        let asked = request.queryItems.filter { !pagination.isAskedFor(by: $0.name) }
        filter = RowFilter(asked, row: row, parameters: operation.parameters, document: document)
        let given = ParentMembers(path: operation.path, document: document)
            .members(of: row, below: request.pathSegments(of: operation.path))
        self.given = given
        if let own = OwnRows(operation.path, row, in: document)?.rows(request, behind: 1) {
            told = own.map { $0.below(given) }
        } else {
            let generator = SampleGenerator(document: document)
            told = document.part(of: schema, at: place).flatMap { generator.example(of: $0)?.arrayValue }
        }
        let usual = PageWindow(request, of: operation, pagination, in: document).total
        total = told?.count ?? min(usual, DistinctRows.most(row, of: operation, in: document) ?? usual)
    }

    func rows() throws(SampleError) -> [JSONValue] {
        if let told { return told }
        let whole = SampleListing(at: place, rows: 0..<total, total: total)
        return below(try body(whole)[place]?.arrayValue ?? [])
    }

    /// The page that the request asks for.
    func page(_ headers: inout HTTPFields) throws(SampleError) -> JSONValue {
        var isByRow = false
        if case .lastRow = pagination { isByRow = !pagination.isFirstPage(request.queryItems, .rows) }
        guard told == nil, !filter.choosesRows, !isByRow else {
            let all = try rows()
            return try page(of: all, besides: all, &headers)
        }
        return try body(of: window(total), nil, &headers)
    }

    func page(
        of rows: [JSONValue], besides before: [JSONValue], _ headers: inout HTTPFields
    ) throws(SampleError) -> JSONValue {
        let chosen = filter.chosen(rows)
        let position = LastRow(request.queryItems, pagination, of: chosen, besides: filter.chosen(before))
        let window = window(chosen.count, at: position?.page)
        return try body(of: window, Array(chosen[window.rows]), &headers)
    }

    private func window(_ total: Int, at place: ((Int) -> Range<Int>)? = nil) -> PageWindow {
        let most = document.part(of: schema, at: self.place).flatMap { document.resolveChoices($0).maxItems }
        return PageWindow(
            request, of: operation, pagination, in: document, total: total, most: most, at: place)
    }

    /// The reply that shows these rows; nil makes those of the page.
    private func body(
        of window: PageWindow, _ rows: [JSONValue]?, _ headers: inout HTTPFields
    ) throws(SampleError) -> JSONValue {
        var listing = window.listing(at: place)
        listing.made = rows
        var body = try self.body(listing)
        if rows == nil, !given.isEmpty, let made = body[place]?.arrayValue {
            body = body.setting(.array(below(made)), at: place)
        }
        window.count(in: &headers, declaring: response.headers)
        window.lead(&body, of: schema, &headers)
        return body
    }

    private func body(_ listing: SampleListing) throws(SampleError) -> JSONValue {
        try SampleGenerator(document: document)
            .sample(for: schema, seed: home.seed, entity: home.entity, listing: listing).value
    }

    private func below(_ rows: [JSONValue]) -> [JSONValue] { given.isEmpty ? rows : rows.map { $0.below(given) } }
}

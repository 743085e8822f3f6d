import APIDocument
import DemoManager
import JSONText

import struct APIDocument.Operation

/// An example of a list is its first page, of which a query chooses rows as of any list: a page behind it is empty, or a list
/// would never end.
struct ExamplePages: Sendable {
    let document: APIDocument
    let operation: Operation
    let response: Response
    /// The example's name in the document.
    var name: String?

    /// Nil for what is no list with pages.
    var maker: ReplyMaker? {
        guard operation.method == .get, response.status == operation.success?.status,
            operation.parameters.contains(where: { $0.location == .query })
        else { return nil }
        return ReplyMaker(needsBody: false) { request, reply in
            guard let body = page(of: try JSONValue(parsing: reply.body), for: request) else { return }
            reply.body = body.bytes(.compact)
        }
    }

    /// The page of an example that a request asks for; nil where that is the example itself.
    func page(of example: JSONValue, for request: ReceivedRequest) -> JSONValue? {
        let answers = AnswerReader(document: document)
        guard case .rows(let place, let row) = answers.shape(of: operation) else { return nil }
        let pagination = PaginationReader(document: document)
            .pagination(of: operation, answer: answers.schema(of: operation)).0
        let step = operation.pageStep(of: pagination, in: document)
        guard !pagination.isFirstPage(request.queryItems, step) || isBehind(request, example, pagination) else {
            let asked = request.queryItems.filter { !pagination.isAskedFor(by: $0.name) && isChoice($0) }
            return chosen(of: example, at: place, by: asked, row)
        }
        let body = example.setting([], at: place)
        guard case .cursor(_, let pointer) = pagination, body[pointer] != nil else { return body }
        return body.setting(.null, at: pointer)
    }

    /// Whether a request follows the address of the next page that the example gives.
    private func isBehind(_ request: ReceivedRequest, _ example: JSONValue, _ pagination: Pagination) -> Bool {
        let names = operation.names(ofNextIn: example, pagination)
        return request.queryItems.contains { names.contains($0.name) }
    }

    /// The example with the rows that the query chooses; nil where that is the example itself.
    private func chosen(
        of example: JSONValue, at place: JSONPointer, by asked: [(name: String, value: String)], _ row: Schema
    ) -> JSONValue? {
        guard !asked.isEmpty, let rows = example[place]?.arrayValue else { return nil }
        let filter = RowFilter(
            asked, row: row, parameters: operation.parameters, usesPresets: false, document: document
        ).concerning(rows)
        let chosen = filter.chosen(rows)
        guard chosen != rows else { return nil }
        var counts = ListEnvelope(list: place.tokens.last, size: PageSize())
        return counts.counting(example) { $0 - rows.count + chosen.count }.setting(.array(chosen), at: place)
    }

    /// Whether an item of the query can choose rows: not where the document gives the example as the answer to just this, and
    /// not where it must be there, since then whoever wrote the example had it in mind.
    private func isChoice(_ item: (name: String, value: String)) -> Bool {
        let parameter = operation.parameters.first { $0.location == .query && $0.name == item.name }
        guard let parameter else { return true }
        let isAnswered =
            name != nil && parameter.examples.contains { $0.name == name && $0.value?.scalarText == item.value }
        return !parameter.isRequired && !isAnswered
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
}

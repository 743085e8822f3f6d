import APIDocument
import APIModel
import DemoManager
import HTTPTypes
import WireFormats

import struct Foundation.Data

/// Finds the requests that get the same reply from a stub with a maker, by calling the maker.
struct ReplyProbe {
    /// The reply to the simplest request: no query, and existing ids in the path.
    private(set) var base: Answered?

    private let stub: Stub
    private let reply: Reply
    private let operation: Operation
    private let document: APIDocument
    private let pathPrefix: String
    private let values: [String: String]
    private let given: [(name: String, value: String)]
    /// A body without members of the item, which the reply would echo.
    private let body: [UInt8]

    /// - Parameter path: values of the path's parameters that exist.
    init(
        _ stub: Stub, _ reply: Reply, of operation: Operation, in document: APIDocument, below pathPrefix: String,
        path: [String: String]
    ) {
        (self.stub, self.reply, self.operation) = (stub, reply, operation)
        (self.document, self.pathPrefix) = (document, pathPrefix)
        let demanded = stub.request.pathParameters.compactMap { named in named.text.map { (named.name, $0) } }
        values = path.merging(demanded) { $1 }
        given = stub.request.queryParameters.compactMap { named in named.text.map { (named.name, $0) } }
        // A file omits optional members; remembered writes add those that are sent.
        body = operation.emptyBody(in: document)?.bytes(.compact) ?? []
        base = nil
        base = answer(values, [])
    }

    /// Matchers for the values of the path, if another path gets another reply.
    var pathMatchers: [NamedMatcher] {
        let demanded = Set(stub.request.pathParameters.map(\.name))
        let names = operation.path.parameterNames.filter { !demanded.contains($0) }
        guard !names.isEmpty, dependsOnPath(names) else { return [] }
        return names.compactMap { name in values[name].map { NamedMatcher(name, .equalTo($0)) } }
    }

    /// A generated reply shows the row in its path; for examples the maker is called with another path.
    private func dependsOnPath(_ names: [String]) -> Bool {
        if stub.source == .generated { return base?.body.isEmpty == false }
        return answer(values.merging(names.map { ($0, other(than: values[$0])) }) { $1 }, []) != base
    }

    /// Matchers for query parameters that change the reply: absent, or one of the values without an effect.
    var queryMatchers: [NamedMatcher] {
        guard operation.method == .get, let list = document.list(of: operation) else { return [] }
        let pagination = list.pagination
        let demanded = Set(given.map(\.name))
        var names = operation.parameters.filter { $0.location == .query }.map(\.name)
        if let body = base.flatMap({ JSONValue.read($0.body) }) {
            names += Set(operation.items(ofNextIn: body, pagination).map(\.name)).sorted()
        }
        if pagination == .link { names += PagingNames.ofLinks.names.filter { !names.contains($0) } }
        return names.filter { !demanded.contains($0) }.compactMap { name in
            let property = list.row.properties.first { HumanName.key($0.name) == HumanName.key(name) }
            let values = candidates(name, property)
            guard !values.isEmpty else { return nil }
            let same = values.filter { isSame(name, $0, list, isProperty: property != nil) }
            guard same.count < values.count else { return nil }
            return NamedMatcher(name, same.isEmpty ? .absent : .or([.absent] + same.map { .equalTo($0) }))
        }
    }

    /// True if a query item does not change the reply. Generated pages are compared by their rows.
    private func isSame(_ name: String, _ value: String, _ list: ListModel, isProperty: Bool) -> Bool {
        guard stub.source == .generated else { return answer(values, [(name, value)]) == base }
        func rows(_ query: String) -> Range<Int> {
            let request = ReceivedRequest(HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/" + query))
            return PageWindow(request, of: operation, list, in: document).listing.rows
        }
        return !isProperty && rows("?\(name)=\(value)") == rows("")
    }

    /// Values that show whether a query parameter, or the row's member of that name, changes the reply.
    private func candidates(_ name: String, _ property: Schema.Property?) -> [String] {
        let schema = operation.parameters.first { $0.location == .query && $0.name == name }
            .map { document.resolveChoices($0.schema) }
        if let property {
            let values = document.resolveChoices(property.schema).enumValues ?? []
            return values.prefix(20).compactMap(\.scalarText)
        }
        guard schema?.type != .boolean, schema?.enumValues == nil else { return [] }
        var values = ["0", "1", "2"]
        if PagingNames.sizes.has(name) {
            let said = [schema?.default?.scalarText, schema?.maximum?.value.text].compactMap(\.self)
            values += said + ["\(PageWindow.usualSize)", "50", "100"]
        }
        var known: Set<String> = []
        return values.filter { known.insert($0).inserted }
    }

    private func other(than value: String?) -> String { Int(value ?? "").map { String($0 + 7) } ?? "another" }

    private func answer(_ values: [String: String], _ query: [(name: String, value: String)]) -> Answered? {
        guard let path = operation.path.expanded(values) else { return nil }
        let items = (given + query).map { "\($0.name)=\($0.value)" }
        // The URL of a next page is absolute; with this host it never refers to a real server.
        let request = HTTPRequest(
            method: operation.method, scheme: "http", authority: "localhost",
            path: pathPrefix + path + (items.isEmpty ? "" : "?" + items.joined(separator: "&")))
        return Answered(reply, to: request, body: body)
    }
}

/// The reply of a stub, for comparison.
struct Answered: Equatable {
    let status: Int
    let headers: HTTPFields
    let body: [UInt8]

    /// Nil if the maker refuses the request.
    init?(_ reply: Reply, to request: HTTPRequest, body sent: [UInt8] = []) {
        var made = StubReply(status: HTTPResponse.Status(code: reply.status), headers: reply.headers, body: reply.body)
        do {
            try reply.maker?.make(ReceivedRequest(request, body: Data(sent)), &made)
            try made.finish()
        } catch {
            // A refused reply cannot be written to a file.
            return nil
        }
        (status, headers, body) = (made.status.code, made.headers, made.body)
    }
}

extension NamedMatcher {
    /// The text that it must equal; nil for other matchers.
    var text: String? { if case .equalTo(let text, _) = matcher { text } else { nil } }
}

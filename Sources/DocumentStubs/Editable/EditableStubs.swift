import APIDocument
import APIModel
import DemoManager
import HTTPTypes
import WireFormats

import struct APIDocument.Operation
import struct Foundation.Data

/// The stubs of a document in a form that files can hold and people can edit.
///
/// The document's own stubs generate replies from requests: another page of a list, or the row in the path. A file
/// holds one reply. Therefore each stub here answers only the requests that get exactly that reply: the first page of a
/// list, or one row. The document's stubs answer all others.
package struct EditableStubs: Sendable {
    private let document: APIDocument
    private let pathPrefix: String

    /// The stubs of a document.
    ///
    /// - Parameter pathPrefix: the path of the server's URL, which the document's paths are below.
    package init(_ document: APIDocument, below pathPrefix: String = "") {
        self.document = document
        self.pathPrefix = pathPrefix
    }

    /// The stubs of each operation, in the document's order; each list is in the order to add it. The metadata have the
    /// operation and the origin of the reply.
    ///
    /// An operation without a described success has no stub for it.
    package var stubs: [(operation: Operation, stubs: [Stub])] {
        var values = PathValues(document)
        return document.operations.map { operation in
            let own = OperationStubs(operation, in: document, below: pathPrefix).stubs
            let priority = Stub.defaultPriority + lead(over: operation)
            let stubs = own.enumerated().compactMap { place, stub -> Stub? in
                if place == 0, operation.success == nil { return nil }
                guard var stub = frozen(stub, of: operation, &values) else { return nil }
                stub.priority = priority
                stub.metadata = [
                    "operation": .string(operation.id),
                    "made": stub.source == .generated ? "generated from the schema" : "from the document's example",
                ]
                return stub
            }
            return (operation, stubs)
        }
    }

    /// The number of parameters beyond those of the matching path with the fewest, which OpenAPI tries first.
    private func lead(over operation: Operation) -> Int {
        let own = operation.path.written
        let rivals = document.operations.filter { other in
            other.method == operation.method && other.path.segments.count == own.count
                && zip(own, other.path.written).allSatisfy {
                    $0.literal == nil || $1.literal == nil || $0.literal == $1.literal
                }
        }
        let count = operation.path.parameterNames.count
        return count - (rivals.map(\.path.parameterNames.count).min() ?? count)
    }

    /// True if a generated reply is valid. A schema that no value satisfies gets no stub.
    private func isValid(_ answer: Answered, for operation: Operation) -> Bool {
        document.findings(
            of: operation, status: answer.status, contentType: answer.headers[.contentType], body: answer.body
        ).flaws.isEmpty
    }

    /// The stub with one fixed reply in place of its maker; nil if none can be generated.
    private func frozen(_ stub: Stub, of operation: Operation, _ values: inout PathValues) -> Stub? {
        guard let reply = stub.sequence.first?.reply, reply.maker != nil else { return stub }
        let probe = ReplyProbe(
            stub, reply, of: operation, in: document, below: pathPrefix,
            path: values.values(of: operation, body: reply.body))
        guard let base = probe.base, stub.source != .generated || isValid(base, for: operation) else { return nil }
        var frozen = stub
        // Replies other than the success are enabled by hand and match every request.
        if stub.isEnabled {
            frozen.request.headers.append(NamedMatcher("Prefer", .absent))
            frozen.request.pathParameters += probe.pathMatchers
            frozen.request.queryParameters += probe.queryMatchers
        }
        var plain = reply
        plain.maker = nil
        (plain.status, plain.headers, plain.body) = (base.status, base.headers, base.body)
        frozen.sequence = [SequenceEntry(plain)]
        return frozen
    }
}

/// Values for path parameters that exist: the id of an example, or of the first row of the parameter's list.
struct PathValues {
    private let document: APIDocument
    /// First rows by list path; many operations are below the same row.
    private var rows: [String: JSONValue?] = [:]

    init(_ document: APIDocument) { self.document = document }

    /// A value for every parameter of the operation's path.
    ///
    /// - Parameter body: the operation's example, whose own id is preferred; empty without one.
    mutating func values(of operation: Operation, body: [UInt8]) -> [String: String] {
        var values: [String: String] = [:]
        let segments = operation.path.segments
        for (index, segment) in segments.enumerated() {
            for part in segment.parts {
                guard case .parameter(let name) = part else { continue }
                let own = index == segments.count - 1 && segment.parameter != nil ? id(name, in: body, operation) : nil
                let row = segment.parameter == nil ? nil : row(name, in: operation, upTo: index, values)
                values[name] = own ?? row ?? sample(name, operation)
            }
        }
        return values
    }

    private func id(_ name: String, in body: [UInt8], _ operation: Operation) -> String? {
        guard let value = JSONValue.read(body), let schema = document.answer(of: operation) else { return nil }
        let (place, inner) = document.item(of: operation, schema)
        let key = document.key(name, of: inner, at: operation.path.segments.count - 1, in: operation.path)
        return key.flatMap { value[place]?.id(at: $0) }
    }

    /// The id of the first row of the list at the path before this segment.
    private mutating func row(
        _ name: String, in operation: Operation, upTo index: Int, _ values: [String: String]
    ) -> String? {
        let path = operation.path.prefix(index)
        guard let list = document.read(at: path.shape), case .rows(_, let row) = document.shape(of: list),
            let key = document.key(name, of: row, at: index, in: operation.path)
        else { return nil }
        // The list's path may have other names for the same parameters.
        let mapped = zip(list.path.parameterNames, path.parameterNames).compactMap { theirs, ours in
            values[ours].map { (theirs, $0) }
        }
        guard let path = list.path.expanded(Dictionary(mapped, uniquingKeysWith: { first, _ in first })) else {
            return nil
        }
        if let known = rows[path] { return known?.id(at: key) }
        let first = DocumentItem.rows(of: list, at: path, in: document).first?.row
        rows[path] = .some(first)
        return first?.id(at: key)
    }

    private func sample(_ name: String, _ operation: Operation) -> String {
        let parameter = operation.parameters.first { $0.location == .path && $0.name == name }
        let schema = parameter.map { document.resolveChoices($0.schema) }
        let written = [
            parameter?.example, parameter?.examples.first?.value, schema?.default, schema?.enumValues?.first,
        ]
        if let text = written.lazy.compactMap({ $0?.scalarText }).first(where: { !$0.isEmpty }) { return text }
        let generator = SampleGenerator(document: document)
        let value = parameter.flatMap { generator.value(for: $0.schema, named: name, seed: name) }
        return value?.scalarText.flatMap { $0.isEmpty ? nil : $0 } ?? "1"
    }
}

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

import APIDocument
import DemoManager
import HTTPTypes
import JSONText

import struct APIDocument.Operation

/// Where a write carries the thing, and what it may say of it.
struct WrittenBody: Sendable {
    /// Where in the body the thing stands.
    let place: JSONPointer
    /// What may be sent of it, resolved; nil where the document does not say.
    let schema: Schema?
    /// Whether what is sent is all there is of the thing: a new one, or a PUT. Else it changes what is there.
    let isWhole: Bool
    /// Members of the thing that the query sets, where there is no body.
    private let queried: [String: Schema]
    private let document: APIDocument

    /// - Parameters:
    ///   - thing: what the thing is like: what it has itself is no wrapper of it.
    ///   - isAction: whether something is done to a thing that is read elsewhere.
    init(_ operation: Operation, thing: Schema?, isAction: Bool, in document: APIDocument) {
        let own = operation.requestBody?.content.json?.schema ?? operation.requestBody?.preferred?.schema
        let whole = own.map(document.resolveChoices)
        let unwrapped = own.map(AnswerReader(document: document).unwrapping)
        let isMember = unwrapped?.place.tokens.first.map { first in
            thing?.properties.contains { $0.name == first } == true
        }
        place = isMember == true ? .root : unwrapped?.place ?? .root
        schema = isMember == true ? whole : unwrapped?.schema ?? whole
        let isRow = operation.path.segments.last?.parameter != nil
        isWhole = !isAction && (operation.method == .put || operation.method == .post && !isRow)
        let names = Set(operation.parameters.filter { $0.location == .query }.map(\.name))
        let isQueried = operation.requestBody == nil && operation.method != .get
        queried = Dictionary(
            (isQueried ? thing?.properties ?? [] : []).filter { names.contains($0.name) }.map { ($0.name, $0.schema) }
        ) { first, _ in first }
        self.document = document
    }

    /// The thing as a request says it: by its body, of a JSON Patch (RFC 6902) the members it sets; without a body by its query.
    func sent(by request: ReceivedRequest) -> JSONObject? {
        if let body = JSONValue.read(Array(request.body)) {
            return body.arrayValue.flatMap(JSONObject.init(patch:)) ?? body[place]?.objectValue
        }
        guard !queried.isEmpty, request.body.isEmpty else { return nil }
        let members = request.queryItems.compactMap { item in
            queried[item.name].map { schema in
                JSONObject.Member(key: item.name, value: document.value(item.value, of: schema) ?? .string(item.value))
            }
        }
        return members.isEmpty ? nil : JSONObject(members)
    }
}

extension JSONValue {
    /// The value of a body; nil for one that is empty or no JSON.
    static func read(_ bytes: [UInt8]) -> JSONValue? {
        guard !bytes.isEmpty else { return nil }
        do {
            return try JSONValue(parsing: bytes)
        } catch {
            return nil
        }
    }
}

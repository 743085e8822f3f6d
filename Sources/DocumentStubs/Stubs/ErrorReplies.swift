import APIDocument
import DemoManager
import HTTPTypes
import WireFormats

import struct APIDocument.Operation

/// The error replies of a document. A status that an operation does not declare has the reply of other operations, else
/// one of the most frequent error schema.
struct ErrorReplies {
    let document: APIDocument

    private struct BodyKey: Hashable {
        let schema: Schema
        let status: Int
    }

    /// The reply of an operation with an error status; nil if the document describes no errors.
    func reply(_ status: Int, of operation: Operation?) -> StubReply? {
        let own = operation?.response(for: status).flatMap { operation?.isError($0) == true ? $0 : nil }
        let usual = own?.json.flatMap(Self.described) == nil ? self.usual(status) : nil
        guard let response = usual ?? own, let media = response.json, let body = body(status, response, media) else {
            return nil
        }
        let type = media.isJSON ? media.name : "application/json"
        return StubReply(status: .init(code: status), headers: [.contentType: type], body: body.bytes(.compact))
    }

    /// The source of ``reply(_:of:)``, for users.
    func origin(of status: Int, of operation: Operation) -> String {
        guard let own = operation.response(for: status), operation.isError(own) else {
            let schema = usual(status).map {
                $0.content.usual?.schema?.referenceName.map { "\($0) schema" } ?? "error body"
            }
            return "not documented; \(schema.map { "the usual \($0)" } ?? "built-in body")"
        }
        return own.origin(isExample: own.json?.examples.isEmpty == false, named: own.json?.examples.first?.name)
    }

    /// The reply that refuses a request: with the first status that the operation declares, else the document's error
    /// of the first status. Nil if the document describes no errors.
    func refusal(_ statuses: [Int], of operation: Operation, to request: ReceivedRequest) throws -> StubReply? {
        for status in statuses where operation.responses.contains(where: { $0.status == .exact(status) }) {
            return try Negotiation(operation, in: document, readsAccept: false).reply(to: request, status: status)
        }
        return statuses.first.flatMap { reply($0, of: operation) }
    }

    private func body(_ status: Int, _ response: Response, _ media: MediaType) -> JSONValue? {
        let example = media.examples.lazy.compactMap(\.value).first
        guard let schema = media.schema else { return example }
        let words = FailureWords(status: status, document: document)
        if let example { return response.status == .exact(status) ? example : words.fitted(example, schema) }
        return document.memo.value(for: BodyKey(schema: schema, status: status)) {
            SampleGenerator(document: document).value(for: schema, seed: "error \(status)")
                .map { words.fitted($0, schema) }
        }
    }

    /// The response of most operations for the status, else of most errors. That of 429 comes last, since it often has
    /// members of its own.
    private func usual(_ status: Int) -> Response? {
        document.memo.value(for: status) {
            let errors = document.operations.flatMap { operation in
                operation.responses.filter { operation.isError($0) && $0.json.flatMap(Self.described) != nil }
            }
            return [
                errors.filter { $0.status == .exact(status) }, errors.filter { $0.status == .range(status / 100) },
                errors.filter { $0.status != .exact(429) }, errors,
            ]
            .lazy.compactMap(Self.mostFrequent).first
        }
    }

    /// The first response with the most frequent schema.
    private static func mostFrequent(_ responses: [Response]) -> Response? {
        let counts = Dictionary(grouping: responses) { $0.json?.schema }.mapValues(\.count)
        let most = counts.values.max()
        return responses.first { counts[$0.json?.schema] == most }
    }

    private static func described(_ media: MediaType) -> MediaType? {
        media.schema == nil && media.examples.isEmpty ? nil : media
    }
}

extension Response {
    /// The source of a body, for users: `document: NotFound`, `Error schema, generated`.
    ///
    /// - Parameter name: the name of the example, if the body is one.
    func origin(isExample: Bool, named name: String?) -> String {
        if let name = isExample ? name ?? component : component { return "document: \(name)" }
        if isExample { return "document: its example" }
        guard let schema = content.usual?.schema else { return "document: no body" }
        return "\(schema.referenceName.map { "\($0) schema" } ?? "its schema"), generated"
    }
}

extension Operation {
    /// True for an error of the operation; `default` is one beside a success.
    fileprivate func isError(_ response: Response) -> Bool {
        response.status == .default ? success?.status != .default : response.status.usual >= 400
    }
}

extension StubReply {
    /// An error as problem details (RFC 9457).
    static func problem(_ status: HTTPResponse.Status, _ detail: String) -> StubReply {
        let body: JSONValue = [
            "type": "about:blank", "title": .string(status.reasonPhrase), "status": .number(JSONNumber(status.code)),
            "detail": .string(detail),
        ]
        return StubReply(
            status: status, headers: [.contentType: "application/problem+json"], body: body.bytes(.compact))
    }
}

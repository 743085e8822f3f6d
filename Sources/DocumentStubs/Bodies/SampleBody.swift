import APIDocument
import APIModel
import DemoManager
import HTTPTypes
import WireFormats

import struct APIDocument.Operation

/// Generates a body in its media type: the same items as in JSON, written as rows, events or elements, and valid binary
/// files.
struct SampleBody: Sendable {
    let document: APIDocument
    let operation: Operation
    let response: Response
    let media: MediaType

    /// The maker of the body; nil if the document has nothing to generate it from.
    var maker: ReplyMaker? {
        let type = media.sentType.text
        if let file = BinarySample.bytes(type) { return ReplyMaker(needsBody: false) { _, reply in reply.body = file } }
        guard let schema = shown else { return nil }
        return ReplyMaker(needsBody: false) { request, reply in
            guard document.resolveChoices(schema).type != .string else {
                let text = try SampleGenerator(document: document).sample(for: schema, seed: media.name).value
                return reply.body = written(text)
            }
            var draft = try draft(schema, request, status: reply.status.code)
            draft.encode = written
            // XML has the same members as JSON, so that a memory can change the draft before it is written.
            guard media.sentType.isXML else {
                try draft.write(to: &reply)
                return pace(&reply)
            }
            reply.draft = draft
        }
    }

    /// Sends the values of a sequence one by one, as a streaming server does.
    private func pace(_ reply: inout StubReply) {
        guard media.isSequence else { return }
        let end: [UInt8] = media.sentType.text == "text/event-stream" ? [0x0A, 0x0A] : [0x0A]
        reply.pacing = .apart(reply.body, endingWith: end, pause: .milliseconds(100))
    }

    /// The schema of the body's values. A CSV without declared columns has the rows of the nearest list above its path.
    private var shown: Schema? {
        let schema = media.schema.map(document.resolveChoices)
        let isText = schema == nil || schema?.type == .string || schema?.types.isEmpty == true
        if ["text/csv", "application/csv"].contains(media.sentType.text), isText {
            return Schema(["type": "array", "items": listed?.json ?? Self.columns])
        }
        if media.isSequence, let own = media.schema, schema?.type != .array {
            return Schema(["type": "array", "items": own.json, "maxItems": 3])
        }
        return media.schema
    }

    /// The row schema of the nearest list above the path.
    private var listed: Schema? {
        for count in operation.path.segments.indices.reversed() {
            let shape = operation.path.prefix(count).shape
            if let list = document.read(at: shape), case .rows(_, let row) = document.shape(of: list),
                row.type == .object
            {
                return row
            }
        }
        return nil
    }

    private static let columns: JSONValue = [
        "type": "object",
        "properties": [
            "id": ["type": "integer"], "name": ["type": "string"], "date": ["type": "string", "format": "date"],
            "status": ["type": "string"],
        ],
    ]

    /// The draft of the body as if it were JSON, so that the same request gets the same rows.
    private func draft(_ schema: Schema, _ request: ReceivedRequest, status: Int) throws -> DocumentDraft {
        var like = media
        (like.name, like.schema, like.examples) = ("application/json", schema, [])
        var response = response
        response.content = [like]
        var operation = operation
        // The id keys the memo of shapes; the replaced schema needs its own.
        operation.id += " as \(media.name)"
        operation.responses = operation.responses.map { $0.status == response.status ? response : $0 }
        return try SampleReply(document: document, operation: operation, response: response)
            .draft(schema, request, status: status)
    }

    /// True for a value written in the schema, which is sent unchanged.
    private func isWrittenOut(_ value: JSONValue) -> Bool {
        guard let schema = media.schema.map(document.resolveChoices) else { return false }
        return schema.const == value || schema.default == value || schema.examples.contains(value)
            || schema.enumValues?.contains(value) == true
    }

    private func written(_ value: JSONValue) -> [UInt8] {
        guard let text = value.stringValue, !isWrittenOut(value) else { return media.bytes(value, in: document) }
        switch media.sentType.text {
        case "text/html", "application/xhtml+xml":
            return Array(
                "<!DOCTYPE html><html lang=\"en\"><head><title>Demo</title></head><body><p>\(text)</p></body></html>"
                    .utf8)
        case "image/svg+xml":
            return Array(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"16\" height=\"16\"><rect width=\"16\" height=\"16\" fill=\"#2a7f9e\"/></svg>"
                    .utf8)
        case let type where type.hasSuffix("/xml") || type.hasSuffix("+xml"):
            return Array(XMLText.of(["text": .string(text)], nil, in: document).utf8)
        default: return media.bytes(value, in: document)
        }
    }
}

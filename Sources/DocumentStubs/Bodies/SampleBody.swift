import APIDocument
import APIModel
import DemoManager
import Foundation
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

    var maker: ReplyMaker? {
        let type = media.sentType.text
        let table = ["text/csv", "application/csv"].contains(type) ? BinarySample.table : nil
        if let file = table ?? BinarySample.bytes(type) {
            return ReplyMaker(needsBody: false) { _, reply in reply.body = file }
        }
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

    /// The schema of the body's values.
    private var shown: Schema? {
        let schema = media.schema.map(document.resolveChoices)
        if media.isSequence, let own = media.schema, schema?.type != .array {
            return Schema(["type": "array", "items": own.json, "maxItems": 3])
        }
        return media.schema
    }

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

extension MediaType {
    /// The concrete type in which a body is sent; for a range such as `image/*`, one of its types.
    var sentName: String {
        guard name.contains("*") else { return name }
        return switch String(essence.prefix { $0 != "/" }) {
        case "image": "image/png"
        case "text": "text/plain"
        case "audio", "video", "font": "application/octet-stream"
        default: "application/json"
        }
    }

    var sentType: MediaTypeName { MediaTypeName(sentName) }

    var isSequence: Bool { sentType.isStream }

    /// The bytes of a value: as JSON, XML, a form, rows or events; a string is sent unchanged.
    func bytes(_ value: JSONValue, in document: APIDocument) -> [UInt8] {
        let type = sentType
        if type.isJSON || isJSON { return value.bytes(.compact) }
        if let text = value.stringValue {
            // A string in the document is sent unchanged; for binary types it is Base64 of the file.
            guard let file = BinarySample.bytes(type.text) else { return Array(text.utf8) }
            return Data(base64Encoded: text).map(Array.init) ?? file
        }
        let items = value.arrayValue ?? [value]
        switch type.text {
        case _ where type.isJSONLines: return items.flatMap { $0.bytes(.compact) + [0x0A] }
        case "application/x-www-form-urlencoded": return Array(FormText.of(value).utf8)
        case "application/json-seq": return items.flatMap { [0x1E] + $0.bytes(.compact) + [0x0A] }
        case "text/event-stream": return Array(EventStreamText.of(items).utf8)
        case "text/csv", "application/csv": return BinarySample.table
        case _ where type.isXML: return Array(XMLText.of(value, schema, in: document).utf8)
        default: return value.scalarText.map { Array($0.utf8) } ?? value.bytes(.compact)
        }
    }
}

/// A value as the fields of a form: `a=x+y&b=2`.
enum FormText {
    /// The members of an object. Items of a list repeat its name, and deeper values are written as JSON. A value that
    /// is not an object is one field without a name.
    static func of(_ value: JSONValue) -> String {
        guard let object = value.objectValue else { return PercentCode.encoded(text(value)) }
        let items = object.members.flatMap { member in
            (member.value.arrayValue ?? [member.value]).map { (name: member.key, value: text($0)) }
        }
        return FormItem.text(items).replacing("%20", with: "+")
    }

    private static func text(_ value: JSONValue) -> String {
        value.isNull ? "" : value.scalarText ?? value.text(.compact)
    }
}

enum BinarySample {
    /// The file for a media type without parameters; nil for types that are text.
    static func bytes(_ essence: String) -> [UInt8]? {
        if let file = files[essence] { return file }
        let isText = essence.hasSuffix("+xml") || essence.hasSuffix("+json")
        let isMedia = ["image/", "audio/", "video/", "font/"].contains { essence.hasPrefix($0) } && !isText
        // Unknown media types get bytes that are not text.
        return isMedia || opaque.contains(essence) ? Array(0...UInt8.max) : nil
    }

    static let table = Array("id,name,date\r\n1,First,2026-01-15\r\n2,Second,2026-01-16\r\n".utf8)

    /// Types whose files are not text, besides pictures, sounds and videos.
    private static let opaque: Set<String> = [
        "application/octet-stream", "application/x-tar", "application/x-7z-compressed", "application/msword",
        "application/vnd.ms-excel", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "application/x-protobuf",
        "application/protobuf", "application/grpc", "application/msgpack", "application/x-msgpack", "application/cbor",
        "application/wasm", "application/vnd.apache.parquet", "application/x-sqlite3", "application/epub+zip",
    ]

    /// A square of 16 by 16 pixels in the picture formats, empty archives, and a PDF of one page.
    private static let files: [String: [UInt8]] = {
        let png = decoded(
            "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQAQMAAAAlPW0iAAAABlBMVEUqf57ywU7QiFMwAAAAFElEQVR42mNgQAL8H5gYGDARMgAAI20BDofI"
                + "/jkAAAAASUVORK5CYII=")
        let jpeg = decoded(
            "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1x"
                + "eXBkeFxlZ2P/wAALCAAQABABAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AAP/Z"
        )
        let gif = decoded(
            "R0lGODdhEAAQAIEAACp/nvLBTgAAAAAAACwAAAAAEAAQAEAIMAABCBxIsGDBAAgTIjQoUKFChhAjSjToMCHEigsnatzI8SDGix8ZYgwAsmLH"
                + "kwUDAgA7")
        let gzip = decoded("H4sIAAAAAAAAAwMAAAAAAAAAAAA=")
        let zip = [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18)
        let pdf = decoded(
            "JVBERi0xLjQKMSAwIG9iago8PCAvVHlwZSAvQ2F0YWxvZyAvUGFnZXMgMiAwIFIgPj4KZW5kb2JqCjIgMCBvYmoKPDwgL1R5cGUg"
                + "L1BhZ2VzIC9LaWRzIFszIDAgUl0gL0NvdW50IDEgPj4KZW5kb2JqCjMgMCBvYmoKPDwgL1R5cGUgL1BhZ2UgL1BhcmVudCAyIDAg"
                + "UiAvTWVkaWFCb3ggWzAgMCA1OTUgODQyXSAvQ29udGVudHMgNCAwIFIgL1Jlc291cmNlcyA8PCAvRm9udCA8PCAvRjEgNSAwIFIg"
                + "Pj4gPj4gPj4KZW5kb2JqCjQgMCBvYmoKPDwgL0xlbmd0aCAzNSA+PgpzdHJlYW0KQlQgL0YxIDE4IFRmIDcyIDcyMCBUZCAoRGVt"
                + "bykgVGogRVQKZW5kc3RyZWFtCmVuZG9iago1IDAgb2JqCjw8IC9UeXBlIC9Gb250IC9TdWJ0eXBlIC9UeXBlMSAvQmFzZUZvbnQg"
                + "L0hlbHZldGljYSA+PgplbmRvYmoKeHJlZgowIDYKMDAwMDAwMDAwMCA2NTUzNSBmIAowMDAwMDAwMDA5IDAwMDAwIG4gCjAwMDAw"
                + "MDAwNTggMDAwMDAgbiAKMDAwMDAwMDExNSAwMDAwMCBuIAowMDAwMDAwMjQxIDAwMDAwIG4gCjAwMDAwMDAzMjYgMDAwMDAgbiAK"
                + "dHJhaWxlcgo8PCAvU2l6ZSA2IC9Sb290IDEgMCBSID4+CnN0YXJ0eHJlZgozOTYKJSVFT0YK")
        return [
            "image/png": png, "image/jpeg": jpeg, "image/jpg": jpeg, "image/gif": gif,
            "image/webp": decoded("UklGRioAAABXRUJQVlA4TB0AAAAvD8ADAFDTtgEDPdgCrtf4ryJ/J8/+TwBOtPirGwA="),
            "application/gzip": gzip, "application/x-gzip": gzip, "application/zip": zip,
            "application/x-zip-compressed": zip, "application/pdf": pdf,
        ]
    }()

    private static func decoded(_ text: String) -> [UInt8] { Data(base64Encoded: text).map(Array.init) ?? [] }
}

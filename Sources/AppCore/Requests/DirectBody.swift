import APIDocument
import HTTPTypes
import WireFormats

import struct APIDocument.Operation

/// A body that a caller wrote, as the operation takes it.
public struct DirectBody: Sendable {
    /// The body.
    public let bytes: [UInt8]
    /// Its media type, with the boundary of a multipart body; nil where the document says none.
    public let contentType: String?

    /// Where an operation takes a form, an object of JSON becomes its fields; everything else goes as it is written.
    ///
    /// - Parameters:
    ///   - written: what the caller wrote.
    ///   - file: gives the file that a member of the form names by `@` and its path.
    /// - Throws: `NotSendable` for what the operation cannot be sent, and what `file` throws.
    public init(
        _ written: [UInt8], for operation: Operation, in document: APIDocument, file: (String) throws -> FilePart
    ) throws {
        guard !written.isEmpty, let body = FormBody(operation, in: document) else {
            (bytes, contentType) = (written, operation.requestBody?.preferred?.name)
            return
        }
        let value = try? JSONValue(parsing: written)
        switch body.encoding {
        case .form where value?.objectValue != nil, .multipart where value?.objectValue != nil:
            var update = Update(
                Endpoint(operation: operation.id, path: "/"), style: .create,
                changes: value.map { [Update.Change(.root, $0)] } ?? [], encoding: body.encoding)
            update.fields = body.fields
            for (pointer, text) in FormTree(body, value: value, keeping: .all).files where text.hasPrefix("@") {
                update.files[pointer] = try file(String(text.dropFirst()))
            }
            let request = try update.request()
            (bytes, contentType) = (request.body ?? [], request.headers[.contentType])
        case .multipart:
            throw NotSendable(
                description: "it takes \(body.contentType): write its fields as JSON, a file as \"@path\"")
        case .text where MediaTypeName(body.contentType).isXML && value?.objectValue != nil:
            throw NotSendable(description: "it takes \(body.contentType), and this is JSON")
        default: (bytes, contentType) = (written, body.contentType)
        }
    }

    /// Why a body cannot be sent, in words.
    public struct NotSendable: Error, Sendable, Hashable, CustomStringConvertible {
        /// What the operation takes.
        public let description: String
    }
}

import APIDocument
import APIModel
import Foundation
import HTTPTypes
import WireFormats

import struct APIDocument.Operation

/// Headers and body of a callback: the document's example, else a sample. Members of the item that the call wrote have its
/// values.
package struct CallbackContent: Sendable {
    package private(set) var headers = HTTPFields()
    package private(set) var body: [UInt8] = []

    /// - Parameters:
    ///   - operation: the operation that was called; nil for a webhook.
    ///   - exchange: its call; nil without one.
    ///   - number: the number of callbacks before; samples differ in their ids.
    package init(
        _ callback: Callback, of operation: Operation?, after exchange: RuntimeExchange?, number: Int,
        in document: APIDocument
    ) {
        let generator = SampleGenerator(document: document)
        for parameter in callback.request.parameters where !Self.ownHeaders.contains(parameter.name.lowercased()) {
            let example = parameter.example ?? parameter.examples.first?.value
            let value =
                example ?? (parameter.isRequired ? generator.value(for: parameter.schema, seed: parameter.name) : nil)
            guard let text = value?.scalarText, let name = HTTPField.Name(parameter.name), HTTPField.isValidValue(text)
            else { continue }
            headers[name] = text
        }
        guard let media = callback.request.requestBody?.preferred else { return }
        headers[.contentType] = media.sentName
        if let file = BinarySample.bytes(media.sentType.text) {
            body = file
            return
        }
        let item = operation.flatMap { operation in exchange.flatMap { document.item(of: operation, in: $0) } }
        let given = item.map { Self.members(of: $0, in: media, operation, document) } ?? JSONObject()
        let sample = media.schema.flatMap {
            generator.value(for: $0, seed: callback.name, row: number, pinning: given.byName)
        }
        guard let shown = media.examples.first?.value ?? sample else { return }
        // The item as its own path shows it: a sample may have optional members that it lacks.
        let own = given.filter { shown[$0.key] != nil }
        body = media.bytes(own.isEmpty ? shown : shown.replacing(own), in: document)
    }

    /// Fields that the sender sets.
    private static let ownHeaders: Set<String> = [
        "host", "content-length", "transfer-encoding", "connection", "content-type", "via", "expect", "upgrade",
    ]

    /// The members of a callback's body that the item gives: the item itself, where a member has its schema, else
    /// members of the same name that fit.
    private static func members(
        of item: JSONObject, in media: MediaType, _ operation: Operation?, _ document: APIDocument
    ) -> JSONObject {
        let properties = media.schema.map(document.resolveChoices)?.properties ?? []
        let references = Set(
            [operation?.successSchema, operation?.requestBody?.content.json?.schema].compactMap { $0?.reference })
        if let whole = properties.first(where: { $0.schema.reference.map(references.contains) == true }) {
            return JSONObject([.init(key: whole.name, value: .object(item))])
        }
        return item.filter { member in
            guard let schema = properties.first(where: { $0.name == member.key })?.schema else {
                // An example without a schema shows the names.
                return media.schema == nil
            }
            return document.fits(member.value, schema)
        }
    }
}

extension APIDocument {
    /// The item that a call wrote: as its response shows it, else as it was sent.
    fileprivate func item(of operation: Operation, in exchange: RuntimeExchange) -> JSONObject? {
        if case .item(let place, _) = shape(of: operation), let item = exchange.bodies[.response]?[place]?.objectValue {
            return item
        }
        return exchange.bodies[.request]?.objectValue
    }
}

extension RuntimeExchange {
    /// A request and its response, both without codings.
    ///
    /// - Parameter url: as the client called it.
    package init(
        _ request: HTTPRequest, url: String, body: [UInt8]?, pathValues: [String: String], status: Int,
        headers: HTTPFields, reply: [UInt8]
    ) {
        self.init(
            url: url, method: request.method, status: status, pathValues: pathValues,
            headers: [.request: request.headerFields, .response: headers],
            bodies: [
                .request: Self.value(of: body ?? [], request.headerFields), .response: Self.value(of: reply, headers),
            ]
            .compactMapValues(\.self))
    }

    /// A body as JSON: of a form an object of texts.
    private static func value(of body: [UInt8], _ headers: HTTPFields) -> JSONValue? {
        guard MediaTypeName(headers[.contentType]).text == "application/x-www-form-urlencoded" else {
            return JSONValue.read(body)
        }
        let members = FormItem.items(String(decoding: body, as: UTF8.self)).map {
            JSONObject.Member(key: $0.name, value: .string($0.value))
        }
        return .object(JSONObject(members))
    }
}

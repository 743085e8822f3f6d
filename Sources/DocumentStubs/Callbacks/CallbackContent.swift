import APIDocument
import APIModel
import Foundation
import HTTPTypes
import WireFormats

import struct APIDocument.Operation

/// Headers and body of a callback: the document's example or a sample, with an item in it.
package struct CallbackContent: Sendable {
    package private(set) var headers = HTTPFields()
    package private(set) var body: [UInt8] = []

    /// - Parameters:
    ///   - shown: the item for which the user sends the callback, if the body has a place for it.
    ///   - written: the item of the preceding call.
    ///   - number: the number of earlier callbacks; samples differ in their ids.
    package init(
        _ callback: Callback, showing shown: CallbackItem?, after written: CallbackItem?, number: Int,
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
        let schema = media.schema.map(document.resolveChoices)
        if let shown, let schema, shown.schemas.contains(schema) {
            body = media.bytes(.object(shown.value), in: document)
            return
        }
        let given =
            shown?.whole(in: schema, document) ?? written?.whole(in: schema, document)
            ?? written?.members(in: schema, document) ?? JSONObject()
        let sample = media.schema.flatMap {
            generator.value(for: $0, seed: callback.name, row: number, pinning: given.byName)
        }
        guard let usual = media.examples.first?.value ?? sample else { return }
        // The item has the members that its own path shows; a sample may have optional ones that it lacks.
        let own = given.filter { usual[$0.key] != nil }
        body = media.bytes(own.isEmpty ? usual : usual.replacing(own), in: document)
    }

    private static let ownHeaders: Set<String> = [
        "host", "content-length", "transfer-encoding", "connection", "content-type", "via", "expect", "upgrade",
    ]
}

/// An item that the body of a callback may have.
package struct CallbackItem: Sendable {
    let value: JSONObject
    let schemas: [Schema]

    package init?(_ value: JSONValue, of operations: [Operation], in document: APIDocument) {
        guard let value = value.objectValue else { return nil }
        (self.value, schemas) = (value, operations.compactMap { document.itemSchema(of: $0) })
    }

    /// The item that a call wrote: from its response, else from its request.
    package init?(of operation: Operation, in exchange: RuntimeExchange, _ document: APIDocument) {
        var answered: JSONObject?
        if case .item(let place, _) = document.shape(of: operation) {
            answered = exchange.bodies[.response]?[place]?.objectValue
        }
        guard let value = answered ?? exchange.bodies[.request]?.objectValue else { return nil }
        self.value = value
        let sent = operation.requestBody?.content.json?.schema.map(document.resolveChoices)
        schemas = [document.itemSchema(of: operation), sent].compactMap(\.self)
    }

    /// The item as the body's member with one of its schemas; nil if there is none.
    fileprivate func whole(in body: Schema?, _ document: APIDocument) -> JSONObject? {
        let member = body?.properties.first { schemas.contains(document.resolveChoices($0.schema)) }
        return member.map { JSONObject([.init(key: $0.name, value: .object(value))]) }
    }

    fileprivate func members(in body: Schema?, _ document: APIDocument) -> JSONObject {
        // An example without a schema shows the names.
        guard let body else { return value }
        return value.filter { member in
            body.properties.first { $0.name == member.key }.map { document.fits(member.value, $0.schema) } ?? false
        }
    }
}

extension APIDocument {
    /// The schema of the item, or of a row, that an operation returns.
    fileprivate func itemSchema(of operation: Operation) -> Schema? {
        switch shape(of: operation) {
        case .item(_, let schema), .rows(_, let schema): schema.properties.isEmpty ? nil : schema
        case .nothing: nil
        }
    }
}

extension RuntimeExchange {
    /// A request and its response, both without codings.
    ///
    /// - Parameter url: the URL as the client sent it.
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

    /// A body as JSON; a form becomes an object of strings.
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

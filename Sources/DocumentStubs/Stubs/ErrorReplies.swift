import APIDocument
import APIModel
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

/// The texts of an error reply. One schema with its examples often serves every status of an API; a generated body has
/// the status that it is sent with.
struct FailureWords {
    let status: Int
    let document: APIDocument

    /// A generated body with the status in its codes and texts, if they are valid and do not match it yet. A success
    /// loses optional error members beside its data.
    func fitted(_ body: JSONValue, _ schema: Schema) -> JSONValue {
        guard (400...599).contains(status) else { return Self.withoutError(body, document.resolveChoices(schema)) }
        let stated = stating(body, document.resolveChoices(schema), depth: 0)
        // Only a request that is not valid has faults in its fields.
        guard status != 400, status != 422 else { return stated }
        return FieldFaults([], in: document).stated(in: stated, of: schema) ?? stated
    }

    private static func withoutError(_ body: JSONValue, _ schema: Schema) -> JSONValue {
        guard case .object(let object) = body else { return body }
        let errors = object.members.filter { member in
            (member.value.objectValue != nil || member.value.arrayValue != nil)
                && ["error", "errors"].contains(HumanName.key(member.key)) && !schema.required.contains(member.key)
        }
        guard !errors.isEmpty, errors.count < object.count else { return body }
        return .object(object.without(Set(errors.map(\.key))))
    }

    private func stating(_ body: JSONValue, _ schema: Schema, depth: Int) -> JSONValue {
        guard case .object(var object) = body, depth < 3 else { return body }
        var isMistaken = false
        var isCoded = false
        for property in schema.properties {
            guard let own = object[property.name] else { continue }
            let inner = document.resolveChoices(property.schema)
            let key = HumanName.key(property.name)
            switch own {
            case .object where key == "error" || key == "errors":
                object[property.name] = stating(own, inner, depth: depth + 1)
            case .array(let items) where key == "errors":
                let item = inner.items.map(document.resolveChoices) ?? .any
                object[property.name] = .array(items.map { stating($0, item, depth: depth + 1) })
            case .number where NameClass.errorStatus.hasKey(key):
                // Declared numbers that are not HTTP statuses are the API's own codes.
                let isWritten = !inner.examples.isEmpty || inner.default != nil || inner.enumValues != nil
                guard let code = own.intValue, (100...599).contains(code) || !isWritten else { continue }
                isCoded = true
                guard code != status, document.fits(.number(JSONNumber(status)), property.schema) else { continue }
                object[property.name] = .number(JSONNumber(status))
                isMistaken = true
            case .string(let text) where NameClass.errorStatus.hasKey(key) || NameClass.errorTitle.hasKey(key):
                isCoded = true
                guard !isApt(text), let name = name(like: text, for: property, inner) else { continue }
                object[property.name] = .string(name)
                isMistaken = true
            default: continue
            }
        }
        for property in schema.properties where NameClass.errorSentence.has(property.name) {
            guard case .string(let text)? = object[property.name], !isApt(text) else { continue }
            let inner = document.resolveChoices(property.schema)
            let isGiven = !schema.examples.isEmpty || !inner.examples.isEmpty || inner.default != nil
            guard isMistaken || !isGiven || !isCoded && status >= 500,
                document.fits(.string(sentence), property.schema)
            else { continue }
            object[property.name] = .string(sentence)
        }
        return .object(object)
    }

    private func isApt(_ text: String) -> Bool {
        let key = HumanName.key(text)
        return text == "\(status)" || key.contains(HumanName.key(phrase))
            || Self.signs[status]?.contains { key.contains($0) } == true
    }

    /// The name of the status, in the spelling of another text or of the schema's enum; nil if none is valid.
    private func name(like text: String, for property: Schema.Property, _ schema: Schema) -> String? {
        if let values = schema.enumValues { return values.lazy.compactMap(\.stringValue).first(where: isApt) }
        let words = phrase.split { $0 == " " || $0 == "-" }.map { $0.lowercased() }
        let small = words.joined(separator: "_")
        let joined = words.map(HumanName.capitalised).joined()
        let usual =
            if Int(text) != nil {
                "\(status)"
            } else if text.contains(" ") || NameClass.errorTitle.has(property.name) {
                phrase
            } else if text.contains("-") {
                words.joined(separator: "-")
            } else if text == text.uppercased() {
                small.uppercased()
            } else if text.first?.isUppercase == true {
                joined
            } else {
                small
            }
        return [usual, small, small.uppercased(), joined, phrase, "\(status)"]
            .first { document.fits(.string($0), property.schema) }
    }

    private var phrase: String {
        Self.known.first { $0.code == status }?.reasonPhrase ?? (status < 500 ? "Bad Request" : "Internal Server Error")
    }

    private var sentence: String {
        let alike = [400: 422, 410: 404][status] ?? status
        return Condition.message(ofStatus: alike) ?? (status < 500 ? "\(phrase)." : "The server failed.")
    }

    private static let known: [HTTPResponse.Status] = [
        .badRequest, .unauthorized, .forbidden, .notFound, .methodNotAllowed, .notAcceptable, .requestTimeout,
        .conflict, .gone, .preconditionFailed, .contentTooLarge, .unsupportedMediaType, .unprocessableContent,
        .tooManyRequests, .internalServerError, .notImplemented, .badGateway, .serviceUnavailable, .gatewayTimeout,
    ]

    /// Words in other texts for a status.
    private static let signs: [Int: [String]] = [
        400: ["invalid", "validation", "malformed", "bad"], 401: ["unauth", "token", "credential", "login"],
        403: ["permission", "denied", "notallowed"], 404: ["nosuch", "unknown", "nothing", "doesnotexist"],
        409: ["exist", "duplicate", "already"], 422: ["invalid", "validation", "unprocessable"],
        429: ["rate", "limit", "quota"], 500: ["internal", "server", "unexpected"],
        503: ["unavailable", "maintenance"],
    ]
}

/// The faults of a request's fields in the form of a document's error: an array whose entries name a field, or an object
/// with the fields as its keys.
package struct FieldFaults {
    /// A part of a request, and what is wrong with it.
    package struct Fault: Sendable {
        let place: [String]
        let message: String
        let isInBody: Bool

        /// - Parameters:
        ///   - place: the members on the way to the part; empty for the whole body.
        ///   - isInBody: false for a parameter.
        package init(_ place: [String], _ message: String, isInBody: Bool = true) {
            (self.place, self.message, self.isInBody) = (place, message, isInBody)
        }

        /// The name of the field: `limit`, or `items.0.price`.
        var field: String { place.isEmpty ? "body" : place.joined(separator: ".") }
    }

    private let document: APIDocument
    private let faults: [Fault]

    package init(_ faults: [Fault], in document: APIDocument) {
        self.document = document
        self.faults = faults
    }

    /// The reply with an entry for each fault of a field, and no others. It is unchanged if the document wrote it, or if
    /// no valid entry can name the faults.
    package func stated(in reply: StubReply, of response: Response?) throws -> StubReply {
        var reply = reply
        guard let media = response?.json,
            media.examples.isEmpty, let schema = media.schema, let body = reply.json
        else { return reply }
        if let now = stated(in: body, of: schema) { reply.json = now }
        try reply.finish()
        return reply
    }

    /// The body with the entries; nil if it has no place for them, or would not be valid.
    func stated(in body: JSONValue, of schema: Schema) -> JSONValue? {
        stated(in: body, document.resolveChoices(schema), depth: 0, isListOfErrors: true).flatMap {
            document.fits($0, schema) ? $0 : nil
        }
    }

    private func stated(
        in body: JSONValue, _ schema: Schema, depth: Int, isListOfErrors: Bool = false, isWritten: Bool = false
    ) -> JSONValue? {
        guard depth < 3 else { return nil }
        let isWritten = isWritten || !schema.examples.isEmpty || schema.default != nil
        if isListOfErrors, case .array(let items) = body, let item = schema.items.map(document.resolveChoices) {
            guard naming(Fault([], ""), in: item) != nil else { return nil }
            let entries = faults.compactMap { entry($0, like: items.first ?? [:], item) }
            return entries.count == faults.count ? .array(entries) : nil
        }
        if isListOfErrors, depth > 0, !isWritten, case .object = body, schema.properties.isEmpty,
            let messages = schema.additionalProperties.map(document.resolveChoices)
        {
            return .object(map(messages))
        }
        return schema.properties.lazy.compactMap { property -> JSONValue? in
            guard let inner = body[property.name] else { return nil }
            let isListOfErrors = NameClass.errorFields.has(property.name)
            return stated(
                in: inner, document.resolveChoices(property.schema), depth: depth + 1, isListOfErrors: isListOfErrors,
                isWritten: isWritten
            ).map { body.setting($0, at: JSONPointer(tokens: [property.name])) }
        }.first
    }

    /// The messages by field, each field's in a list if the schema of a field's value is one.
    private func map(_ messages: Schema) -> JSONObject {
        faults.reduce(into: JSONObject()) { map, fault in
            let message = JSONValue.string(fault.message)
            map[fault.field] =
                messages.type == .array ? .array((map[fault.field]?.arrayValue ?? []) + [message]) : message
        }
    }

    /// The text member of an entry with one of these names.
    private func member(_ names: NameClass, of entry: Schema) -> String? {
        names.names.lazy.compactMap { name in
            entry.properties.first {
                HumanName.key($0.name) == name && document.resolveChoices($0.schema).type == .string
            }
        }.first?.name
    }

    /// The member of an entry that names a field: a text, or an object as in JSON:API, with the place in the body or the
    /// name of a parameter.
    private func naming(_ fault: Fault, in entry: Schema) -> JSONObject.Member? {
        if let name = member(.errorField, of: entry) { return .init(key: name, value: .string(fault.field)) }
        let source = entry.properties.first { NameClass.errorField.has($0.name) }
        let names = source.map { document.resolveChoices($0.schema).properties.map(\.name) } ?? []
        let name = fault.isInBody ? "pointer" : "parameter"
        guard let source, names.contains(name) else { return nil }
        let place = fault.isInBody ? JSONPointer(tokens: fault.place).description : fault.field
        return .init(key: source.name, value: [name: .string(place)])
    }

    /// The entry for a fault; nil if an entry cannot name its field.
    private func entry(_ fault: Fault, like template: JSONValue, _ schema: Schema) -> JSONValue? {
        guard template.objectValue != nil,
            let name = naming(fault, in: schema)
        else { return nil }
        let named = template.setting(name.value, at: JSONPointer(tokens: [name.key]))
        guard let message = member(.complaint, of: schema) else { return named }
        return named.setting(.string(fault.message), at: JSONPointer(tokens: [message]))
    }
}

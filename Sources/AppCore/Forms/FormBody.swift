import APIDocument
import APIModel
import WireFormats

/// The body of a call: its schema, its document, and its encoding.
package struct FormBody: Sendable, Equatable {
    package enum Encoding: Sendable, Hashable {
        case json
        case form
        /// `multipart/form-data`: a part for each member, including files.
        case multipart
        case text
        case file

        var takesFiles: Bool { self == .multipart || self == .file }
    }

    let document: APIDocument
    /// The schema, unresolved.
    package let schema: Schema
    package let contentType: String
    package let encoding: Encoding
    package let isRequired: Bool
    private let media: MediaType
    /// The last literal segment of the path in the singular: `ticket` in `/tickets/{id}`.
    private let singular: String?

    init?(_ operation: Operation, in document: APIDocument) {
        guard let body = operation.requestBody, let media = body.preferred else { return nil }
        self.document = document
        self.media = media
        contentType = media.name
        let word = operation.path.segments.last { $0.literal != nil }?.literal
        singular = word.map { HumanName.key(HumanName.singular($0)) }
        isRequired = body.isRequired
        encoding = Encoding(contentType: media.name)
        var schema = media.schema ?? media.examples.compactMap(\.value).first.map(Schema.inferred(from:)) ?? .any
        switch encoding {
        case .file: schema = Schema(["type": "string", "format": "binary"])
        case .text where document.resolveChoices(schema).type != .string:
            schema = Schema(["type": "string", "format": "textarea"])
        default: break
        }
        self.schema = schema
    }

    /// The names and descriptions of the members of its object.
    var members: [(name: String, help: String?)] {
        document.resolveChoices(schema).properties.map { ($0.name, $0.schema.description) }
    }

    /// The serialization of its fields, if it is a form.
    var fields: FormFields {
        guard encoding == .form || encoding == .multipart else { return .usual }
        return FormFields(media, document.resolveChoices(schema).properties, in: document)
    }

    /// The objects whose members a PATCH sends completely, the innermost last. A merge patch has none (RFC 7396), nor
    /// has a form. In an envelope they are in its content.
    var owners: [JSONPointer] {
        guard encoding == .json, !MediaTypeName(contentType).isMergePatch else { return [] }
        let whole = document.resolveChoices(schema)
        guard let outer = whole.properties.first(where: { $0.name == "data" }) ?? whole.properties.first else {
            return [.root]
        }
        let inner = document.resolveChoices(outer.schema)
        let place = JSONPointer(tokens: [outer.name])
        if let parts = document.parts(of: inner) {
            return [.root, place, place.appending(parts.attributes), place.appending(parts.relations)]
        }
        let isEnvelope = whole.properties.count == 1 && ["data", singular].contains(HumanName.key(outer.name))
        return isEnvelope && !inner.properties.isEmpty ? [place] : [.root]
    }

    /// The members that every PATCH includes, since they identify the item.
    var identifying: [JSONPointer] {
        let whole = document.resolveChoices(schema)
        let inner = whole.properties.first { $0.name == "data" }.map { document.resolveChoices($0.schema) }
        return inner.flatMap(document.parts)?.identity.map { JSONPointer(tokens: ["data", $0]) } ?? []
    }

    /// The title of a body of one value.
    var title: String {
        schema.titleForPeople ?? document.resolveChoices(schema).titleForPeople
            ?? (encoding == .file ? "File" : "Body")
    }

    /// A value as a body, and its media type.
    func encoded(_ value: JSONValue, files: [JSONPointer: FilePart]) -> (bytes: [UInt8], type: String) {
        // A range such as `*/*` is not a concrete type.
        let named = contentType.contains("*") ? nil : contentType
        switch encoding {
        case .json: return (value.bytes(), named ?? "application/json")
        case .form: return (Array(QueryItem.encoded(fields.items(of: value)).utf8), "application/x-www-form-urlencoded")
        case .multipart:
            let body = MultipartBody(value, files: files, fields: fields)
            return (body.bytes, body.contentType)
        case .text: return (Array((value.scalarText ?? value.text()).utf8), named ?? "text/plain")
        case .file:
            let file = files[.root]
            return (file?.bytes ?? [], named ?? file?.contentType ?? "application/octet-stream")
        }
    }

    /// The violations of the schema; numbers, strings and lists have checks of their own.
    package func violations(of value: JSONValue) -> [SchemaViolation] {
        document.violations(of: value, against: schema, direction: .request, isThorough: true)
    }

    /// Equality of the properties that distinguish the bodies of a document.
    package static func == (one: FormBody, other: FormBody) -> Bool {
        one.schema == other.schema && one.contentType == other.contentType && one.isRequired == other.isRequired
    }
}

extension FormBody.Encoding {
    /// The encoding of a media type; JSON without one.
    package init(contentType: String?) {
        let type = MediaTypeName(contentType ?? "application/json")
        switch type.text {
        case "application/x-www-form-urlencoded": self = .form
        case "multipart/form-data": self = .multipart
        case "*/*", "application/*": self = .json
        case _ where type.isJSON: self = .json
        case _ where type.text.hasPrefix("text/") || type.isXML: self = .text
        default: self = .file
        }
    }
}

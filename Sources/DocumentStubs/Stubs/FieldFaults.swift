import APIDocument
import APIModel
import DemoManager
import WireFormats

/// The faults of a request's fields in the form of a document's error: an array whose entries name a field.
package struct FieldFaults {
    /// A field's name, and what is wrong with it.
    package typealias Fault = (field: String, message: String)

    private let document: APIDocument
    private let faults: [Fault]

    package init(_ faults: [Fault], in document: APIDocument) { (self.faults, self.document) = (faults, document) }

    /// The reply with an entry for each fault. It is unchanged if the document wrote it, or if no valid entry can name the
    /// faults.
    package func stated(in reply: StubReply, of response: Response?) throws -> StubReply {
        var reply = reply
        guard !faults.isEmpty, faults.allSatisfy({ !$0.field.isEmpty }), let media = response?.json,
            media.examples.isEmpty, let schema = media.schema, let body = reply.json
        else { return reply }
        if let now = stated(in: body, document.resolveChoices(schema), depth: 0), document.fits(now, schema) {
            reply.json = now
        }
        try reply.finish()
        return reply
    }

    private func stated(in body: JSONValue, _ schema: Schema, depth: Int) -> JSONValue? {
        guard depth < 3 else { return nil }
        if case .array(let items) = body, let item = schema.items.map(document.resolveChoices) {
            let entries = faults.compactMap { entry($0, like: items.first ?? [:], item) }
            return entries.count == faults.count ? .array(entries) : nil
        }
        return schema.properties.lazy.compactMap { property -> JSONValue? in
            guard let inner = body[property.name] else { return nil }
            return stated(in: inner, document.resolveChoices(property.schema), depth: depth + 1)
                .map { body.setting($0, at: JSONPointer(tokens: [property.name])) }
        }.first
    }

    private func entry(_ fault: Fault, like template: JSONValue, _ schema: Schema) -> JSONValue? {
        func member(_ names: NameClass) -> String? {
            names.names.lazy.compactMap { name in
                schema.properties.first {
                    HumanName.key($0.name) == name && document.resolveChoices($0.schema).type == .string
                }
            }.first?.name
        }
        guard let field = member(.errorField), template.objectValue != nil else { return nil }
        let named = template.setting(.string(fault.field), at: JSONPointer(tokens: [field]))
        guard let message = member(.complaint) else { return named }
        return named.setting(.string(fault.message), at: JSONPointer(tokens: [message]))
    }
}

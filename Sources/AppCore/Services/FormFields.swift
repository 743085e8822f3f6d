import APIDocument
import WireFormats

/// The serialization of an object's members as form fields, by the document (OpenAPI 3.1.0, "Encoding Object").
///
/// By default strings are sent unchanged, list items one by one, and objects as JSON; `null` is omitted. A field with a
/// style is serialized like a query parameter.
package struct FormFields: Sendable, Hashable {
    private var parameters: [String: Parameter] = [:]
    private var styled: Set<String> = []
    private var contentTypes: [String: String] = [:]

    /// The default serialization, without declarations of a document.
    package static let usual = FormFields()

    private init() {}

    /// The fields of a form with these members.
    init(_ media: MediaType, _ properties: [Schema.Property], in document: APIDocument) {
        for property in properties {
            guard let encoding = media.encodings[property.name] else { continue }
            parameters[property.name] = media.parameter(property, in: document)
            if encoding.hasStyle {
                styled.insert(property.name)
            } else {
                contentTypes[property.name] = encoding.contentType
            }
        }
    }

    /// The fields of `application/x-www-form-urlencoded`.
    func items(of document: JSONValue) -> [QueryItem] {
        (document.objectValue?.members ?? []).flatMap(items)
    }

    /// The fields of a member with a declared style; nil without one.
    func styledItems(of member: JSONObject.Member) -> [QueryItem]? {
        styled.contains(member.key) ? items(of: member) : nil
    }

    /// The declared media type of a field; nil for none, several or a range.
    func contentType(of name: String) -> String? {
        contentTypes[name].flatMap { $0.contains("*") || $0.contains(",") ? nil : $0 }
    }

    private func items(of member: JSONObject.Member) -> [QueryItem] {
        var value = member.value
        if case .array(let items) = value {
            value = .array(items.filter { !$0.isNull })
            // An empty list is not a list with an empty string.
            if value.arrayValue?.isEmpty == true { return [] }
        } else if styled.contains(member.key), case .object(let object) = value {
            value = .object(object.filter { !$0.value.isNull })
        }
        guard !value.isNull else { return [] }
        let usual = Parameter(name: member.key, location: .query, isJSON: value.objectValue != nil)
        return ParameterWriter(parameters[member.key] ?? usual, value).queryItems
    }
}

import APIDocument
import WireFormats

/// The form of a schema's values in XML (OpenAPI's "XML Object").
struct XMLForm {
    /// Nil for the name of the member or schema.
    let name: String?
    let prefix: String?
    let namespace: String?
    let isAttribute: Bool
    /// True for a list with an element around its items.
    let isWrapped: Bool

    init(_ schema: Schema?, in document: APIDocument) {
        let xml = schema.flatMap { document.resolve($0).json["xml"] }
        name = xml?["name"]?.stringValue
        prefix = xml?["prefix"]?.stringValue
        namespace = xml?["namespace"]?.stringValue
        isAttribute = xml?["attribute"]?.boolValue == true
        isWrapped = xml?["wrapped"]?.boolValue == true
    }
}

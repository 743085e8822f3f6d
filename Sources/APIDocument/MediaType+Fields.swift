import WireFormats

extension MediaType {
    /// A field of a form as a parameter of a query, which it is written like: by its `encoding`. Objects are JSON, and so is what
    /// is said to be of a JSON type, unless a style says otherwise (OpenAPI 3.1.0, "Encoding Object").
    public func parameter(_ property: Schema.Property, in document: APIDocument) -> Parameter {
        let encoding = encodings[property.name]
        let type = document.resolveChoices(property.schema).type
        let isSaidToBeJSON = type != .string && encoding?.contentType.map { MediaTypeName($0).isJSON } ?? false
        var parameter = Parameter(
            name: property.name, location: .query, schema: property.schema, style: encoding?.style,
            isExploded: encoding?.isExploded,
            isJSON: (type == .object || isSaidToBeJSON) && encoding?.hasStyle != true)
        parameter.allowsEmptyValue = encoding?.allowsEmptyValue ?? false
        return parameter
    }
}

extension FieldEncoding {
    /// Whether it says how lists and objects become text; then its media type counts for nothing.
    public var hasStyle: Bool { style != nil || isExploded != nil }
}

import WireFormats

extension MediaType {
    /// A form field as a query parameter, serialized by its `encoding`. Objects, and fields with a JSON content type,
    /// are JSON unless a style is given (OpenAPI 3.1.0, "Encoding Object").
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
    /// True if `style` or `explode` is given; `contentType` is then ignored.
    public var hasStyle: Bool { style != nil || isExploded != nil }
}

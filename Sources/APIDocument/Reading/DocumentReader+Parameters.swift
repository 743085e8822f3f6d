import WireFormats

extension DocumentReader {
    // Headers that OpenAPI describes elsewhere: "the parameter definition SHALL be ignored".
    private static let ignoredHeaders: Set<String> = ["accept", "content-type", "authorization"]

    /// The parameters of a path item or an operation, as declared.
    mutating func readParameters(_ object: JSONObject) -> [Parameter] {
        let read = list("parameters", of: object) { reader, value in
            reader.following(value, memo: \.parameters) { $0.readParameters($1) }
        }
        // A parameter declared for itself replaces an object's member of the same name.
        let own = Set(read.filter { $0.count == 1 && $0[0].location == .query }.map { $0[0].name })
        return read.flatMap { $0.count > 1 ? $0.filter { !own.contains($0.name) } : $0 }
    }

    /// An operation's parameters: its own, the path item's unless replaced, and one for each undeclared name in the
    /// path.
    ///
    /// - Parameter accept: receives the header `Accept`.
    mutating func readParameters(
        _ object: JSONObject, path: PathTemplate, shared: [Parameter], accept: inout Parameter?
    ) -> [Parameter] {
        let own = readParameters(object)
        var all: [Parameter] = []
        for parameter in shared + own {
            if parameter.location == .header, parameter.name.lowercased() == "accept" { accept = parameter }
            if parameter.location == .header, DocumentReader.ignoredHeaders.contains(parameter.name.lowercased()) {
                continue
            }
            if parameter.location == .path, !path.parameterNames.contains(parameter.name) {
                report("the path has no {\(parameter.name)}, though a parameter says so", severity: .warning)
                continue
            }
            if let place = all.firstIndex(where: { $0.name == parameter.name && $0.location == parameter.location }) {
                all[place] = parameter
            } else {
                all.append(parameter)
            }
        }
        for name in path.parameterNames where !all.contains(where: { $0.location == .path && $0.name == name }) {
            report("{\(name)} in the path is not described; text is assumed", severity: .warning)
            all.append(Parameter(name: name, location: .path, schema: Schema(["type": "string"])))
        }
        return all
    }

    private mutating func readParameters(_ value: JSONValue) -> [Parameter]? {
        guard let object = object(value, "a parameter") else { return nil }
        if object["in"] == "querystring" { return readQueryString(object) }
        return readParameter(object).map { membersInQuery($0) ?? [$0] }
    }

    /// The parameters of an object whose members are separate query parameters (OpenAPI 3.1.0, "Style Values", `form`
    /// with `explode`), such as Spring's `Pageable`; nil for other parameters.
    private mutating func membersInQuery(_ parameter: Parameter) -> [Parameter]? {
        guard parameter.location == .query, !parameter.isJSON, parameter.style == .form, parameter.isExploded else {
            return nil
        }
        if let reference = parameter.schema.reference {
            guard case .found = references.target(of: reference) else { return nil }
        }
        let members = following(parameter.schema.json) { reader, value -> [Parameter] in
            let schema = Schema(value)
            let hasParts = ["allOf", "anyOf", "oneOf"].contains { schema.json[$0] != nil }
            guard schema.type == .object, !hasParts, schema.additionalProperties?.json.objectValue == nil else {
                return []
            }
            return reader.fields(of: schema, isRequired: parameter.isRequired, example: parameter.example)
        }
        return members?.isEmpty == false ? members : nil
    }

    private func fields(of object: Schema, isRequired: Bool = true, example: JSONValue? = nil) -> [Parameter] {
        object.properties.map { property in
            Parameter(
                name: property.name, location: .query,
                isRequired: isRequired && object.required.contains(property.name), schema: property.schema,
                description: property.schema.description,
                example: example?[property.name] ?? property.schema.examples.first)
        }
    }

    /// The parameters of a whole query (OpenAPI 3.2): the properties of its schema.
    private mutating func readQueryString(_ object: JSONObject) -> [Parameter]? {
        guard let media = readContent(object).first, let schema = media.schema?.json else {
            report("the parameter needs \"content\" that describes the query")
            return nil
        }
        guard media.name.hasPrefix("application/x-www-form-urlencoded") else {
            report("a query as \(media.name) cannot be filled in here and is left out; describe it as a form")
            return nil
        }
        return following(schema) { reader, value in
            let schema = Schema(value)
            if schema.properties.isEmpty { reader.report("the query has no \"properties\" to ask for") }
            return reader.fields(of: schema)
        }
    }

    private mutating func readParameter(_ object: JSONObject) -> Parameter? {
        guard let name = string("name", of: object), !name.isEmpty else {
            report("a parameter needs a \"name\"")
            return nil
        }
        guard let text = string("in", of: object), let location = Parameter.Location(rawValue: text) else {
            report("the parameter \"\(name)\" needs \"in\" with path, query, header or cookie")
            return nil
        }
        let isRequired = bool("required", of: object) ?? false
        if location == .path, !isRequired {
            report("the parameter \"\(name)\" is in the path and needs \"required: true\"", severity: .warning)
        }
        let content = readContent(object)
        let style = string("style", of: object)
        if let style, Parameter.Style(rawValue: style) == nil {
            at("style") { $0.report("there is no style \"\(style)\"; the default is used", severity: .warning) }
        }
        let examples = readExamples(object)
        if object["schema"] == nil, content.isEmpty, object["type"] == nil {
            report("the parameter \"\(name)\" has no \"schema\"; anything is allowed", severity: .warning)
        }
        // Swagger 2 has the schema's keywords in the parameter itself.
        let schema =
            readSchema(object) ?? content.first?.schema ?? (object["type"] == nil ? .any : Schema(.object(object)))
        var parameter = Parameter(
            name: name,
            location: location,
            isRequired: isRequired,
            schema: schema,
            description: string("description", of: object),
            example: examples.first?.value ?? content.first?.examples.first?.value ?? schema.examples.first,
            style: style.flatMap(Parameter.Style.init),
            isExploded: bool("explode", of: object),
            isJSON: content.json != nil,
            allowsReserved: bool("allowReserved", of: object) ?? false)
        parameter.allowsEmptyValue = location == .query && bool("allowEmptyValue", of: object) ?? false
        parameter.examples = examples.isEmpty ? content.first?.examples ?? [] : examples
        return parameter
    }
}

import WireFormats

extension Swagger2 {
    /// What operations are sent, gathered from their parameters.
    struct Body {
        /// Parameters that stay parameters, with where they were.
        var parameters: [(value: JSONValue, was: [String])] = []
        /// The one parameter that is the body; perhaps a reference to it.
        var body: (value: JSONValue, was: [String])?
        /// Fields of a form.
        var fields: [(value: JSONObject, was: [String])] = []
    }

    /// Sorts a list of parameters by what becomes of them.
    func sorted(_ list: [JSONValue], was: [String]) -> Body {
        var result = Body()
        for (index, item) in list.enumerated() {
            var parameter = item
            var place = was + [String(index)]
            if let name = sharedName(item["$ref"]?.stringValue), let shared = root["parameters"]?[name] {
                parameter = shared
                place = ["parameters", name]
            }
            switch parameter["in"]?.stringValue {
            case "body":
                result.body = (item["$ref"] == nil ? item : parameter, place)
            case "formData":
                if let field = parameter.objectValue { result.fields.append((field, place)) }
            default:
                result.parameters.append((item, was + [String(index)]))
            }
        }
        return result
    }

    /// A parameter of path, query or header: its type becomes a schema.
    mutating func parameter(_ value: JSONValue, _ spot: Spot) -> JSONValue {
        guard let parameter = value.objectValue, parameter["$ref"] == nil else { return value }
        let kept: Set<String> = ["name", "in", "description", "required", "allowEmptyValue", "example"]
        var result = JSONObject(parameter.members.filter { kept.contains($0.key) || $0.key.hasPrefix("x-") })
        if result["example"] == nil, let example = parameter["x-example"] { result["example"] = example }
        if let schema = parameter["schema"] {
            result["schema"] = self.schema(schema, spot)
        } else if parameter["type"] != nil {
            result["schema"] = typed(parameter, spot)
            note(spot.now + ["schema"], from: spot.was)
        }
        style(parameter, &result)
        return .object(result)
    }

    /// The schema that the keywords of a parameter, a form's field or a header make.
    mutating func typed(_ parameter: JSONObject, _ spot: Spot) -> JSONValue {
        let others: Set<String> = [
            "name", "in", "required", "description", "allowEmptyValue", "collectionFormat", "schema", "example",
        ]
        return schema(
            .object(JSONObject(parameter.members.filter { !others.contains($0.key) && !$0.key.hasPrefix("x-ex") })),
            spot)
    }

    /// How a list's items are joined. Tabs have no style in OpenAPI 3, and the others have none for every place.
    private func style(_ parameter: JSONObject, _ result: inout JSONObject) {
        guard parameter["type"] == "array" else { return }
        let isForm = parameter["in"] == "query" || parameter["in"] == "formData"
        switch parameter["collectionFormat"]?.stringValue {
        case "multi" where isForm: (result["style"], result["explode"]) = ("form", true)
        case "ssv": (result["style"], result["explode"]) = ("spaceDelimited", false)
        case "tsv": (result["style"], result["explode"]) = ("tabDelimited", false)
        case "pipes": (result["style"], result["explode"]) = ("pipeDelimited", false)
        default: (result["style"], result["explode"]) = (isForm ? "form" : "simple", false)
        }
    }

    /// What an operation is sent, by its body parameter or its form's fields; nil where it has neither.
    mutating func requestBody(_ body: Body, _ types: [String]?, _ now: [String]) -> JSONValue? {
        if let (value, was) = body.body {
            note(now, from: was)
            // Where the document names no type, none is excluded.
            let types = types ?? consumes ?? ["application/json", "*/*"]
            return requestBody(value, types, Spot(now: now, was: was))
        }
        guard !body.fields.isEmpty else { return nil }
        let forms = ["application/x-www-form-urlencoded", "multipart/form-data"]
        let hasFile = body.fields.contains { $0.value["type"] == "file" }
        var names = (types ?? consumes ?? []).filter(forms.contains)
        if names.isEmpty || hasFile { names = [hasFile ? forms[1] : forms[0]] }
        var properties = JSONObject()
        var encodings = JSONObject()
        var required: [JSONValue] = []
        for (field, was) in body.fields {
            guard let name = field["name"]?.scalarText else { continue }
            var schema = typed(field, Spot(now: [], was: was)).objectValue ?? JSONObject()
            if let text = field["description"] { schema["description"] = text }
            properties[name] = .object(schema)
            var encoding = JSONObject()
            style(field, &encoding)
            encoding["allowEmptyValue"] = field["allowEmptyValue"]
            if !encoding.isEmpty { encodings[name] = .object(encoding) }
            if field["required"] == true { required.append(.string(name)) }
            for type in names { note(now + ["content", type, "schema", "properties", name], from: was) }
        }
        var schema = JSONObject([
            .init(key: "type", value: "object"), .init(key: "properties", value: .object(properties)),
        ])
        if !required.isEmpty { schema["required"] = .array(required) }
        note(now, from: body.fields[0].was)
        var media = JSONObject([.init(key: "schema", value: .object(schema))])
        if !encodings.isEmpty { media["encoding"] = .object(encodings) }
        var result = JSONObject([
            .init(key: "content", value: .object(JSONObject(names.map { .init(key: $0, value: .object(media)) })))
        ])
        if !required.isEmpty { result["required"] = true }
        return .object(result)
    }

    private mutating func requestBody(_ value: JSONValue, _ types: [String], _ spot: Spot) -> JSONValue {
        guard let parameter = value.objectValue, parameter["$ref"] == nil else { return value }
        var media = JSONObject()
        if let schema = parameter["schema"] { media["schema"] = self.schema(schema, spot) }
        if let example = parameter["x-example"] { media["example"] = example }
        for type in types { note(spot.now + ["content", type, "schema"], from: spot.was + ["schema"]) }
        var result = JSONObject(parameter.members.filter { $0.key == "description" || $0.key == "required" })
        result["content"] = .object(JSONObject(types.map { .init(key: $0, value: .object(media)) }))
        return .object(result)
    }

    /// Moves the shared parameters to where their kind belongs; fields of forms are read where they are used.
    mutating func share(_ parameters: JSONObject, in components: inout JSONObject) {
        note(["components", "parameters"], from: ["parameters"])
        var kept = JSONObject()
        for member in parameters.members where !["body", "formData"].contains(member.value["in"]?.stringValue) {
            let spot = Spot(now: ["components", "parameters", member.key], was: ["parameters", member.key])
            kept[member.key] = parameter(member.value, spot)
        }
        components["parameters"] = .object(kept)
    }

    /// The name of the shared parameter a reference means.
    private func sharedName(_ reference: String?) -> String? {
        // A reference that is no pointer leads nowhere; the reader reports it where it stands.
        guard let reference, reference.hasPrefix("#/parameters/"),
            let pointer = try? JSONPointer(String(reference.dropFirst()))
        else { return nil }
        return pointer.tokens.count == 2 ? pointer.tokens[1] : nil
    }
}

import WireFormats

extension Swagger2 {
    /// An operation's parameters, by what they become.
    struct Body {
        /// Parameters that stay parameters, with their original locations.
        var parameters: [(value: JSONValue, was: [String])] = []
        /// The body parameter, perhaps a reference to it.
        var body: (value: JSONValue, was: [String])?
        var fields: [(value: JSONObject, was: [String])] = []
    }

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

    /// A path, query or header parameter: its type becomes a schema.
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

    /// The schema that the keywords of a parameter, a form field or a header make.
    mutating func typed(_ parameter: JSONObject, _ spot: Spot) -> JSONValue {
        let others: Set<String> = [
            "name", "in", "required", "description", "allowEmptyValue", "collectionFormat", "schema", "example",
        ]
        return schema(
            .object(JSONObject(parameter.members.filter { !others.contains($0.key) && !$0.key.hasPrefix("x-ex") })),
            spot)
    }

    /// The separator of an array's items. OpenAPI 3 has no style for tabs, and not every style for every location.
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

    /// The request body, from the body parameter or the form fields; nil without either.
    mutating func requestBody(_ body: Body, _ types: [String]?, _ now: [String]) -> JSONValue? {
        if let (value, was) = body.body {
            note(now, from: was)
            // If the document names no type, none is excluded.
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

    /// Moves shared parameters to the components; form fields are read at their uses.
    mutating func share(_ parameters: JSONObject, in components: inout JSONObject) {
        note(["components", "parameters"], from: ["parameters"])
        var kept = JSONObject()
        for member in parameters.members where !["body", "formData"].contains(member.value["in"]?.stringValue) {
            let spot = Spot(now: ["components", "parameters", member.key], was: ["parameters", member.key])
            kept[member.key] = parameter(member.value, spot)
        }
        components["parameters"] = .object(kept)
    }

    /// The name of the shared parameter that a reference names.
    private func sharedName(_ reference: String?) -> String? {
        // The reader reports invalid references.
        guard let reference, reference.hasPrefix("#/parameters/"),
            let pointer = try? JSONPointer(String(reference.dropFirst()))
        else { return nil }
        return pointer.tokens.count == 2 ? pointer.tokens[1] : nil
    }
}

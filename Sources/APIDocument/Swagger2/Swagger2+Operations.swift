import WireFormats

extension Swagger2 {
    /// A path item. Its body and form parameters apply to each operation without its own.
    mutating func pathItem(_ value: JSONValue, _ spot: Spot) -> JSONValue {
        guard var item = value.objectValue else { return value }
        var shared = Body()
        if let list = item["parameters"]?.arrayValue {
            shared = sorted(list, was: spot.was + ["parameters"])
            item["parameters"] = parameters(shared, spot.now + ["parameters"])
        }
        for member in item.members where Swagger2.methods.contains(member.key) {
            item[member.key] = operation(member.value, spot.at(member.key), shared)
        }
        return .object(item)
    }

    private mutating func operation(_ value: JSONValue, _ spot: Spot, _ shared: Body) -> JSONValue {
        guard var operation = value.objectValue else { return value }
        var own = Body()
        if let list = operation["parameters"]?.arrayValue {
            own = sorted(list, was: spot.was + ["parameters"])
            operation["parameters"] = parameters(own, spot.now + ["parameters"])
        }
        if own.body == nil, own.fields.isEmpty { (own.body, own.fields) = (shared.body, shared.fields) }
        let types = Swagger2.types(operation["consumes"])
        if let body = requestBody(own, types, spot.now + ["requestBody"]) { operation["requestBody"] = body }
        let produces = Swagger2.types(operation["produces"]) ?? produces
        if let responses = operation["responses"] {
            operation["responses"] = members(of: responses, spot.at("responses")) { $0.response($1, $2, produces) }
        }
        for key in ["consumes", "produces", "schemes"] { operation[key] = nil }
        return .object(operation)
    }

    private mutating func parameters(_ body: Body, _ now: [String]) -> JSONValue {
        var result: [JSONValue] = []
        for (value, was) in body.parameters {
            let spot = Spot(now: now + [String(result.count)], was: was)
            note(spot.now, from: was)
            result.append(parameter(value, spot))
        }
        return .array(result)
    }

    /// A response: its schema and examples move below media types. Without declared types a reply is JSON, and a
    /// string may also be plain text.
    mutating func response(_ value: JSONValue, _ spot: Spot, _ produces: [String]?) -> JSONValue {
        guard var response = value.objectValue, response["$ref"] == nil else { return value }
        let examples = response["examples"]?.objectValue ?? JSONObject()
        let schema = response["schema"].map { self.schema($0, spot) }
        response["schema"] = nil
        response["examples"] = nil
        if let headers = response["headers"] {
            response["headers"] = members(of: headers, spot.at("headers")) { $0.header($1, $2) }
        }
        var content = JSONObject()
        let isText = schema?["type"] == "string" && schema?["format"] != "binary"
        let types = produces ?? (["application/json"] + (isText ? ["text/plain"] : []))
        for type in (schema == nil ? [] : types) + examples.keys where content[type] == nil {
            var media = JSONObject()
            media["schema"] = schema
            media["example"] = examples[type]
            content[type] = .object(media)
            note(spot.now + ["content", type, "schema"], from: spot.was + ["schema"])
            note(spot.now + ["content", type, "example"], from: spot.was + ["examples", type])
        }
        if !content.isEmpty { response["content"] = .object(content) }
        return .object(response)
    }

    private mutating func header(_ value: JSONValue, _ spot: Spot) -> JSONValue {
        guard let header = value.objectValue, header["type"] != nil else { return value }
        var result = JSONObject()
        result["description"] = header["description"]
        result["schema"] = typed(header, spot)
        result["example"] = header["example"] ?? header["x-example"]
        note(spot.now + ["schema"], from: spot.was)
        return .object(result)
    }

    /// A part of another file, by its shape.
    mutating func part(_ object: JSONObject, _ spot: Spot, depth: Int) -> JSONValue {
        let value = JSONValue.object(object)
        if object.members.contains(where: { Swagger2.methods.contains($0.key) && $0.value["responses"] != nil }) {
            return pathItem(value, spot)
        }
        if object["in"]?.stringValue != nil, object["name"]?.stringValue != nil { return parameter(value, spot) }
        if object["description"] != nil, object["type"] == nil, object["schema"] != nil || object["examples"] != nil {
            return response(value, spot, produces)
        }
        guard depth < 2, object["type"] == nil else { return schema(value, spot) }
        return members(of: value, spot) { conversion, value, spot in
            value.objectValue.map { conversion.part($0, spot, depth: depth + 1) } ?? value
        }
    }
}

extension Swagger2 {
    struct Body {
        /// Parameters that stay parameters, with their original locations.
        var parameters: [(value: JSONValue, was: [String])] = []
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

    /// The schema from the keywords of a parameter, a form field or a header.
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

    private func sharedName(_ reference: String?) -> String? {
        // The reader reports invalid references.
        guard let reference, reference.hasPrefix("#/parameters/"),
            let pointer = try? JSONPointer(String(reference.dropFirst()))
        else { return nil }
        return pointer.tokens.count == 2 ? pointer.tokens[1] : nil
    }
}

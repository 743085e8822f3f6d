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

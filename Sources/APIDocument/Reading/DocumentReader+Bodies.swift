import WireFormats

extension DocumentReader {
    mutating func readRequestBody(of operation: JSONObject) -> RequestBody? {
        member("requestBody", of: operation) { reader, value in
            reader.following(value, memo: \.bodies) { reader, value in
                guard let body = reader.object(value, "a request body") else { return nil }
                let isRequired = reader.bool("required", of: body) ?? false
                return RequestBody(isRequired: isRequired, content: reader.readContent(body))
            }
        }
    }

    mutating func readResponses(_ operation: JSONObject) -> [Response] {
        map("responses", of: operation) { reader, key, value in
            guard let status = Response.Status(key) else {
                reader.report("\"\(key)\" is not a status; write 200, 2XX or default")
                return nil
            }
            var response = reader.following(value, memo: \.responses) { $0.readResponse($1) }
            response?.status = status
            response?.component = value["$ref"]?.stringValue?.split(separator: "/").last.map(String.init)
            return response
        }
    }

    private mutating func readResponse(_ value: JSONValue) -> Response? {
        guard let response = object(value, "a response") else { return nil }
        return Response(
            status: .default,
            description: string("description", of: response) ?? "",
            headers: map("headers", of: response) { reader, name, value in
                var header = reader.following(value, memo: \.headers) { $0.readHeader($1) }
                header?.name = name
                return header
            },
            content: readContent(response),
            links: map("links", of: response) { reader, name, value in
                var link = reader.following(value, memo: \.links) { $0.readLink($1) }
                link?.name = name
                return link
            })
    }

    private mutating func readHeader(_ value: JSONValue) -> Header? {
        guard let header = object(value, "a header") else { return nil }
        let content = readContent(header)
        let schema = readSchema(header) ?? content.first?.schema ?? .any
        return Header(
            name: "", schema: schema,
            example: readExamples(header).first?.value ?? content.first?.examples.first?.value,
            isRequired: bool("required", of: header) ?? false, isExploded: bool("explode", of: header) ?? false,
            isJSON: content.first?.isJSON ?? false)
    }

    private mutating func readLink(_ value: JSONValue) -> Link? {
        guard let link = object(value, "a link") else { return nil }
        return Link(
            name: "",
            operationID: string("operationId", of: link),
            operationReference: string("operationRef", of: link),
            parameters: link["parameters"]?.objectValue?.members ?? [])
    }

    mutating func readContent(_ object: JSONObject) -> [MediaType] {
        map("content", of: object) { reader, name, value in
            var media = reader.following(value, memo: \.media) { $0.readMediaType($1) }
            media?.name = name
            return media
        }
    }

    private mutating func readMediaType(_ value: JSONValue) -> MediaType? {
        guard let media = object(value, "a media type") else { return nil }
        // A stream of items (OpenAPI 3.2) is read as an array.
        let item = member("itemSchema", of: media) { $0.checkSchema($1) ? $1 : nil }
        let items = item.map { Schema(["type": "array", "items": $0]) }
        var result = MediaType(
            name: "", schema: readSchema(media) ?? items, examples: readExamples(media, ofBody: true))
        let encodings = map("encoding", of: media) { reader, name, value in
            reader.readEncoding(value).map { (name, $0) }
        }
        result.encodings = Dictionary(encodings) { $1 }
        return result
    }

    private mutating func readEncoding(_ value: JSONValue) -> FieldEncoding? {
        guard let encoding = object(value, "an encoding") else { return nil }
        return FieldEncoding(
            style: string("style", of: encoding).flatMap(Parameter.Style.init),
            isExploded: bool("explode", of: encoding), contentType: string("contentType", of: encoding),
            allowsEmptyValue: bool("allowEmptyValue", of: encoding) ?? false)
    }

    /// The member `schema`, checked.
    mutating func readSchema(_ object: JSONObject) -> Schema? {
        member("schema", of: object) { reader, value in
            reader.checkSchema(value) ? Schema(value) : nil
        }
    }

    /// `examples`, else `example`. Examples of a body may be serialized text (OpenAPI 3.2).
    mutating func readExamples(_ object: JSONObject, ofBody isBody: Bool = false) -> [Example] {
        let named = map("examples", of: object) { reader, name, value in
            reader.following(value) { reader, value -> Example? in
                guard let example = reader.object(value, "an example") else { return nil }
                return Example(
                    name: name, summary: reader.string("summary", of: example),
                    value: reader.readValue(of: example, isBody))
            }
        }
        guard named.isEmpty, let value = object["example"] else { return named }
        return [Example(value: sample(value))]
    }

    /// A sample value; its target if it is only a reference.
    private func sample(_ value: JSONValue) -> JSONValue {
        guard let object = value.objectValue, object.count == 1, let reference = object["$ref"]?.stringValue,
            case .found(let target) = references.target(of: reference)
        else { return value }
        return target
    }

    /// An example's value: inline, as `dataValue` (OpenAPI 3.2), or from a file that was read.
    private func readValue(of example: JSONObject, _ isBody: Bool) -> JSONValue? {
        if let value = example["value"] ?? example["dataValue"] { return sample(value) }
        if isBody, let text = example["serializedValue"]?.stringValue {
            // Text that is not JSON belongs to another media type.
            return (try? JSONValue(parsing: text)) ?? .string(text)
        }
        guard let file = example["externalValue"]?.stringValue, case .found(let value) = references.target(of: file)
        else { return nil }
        return value
    }
}

extension Response.Status {
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        if text == "default" {
            self = .default
        } else if let code = Int(text), bytes.count == 3, (100..<600).contains(code) {
            self = .exact(code)
        } else if bytes.count == 3, (0x31...0x35).contains(bytes[0]), bytes[1] | 0x20 == 0x78, bytes[2] | 0x20 == 0x78 {
            self = .range(Int(bytes[0] - 0x30))
        } else {
            return nil
        }
    }
}

extension DocumentReader {
    private static let single: Set<String> = [
        "items", "additionalProperties", "not", "contains", "propertyNames", "if", "then", "else", "contentSchema",
    ]
    private static let lists: Set<String> = ["allOf", "oneOf", "anyOf", "prefixItems"]
    private static let maps: Set<String> = ["properties", "patternProperties", "$defs"]

    /// The kind of value that a keyword must have, if it has another one.
    private static func missingKind(of keyword: String, _ value: JSONValue) -> String? {
        switch keyword {
        case "minimum", "maximum": value.numberValue == nil ? "a number" : nil
        case "exclusiveMinimum", "exclusiveMaximum":
            value.numberValue == nil && value.boolValue == nil ? "a number" : nil
        case "multipleOf": Schema([keyword: value]).multipleOf == nil ? "a number above 0" : nil
        case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties":
            (value.intValue ?? -1) < 0 ? "a whole number, 0 or more" : nil
        case "nullable", "readOnly", "writeOnly", "uniqueItems": value.boolValue == nil ? "true or false" : nil
        case "format", "pattern", "title", "description": value.stringValue == nil ? "text" : nil
        default: nil
        }
    }

    mutating func checkComponentSchemas(_ root: JSONObject) {
        guard let components = root["components"]?.objectValue else { return }
        at("components") { reader in
            _ = reader.map("schemas", of: components) { reader, _, value in reader.checkSchema(value) }
        }
    }

    /// Checks a schema and its parts without following references; false if it is not a schema.
    @discardableResult
    mutating func checkSchema(_ value: JSONValue) -> Bool {
        if value.boolValue != nil { return true }
        guard let schema = object(value, "a schema") else { return false }
        for member in schema.members {
            check(member, of: schema)
        }
        return true
    }

    private mutating func check(_ member: JSONObject.Member, of schema: JSONObject) {
        let value = member.value
        if let kind = DocumentReader.missingKind(of: member.key, value) {
            return at(member.key) {
                $0.report("\"\(member.key)\" must be \(kind), and is ignored", severity: .warning)
            }
        }
        switch member.key {
        case "$ref":
            checkReference(value)
        case "type":
            let names = value.arrayValue ?? [value]
            if !names.allSatisfy({ $0.stringValue.flatMap(Schema.DataType.init) != nil }) {
                at("type") {
                    $0.report("\"type\" must be string, number, integer, boolean, array, object or null")
                }
            }
        case "required":
            if value.arrayValue?.allSatisfy({ $0.stringValue != nil }) != true {
                at("required") { $0.report("\"required\" of a schema must be a list of names") }
            }
        case "enum":
            switch value.arrayValue?.isEmpty {
            case nil: at("enum") { $0.report("\"enum\" must be a list of values") }
            case true?: at("enum") { $0.report("\"enum\" lists no value, and is ignored", severity: .warning) }
            case false?: break
            }
        case "maximum", "maxLength", "maxItems", "maxProperties":
            let lower = "min\(member.key.dropFirst(3))"
            if let high = value.numberValue, let low = schema[lower]?.numberValue, high.isLess(than: low) {
                at(member.key) {
                    $0.report("\"\(member.key)\" is below \"\(lower)\": no value fits", severity: .warning)
                }
            }
        case "discriminator":
            at("discriminator") { $0.checkMapping(value) }
        case let key where DocumentReader.single.contains(key):
            at(key) { _ = $0.checkSchema(value) }
        case let key where DocumentReader.lists.contains(key):
            at(key) { reader in
                guard let items = value.arrayValue else { return reader.report("\"\(key)\" must be a list of schemas") }
                for (index, item) in items.enumerated() { reader.at(String(index)) { _ = $0.checkSchema(item) } }
            }
        case let key where DocumentReader.maps.contains(key):
            at(key) { reader in
                guard let object = reader.object(value, "\"\(key)\"") else { return }
                for inner in object.members { reader.at(inner.key) { _ = $0.checkSchema(inner.value) } }
            }
        default:
            break
        }
    }

    private mutating func checkMapping(_ discriminator: JSONValue) {
        guard let mapping = discriminator["mapping"]?.objectValue else { return }
        at("mapping") { reader in
            for member in mapping.members {
                guard let text = member.value.stringValue,
                    case .nothing(let reason) = reader.references.target(of: Discriminator.reference(text))
                else { continue }
                reader.at(member.key) { $0.report(reason, severity: .warning) }
            }
        }
    }

    /// Queues a referenced schema; those of `components/schemas` are checked anyway.
    private mutating func checkLater(_ reference: String) {
        guard !reference.hasPrefix("#/components/schemas/"), let place = references.place(of: reference),
            checkedSchemas.insert(place).inserted
        else { return }
        schemasToCheck.append(place)
    }

    mutating func checkReferencedSchemas() {
        while let place = schemasToCheck.popLast() {
            guard let value = references.value(at: place) else { continue }
            at(place) { _ = $0.checkSchema(value) }
        }
    }

    private mutating func checkReference(_ value: JSONValue) {
        guard let first = value.stringValue else { return at("$ref") { $0.report("\"$ref\" must be text") } }
        if let (reference, _) = end(of: first) { checkLater(reference) }
    }
}

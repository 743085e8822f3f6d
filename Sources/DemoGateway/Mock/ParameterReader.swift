import APIDocument
import DocumentStubs
import Foundation
import WireFormats

/// Reads parameter values from a request, by style and schema (OpenAPI 3.1.0, "Style Values").
struct ParameterReader {
    let document: APIDocument
    let path: [String: String]
    /// The query items, or the fields of a form.
    var query: [(name: String, value: String)]
    let headers: (String) -> [String]
    let cookies: [(name: String, value: String)]
    /// The names of the query's parameters, which are not members of an open object.
    var claimed: Set<String> = []

    /// The value of a parameter; nil if it is missing.
    func value(of parameter: Parameter) -> JSONValue? {
        if parameter.isJSON { return texts(of: parameter).first.map(json) }
        return reading(of: parameter.schema) { value(of: parameter, as: $0) }
    }

    /// Reads a value as each variant of its schema. Returns the first result that is valid, else the first one.
    func reading(of schema: Schema, _ read: (Schema) -> JSONValue?) -> JSONValue? {
        let variants = variants(of: schema)
        var first: JSONValue?
        for variant in variants {
            guard let value = read(variant) else { continue }
            let fits =
                variants.count == 1
                || document.violations(of: value, against: schema, direction: .request, isThorough: true).isEmpty
            if fits { return value }
            first = first ?? value
        }
        return first
    }

    /// The resolved schema, or each variant of a choice, with the declarations beside the choice.
    private func variants(of schema: Schema) -> [Schema] {
        var (open, variants) = ([schema], [Schema]())
        for _ in 0..<Self.variantLimit {
            guard let whole = open.popLast().map(document.resolve) else { break }
            let choices = whole.oneOf + whole.anyOf
            guard !choices.isEmpty, case .object(var own) = whole.json else {
                variants.append(whole)
                continue
            }
            (own["oneOf"], own["anyOf"]) = (nil, nil)
            open += choices.reversed().map { Schema(["allOf": [.object(own), $0.json]]) }
        }
        return variants.isEmpty ? [document.resolve(schema)] : variants
    }

    /// A limit, because nested choices multiply.
    private static let variantLimit = 64

    private func value(of parameter: Parameter, as schema: Schema) -> JSONValue? {
        let type = shape(of: schema)
        switch parameter.style {
        case .deepObject: return nested(parameter, schema)
        case .form, .spaceDelimited, .pipeDelimited:
            if parameter.isExploded, type == .object { return members(schema) }
        default: break
        }
        var texts = texts(of: parameter)
        guard !texts.isEmpty else {
            return parameter.location == .query && type == .array ? nested(parameter, schema) : nil
        }
        // Repeated header fields are one list (RFC 9110 section 5.3).
        if parameter.location == .header, type == .array || type == .object { texts = [texts.joined(separator: ",")] }
        if parameter.style == .label || parameter.style == .matrix { texts = unwrapped(texts[0], parameter) }
        switch type {
        case .array:
            let isRepeated =
                parameter.isExploded && [.form, .spaceDelimited, .pipeDelimited, .cookie].contains(parameter.style)
            let items = isRepeated ? texts : split(texts[0], parameter)
            return .array(items.map { coerced($0, schema.items ?? .any) })
        case .object: return object(split(texts[0], parameter), schema, pairs: parameter.isExploded)
        default: return coerced(texts[0], schema)
        }
    }

    /// True if the request has the parameter without a value, and the document allows that.
    func isEmpty(_ parameter: Parameter) -> Bool {
        guard parameter.allowsEmptyValue else { return false }
        let texts = texts(of: parameter)
        return !texts.isEmpty && texts.allSatisfy(\.isEmpty)
    }

    /// The query names of a parameter: its own, or the members of its object.
    func names(of parameter: Parameter) -> [String] {
        guard parameter.isExploded, !parameter.isJSON, parameter.style != .deepObject else { return [parameter.name] }
        let objects = variants(of: parameter.schema).filter { shape(of: $0) == .object }
        return Array(Set([parameter.name] + objects.flatMap { $0.properties.map(\.name) }))
    }

    private func shape(of schema: Schema) -> Schema.DataType? {
        schema.type ?? (schema.types.contains(.array) ? .array : schema.types.first)
    }

    private func texts(of parameter: Parameter) -> [String] {
        switch parameter.location {
        case .path: path[parameter.name].map { [$0] } ?? []
        case .query: query.filter { $0.name == parameter.name }.map(\.value)
        case .header: headers(parameter.name)
        case .cookie: cookies.filter { $0.name == parameter.name }.map(\.value)
        }
    }

    /// The parts of `.a` and `;name=a`, without their prefixes.
    private func unwrapped(_ text: String, _ parameter: Parameter) -> [String] {
        if parameter.style == .label { return [text.hasPrefix(".") ? String(text.dropFirst()) : text] }
        let parts = text.split(separator: ";").map { part in
            String(part.hasPrefix(parameter.name + "=") ? part.dropFirst(parameter.name.count + 1) : part)
        }
        return [parts.joined(separator: ",")]
    }

    private func split(_ text: String, _ parameter: Parameter) -> [String] {
        let separators: String =
            switch parameter.style {
            case .spaceDelimited: " "
            case .pipeDelimited: "|"
            case .tabDelimited: "\t"
            case .label: parameter.isExploded ? "." : ","
            default: ","
            }
        let parts = text.split(omittingEmptySubsequences: false) { separators.contains($0) }
        // Blanks around the commas of a header are ignored (RFC 9110 section 5.6.1).
        return parts.map { parameter.location == .header ? $0.trimmingBlanks : String($0) }
    }

    private func object(_ parts: [String], _ schema: Schema, pairs: Bool) -> JSONValue {
        var object = JSONObject()
        func set(_ name: String, _ text: String) { object[name] = coerced(text, property(name, of: schema)) }
        if pairs {
            for part in parts {
                let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                set(pair[0], pair.count > 1 ? pair[1] : "")
            }
        } else {
            for index in stride(from: 0, to: parts.count - 1, by: 2) { set(parts[index], parts[index + 1]) }
        }
        return .object(object)
    }

    /// Reads an object or array from query items such as `name[a]=1` and `name[]=1`.
    private func nested(_ parameter: Parameter, _ schema: Schema) -> JSONValue? {
        FieldTree(query) { $0 == parameter.name }[parameter.name]?.value(of: schema, in: document, reading: coerced)
    }

    /// Reads an object from query items that are named like its members: `a=1`.
    private func members(_ schema: Schema) -> JSONValue? {
        let known = Dictionary(schema.properties.map { ($0.name, $0.schema) }) { first, _ in first }
        let takesAny = schema.properties.isEmpty && schema.allowsAdditionalProperties
        let others = schema.additionalProperties ?? (takesAny ? .any : nil)
        let members = FieldTree(query) { _ in false }.members.compactMap { name, tree -> JSONObject.Member? in
            guard let own = known[name] ?? (claimed.contains(name) ? nil : others) else { return nil }
            return .init(key: name, value: tree.value(of: own, in: document, reading: coerced))
        }
        return members.isEmpty ? nil : .object(JSONObject(members))
    }

    private func property(_ name: String, of schema: Schema) -> Schema {
        schema.properties.first { $0.name == name }?.schema ?? schema.additionalProperties ?? .any
    }

    private func json(_ text: String) -> JSONValue {
        do { return try JSONValue(parsing: text) } catch { return .string(text) }
    }

    func coerced(_ text: String, _ schema: Schema) -> JSONValue { coerced(text, schema, depth: 0) }

    private func coerced(_ text: String, _ schema: Schema, depth: Int) -> JSONValue {
        let resolved = document.resolve(schema)
        if resolved.types == [.string] { return .string(text) }
        if resolved.type == .object { return json(text) }
        if resolved.type == .array, depth < Self.depthLimit {
            let list = json(text)
            guard list.arrayValue == nil else { return list }
            return .array(Self.parts(of: text, resolved).map { coerced($0, resolved.items ?? .any, depth: depth + 1) })
        }
        var readings: [JSONValue] = [.string(text)]
        if let number = JSONNumber(text: text) { readings.insert(.number(number), at: 0) }
        if text == "true" || text == "false" { readings.insert(.bool(text == "true"), at: 0) }
        if resolved.isNullable, text.isEmpty || text == "null" { readings.insert(.null, at: 0) }
        return readings.first { document.violations(of: $0, against: schema, direction: .request).isEmpty }
            ?? readings[0]
    }

    /// Deeper arrays have no separators left.
    private static let depthLimit = 8

    /// The items of a nested array, which only Swagger 2 supports.
    private static func parts(of text: String, _ schema: Schema) -> [String] {
        let separators = ["ssv": " ", "tsv": "\t", "pipes": "|"]
        let separator = schema.json["collectionFormat"]?.stringValue.flatMap { separators[$0] } ?? ","
        return text.components(separatedBy: separator)
    }
}

extension Substring {
    fileprivate var trimmingBlanks: String {
        let start = drop { $0 == " " || $0 == "\t" }
        return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}

/// Reads a form body by its schema.
enum FormBody {
    /// The fields as an object of the form's schema, each read by its encoding. Names with brackets denote members of
    /// objects and arrays. Of several variants, the matching one is used.
    static func object(
        _ fields: [(name: String, value: String)], _ media: MediaType, _ schema: Schema, _ reader: ParameterReader
    ) -> JSONValue? {
        reader.reading(of: schema) { object(fields, media, as: $0, reader) }
    }

    private static func object(
        _ fields: [(name: String, value: String)], _ media: MediaType, as schema: Schema, _ reader: ParameterReader
    ) -> JSONValue {
        let document = reader.document
        let known = Dictionary(schema.properties.map { ($0.name, $0.schema) }) { first, _ in first }
        let tree = FieldTree(fields) { name in known[name].flatMap(document.formShape) != nil }
        let parameters = schema.properties.map { media.parameter($0, in: document) }
        var owners: [String: [Int]] = [:]
        for (place, parameter) in parameters.enumerated() {
            for name in reader.names(of: parameter) { owners[name, default: []].append(place) }
        }
        var own = parameters.map { _ in [(name: String, value: String)]() }
        var members: [JSONObject.Member] = []
        for (name, field) in tree.members {
            if !field.members.isEmpty || owners[name] == nil {
                let schema = known[name] ?? schema.additionalProperties ?? .any
                let value = field.value(of: schema, in: document, reading: reader.coerced)
                members.append(.init(key: name, value: value))
            } else {
                for place in owners[name] ?? [] { own[place] += field.texts.map { (name, $0) } }
            }
        }
        for (parameter, fields) in zip(parameters, own) where !fields.isEmpty {
            var reader = reader
            reader.query = fields
            guard !reader.isEmpty(parameter), let value = reader.value(of: parameter) else { continue }
            members.append(.init(key: parameter.name, value: value))
        }
        return .object(JSONObject(members))
    }
}

import APIDocument
import WireFormats

/// Serializes a parameter's value in its declared style (OpenAPI 3.1.0, "Style Examples").
struct ParameterWriter {
    private let parameter: Parameter
    private let value: JSONValue

    init(_ parameter: Parameter, _ value: JSONValue) {
        self.parameter = parameter
        self.value = value
    }

    /// The value of a filter's text. For a list, its parts between commas; for an object, JSON or `name=value` between
    /// commas.
    static func value(of text: String, for parameter: Parameter) -> JSONValue {
        // Users type words without quotes; text that is not JSON is a string.
        guard !parameter.isJSON else { return (try? JSONValue(parsing: text)) ?? .string(text) }
        switch parameter.schema.type {
        case .array:
            if let list = try? JSONValue(parsing: text), list.arrayValue != nil { return list }
            return .array(text.split(separator: ",").map { .string(String($0).trimmed) })
        case .object:
            if let object = try? JSONValue(parsing: text), object.objectValue != nil { return object }
            let pairs = text.split(separator: ",").map { $0.split(separator: "=", maxSplits: 1) }
            guard !pairs.isEmpty, pairs.allSatisfy({ $0.count == 2 }) else { return .string(text) }
            return .object(
                JSONObject(pairs.map { .init(key: String($0[0]).trimmed, value: .string(String($0[1]).trimmed)) }))
        default:
            return .string(text)
        }
    }

    /// The value for a path segment, percent-encoded.
    var pathText: String {
        if parameter.isJSON { return encoded(value.text()) }
        let name = PercentCode.encoded(parameter.name)
        switch (parameter.style, value) {
        case (.label, _):
            return "." + parts(encoded).joined(separator: parameter.isExploded ? "." : ",")
        case (.matrix, .array(let items)) where parameter.isExploded:
            return items.map { ";\(name)=\(encoded($0.plainText))" }.joined()
        case (.matrix, .object) where parameter.isExploded:
            return parts(encoded).map { ";" + $0 }.joined()
        case (.matrix, _):
            let joined = parts(encoded).joined(separator: ",")
            return joined.isEmpty ? ";\(name)" : ";\(name)=\(joined)"
        default:
            return parts(encoded).joined(separator: separator.written)
        }
    }

    /// The separator of the style, plain and percent-encoded.
    private var separator: (text: String, written: String) {
        switch parameter.style {
        case .spaceDelimited: (" ", "%20")
        case .pipeDelimited: ("|", "%7C")
        case .tabDelimited: ("\t", "%09")
        default: (",", ",")
        }
    }

    var queryItems: [QueryItem] {
        if parameter.isJSON { return [item(parameter.name, [value.text()])] }
        switch (parameter.style, value) {
        case (.deepObject, .object(let object)):
            return object.members.flatMap { deepItems("\(parameter.name)[\($0.key)]", $0.value) }
        case (.deepObject, .array(let items)) where items.contains(where: \.isStructure):
            return deepItems(parameter.name, value)
        case (_, .array(let items)) where parameter.isExploded:
            return items.map { item(parameter.name, [$0.plainText]) }
        case (_, .object(let object)) where parameter.isExploded:
            return object.members.map { item($0.key, [$0.value.plainText]) }
        default:
            return [item(parameter.name, parts { $0 })]
        }
    }

    /// The members of a nested object, each with a name such as `name[member][inner]=value`. The standard does not
    /// define lists there. Most servers read the same name for each item, with an index if items are objects.
    private func deepItems(_ name: String, _ value: JSONValue) -> [QueryItem] {
        switch value {
        case .object(let object): object.members.flatMap { deepItems("\(name)[\($0.key)]", $0.value) }
        case .array(let items):
            items.enumerated().flatMap { place, value in
                deepItems(value.isStructure ? "\(name)[\(place)]" : name, value)
            }
        default: [item(name, [value.plainText])]
        }
    }

    var headerText: String { parameter.isJSON ? value.text() : parts { $0 }.joined(separator: separator.text) }

    /// The value as `name=value` cookies. In the style `cookie` only characters that end a cookie are encoded.
    var cookies: [String] {
        guard parameter.style == .cookie, !parameter.isJSON else {
            return ["\(parameter.name)=\(PercentCode.encoded(headerText))"]
        }
        switch value {
        case .array(let items) where parameter.isExploded:
            return items.map { "\(parameter.name)=\(cookie($0.plainText))" }
        case .object where parameter.isExploded:
            return parts(cookie)
        default:
            return ["\(parameter.name)=\(parts(cookie).joined(separator: ","))"]
        }
    }

    private func item(_ name: String, _ parts: [String]) -> QueryItem {
        let value = parts.joined(separator: separator.text)
        let text = parts.map(encoded).joined(separator: separator.written)
        return QueryItem(name, value, written: text == PercentCode.encoded(value) ? nil : text)
    }

    /// The items of a list, the names and values of an object, or the single value.
    private func parts(_ write: (String) -> String) -> [String] {
        switch value {
        case .array(let items):
            return items.map { write($0.plainText) }
        case .object(let object):
            return object.members.flatMap { member in
                let pair = [write(member.key), write(member.value.plainText)]
                return parameter.isExploded ? [pair.joined(separator: "=")] : pair
            }
        default:
            return [write(value.plainText)]
        }
    }

    /// Percent-encodes a text. Reserved characters that end a path segment or a query item are always encoded.
    private func encoded(_ text: String) -> String {
        let reserved = parameter.location == .query ? ":/?@!$'()*,;=" : ":@!$&'()*+,;="
        return PercentCode.encoded(text, keeping: parameter.allowsReserved ? reserved : "")
    }

    private func cookie(_ text: String) -> String {
        PercentCode.encoded(text, keeping: "!#$%&'()*+/:<=>?@[]^`{|}")
    }
}

extension JSONValue {
    fileprivate var isStructure: Bool { arrayValue != nil || objectValue != nil }
}

import APIDocument
import JSONText

/// Writes one parameter's value in the style the document asks for (OpenAPI 3.1.0, "Style Examples").
struct ParameterWriter {
    private let parameter: Parameter
    private let value: JSONValue

    init(_ parameter: Parameter, _ value: JSONValue) {
        self.parameter = parameter
        self.value = value
    }

    /// The value a filter's text stands for: of a parameter that takes a list, the parts between commas.
    static func value(of text: String, for parameter: Parameter) -> JSONValue {
        // People type words without quotes: what is no JSON is the text itself.
        guard !parameter.isJSON else { return (try? JSONValue(parsing: text)) ?? .string(text) }
        guard parameter.schema.type == .array else { return .string(text) }
        if let list = try? JSONValue(parsing: text), list.arrayValue != nil { return list }
        return .array(text.split(separator: ",").map { .string(String($0).trimmed) })
    }

    /// The value for a path segment, percent-encoded.
    var pathText: String {
        if parameter.isJSON { return PercentEncoding.encode(value.text()) }
        let name = PercentEncoding.encode(parameter.name)
        switch (parameter.style, value) {
        case (.label, .array(let items)):
            return "." + items.map(encoded).joined(separator: parameter.isExploded ? "." : ",")
        case (.label, _):
            return "." + plain(separator: parameter.isExploded ? "." : ",", encode: true)
        case (.matrix, .array(let items)) where parameter.isExploded:
            return items.map { ";\(name)=\(encoded($0))" }.joined()
        case (.matrix, .object(let object)) where parameter.isExploded:
            return object.members.map { ";\(PercentEncoding.encode($0.key))=\(encoded($0.value))" }.joined()
        case (.matrix, _):
            return ";\(name)=" + plain(separator: ",", encode: true)
        default:
            return plain(separator: ",", encode: true)
        }
    }

    /// The value as query items, raw.
    var queryItems: [QueryItem] {
        if parameter.isJSON { return [QueryItem(parameter.name, value.text())] }
        switch (parameter.style, value) {
        case (.deepObject, .object(let object)):
            return object.members.map { QueryItem("\(parameter.name)[\($0.key)]", text($0.value)) }
        case (.form, .array(let items)) where parameter.isExploded:
            return items.map { QueryItem(parameter.name, text($0)) }
        case (.form, .object(let object)) where parameter.isExploded:
            return object.members.map { QueryItem($0.key, text($0.value)) }
        case (.spaceDelimited, .array):
            return [QueryItem(parameter.name, plain(separator: " ", encode: false))]
        case (.pipeDelimited, .array):
            return [QueryItem(parameter.name, plain(separator: "|", encode: false))]
        default:
            return [QueryItem(parameter.name, plain(separator: ",", encode: false))]
        }
    }

    /// The value as a header or cookie has it.
    var plainText: String { parameter.isJSON ? value.text() : plain(separator: ",", encode: false) }

    private func plain(separator: String, encode: Bool) -> String {
        let write = encode ? encoded : text
        switch value {
        case .array(let items):
            return items.map(write).joined(separator: separator)
        case .object(let object):
            return object.members.map { member in
                write(.string(member.key)) + (parameter.isExploded ? "=" : separator) + write(member.value)
            }.joined(separator: separator)
        default:
            return write(value)
        }
    }

    private func encoded(_ value: JSONValue) -> String { PercentEncoding.encode(text(value)) }

    private func text(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): text
        case .null: ""
        default: value.text()
        }
    }
}

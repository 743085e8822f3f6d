import WireFormats

extension APIDocument {
    /// True if the parameters of the path accept these decoded values.
    func takes(_ values: [String: String], in operation: Operation) -> Bool {
        operation.parameters.allSatisfy { parameter in
            parameter.location != .path || values[parameter.name].map { takes($0, for: parameter) } ?? true
        }
    }

    /// True if the parameters of the path accept every text.
    func takesAnyPath(_ operation: Operation) -> Bool {
        let odd = String(repeating: "~", count: 64)
        return operation.parameters.allSatisfy { $0.location != .path || takes(odd, for: $0) }
    }

    /// True if a parameter's schema accepts a text in a path.
    package func takes(_ text: String, for parameter: Parameter) -> Bool {
        guard parameter.style == .simple, !parameter.isJSON else { return true }
        let schema = resolveChoices(parameter.schema)
        let readings: [JSONValue?]
        switch schema.type {
        case .object, .array, .null: return true
        case nil: readings = [.string(text), JSONNumber(text: text).map(JSONValue.number)]
        case .integer, .number, .boolean, .string: readings = [value(text, of: schema)]
        }
        return readings.compactMap(\.self).contains {
            violations(of: $0, against: parameter.schema, direction: .request, isThorough: true).isEmpty
        }
    }

    /// The value of a text in a path or a query; nil if the schema wants another type.
    package func value(_ text: String, of schema: Schema) -> JSONValue? {
        switch resolveChoices(schema).type {
        case .integer, .number: JSONNumber(text: text).map(JSONValue.number)
        case .boolean: text == "true" ? true : text == "false" ? false : nil
        case .string, nil: .string(text)
        default: nil
        }
    }
}

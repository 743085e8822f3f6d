import APIDocument
import APIModel
import HTTPTypes
import JSONText

/// What fills the parameters of calls that only read: what the server said before, else what the document names.
struct SafeValues {
    /// A value, and whether the server itself named it: then it must lead somewhere.
    struct Value: Hashable {
        let text: String
        let isServers: Bool
    }

    /// The answers of operations that were called, by id.
    var answers: [String: JSONValue] = [:]
    private let document: APIDocument

    init(_ document: APIDocument) {
        self.document = document
    }

    /// Values of all parameters a call needs; the name of the first that nothing fills.
    func values(of operation: Operation) -> (values: [String: Value], missing: String?) {
        var values: [String: Value] = [:]
        for parameter in operation.parameters where parameter.isRequired {
            guard let value = said(parameter, operation) ?? row(parameter, operation, values) ?? written(parameter)
            else {
                return (values, parameter.name)
            }
            values[parameter.name] = value
        }
        return (values, nil)
    }

    /// By `x-screen` or a link.
    private func said(_ parameter: Parameter, _ operation: Operation) -> Value? {
        if let source = operation.screen?["parameters"]?[parameter.name]?.scalarText {
            guard let mark = source.firstRange(of: "#/") else { return Value(text: source, isServers: false) }
            if let text = text(
                of: String(source[..<mark.lowerBound]), at: String(source[mark.lowerBound...].dropFirst()))
            {
                return Value(text: text, isServers: true)
            }
        }
        for other in document.operations where answers[other.id] != nil {
            for (_, link) in other.links where link.operationID == operation.id {
                let given = link.parameters.first {
                    $0.key == parameter.name || $0.key == "\(parameter.location.rawValue).\(parameter.name)"
                }?.value.stringValue
                guard let given, given.hasPrefix("$response.body#") else { continue }
                if let text = text(of: other.id, at: String(given.dropFirst("$response.body#".count))) {
                    return Value(text: text, isServers: true)
                }
            }
        }
        return nil
    }

    private func text(of operation: String, at pointer: String) -> String? {
        do {
            let text = try answers[operation]?[JSONPointer(pointer)]?.scalarText
            return text?.isEmpty == true ? nil : text
        } catch {
            return nil
        }
    }

    /// By the first row of the list above.
    private func row(_ parameter: Parameter, _ operation: Operation, _ values: [String: Value]) -> Value? {
        guard parameter.location == .path,
            let index = operation.path.segments.firstIndex(where: { $0.parameter == parameter.name })
        else { return nil }
        let shape = operation.path.prefix(index).shape
        guard let list = document.operations.first(where: { $0.method == .get && $0.path.shape == shape }),
            case .rows(let place, let row) = document.shape(of: list),
            let key = RowKey.pointer(
                for: parameter.name, in: row, collection: operation.path.segments[max(0, index - 1)].literal ?? "",
                document: document),
            let text = answers[list.id]?[place]?.arrayValue?.first?[key]?.scalarText, !text.isEmpty
        else { return nil }
        return Value(text: text, isServers: true)
    }

    /// By the document: an example, the default, the first of its choices.
    private func written(_ parameter: Parameter) -> Value? {
        let schema = document.resolveChoices(parameter.schema)
        let all = [
            parameter.example, parameter.examples.first?.value, schema.default, schema.const, schema.examples.first,
            schema.enumValues?.first,
        ]
        return all.lazy.compactMap { $0?.scalarText }.first { !$0.isEmpty }.map { Value(text: $0, isServers: false) }
    }
}

import APIDocument
import WireFormats

extension APIDocument {
    private static let deepest = 3
    private static let most = 60

    /// The query parameters of an operation as they are sent, see ``parts(of:)``.
    package func queryParameters(of operation: Operation) -> [Parameter] {
        operation.parameters.filter { $0.location == .query }.flatMap { parts(of: $0) }
    }

    /// A parameter as it is sent: an optional object in the style `deepObject` is one parameter for each declared member,
    /// as `page[number]` and `page[size]`.
    package func parts(of parameter: Parameter) -> [Parameter] { parts(of: parameter, depth: 0) }

    private func parts(of parameter: Parameter, depth: Int) -> [Parameter] {
        guard parameter.style == .deepObject, !parameter.isRequired, depth < Self.deepest else { return [parameter] }
        let object = resolveChoices(parameter.schema)
        guard !object.properties.isEmpty, object.additionalProperties?.json.objectValue == nil else {
            return [parameter]
        }
        var all: [Parameter] = []
        for member in object.properties {
            let isObject = !resolveChoices(member.schema).properties.isEmpty
            let part = Parameter(
                name: "\(parameter.name)[\(member.name)]", location: .query, schema: member.schema,
                example: parameter.example?[member.name], style: isObject ? .deepObject : .form,
                allowsReserved: parameter.allowsReserved)
            all += parts(of: part, depth: depth + 1)
            // A document of another kind may nest without end.
            if all.count > Self.most { return [parameter] }
        }
        return all
    }
}

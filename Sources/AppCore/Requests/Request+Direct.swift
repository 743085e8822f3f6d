import APIDocument
import APIModel
import WireFormats

extension Request {
    /// The request of any operation, with every parameter it has: for callers that name values themselves.
    public init(direct operation: Operation, in document: APIDocument) {
        let reader = FieldReader(document: document, direction: .request)
        self.init(
            operation: operation.id, method: operation.method, path: operation.path,
            parameters: operation.parameters.map { parameter in
                var parameter = parameter
                parameter.schema = document.resolveChoices(parameter.schema)
                return BoundParameter(
                    parameter, source: .inherited(parameter.name), question: reader.field(of: parameter))
            },
            hasBody: operation.requestBody != nil, contentType: operation.requestBody?.preferred?.name,
            hasResponseData: false, requiresAuthentication: operation.requiresAuthentication,
            unwrapping: document.answer(of: operation).map { document.unwrapping($0).place } ?? .root)
    }

    /// What is wrong with a text for a parameter, as a sentence that says what it wants; nil where it may be sent. What is
    /// neither one value nor JSON has no form to be held against.
    public func fault(in text: String, for name: String) -> String? {
        guard let bound = parameters.first(where: { $0.name == name }), let field = bound.question,
            field.kind != .json || bound.parameter.isJSON
        else { return nil }
        return field.validate(text)
    }

    /// The values that texts by name stand for: `42` for a number's parameter, `a,b` for a list's. What is given several times
    /// is a list.
    ///
    /// - Throws: the first name the request has no parameter of.
    public func values(of texts: [(name: String, text: String)]) throws(UnknownParameter) -> ParameterValues {
        var values = ParameterValues()
        for (name, text) in texts {
            guard let bound = parameters.first(where: { $0.name == name }) else {
                throw UnknownParameter(name: name, known: parameters.map(\.name))
            }
            let value = ParameterWriter.value(of: text, for: bound.parameter)
            values[name] = values[name].map { .array(($0.arrayValue ?? [$0]) + (value.arrayValue ?? [value])) } ?? value
        }
        return values
    }

    /// Whether a parameter takes one value and no list, so that it cannot be given twice.
    public func takesOne(_ name: String) -> Bool {
        guard let type = parameters.first(where: { $0.name == name })?.parameter.schema.type else { return false }
        return type != .array
    }
}

/// A parameter nobody described.
public struct UnknownParameter: Error, Sendable, Hashable, CustomStringConvertible {
    /// Its name.
    public let name: String
    /// The names there are.
    public let known: [String]

    /// One sentence that names both.
    public var description: String {
        known.isEmpty
            ? "There is no parameter \"\(name)\"; the operation takes none."
            : "There is no parameter \"\(name)\". There are: \(known.joined(separator: ", "))."
    }
}

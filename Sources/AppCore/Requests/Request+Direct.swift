import APIDocument
import APIModel
import HTTPTypes
import WireFormats

import struct APIDocument.Operation

extension Request {
    /// The request of any operation with all its parameters, for callers that set values by name.
    package init(direct operation: Operation, in document: APIDocument) {
        let reader = FieldReader(document: document, direction: .request)
        self.init(
            operation: operation.id, method: operation.method, path: operation.path,
            parameters: operation.parameters.map(document.resolved).map { parameter in
                BoundParameter(
                    parameter: parameter, source: .inherited(parameter.name), question: reader.field(of: parameter))
            },
            replyType: operation.replyType, hasResponseData: false,
            requiresAuthentication: operation.requiresAuthentication,
            unwrapping: document.answer(of: operation).map { document.unwrapping($0).place } ?? .root)
    }

    /// The error of a parameter's text, as a sentence; nil if it is valid. Lists and objects are checked only if they
    /// are JSON.
    package func fault(in text: String, for name: String) -> String? {
        guard let bound = parameters.first(where: { $0.name == name }), let field = bound.question,
            field.kind != .json || bound.parameter.isJSON
        else { return nil }
        return field.validate(text)
    }

    /// Values from texts by name: `42` for a number, `a,b` for a list. A repeated name makes a list.
    ///
    /// - Throws: the first name without a parameter.
    package func values(of texts: [(name: String, text: String)]) throws(UnknownParameter) -> [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        for (name, text) in texts {
            guard let bound = parameters.first(where: { $0.name == name }) else {
                throw UnknownParameter(name: name, known: parameters.map(\.name))
            }
            let value = ParameterWriter.value(of: text, for: bound.parameter)
            values[name] = values[name].map { .array(($0.arrayValue ?? [$0]) + (value.arrayValue ?? [value])) } ?? value
        }
        return values
    }

    /// True for a parameter with a single value, which cannot be repeated.
    package func takesOne(_ name: String) -> Bool {
        guard let type = parameters.first(where: { $0.name == name })?.parameter.schema.type else { return false }
        return type != .array
    }
}

extension Operation {
    /// The accepted media type: JSON, else the first declared type of a successful reply.
    var replyType: String {
        let type = success?.content.usual?.essence ?? ""
        // A range includes JSON.
        return type.isEmpty || type.contains("*") ? "application/json" : type
    }
}

package struct UnknownParameter: Error, Sendable, Hashable, CustomStringConvertible {
    package let name: String
    package let known: [String]

    package var description: String {
        known.isEmpty
            ? "There is no parameter \"\(name)\"; the operation takes none."
            : "There is no parameter \"\(name)\". There are: \(known.joined(separator: ", "))."
    }
}

/// A body that a caller provides, converted for the operation.
package struct DirectBody: Sendable {
    package let bytes: [UInt8]
    /// Its media type, with the boundary of a multipart body; nil if the document declares none.
    package let contentType: String?

    /// Converts a JSON object to the fields of a form if the operation takes a form; any other body is unchanged.
    ///
    /// - Parameters:
    ///   - written: the caller's body.
    ///   - file: returns the file for a member's `@` and path.
    /// - Throws: a complaint for a body that the operation does not take, and errors of `file`.
    package init(
        _ written: [UInt8], for operation: Operation, in document: APIDocument, file: (String) throws -> FilePart
    ) throws {
        guard !written.isEmpty, let body = FormBody(operation, in: document) else {
            (bytes, contentType) = (written, operation.requestBody?.preferred?.name)
            return
        }
        let value = try? JSONValue(parsing: written)
        switch body.encoding {
        case .form where value?.objectValue != nil, .multipart where value?.objectValue != nil:
            var files: [JSONPointer: FilePart] = [:]
            for (pointer, text) in FormTree(body, value: value, keeping: .all).files where text.hasPrefix("@") {
                files[pointer] = try file(String(text.dropFirst()))
            }
            (bytes, contentType) = body.encoded(value ?? .null, files: files)
        case .multipart:
            throw Complaint("it takes \(body.contentType): write its fields as JSON, a file as \"@path\"")
        case .text where MediaTypeName(body.contentType).isXML && value?.objectValue != nil:
            throw Complaint("it takes \(body.contentType), and this is JSON")
        default: (bytes, contentType) = (written, body.contentType)
        }
    }
}

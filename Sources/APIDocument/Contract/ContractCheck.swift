import HTTPTypes
import SourceTexts
import WireFormats

/// Checks of replies: status, media type, required header fields and body.
extension APIDocument {
    private static let flawLimit = 20

    /// The parts of a reply that the document does not allow, and those of the body that could not be checked.
    ///
    /// - Parameters:
    ///   - headers: nil if only the body's type is known; required fields are then not checked.
    ///   - contentType: the header field `Content-Type`.
    ///   - body: the whole body. Of bodies that are not JSON only the type is checked.
    ///   - value: the body as JSON, if it was parsed already.
    package func findings(
        of operation: Operation, status: Int, headers: HTTPFields? = nil, contentType: String?, body: [UInt8],
        value: JSONValue? = nil
    ) -> (flaws: [SchemaViolation], omissions: [SchemaOmission]) {
        let place = operation.place
        guard let response = operation.response(for: status) else {
            let known = operation.responses.map(\.status.description).joined(separator: ", ")
            let message = "the status \(status) is not described; the document has \(known.isEmpty ? "none" : known)"
            return ([SchemaViolation(pointer: .root, message: message, place: place + "/responses")], [])
        }
        let described = "\(place)/responses/\(response.status)"
        let flaws = headers.map { self.flaws(of: response, in: $0, at: described) } ?? []
        // Replies to HEAD, and these statuses, never have a body (RFC 9110, sections 9.3.2, 15.3.5 and 15.4.5).
        guard operation.method != .head, status >= 200, status != 204, status != 304 else { return (flaws, []) }
        let (more, omissions) = findings(on: response, at: described, contentType, body, value)
        return (flaws + more, omissions)
    }

    private func flaws(of response: Response, in headers: HTTPFields, at place: String) -> [SchemaViolation] {
        response.headers.compactMap { header in
            // A declared `Content-Type` is ignored (OpenAPI 3.1.0, "Response Object").
            guard let name = HTTPField.Name(header.name), name != .contentType else { return nil }
            let place = "\(place)\(JSONPointer(tokens: ["headers", header.name]))"
            func flaw(_ message: String) -> SchemaViolation {
                SchemaViolation(pointer: .root, message: "the header field \(header.name) " + message, place: place)
            }
            guard let text = headers[name] else {
                return header.isRequired ? flaw("is missing; the document requires it") : nil
            }
            // The serialization of arrays and objects is not checked.
            let types = resolveChoices(header.schema).types
            guard !header.isJSON, Set(types).isDisjoint(with: [.array, .object]) else { return nil }
            let readings = [
                JSONNumber(text: text).map(JSONValue.number), text == "true" ? true : text == "false" ? false : nil,
                .string(text),
            ]
            let violations = readings.compactMap(\.self).map {
                self.violations(of: $0, against: header.schema, isThorough: true)
            }
            guard violations.allSatisfy({ !$0.isEmpty }) else { return nil }
            let reported = types == [.string] ? violations.last : violations.first
            return reported?.first.map { flaw($0.message) }
        }
    }

    private func findings(
        on response: Response, at place: String, _ contentType: String?, _ body: [UInt8], _ value: JSONValue?
    ) -> (flaws: [SchemaViolation], omissions: [SchemaOmission]) {
        func flaw(_ message: String, at place: String) -> ([SchemaViolation], [SchemaOmission]) {
            ([SchemaViolation(pointer: .root, message: message, place: place)], [])
        }
        let content = "\(place)/content"
        guard !response.content.isEmpty, !body.isEmpty else {
            // A body without description is not a flaw. An empty body is valid text, but not valid JSON.
            guard let json = response.content.first(where: { $0.schema != nil && $0.isJSON }) else { return ([], []) }
            return flaw("the body is empty; the document describes \(json.name)", at: content)
        }
        let type = contentType.map { MediaTypeName($0) }
        let other = type?.isJSON == true ? response.content.first(where: \.isJSON) : nil
        guard let media = response.content.form(for: type) ?? other else {
            let known = response.content.map(\.name).joined(separator: ", ")
            return flaw("the type \(type?.text ?? "") is not described; the document has \(known)", at: content)
        }
        let schemaPlace = "\(content)\(JSONPointer(tokens: [media.name, "schema"]))"
        guard let schema = media.schema, type?.isJSON ?? media.isJSON else { return ([], []) }
        do throws(JSONError) {
            let value = if let value { value } else { try JSONValue(parsing: body) }
            let found = findings(on: value, against: schema, at: schemaPlace, isThorough: true)
            return (Array(found.violations.prefix(Self.flawLimit)), found.omissions)
        } catch {
            return flaw("the body is not JSON: \(error)", at: schemaPlace)
        }
    }
}

extension Operation {
    /// The operation's location as a reference: `#/paths/~1pets/get`.
    public var place: String { "#\(pointer)" }

    package var pointer: JSONPointer { JSONPointer(tokens: ["paths", path.text, method.rawValue.lowercased()]) }

    /// The response for a status: of the code itself, else of its range, else the default.
    public func response(for status: Int) -> Response? {
        responses.first { $0.status == .exact(status) } ?? responses.first { $0.status == .range(status / 100) }
            ?? responses.first { $0.status == .default }
    }
}

extension Response.Status: CustomStringConvertible {
    /// As written in the document: `404`, `4XX`, `default`.
    public var description: String {
        switch self {
        case .exact(let code): "\(code)"
        case .range(let digit): "\(digit)XX"
        case .default: "default"
        }
    }
}

extension [MediaType] {
    /// The media type for a body of this type: an exact match, else the narrowest range; without a type, the default
    /// one.
    package func form(for type: MediaTypeName?) -> MediaType? {
        guard let type else { return usual }
        let group = type.text.prefix { $0 != "/" }
        return first { $0.essence == type.text } ?? first { $0.essence == "\(group)/*" }
            ?? first { $0.essence == "*/*" }
    }
}

extension APIDocument {
    /// The pointer of a location such as ``SchemaViolation/place``; nil if it is in another file.
    package func pointer(of place: String) -> JSONPointer? {
        guard let found = references.place(of: place), found.part == DocumentBundle.root else { return nil }
        return found.pointer
    }

    /// The positions of these locations in the text: `openapi.yaml:210:13`. Locations in other files have none. Parses
    /// the text again.
    ///
    /// - Parameter places: references such as ``SchemaViolation/place``.
    public func positions(of places: some Collection<String>) -> [String: String] {
        let pointers = places.compactMap { place in pointer(of: place).map { (place, $0) } }
        let positions = source.positions(of: pointers.map(\.1))
        return Dictionary(
            pointers.compactMap { place, pointer in
                positions[pointer].map { (place, "\(source.name):\($0)") }
            },
            uniquingKeysWith: { first, _ in first })
    }
}

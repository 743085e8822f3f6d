import JSONText

/// Something in a reply that the document does not allow.
public struct ContractFlaw: Sendable, Hashable, CustomStringConvertible {
    /// Where in the body; the root for what concerns the whole reply.
    public let pointer: JSONPointer
    /// What is wrong, in the document's own terms.
    public let message: String

    /// `/data/0/id: must be text, not a number`.
    public var description: String { pointer.tokens.isEmpty ? message : "\(pointer): \(message)" }
}

/// Holds replies against the document: status, media type and body.
public struct ContractCheck: Sendable {
    private let document: APIDocument

    /// How many flaws of one reply are told.
    private static let limit = 20

    /// A check by that document.
    public init(_ document: APIDocument) {
        self.document = document
    }

    /// What of a reply the document does not allow; empty where it keeps to it.
    ///
    /// - Parameters:
    ///   - operation: what was called.
    ///   - status: the reply's status.
    ///   - contentType: its header field `Content-Type`, if it has one.
    ///   - body: the whole body. Of bodies that are not JSON only the type is checked.
    public func flaws(of operation: Operation, status: Int, contentType: String?, body: [UInt8]) -> [ContractFlaw] {
        guard let response = operation.response(for: status) else {
            let known = operation.responses.map(\.status.description).joined(separator: ", ")
            return [flaw("the status \(status) is not described; the document has \(known.isEmpty ? "none" : known)")]
        }
        guard !response.content.isEmpty, !body.isEmpty else {
            // A body nobody describes is no flaw: the document may just say little.
            guard !response.content.isEmpty, response.content.contains(where: { $0.schema != nil }) else { return [] }
            return [flaw("the body is empty; the document describes \(response.content.map(\.name).first ?? "one")")]
        }
        let essence = contentType.map(MediaType.essence)
        guard let media = response.content.best(for: essence) else {
            let known = response.content.map(\.name).joined(separator: ", ")
            return [flaw("the type \(essence ?? "") is not described; the document has \(known)")]
        }
        guard let schema = media.schema, essence.map(MediaType.isJSON) ?? media.isJSON else { return [] }
        do throws(JSONError) {
            let value = try JSONValue(parsing: body)
            return document.violations(of: value, against: schema).prefix(Self.limit)
                .map { ContractFlaw(pointer: $0.pointer, message: $0.message) }
        } catch {
            return [flaw("the body is no JSON: \(error)")]
        }
    }

    private func flaw(_ message: String) -> ContractFlaw { ContractFlaw(pointer: .root, message: message) }
}

extension Operation {
    /// What the document says of a status: of the code itself, else of its range, else by default.
    public func response(for status: Int) -> Response? {
        responses.first { $0.status == .exact(status) } ?? responses.first { $0.status == .range(status / 100) }
            ?? responses.first { $0.status == .default }
    }
}

extension Response.Status: CustomStringConvertible {
    /// As the document has it: `404`, `4XX`, `default`.
    public var description: String {
        switch self {
        case .exact(let code): "\(code)"
        case .range(let digit): "\(digit)XX"
        case .default: "default"
        }
    }
}

extension [MediaType] {
    /// The form that describes a body of this type: itself, else the narrowest range that covers it; without a type, the
    /// JSON form.
    fileprivate func best(for essence: String?) -> MediaType? {
        guard let essence else { return json ?? first }
        let group = essence.prefix { $0 != "/" }
        return first { $0.essence == essence } ?? first { $0.essence == "\(group)/*" } ?? first { $0.essence == "*/*" }
            ?? (MediaType.isJSON(essence) ? first(where: \.isJSON) : nil)
    }
}

import APIDocument
import APIModel
import DemoManager
import WireFormats

import struct APIDocument.Operation

/// Finds paths with malformed parameters: text in place of a number or a UUID. Any id of the right form exists, even if
/// no list shows it, so that deep links work.
///
/// The parameter's schema decides, unless the ids of the document's own rows do not match it.
struct PathCheck {
    private let operation: Operation
    private let document: APIDocument

    init?(_ operation: Operation, in document: APIDocument) {
        guard operation.path.segments.contains(where: { $0.parameter != nil }) else { return nil }
        self.operation = operation
        self.document = document
    }

    /// The reply to an invalid path parameter: the document's 404, else its 400, else a 404 with the reason. Nil if all
    /// values are valid.
    func refusal(of request: ReceivedRequest) throws -> StubReply? {
        guard let (name, text) = malformed(in: request) else { return nil }
        let why = "\(text) is not a valid \(name) of \(operation.id)."
        let refusal = try ErrorReplies(document: document).refusal([404, 400], of: operation, to: request)
        return (refusal ?? .problem(.notFound, why)).refusing(why)
    }

    func malformed(in request: ReceivedRequest) -> (name: String, text: String)? {
        let path = request.pathSegments(of: operation.path)
        let segments = operation.path.segments
        let offset = path.count - segments.count
        guard offset >= 0 else { return nil }
        return segments.enumerated().lazy.compactMap { place, segment -> (name: String, text: String)? in
            guard let name = segment.parameter,
                let parameter = operation.parameters.first(where: { $0.location == .path && $0.name == name }),
                !document.takes(path[offset + place], for: parameter),
                !isKnown(path[offset + place], parameter, at: place)
            else { return nil }
            return (name, path[offset + place])
        }.first
    }

    /// True for an id in the document, and for a parameter whose schema does not match the document's ids.
    private func isKnown(_ text: String, _ parameter: Parameter, at place: Int) -> Bool {
        let named = ([parameter.example] + parameter.examples.map(\.value)).compactMap { $0?.scalarText }
        if named.contains(text) { return true }
        let ids = ids(parameter, at: place)
        return ids.contains(text) || ids.first.map { !document.takes($0, for: parameter) } ?? false
    }

    /// The ids of the rows, or of the item, in the document's examples; without one, the id of the first generated row.
    private func ids(_ parameter: Parameter, at place: Int) -> [String] {
        // The list before the parameter, and the item itself.
        let reads = [place, place + 1].compactMap { document.read(at: operation.path.prefix($0).shape) }
        typealias Shown = (read: Operation, schema: Schema, key: JSONPointer, ids: [String])
        let shown = reads.lazy.compactMap { read -> Shown? in
            let examples = (read.success?.json?.examples ?? []).compactMap(\.value)
            let (schema, items): (Schema, [JSONValue])
            switch document.shape(of: read) {
            case .rows(let rows, let row): (schema, items) = (row, examples.flatMap { $0[rows]?.arrayValue ?? [] })
            case .item(let item, let itemSchema): (schema, items) = (itemSchema, examples.compactMap { $0[item] })
            case .nothing: return nil
            }
            guard let key = document.key(parameter.name, of: schema, at: place, in: operation.path) else { return nil }
            return (read, schema, key, items.compactMap { $0.id(at: key) })
        }
        if let ids = shown.map(\.ids).first(where: { !$0.isEmpty }) { return ids }
        let generator = SampleGenerator(document: document)
        return shown.lazy.filter { $0.schema.type == .object }
            .compactMap { generator.value(for: $0.schema, seed: $0.read.path.text)?.id(at: $0.key) }.first.map { [$0] }
            ?? []
    }
}

import APIDocument
import APIModel
import DemoManager
import WireFormats

import struct APIDocument.Operation

/// Tells paths that can lead nowhere: with a text where the document has a number, or with no UUID where it has one. An id of
/// the right form exists, whether a list shows it or not, so that deep links work.
///
/// The parameter's schema decides, unless it does not take the ids of the document's own rows: then it says nothing.
struct PathCheck {
    private let operation: Operation
    private let document: APIDocument

    /// Nil for a path without parameters.
    init?(_ operation: Operation, in document: APIDocument) {
        guard operation.path.segments.contains(where: { $0.parameter != nil }) else { return nil }
        self.operation = operation
        self.document = document
    }

    /// The reply to a value that its parameter does not accept: the document's 404, else its 400, else a 404 with the reason. Nil if all
    /// values are accepted.
    func refusal(of request: ReceivedRequest) throws -> StubReply? {
        guard let (name, text) = malformed(in: request) else { return nil }
        return try ErrorReplies(document: document).refusal([404, 400], of: operation, to: request)
            ?? .notFound("\(text) is no \(name) that \(operation.id) could have.")
    }

    /// The first parameter of the path whose value leads nowhere, and that value.
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

    /// True for an id in the document, and for ids that the parameter does not describe.
    private func isKnown(_ text: String, _ parameter: Parameter, at place: Int) -> Bool {
        let named = ([parameter.example] + parameter.examples.map(\.value)).compactMap { $0?.scalarText }
        if named.contains(text) { return true }
        let ids = examples(parameter, at: place) ?? madeIDs(parameter, at: place)
        return ids.contains(text) || ids.first.map { !document.takes($0, for: parameter) } ?? false
    }

    /// The ids of the rows, or of the thing, in the document's examples; nil where it has none.
    private func examples(_ parameter: Parameter, at place: Int) -> [String]? {
        for read in reads(at: place) {
            let bodies = read.success?.json?.examples.compactMap(\.value) ?? []
            switch document.shape(of: read) {
            case .rows(let pointer, let row) where !bodies.isEmpty:
                guard let key = document.key(parameter.name, of: row, at: place, in: operation.path) else { continue }
                let ids = bodies.flatMap { $0[pointer]?.arrayValue ?? [] }.compactMap { $0.id(at: key) }
                if !ids.isEmpty { return ids }
            case .item(let pointer, let schema) where !bodies.isEmpty:
                guard let key = document.key(parameter.name, of: schema, at: place, in: operation.path) else {
                    continue
                }
                let ids = bodies.compactMap { $0[pointer]?.id(at: key) }
                if !ids.isEmpty { return ids }
            default: continue
            }
        }
        return nil
    }

    /// The id of the first row that is made.
    private func madeIDs(_ parameter: Parameter, at place: Int) -> [String] {
        for read in reads(at: place) {
            let schema: Schema
            switch document.shape(of: read) {
            case .rows(_, let row): schema = row
            case .item(_, let thing): schema = thing
            case .nothing: continue
            }
            guard schema.type == .object,
                let key = document.key(parameter.name, of: schema, at: place, in: operation.path)
            else { continue }
            do {
                let row = try SampleGenerator(document: document).sample(for: schema, seed: read.path.text).value
                if let id = row.id(at: key) { return [id] }
            } catch {
                // Rows that cannot be made have no ids to compare with.
                continue
            }
        }
        return []
    }

    /// The operations that show what the parameter names: the list before it, and the thing itself.
    private func reads(at place: Int) -> [Operation] {
        [place, place + 1].compactMap { document.read(at: operation.path.prefix($0).shape) }
    }
}

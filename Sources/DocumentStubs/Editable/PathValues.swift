import APIDocument
import APIModel
import DemoManager
import HTTPTypes
import WireFormats

/// Values for path parameters that exist: the id of an example, or of the first row of the parameter's list.
struct PathValues {
    private let document: APIDocument
    /// First rows by list path; many operations are below the same row.
    private var rows: [String: JSONValue?] = [:]

    init(_ document: APIDocument) { self.document = document }

    /// A value for every parameter of the operation's path.
    ///
    /// - Parameter body: the operation's example, whose own id is preferred; empty without one.
    mutating func values(of operation: Operation, body: [UInt8]) -> [String: String] {
        var values: [String: String] = [:]
        let segments = operation.path.segments
        for (index, segment) in segments.enumerated() {
            for part in segment.parts {
                guard case .parameter(let name) = part else { continue }
                let own = index == segments.count - 1 && segment.parameter != nil ? id(name, in: body, operation) : nil
                let row = segment.parameter == nil ? nil : row(name, in: operation, upTo: index, values)
                values[name] = own ?? row ?? sample(name, operation)
            }
        }
        return values
    }

    /// The id in an example of the operation.
    private func id(_ name: String, in body: [UInt8], _ operation: Operation) -> String? {
        guard let value = JSONValue.read(body), let schema = document.answer(of: operation) else { return nil }
        let (place, inner) = document.item(of: operation, schema)
        let key = document.key(name, of: inner, at: operation.path.segments.count - 1, in: operation.path)
        return key.flatMap { value[place]?.id(at: $0) }
    }

    /// The id of the first row of the list at the path before this segment.
    private mutating func row(
        _ name: String, in operation: Operation, upTo index: Int, _ values: [String: String]
    ) -> String? {
        let path = operation.path.prefix(index)
        guard let list = document.read(at: path.shape), case .rows(_, let row) = document.shape(of: list),
            let key = document.key(name, of: row, at: index, in: operation.path)
        else { return nil }
        // The list's path may have other names for the same parameters.
        let mapped = zip(list.path.parameterNames, path.parameterNames).compactMap { theirs, ours in
            values[ours].map { (theirs, $0) }
        }
        guard let path = list.path.expanded(Dictionary(mapped, uniquingKeysWith: { first, _ in first })) else {
            return nil
        }
        if let known = rows[path] { return known?.id(at: key) }
        let first = DocumentItem.rows(of: list, at: path, in: document).first?.row
        rows[path] = .some(first)
        return first?.id(at: key)
    }

    private func sample(_ name: String, _ operation: Operation) -> String {
        let parameter = operation.parameters.first { $0.location == .path && $0.name == name }
        let schema = parameter.map { document.resolveChoices($0.schema) }
        let written = [
            parameter?.example, parameter?.examples.first?.value, schema?.default, schema?.enumValues?.first,
        ]
        if let text = written.lazy.compactMap({ $0?.scalarText }).first(where: { !$0.isEmpty }) { return text }
        let generator = SampleGenerator(document: document)
        let value = parameter.flatMap { generator.value(for: $0.schema, named: name, seed: name) }
        return value?.scalarText.flatMap { $0.isEmpty ? nil : $0 } ?? "1"
    }
}

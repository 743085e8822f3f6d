import AppCore
import Testing
import WireFormats

/// The form of a body with this schema, in YAML.
func form(_ schema: String, rest: String = "", type: String = "application/json") throws -> Form {
    let body = "requestBody: {required: true, content: {\(type): {schema: \(schema)}}}"
    return try #require(try catalog("  /a: {post: {\(body)}}", rest: rest).screens.first?.create)
}

extension FormTree {
    /// The node at a pointer of the body.
    func at(_ pointer: String) throws -> FormNode.ID {
        let pointer = try JSONPointer(pointer)
        let id = try #require(node(at: pointer))
        #expect(self.pointer(of: id) == pointer)
        return id
    }

    /// Adds an entry, or the object that is not there.
    mutating func added(to id: FormNode.ID, after place: FormNode.ID? = nil) throws -> FormNode.ID {
        let added = add(to: id, after: place)
        return try #require(added)
    }

    /// The lines as text: indented labels, what stands on them, stops marked.
    var picture: [String] {
        lines.map { line in
            let text: String
            switch self[line.node].content {
            case .list(let items): text = " #\(items.count)"
            case .map(let entries): text = " #\(entries.count)"
            case .variants(let variants, let selected, _): text = " <\(selected.map { variants[$0].name } ?? "")>"
            case .group: text = line.kind == .absent ? " ()" : ""
            default: text = self.text(of: line.node).isEmpty ? "" : " = \(self.text(of: line.node))"
            }
            return String(repeating: "  ", count: line.depth) + line.label + text
        }
    }
}

import AppCore
import JSONText

/// Which members of a row are a message's text, author and time: by name and format, for any API.
struct MessageLayout: Hashable, Sendable {
    let text: Field?
    let author: Field?
    let time: Field?

    private static let textNames = ["text", "body", "message", "content"]
    private static let authorNames = ["author", "from", "sender", "user", "name"]

    init(_ columns: [Column]) {
        let fields = columns.map(\.field)
        let author = Self.first(fields, named: Self.authorNames)
        self.author = author
        time = fields.first { $0.kind == .dateTime } ?? fields.first { $0.kind == .date }
        text =
            Self.first(fields, named: Self.textNames)
            ?? fields.first { $0 != author && ($0.kind == .multiline || $0.kind == .text) }
    }

    private static func first(_ fields: [Field], named names: [String]) -> Field? {
        for name in names {
            if let field = fields.first(where: { $0.name.lowercased() == name }) { return field }
        }
        return nil
    }

    /// The head of a message: author and time, as far as the row has them. One that was sent and not read back has
    /// neither.
    func head(_ row: JSONValue) -> String {
        let parts = [author, time].compactMap { field in
            field.flatMap { field in row[field.pointer].map { field.display($0) } }
        }
        return parts.isEmpty ? "You, just now" : parts.joined(separator: "  ")
    }

    /// The message's words.
    func words(_ row: JSONValue) -> String {
        guard let text else { return row.plainText }
        return row[text.pointer]?.plainText ?? ""
    }
}

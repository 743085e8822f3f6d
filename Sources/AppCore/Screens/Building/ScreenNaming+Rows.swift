import APIDocument
import APIModel
import WireFormats

extension ScreenNaming {
    /// What one row of a list is called: the list's title in the singular, where the title is the path's own word and has one;
    /// else what the document calls the row's schema; else the title in the singular.
    ///
    /// A row whose schema has the list's own plural in its name is several things: of "Museum hours" it is "Museum daily
    /// hours", and not an hour.
    static func rowTitle(
        of operation: Operation, titled title: String, _ answer: Schema, at rows: JSONPointer, in document: APIDocument
    ) -> String {
        let singular = HumanName.singular(title)
        let schema = schemaTitle(answer, at: rows, in: document)
        guard let schema else { return singular }
        let own = operation.path.segments.last?.literal.map(HumanName.words)?.last?.lowercased()
        let isPlural = own != nil && schema.split(separator: " ").last?.lowercased() == own
        if !isPlural, singular != title, operation.path.segments.last?.literal.map(HumanName.sentence) == title {
            return singular
        }
        return schema
    }

    /// What the document calls the schema of a row, for people; nil where it has no name, or only a long one.
    private static func schemaTitle(_ answer: Schema, at rows: JSONPointer, in document: APIDocument) -> String? {
        let list = rows.tokens.reduce(Optional(answer)) { schema, token in
            schema.flatMap { document.resolveChoices($0).properties.first { $0.name == token }?.schema }
        }
        guard let name = list.map(document.resolveChoices)?.items?.referenceName else { return nil }
        var words = HumanName.words(of: String(name.split(separator: ".").last ?? ""))
        while words.count > 1, let last = words.last, technical.contains(last.lowercased()) { words.removeLast() }
        let text = HumanName.sentence(words.joined(separator: " ").lowercased())
        return (2...longestSchema).contains(text.count) ? text : nil
    }

    private static let longestSchema = 24

    private static let technical: Set<String> = [
        "response", "dto", "model", "schema", "object", "resource", "entity", "output", "out", "view",
    ]
}

import APIDocument
import APIModel
import WireFormats

/// What a document calls the values to choose from: constants with titles (`oneOf` of `const` and `title`), or names in a
/// list of their own beside `enum` (`x-enum-varnames`, `x-enumNames`).
struct ChoiceNames {
    /// The names by value, for people.
    private(set) var names: [JSONValue: String] = [:]

    /// The names a schema gives its values, its own before those of the schemas it is put together from.
    init(of schema: Schema, in document: APIDocument) { collect(schema, document, depth: 0) }

    private mutating func collect(_ schema: Schema, _ document: APIDocument, depth: Int) {
        let resolved = document.resolve(schema)
        for keyword in ["x-enum-varnames", "x-enumNames", "x-enum-names"] {
            guard let named = resolved[extension: keyword]?.arrayValue, let values = resolved.enumValues,
                named.count == values.count
            else { continue }
            for (value, name) in zip(values, named) { note(name.stringValue, for: value) }
        }
        if let value = resolved.const { note(resolved.title, for: value) }
        guard depth < 4 else { return }
        for part in resolved.oneOf + resolved.anyOf { collect(part, document, depth: depth + 1) }
    }

    private mutating func note(_ name: String?, for value: JSONValue) {
        guard let name, !name.isEmpty, names[value] == nil else { return }
        names[value] = Self.words(name)
    }

    /// "GUILD_TEXT" and "GuildText" are "Guild text"; what has spaces is a person's, and few capitals stand for something.
    private static func words(_ name: String) -> String {
        if name.contains(" ") { return name }
        guard name == name.uppercased() else { return HumanName.sentence(name) }
        return name.utf8.count <= 3 ? name : HumanName.sentence(name.lowercased())
    }
}

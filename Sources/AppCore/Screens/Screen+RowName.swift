import APIDocument
import APIModel
import WireFormats

extension Screen {
    /// The name of a row or of the item: its own name or title, both names of a person, a short description, or its only
    /// text named like a title. Otherwise the text of a message, its nickname, its number, its id or its date. The name of a nested
    /// object, such as a message's author, counts only without an id of its own.
    package func name(of value: JSONValue) -> String? {
        let names = naming?.value ?? NameFields([])
        func text(_ pointers: [JSONPointer], upTo length: Int = 60) -> String? {
            pointers.lazy.compactMap { ScreenName.text(value[$0]) }.first { $0.count <= length }
        }
        if let name = text(names.own) { return name }
        let parts = names.parts.compactMap { ScreenName.text(value[$0]) }
        if !parts.isEmpty { return parts.joined(separator: " ") }
        if let name = text(names.captions, upTo: 40) ?? text(names.only) { return name }
        let words = names.content.lazy.compactMap { value[$0]?.stringValue.flatMap(ScreenName.beginning) }.first
        if let words { return words }
        if let nick = text(names.nicknames) { return nick }
        let inner = text(names.inner)
        if let inner, rowID.map({ $0.tokens.count > names.depth }) ?? true, !hasOwnKey(value) { return inner }
        if let number = text(names.numbers) { return number }
        if let id = rowID.flatMap({ ScreenName.text(value[$0]) }) {
            // The first block of a UUID is distinctive. A bare number says too little.
            if TextFormat.uuid.accepts(id) { return "\(oneTitle) \(id.prefix(8))" }
            return id.utf8.count < 8 && id.allSatisfy(\.isNumber) ? "\(oneTitle) \(id)" : id
        }
        let members = value.objectValue?.members ?? []
        let named = ["name", "title", "id"].lazy
            .compactMap { key in members.last { HumanName.key($0.key) == key } }
            .compactMap { ScreenName.text($0.value) }.first
        return named ?? inner
            ?? names.day.flatMap { field in value[field.pointer]?.stringValue.map { field.display(.string($0)) } }
    }

    private func hasOwnKey(_ value: JSONValue) -> Bool { ScreenName.text(value.objectValue?["id"]) != nil }
}

/// The fields that can name a row, found once for all rows.
struct NameFields: Sendable, Hashable {
    let depth: Int
    let own: [JSONPointer]
    /// The given name and the family name of a person.
    let parts: [JSONPointer]
    let captions: [JSONPointer]
    /// The only text with the name of a title: `passenger_name` of a booking. Empty if there are several.
    let only: [JSONPointer]
    let content: [JSONPointer]
    let nicknames: [JSONPointer]
    let numbers: [JSONPointer]
    let inner: [JSONPointer]
    let day: Field?

    init(_ fields: [Field]) {
        let depth = fields.map(\.pointer.tokens.count).min() ?? 1
        func pointers(_ names: NameClass, own: Bool = true) -> [JSONPointer] {
            // The least nested names come first.
            fields.filter {
                ($0.pointer.tokens.count == depth || $0.isInAttributes) == own && names.has($0.name)
            }
            .map(\.pointer).sorted { $0.tokens.count < $1.tokens.count }
        }
        self.depth = depth
        let people = [pointers(.givenName).first, pointers(.familyName).first].compactMap(\.self)
        own = pointers(people.count == 2 ? .wholeName : .ownName)
        parts = people.count == 2 ? people : []
        captions = pointers(.caption)
        let titled = fields.filter {
            $0.kind == .text && $0.pointer.tokens.count == 1 && NameClass.title.has($0.name) && !$0.isOfOther
        }
        only = titled.count == 1 ? [titled[0].pointer] : []
        content = fields.filter { $0.pointer.tokens.count == depth && NameClass.content.has($0.name) }.map(\.pointer)
        nicknames = pointers(.nickname)
        numbers = ColumnRole.callNumber(of: fields).map { [$0.pointer] } ?? []
        inner = pointers(.ownName, own: false)
        day = fields.first { $0.kind == .date }
    }
}

private enum ScreenName {
    /// A scalar as a name; nil for other values, and for an empty or multi-line text.
    static func text(_ value: JSONValue?) -> String? {
        switch value {
        case .string(let text)? where !text.isEmpty && !text.contains(where: \.isNewline): String(text.prefix(60))
        case .number(let number)?: number.text
        default: nil
        }
    }

    /// The beginning of the first line of a text; nil for a blank one.
    static func beginning(of text: String) -> String? {
        let line = text.prefix { !$0.isNewline }
        guard line.contains(where: { !$0.isWhitespace }) else { return nil }
        return line.dropFirst(40).isEmpty && line.endIndex == text.endIndex ? String(line) : line.prefix(39) + "…"
    }
}

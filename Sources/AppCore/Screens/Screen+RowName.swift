import APIDocument
import APIModel
import WireFormats

extension Screen {
    /// The name of a row or of the item. In this order: its own name or title, a short description, its only text
    /// called a name, the words of a message, its nickname, its id, its day. The name of an object in it, such as a
    /// message's author, counts only for a row without an id of its own.
    public func name(of value: JSONValue) -> String? {
        let depth = fields.lazy.map(\.pointer.tokens.count).min() ?? 1
        func text(_ names: NameClass, own: Bool, upTo length: Int) -> String? {
            // The nearest counts: whom a row is about stands before what that one has.
            fields.filter {
                ($0.pointer.tokens.count == depth || $0.isInAttributes) == own && names.has($0.name)
            }
            .sorted { $0.pointer.tokens.count < $1.pointer.tokens.count }.lazy
            .compactMap { ScreenName.text(value[$0.pointer]) }.first { $0.count <= length }
        }
        let own = text(.ownName, own: true, upTo: 60) ?? text(.caption, own: true, upTo: 40)
        if let name = own ?? onlyName.flatMap({ ScreenName.text(value[$0]) }) { return name }
        let words = fields.lazy.filter {
            $0.pointer.tokens.count == depth && NameClass.content.has($0.name)
        }.compactMap { value[$0.pointer]?.stringValue.flatMap(ScreenName.beginning) }.first
        if let words { return words }
        if let nick = text(.nickname, own: true, upTo: 60) { return nick }
        let inner = text(.ownName, own: false, upTo: 60)
        if let inner, rowID.map({ $0.tokens.count > depth }) ?? true, !hasOwnKey(value) { return inner }
        if let id = rowID.flatMap({ ScreenName.text(value[$0]) }) { return id }
        let members = value.objectValue?.members ?? []
        let named = ["name", "title", "id"].lazy
            .compactMap { key in members.last { HumanName.key($0.key) == key } }
            .compactMap { ScreenName.text($0.value) }.first
        return named ?? inner
            ?? fields.first { $0.kind == .date }.flatMap { field in
                value[field.pointer]?.stringValue.map { field.display(.string($0)) }
            }
    }

    private func hasOwnKey(_ value: JSONValue) -> Bool { ScreenName.text(value.objectValue?["id"]) != nil }

    /// The one text with the name of a name: `passenger_name` of a booking.
    private var onlyName: JSONPointer? {
        let named = fields.filter {
            $0.kind == .text && $0.pointer.tokens.count == 1 && NameClass.title.has($0.name)
        }
        return named.count == 1 ? named[0].pointer : nil
    }
}

private enum ScreenName {
    /// A scalar as a name; nil where it says nothing.
    static func text(_ value: JSONValue?) -> String? {
        switch value {
        case .string(let text)? where !text.isEmpty && !text.contains(where: \.isNewline): String(text.prefix(60))
        case .number(let number)?: number.text
        default: nil
        }
    }

    /// The beginning of words, of their first line; nil where there are none.
    static func beginning(of text: String) -> String? {
        let line = text.prefix { !$0.isNewline }
        guard line.contains(where: { !$0.isWhitespace }) else { return nil }
        return line.dropFirst(40).isEmpty && line.endIndex == text.endIndex ? String(line) : line.prefix(39) + "…"
    }
}

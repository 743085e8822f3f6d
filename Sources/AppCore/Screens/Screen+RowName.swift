import APIDocument
import JSONText

extension Screen {
    /// What a row, or the item shown, is called: its name or title, else a short description, else the only text that is called the
    /// name of anything, else what tells rows apart, else
    /// its id, else the day it is about. Nil where it has none of them.
    public func name(of value: JSONValue) -> String? {
        func text(_ keys: Set<String>, upTo length: Int) -> String? {
            fields.lazy.filter { keys.contains(HumanName.key($0.name)) }
                .compactMap { ScreenName.text(value[$0.pointer]) }.first { $0.count <= length }
        }
        if let name = text(ScreenName.names, upTo: 60) ?? text(ScreenName.descriptions, upTo: 40) { return name }
        if let name = onlyName.flatMap({ ScreenName.text(value[$0]) }) { return name }
        if let id = rowID.flatMap({ ScreenName.text(value[$0]) }) { return id }
        let members = value.objectValue?.members ?? []
        let named = ["name", "title", "id"].lazy
            .compactMap { key in members.last { HumanName.key($0.key) == key } }
            .compactMap { ScreenName.text($0.value) }.first
        return named
            ?? fields.first { $0.kind == .date }.flatMap { field in
                value[field.pointer]?.stringValue.map { field.display(.string($0)) }
            }
    }
}

extension Screen {
    /// The one text whose name ends as names do: `passenger_name` of a booking. Where there are several nobody knows.
    private var onlyName: JSONPointer? {
        let named = fields.filter {
            $0.kind == .text && $0.pointer.tokens.count == 1 && ColumnRole.isName(HumanName.key($0.name))
        }
        return named.count == 1 ? named[0].pointer : nil
    }
}

/// What names of things are called.
private enum ScreenName {
    static let descriptions: Set<String> = ["description", "summary"]
    static let names: Set<String> = ["name", "title", "label", "subject", "fullname", "displayname", "username"]

    /// A scalar as a name; nil where it says nothing.
    static func text(_ value: JSONValue?) -> String? {
        switch value {
        case .string(let text)? where !text.isEmpty && !text.contains(where: \.isNewline): String(text.prefix(60))
        case .number(let number)?: number.text
        default: nil
        }
    }
}

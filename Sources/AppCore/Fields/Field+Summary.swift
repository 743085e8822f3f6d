import APIDocument
import APIModel
import WireFormats

extension Field {
    /// How much of a text stands in a summary.
    private static let shortText = 60
    /// How many entries a summary names.
    private static let shortList = 8

    /// What a list holds, in a line: its scalars, the names of its objects, or how many there are.
    static func summary(of items: [JSONValue]) -> String {
        guard !items.isEmpty else { return "none" }
        let shown = items.prefix(shortList).compactMap { item -> String? in
            if item.isScalar { return plain(item) }
            return item.objectValue.flatMap { Money($0)?.display(decimals: false) ?? name(of: $0) }
        }
        guard shown.count == min(items.count, shortList) else {
            return items.count == 1 ? "1 entry" : "\(items.count) entries"
        }
        return shown.joined(separator: ", ") + (items.count > shortList ? ", ... (\(items.count))" : "")
    }

    /// What an object is, in a line: its name, its few scalars, or how many members it has.
    static func summary(of object: JSONObject) -> String {
        guard !object.isEmpty else { return "no members" }
        if let name = name(of: object) { return name }
        guard object.count <= 4, object.members.allSatisfy(\.value.isScalar) else {
            return object.count == 1 ? "1 member" : "\(object.count) members"
        }
        return object.members.map { "\(Field($0).title): \(plain($0))" }.joined(separator: ", ")
    }

    /// An amount and its currency as a person reads them; nil where the value is no object of both.
    public static func money(_ value: JSONValue?) -> String? {
        value?.objectValue.flatMap(Money.init)?.display(decimals: false)
    }

    /// What an object is called by its own member for that: its name, else its id.
    public static func name(of object: JSONObject) -> String? {
        // Of thousands of members none is the name of the whole.
        guard object.count <= 200 else { return nil }
        let names = NameClass.ownName.values(in: object).lazy.compactMap(\.stringValue)
        if let name = names.first(where: { !$0.isEmpty }) { return short(name) }
        guard object.count > 1 else { return nil }
        return NameClass.shortIdentity.values(in: object).lazy.filter { !$0.isNull }.compactMap(\.scalarText).first.map(
            short)
    }

    private static func plain(_ member: JSONObject.Member) -> String { short(Field(member).display(member.value)) }

    private static func plain(_ item: JSONValue) -> String {
        short(Field(pointer: .root, title: "", kind: kind(of: item)).display(item))
    }

    private static func short(_ text: String) -> String {
        guard text.utf8.count > shortText else { return text }
        return text.count > shortText ? text.prefix(shortText - 1) + "…" : text
    }
}

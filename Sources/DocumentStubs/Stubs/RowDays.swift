import APIDocument
import APIModel
import WireFormats

/// The dates that a query selects: one day, or a first and a last one.
struct RowDays {
    private var first: String?
    private var last: String?
    private var member: JSONPointer?
    /// The date of all rows, if the request had to name it.
    private(set) var required: String?

    /// The member of a row with the date that a parameter selects; nil if there is none.
    ///
    /// A single day selects by the row's first date of an event. A period selects by the only date of a row, unless its
    /// parameter is required: then it often means something else.
    static func member(
        for parameter: Parameter, among properties: [RowMember], in document: APIDocument
    ) -> JSONPointer? {
        let key = HumanName.key(parameter.name)
        let isDay = NameClass.day.hasKey(key)
        let isEnd = NameClass.firstDay.hasKey(key) || NameClass.lastDay.hasKey(key)
        guard isDay || isEnd && !parameter.isRequired, isTime(document.resolveChoices(parameter.schema)) else {
            return nil
        }
        let days = properties.filter { property in
            let schema = document.resolveChoices(property.schema)
            let one = schema.type == .array ? schema.items.map(document.resolveChoices) : schema
            return one.map(isTime) ?? false
        }
        if isDay { return (days.first { !WritingTime.isNamed($0.name) } ?? days.first)?.place }
        return days.count == 1 ? days[0].place : nil
    }

    private static func isTime(_ schema: Schema) -> Bool { ["date", "date-time"].contains(schema.format) }

    /// Takes an item of the query if it is such a date; returns false otherwise.
    mutating func take(
        _ text: String, _ parameter: Parameter?, among properties: [RowMember], in document: APIDocument
    ) -> Bool {
        guard let parameter, document.allows(.string(text), document.resolveChoices(parameter.schema)),
            let member = RowDays.member(for: parameter, among: properties, in: document)
        else { return false }
        self.member = member
        let day = String(text.prefix(10))
        switch HumanName.key(parameter.name) {
        case let key where NameClass.firstDay.hasKey(key): first = text
        case let key where NameClass.lastDay.hasKey(key): last = text
        default: (first, last, required) = (day, day, parameter.isRequired ? day : nil)
        }
        return true
    }

    /// True if the query has no date.
    var isEmpty: Bool { first == nil && last == nil }

    /// True for a row with such a date, or if the query has none.
    func fits(_ row: JSONValue) -> Bool {
        guard !isEmpty else { return true }
        guard let value = member.flatMap({ row[$0] }) else { return false }
        return (value.arrayValue ?? [value]).contains { day in
            guard let day = day.stringValue else { return false }
            // A date and a timestamp are compared by their common prefix.
            return (first.map { day.prefix($0.count) >= $0.prefix(day.count) } ?? true)
                && (last.map { day.prefix($0.count) <= $0.prefix(day.count) } ?? true)
        }
    }

    /// The row moved to the date that the request had to name.
    func moved(_ row: JSONValue) -> JSONValue {
        guard let member, let required else { return row }
        return row.moved(to: required, at: member)
    }
}

extension JSONValue {
    /// The row with a member moved to a date; other dates beside it move by the same number of days.
    func moved(to day: String, at member: JSONPointer) -> JSONValue {
        guard let parent = member.parent, let object = self[parent]?.objectValue,
            let old = self[member]?.stringValue.flatMap(CivilDay.init(startOf:)), let new = CivilDay(startOf: day)
        else { return self }
        let days = new.sinceEpoch - old.sinceEpoch
        let moved = object.members.map { own in
            guard let text = own.value.stringValue, let day = CivilDay(startOf: text) else { return own }
            return JSONObject.Member(key: own.key, value: .string((day + days).text + text.dropFirst(10)))
        }
        return setting(.object(JSONObject(moved)), at: parent)
    }
}

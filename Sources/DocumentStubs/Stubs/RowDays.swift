import APIDocument
import WireFormats

/// The first and the last day a query asks for, of rows that have one day each, or one list of days.
struct RowDays {
    private var first: String?
    private var last: String?
    private var member: JSONPointer?

    private static let starts: Set<String> = [
        "start", "startdate", "datestart", "from", "fromdate", "datefrom", "since",
    ]
    private static let ends: Set<String> = ["end", "enddate", "dateend", "to", "todate", "dateto", "until"]

    /// The only member of a row that is a day or a list of days; nil where there are others.
    private static func member(of properties: [RowMember], in document: APIDocument) -> JSONPointer? {
        let days = properties.filter { property in
            let schema = document.resolveChoices(property.schema)
            let one = schema.type == .array ? schema.items.map(document.resolveChoices) : schema
            return one.map(isDay) ?? false
        }
        return days.count == 1 ? days[0].place : nil
    }

    private static func isDay(_ schema: Schema) -> Bool { ["date", "date-time"].contains(schema.format) }

    /// Takes an item of the query, if it names such a day.
    ///
    /// - Parameters:
    ///   - parameter: what the document says of it. What must be given is about something else as often.
    ///   - properties: the members of a row.
    mutating func take(
        _ text: String, of key: String, _ parameter: Parameter?, among properties: [RowMember],
        in document: APIDocument
    ) -> Bool {
        let isStart = RowDays.starts.contains(key)
        guard isStart || RowDays.ends.contains(key), let parameter, !parameter.isRequired else { return false }
        let schema = document.resolveChoices(parameter.schema)
        guard RowDays.isDay(schema), document.allows(.string(text), schema),
            let member = RowDays.member(of: properties, in: document)
        else { return false }
        self.member = member
        if isStart { first = text } else { last = text }
        return true
    }

    /// True if no day was named.
    var isEmpty: Bool { first == nil && last == nil }

    /// True for a row that has such a day, or if no day was named.
    func fits(_ row: JSONValue) -> Bool { isEmpty || isWithin(row) }

    private func isWithin(_ row: JSONValue) -> Bool {
        guard let value = member.flatMap({ row[$0] }) else { return false }
        return (value.arrayValue ?? [value]).contains { day in
            guard let day = day.stringValue else { return false }
            // A day and a moment are compared by what both say.
            return (first.map { day.prefix($0.count) >= $0.prefix(day.count) } ?? true)
                && (last.map { day.prefix($0.count) <= $0.prefix(day.count) } ?? true)
        }
    }
}

import APIDocument
import JSONText

extension Column {
    /// The columns of rows that have these fields.
    ///
    /// Only scalars are shown, unless there is nothing else. Required ones come before optional ones, and within both:
    /// the id, a name or title, a status, a date, an amount - each recognised by name and format -, then the rest in the
    /// document's order, long text and secrets last. At most eight; numbers stand on the right.
    static func columns(of fields: [Field]) -> [Column] {
        let scalars = fields.filter { $0.kind != .json && $0.kind != .secret }
        let ranked = (scalars.isEmpty ? fields : scalars).enumerated()
            .map { (rank: rank(of: $1), place: $0, field: $1) }
            .sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }
        return ranked.prefix(8).enumerated().map { Column($1.field, priority: $0) }
    }

    /// A column that shows a field, with widths its kind suggests.
    init(_ field: Field, priority: Int) {
        let isNumber = field.kind == .integer || field.kind == .number
        let (minimum, ideal) = Column.widths(of: field)
        self.init(
            field: field,
            title: field.title,
            alignment: isNumber ? .trailing : .leading,
            priority: priority,
            minimumWidth: max(minimum, min(field.title.count, 10)),
            idealWidth: max(ideal, min(field.title.count, 16)))
    }

    private static func rank(of field: Field) -> Int {
        (field.isRequired ? 0 : 10) + role(of: field)
    }

    private static func role(of field: Field) -> Int {
        let key = HumanName.key(field.name)
        // Of an object in the row, the row's own members say more.
        if field.pointer.tokens.count > 1 { return 7 }
        if ["id", "uuid", "key"].contains(key) { return 0 }
        if ["name", "title", "label", "subject", "fullname", "displayname", "username"].contains(key) { return 1 }
        if ["status", "state"].contains(key) { return 2 }
        if field.kind == .date || field.kind == .dateTime { return 3 }
        if field.isMoney || ["amount", "total", "price", "balance"].contains(key) { return 4 }
        if case .multiline = field.kind { return 8 }
        return field.kind == .url ? 6 : 5
    }

    private static func widths(of field: Field) -> (minimum: Int, ideal: Int) {
        switch field.kind {
        case .boolean: return (3, 5)
        case .integer: return (4, 8)
        case .number: return (6, 12)
        case .date: return (11, 11)
        case .dateTime: return (11, 21)
        case .email, .url: return (10, 28)
        case .choice(let values):
            let longest = values.map { field.display($0).count }.max() ?? 8
            return (min(longest, 8), min(longest, 20))
        case .json: return (8, 20)
        case .text, .multiline, .secret:
            let limit = field.constraints.maxLength ?? 40
            return (min(limit, 8), min(max(limit, 8), limit > 60 ? 40 : 24))
        }
    }
}

import APIDocument
import APIModel
import WireFormats

package struct Column: Sendable, Hashable, Identifiable {
    package var field: Field
    package var title: String
    /// True for numbers, which are aligned to the right.
    package let isNumber: Bool
    /// The rank from 0: if there is no room, columns with higher numbers are hidden first.
    package var priority: Int
    /// The width, in cells, below which the column is not useful.
    package var minimumWidth: Int
    /// The width, in cells, that shows typical values completely.
    package var idealWidth: Int
    /// True if an amount is shown with a currency from the same row, which then has no column.
    package var hasCurrency = false
    /// True for a key of the row or of another one, which gets spare width last.
    package let isKey: Bool
    /// True for the name of the row, its replacement, or the name of a nested object.
    package private(set) var isName: Bool
    /// True for the text that identifies a row without a name.
    package private(set) var isWords = false
    /// True if the column has a few kinds of values, which get different tones.
    package let hasTones: Bool
    package let isColor: Bool
    /// The tones of enum values, cached because every cell needs them.
    private let tones: [JSONValue: Tone]

    /// A column for a field, with widths by its role and kind.
    package init(_ field: Field, priority: Int) {
        (self.field, title, self.priority) = (field, field.title, priority)
        isColor = field.isColor
        isNumber = [.integer, .number, .money].contains(field.kind) && !field.isEpochTime && !isColor
        let (minimum, ideal) = Column.widths(of: field)
        minimumWidth = max(Column.leastWidth, minimum)
        idealWidth = max(minimumWidth, ideal)
        hasTones = field.hasTones
        let options = hasTones ? field.options : []
        tones = Dictionary(options.map { ($0, field.tone(of: $0)) }) { first, _ in first }
        let role = ColumnRole(field)
        isKey = role == .identity || role == .reference
        isName = role == .name || role == .memberName
    }

    package func tone(of row: JSONValue) -> Tone {
        guard hasTones, let value = row[field.pointer] else { return .plain }
        return tones[value] ?? field.tone(of: value)
    }

    package var id: String { field.id }

    /// The column's text in a row.
    ///
    /// - Parameter now: the reference time for relative dates; nil for absolute ones.
    package func text(of row: JSONValue, from now: Timestamp? = nil) -> String {
        // A name says more than the value, which the row's detail shows.
        if !field.choiceNames.isEmpty, let name = row[field.pointer].flatMap({ field.choiceNames[$0] }) { return name }
        let owner = hasCurrency ? JSONPointer(tokens: field.pointer.tokens.dropLast()) : nil
        return field.display(row[field.pointer], beside: owner.flatMap { row[$0]?.objectValue }, from: now)
    }
}

extension Column {
    /// The most columns of a default table.
    package static let limit = 8
    /// The least width of a column in cells.
    package static let leastWidth = 6

    /// The default columns of rows with these fields.
    ///
    /// 1. Only scalars are shown, unless there are none. Secrets never are.
    /// 2. The name of a row and required fields come before optional ones; links, identifiers and settings are last.
    /// 3. Within both, the roles of ``ColumnRole`` come in their order, and fields of one role in the document's order.
    ///    - The name of a row comes before its id; without a name or content the id is first, unless it is a UUID.
    ///    - A text of the row comes before an amount that would be first.
    ///    - At most the first field of a nested object comes before the row's own fields.
    ///    - The members of JSON:API's `attributes` are the row's own.
    ///    - A row without a name has that of a nested object (``ColumnRole/borrowedName(of:)``), or its number
    ///      (``ColumnRole/callNumber(of:)``).
    ///    - Fields with equal values by document or request (``Field/isConstant``) are left out, unless there are no
    ///      others. So are fields that are equal in the first page (``Screen/columns(for:chosen:)``); later pages do
    ///      not count, so that columns keep their positions during loading.
    /// 4. An amount and its currency are one column: as an object of both (`Money`), or as two adjacent fields.
    /// 5. At most ``limit`` columns. Numbers are aligned to the right.
    /// 6. Columns are drawn if they fit: the first one, the first amount, then the others in their order. None is
    ///    narrower than ``leastWidth`` or its `minimumWidth` (`ColumnLayout`).
    ///
    /// Columns chosen by the document (`x-screen`) or the user (`o`) bypass these rules.
    static func columns(of fields: [Field]) -> [Column] {
        let visible = fields.filter { $0.kind != .secret && !$0.isCurrency(ofOneOf: fields) }
        let scalars = visible.filter { $0.kind != .json }
        let identity = ColumnRole.identity(of: scalars)
        let borrowed = ColumnRole.borrowedName(of: scalars) ?? ColumnRole.callNumber(of: scalars)?.id
        let needed = Set(scalars.filter(\.isRequired).map(\.owner))
        let constants = Set(scalars.filter(\.isConstant).map(\.id))
        let isNamed =
            borrowed != nil
            || scalars.contains { !constants.contains($0.id) && [.name, .content].contains(ColumnRole($0)) }
        let ranked = (scalars.isEmpty ? visible : scalars.filter { !constants.contains($0.id) }).enumerated()
            .map { place, field in
                var role = field.id == identity ? .identity : field.id == borrowed ? .name : ColumnRole(field)
                if role == .identity, isNamed || field.format == "uuid" { role = .reference }
                return (rank: rank(of: field, as: role, among: needed), place: place, field: field)
            }
            .sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }
        let ordered = wordsFirst(ownFirst(ranked.map(\.field)))
        let columns = showing((ordered.isEmpty ? scalars : ordered).prefix(limit)).map { column in
            var column = column
            column.isName = column.isName || column.id == borrowed
            return column
        }
        return withCurrencies(columns, of: fields)
    }

    /// Columns for these fields in this order. The first one and the first amount are kept if there is no room; the
    /// others are hidden from the end. Without a name, a column of text identifies the rows.
    static func showing(_ fields: some Sequence<Field>) -> [Column] {
        let fields = Array(fields)
        var worth = Array(fields.indices)
        if let amount = worth.dropFirst().first(where: { ColumnRole(fields[$0]) == .amount }) {
            worth.insert(worth.remove(at: amount), at: 1)
        }
        var columns = fields.enumerated().map { place, field in
            Column(field, priority: worth.firstIndex(of: place) ?? place)
        }
        if !columns.contains(where: \.isName) {
            let roles = fields.map(ColumnRole.init)
            let words = roles.firstIndex(of: .content) ?? roles.firstIndex(of: .prose)
            if let words { columns[words].isWords = true }
        }
        return columns
    }

    /// The columns with amounts shown with the currency beside them, unless the currency has its own column.
    static func withCurrencies(_ columns: [Column], of fields: [Field]) -> [Column] {
        columns.map { column in
            var column = column
            column.hasCurrency = fields.contains { field in
                field.isCurrency(ofOneOf: [column.field]) && !columns.contains { $0.field.id == field.id }
            }
            return column
        }
    }

    /// The fields with a text of the row before an amount that comes first: it names the amount's owner.
    private static func wordsFirst(_ fields: [Field]) -> [Field] {
        guard let first = fields.first, ColumnRole(first) == .amount,
            let words = fields.firstIndex(where: {
                $0.kind == .text && ColumnRole($0) == .other && !NameClass.isCurrency($0.name)
            })
        else { return fields }
        return [fields[words]] + fields[..<words] + fields[(words + 1)...]
    }

    /// The fields with at most the first member of each nested object before the row's own.
    private static func ownFirst(_ fields: [Field]) -> [Field] {
        let own = (fields.lastIndex { !$0.isInner } ?? -1) + 1
        var objects: Set<String> = []
        var (early, late): ([Field], [Field]) = ([], [])
        for field in fields.prefix(own) {
            let tokens = field.pointer.tokens
            if !field.isInner || objects.insert(tokens[0]).inserted {
                early.append(field)
            } else {
                late.append(field)
            }
        }
        return early + late + fields.dropFirst(own)
    }

    /// - Parameter needed: the objects with a required member.
    private static func rank(of field: Field, as role: ColumnRole, among needed: Set<[String]>) -> Int {
        let isEarly =
            field.isRequired && role.rawValue <= ColumnRole.prose.rawValue || ColumnRole(field) == .name
            || ColumnRole(field) == .memberName && needed.contains(field.owner)
        return (isEarly ? 0 : ColumnRole.allCases.count) + role.rawValue
    }

    /// The widths below which values are useless, and those that show typical values completely.
    private static func widths(of field: Field) -> (minimum: Int, ideal: Int) {
        switch field.isEpochTime ? .dateTime : field.kind {
        case .boolean: return (6, 6)
        case .integer: return (6, 8)
        case .number: return (6, 12)
        case .money: return (8, 16)
        // A date such as "31 Jan 2026" is shown completely or not at all, and so is the time of an event. The time of a
        // write may be reduced to its date.
        case .date: return (11, 11)
        case .dateTime: return (WritingTime.isNamed(field.name) ? 11 : 17, 21)
        case .email: return (12, 28)
        case .url: return (10, 28)
        case .choice(let values):
            let longest = values.map { field.display($0).count }.max() ?? 8
            return (min(longest, 10), min(longest, 20))
        case .json, .file: return (10, 20)
        case .text, .multiline, .secret:
            let limit = max(6, field.constraints.maxLength ?? 40)
            switch ColumnRole(field) {
            // The first block of a UUID identifies rows; 36 cells would leave no room for other columns.
            case .identity, .reference: return (min(limit, 9), min(limit, 12))
            case .name, .memberName: return (min(limit, 12), min(limit, 32))
            // The content of a row takes precedence over the last columns.
            case .content: return (min(limit, 24), min(limit, 48))
            default: return (min(limit, 10), min(limit, limit > 60 ? 40 : 24))
            }
        }
    }
}

extension Field {
    /// True for colours, as text or as a number.
    package var isColor: Bool {
        measure == .color || kind == .text && (format == "color" || NameClass.color.has(name))
    }

    var isAmount: Bool { kind == .number && isMoney || measure == .hundredths }

    /// True for the currency of an adjacent amount.
    fileprivate func isCurrency(ofOneOf fields: [Field]) -> Bool {
        guard kind != .number, kind != .integer, NameClass.isCurrency(name) else { return false }
        return fields.contains { $0.isAmount && $0.owner == owner && $0.hasCurrency(named: name) }
    }
}

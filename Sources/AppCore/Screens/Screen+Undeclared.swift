import APIDocument
import APIModel
import WireFormats

extension Screen {
    private static let rowsLookedAt = 50
    /// The most fields from rows; a row may have thousands of members.
    private static let undeclaredLimit = 200

    /// The columns for these rows: those chosen by the user, else the declared ones, else the default ones for the
    /// members of the rows.
    ///
    /// - Parameter chosen: pointers into a row, in order; one that no row has is left out.
    package func columns(for rows: [JSONValue], chosen: [JSONPointer]? = nil) -> [Column] {
        if let chosen {
            let fields = Dictionary(rowFields(rows).map { ($0.pointer, $0) }, uniquingKeysWith: { first, _ in first })
            let columns = Column.showing(chosen.compactMap { fields[$0] })
            if !columns.isEmpty { return Column.withCurrencies(columns, of: Array(fields.values)) }
        }
        guard !isDeclaredTable else { return wished == nil ? columnsThatDiffer(in: rows) ?? columns : columns }
        let fields = Screen.undeclared(in: rows, besides: [])
        return fields.isEmpty ? columns : Column.columns(of: fields)
    }

    /// The fewest rows in which equal values are not a coincidence.
    private static let rowsToCompare = 5

    /// The default columns without those that are equal in all first rows, which make room for others. Nil if all
    /// columns differ, and for a few rows, which may be equal by chance.
    private func columnsThatDiffer(in rows: [JSONValue]) -> [Column]? {
        let rows = rows.prefix(Self.rowsLookedAt)
        guard rows.count >= Self.rowsToCompare, let first = rows.first else { return nil }
        func isSame(_ field: Field) -> Bool {
            let value = first[field.pointer]
            return !field.isTelling && rows.allSatisfy { $0[field.pointer] == value }
        }
        // A row may have hundreds of fields, but few of them are columns.
        guard columns.contains(where: { isSame($0.field) }) else { return nil }
        let found = Column.columns(
            of: fields.map { field in
                var field = field
                field.isConstant = field.isConstant || isSame(field)
                return field
            })
        return found.count > 1 ? found : nil
    }

    /// Every field that a column could show: the declared ones, then undeclared members.
    package func rowFields(_ rows: [JSONValue]) -> [Field] {
        guard isDeclared else {
            let fields = Screen.undeclared(in: rows, besides: [])
            return fields.isEmpty ? self.fields : fields
        }
        return fields.filter { $0.kind != .secret } + Screen.undeclared(in: rows, besides: fields)
    }

    private var isDeclared: Bool {
        !(fields.isEmpty || fields.map(\.pointer) == [.root] && fields[0].kind == .json)
    }

    private var isDeclaredTable: Bool { !columns.isEmpty && columns.map(\.field.pointer) != [.root] }

    /// A field for each undeclared member of the first rows, with the kind of the first value that is not `null`.
    private static func undeclared(in rows: [JSONValue], besides declared: [Field]) -> [Field] {
        let known = Set(declared.compactMap(\.pointer.tokens.first))
        var places: [String: Int] = [:]
        var members: [JSONObject.Member] = []
        for row in rows.prefix(rowsLookedAt) {
            for member in row.objectValue?.members.prefix(undeclaredLimit) ?? [] where !known.contains(member.key) {
                if let place = places[member.key] {
                    if members[place].value.isNull { members[place].value = member.value }
                } else if members.count < undeclaredLimit {
                    places[member.key] = members.count
                    members.append(member)
                }
            }
        }
        return members.map { Field($0) }.filter { $0.kind != .secret }
    }
}

extension Field {
    package init(_ member: JSONObject.Member) {
        // A name with thousands of letters is cut.
        let name = String(member.key.prefix(60))
        let title = HumanName.sentence(name)
        self.init(
            pointer: JSONPointer(tokens: [member.key]),
            title: !title.isEmpty ? title : name.isEmpty ? "\"\"" : name,
            kind: SecretName(String(member.key.prefix(200))).masks(member.value)
                ? .secret : Field.kind(of: member.value))
        if case .number = kind { isMoney = NameClass.money.has(member.key) }
        takeMeasure(isTitled: false)
    }

    static func kind(of value: JSONValue) -> Kind {
        switch value {
        case .bool: .boolean
        case .number(let number): number.isWhole ? .integer : .number
        case .string(let text) where CalendarText(date: text) != nil: .date
        case .string(let text) where CalendarText(dateTime: text) != nil: .dateTime
        case .string(let text) where text.hasPrefix("https://") || text.hasPrefix("http://"): .url
        case .string, .null: .text
        case .object(let object) where Money(object) != nil: .money
        case .array, .object: .json
        }
    }
}

import APIDocument
import JSONText

extension Screen {
    /// The fields to show of an item's value: the declared ones, or one for each member where the document declares none.
    public func fields(for value: JSONValue) -> [Field] {
        guard fields.isEmpty || fields.map(\.pointer) == [.root] && fields[0].kind == .json,
            let object = value.objectValue
        else { return fields.isEmpty ? [Field(pointer: .root, title: "Value", kind: Field.kind(of: value))] : fields }
        return object.members.map { Field($0) }
    }

    /// The columns to show of these rows: the declared ones, or by the rule from the first row's members where the
    /// document declares none.
    public func columns(for rows: [JSONValue]) -> [Column] {
        let isDeclared = !columns.isEmpty && columns.map(\.field.pointer) != [.root]
        guard !isDeclared, let first = rows.first?.objectValue else { return columns }
        return Column.columns(of: first.members.map { Field($0) })
    }
}

extension Field {
    /// A field for a member nobody declared.
    fileprivate init(_ member: JSONObject.Member) {
        self.init(
            pointer: JSONPointer(tokens: [member.key]), title: HumanName.sentence(member.key),
            kind: Field.kind(of: member.value), isReadOnly: true)
    }

    /// The kind a value suggests.
    fileprivate static func kind(of value: JSONValue) -> Kind {
        switch value {
        case .bool: .boolean
        case .number(let number): number.isWhole ? .integer : .number
        case .string(let text) where CalendarText(date: text) != nil: .date
        case .string(let text) where CalendarText(dateTime: text) != nil: .dateTime
        case .string, .null: .text
        case .array, .object: .json
        }
    }
}

import APIDocument
import APIModel
import WireFormats

/// The use of a field for finding a row, the most useful first, by name and format.
enum ColumnRole: Int, CaseIterable {
    case identity, name, content, status, date, amount, other, memberName, member, prose, link, reference, memberKey

    init(_ field: Field) {
        let key = HumanName.key(field.name)
        self =
            if field.isInner || field.isOfOther {
                // A nested object is less specific than the row; its name is its best member and its id the last.
                NameClass.title.hasKey(key)
                    ? .memberName
                    : NameClass.identity.hasKey(key) || ColumnRole.isReference(field) ? .memberKey : .member
            } else if NameClass.identity.hasKey(key) {
                .identity
            } else if NameClass.title.hasKey(key) {
                .name
            } else if ColumnRole.isContent(field, key) {
                .content
            } else if ColumnRole.isProse(field, key) {
                .prose
            } else if NameClass.status.hasKey(key) {
                .status
            } else if field.kind == .url || NameClass.technical.hasKey(key) || ColumnRole.isAddress(field, key) {
                .link
            } else if field.isTime {
                .date
            } else if field.kind == .money || field.isAmount || NameClass.amount.hasKey(key) {
                .amount
            } else if ColumnRole.isReference(field) {
                .reference
            } else {
                .other
            }
    }

    /// The id of the only field such as `somethingId`, if none is named like an id.
    static func identity(of fields: [Field]) -> String? {
        guard !fields.contains(where: { ColumnRole($0) == .identity }) else { return nil }
        let references = fields.filter { ColumnRole($0) == .reference }
        return references.count == 1 ? references.first?.id : nil
    }

    /// The number or code that identifies rows without a name, such as an order's number. A required one is preferred.
    static func callNumber(of fields: [Field]) -> Field? {
        guard !fields.contains(where: { [.name, .content].contains(ColumnRole($0)) }) else { return nil }
        let numbers = fields.filter { $0.isCallNumber && !$0.isConstant }
        return numbers.first(where: \.isRequired) ?? numbers.first
    }

    /// The name of a nested object, for a row without a name or number of its own. Names of required objects are
    /// preferred, then the least nested, then the first.
    static func borrowedName(of fields: [Field]) -> String? {
        guard !fields.contains(where: { ColumnRole($0) == .name || $0.isCallNumber }) else { return nil }
        let needed = Set(fields.filter(\.isRequired).map(\.owner))
        let names = fields.filter {
            ColumnRole($0) == .memberName && !$0.isOfSomeForms && !$0.isConstant
        }
        let surest = names.filter { needed.contains($0.owner) }
        return (surest.isEmpty ? names : surest).min { $0.pointer.tokens.count < $1.pointer.tokens.count }?.id
    }

    /// The content of a row, as of a message; it must be required.
    private static func isContent(_ field: Field, _ key: String) -> Bool {
        field.isRequired && (field.kind == .text || field.kind == .multiline) && NameClass.content.hasKey(key)
    }

    private static func isProse(_ field: Field, _ key: String) -> Bool {
        if field.kind == .multiline { return true }
        return field.kind == .text && (field.constraints.maxLength ?? 200) > 60 && NameClass.prose.hasKey(key)
    }

    /// The URL of a picture or page, which looks alike in every row.
    private static func isAddress(_ field: Field, _ key: String) -> Bool {
        (field.kind == .text || field.kind == .multiline) && NameClass.address.hasKey(key)
    }

    /// `tripId` and `trip_id`, but not `paid`.
    private static func isReference(_ field: Field) -> Bool {
        let last = field.name.nameWords.last?.lowercased()
        return last == "id" || last == "uuid"
    }
}

extension Field {
    /// True for a key or a choice that the request requires, so that all rows have the same value.
    func isFixed(by request: Request) -> Bool {
        let key = HumanName.key(name)
        guard !NameClass.identity.hasKey(key),
            let parameter = request.parameters.first(where: { $0.isRequired && HumanName.key($0.name) == key })?
                .parameter,
            parameter.schema.type != .array
        else { return false }
        if case .choice = kind { return true }
        return parameter.schema.format == "uuid" || ColumnRole(self) == .reference
    }

    /// True for fields that a table shows even if all rows are equal: names, states and amounts.
    var isTelling: Bool { hasTones || [.identity, .name, .content, .amount].contains(ColumnRole(self)) }

    /// True for a field that identifies an item without a name: an order's number, a booking's reference. Other codes,
    /// such as that of a country, have a word before them.
    fileprivate var isCallNumber: Bool {
        guard !isInner, !isMoney, options.isEmpty, let last = name.nameWords.last?.lowercased() else {
            return false
        }
        return NameClass.callNumber.has(name) || isRequired && NameClass.callNumberEnding.hasKey(last)
    }
}

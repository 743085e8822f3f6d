import APIDocument
import APIModel
import WireFormats

/// The use of a field to somebody who looks for a row, the most telling first; known by name and format.
enum ColumnRole: Int, CaseIterable {
    case identity, name, content, status, date, amount, other, memberName, member, prose, link, reference, memberKey

    init(_ field: Field) {
        let key = HumanName.key(field.name)
        self =
            if field.isInner {
                // Of an object in the row, the row's own members say more; of its own, its name says most and its id least.
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

    /// The field that tells rows apart where none is plainly called id: the only one called `somethingId`.
    static func identity(of fields: [Field]) -> String? {
        guard !fields.contains(where: { ColumnRole($0) == .identity }) else { return nil }
        let references = fields.filter { ColumnRole($0) == .reference }
        return references.count == 1 ? references.first?.id : nil
    }

    /// The number or code that people call a row by, of rows that have no name: an order's number. One that must be there
    /// comes first.
    static func callNumber(of fields: [Field]) -> Field? {
        guard !fields.contains(where: { [.name, .content].contains(ColumnRole($0)) }) else { return nil }
        let numbers = fields.filter { $0.isCallNumber && !$0.isConstant }
        return numbers.first(where: \.isRequired) ?? numbers.first
    }

    /// The name of an object in the row that stands for a row without a name or a number of its own. Names of required
    /// objects come first, then the outermost, then the first.
    static func borrowedName(of fields: [Field]) -> String? {
        guard !fields.contains(where: { ColumnRole($0) == .name || $0.isCallNumber }) else { return nil }
        let needed = Set(fields.filter(\.isRequired).map(\.owner))
        let names = fields.filter {
            ColumnRole($0) == .memberName && !$0.isOfSomeForms && !$0.isConstant
        }
        let surest = names.filter { needed.contains($0.owner) }
        return (surest.isEmpty ? names : surest).min { $0.pointer.tokens.count < $1.pointer.tokens.count }?.id
    }

    /// The words a row is about: those of a message, which must be there.
    private static func isContent(_ field: Field, _ key: String) -> Bool {
        field.isRequired && (field.kind == .text || field.kind == .multiline) && NameClass.content.hasKey(key)
    }

    private static func isProse(_ field: Field, _ key: String) -> Bool {
        if field.kind == .multiline { return true }
        return field.kind == .text && (field.constraints.maxLength ?? 200) > 60 && NameClass.prose.hasKey(key)
    }

    /// The address of a picture or page, which is the same for the eye in every row.
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
    /// True for a key or a choice that a request has to name, so that all of its rows have the same.
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

    /// True for what a table shows even if all rows have the same: their names, their states, and what adds up.
    var isTelling: Bool { hasTones || [.identity, .name, .content, .amount].contains(ColumnRole(self)) }

    /// True for a field that people call an item without a name by: an order's number, a booking's reference.
    /// Any other code, such as that of a country, has a word before it.
    fileprivate var isCallNumber: Bool {
        guard !isInner, !isMoney, optionValues == nil, let last = name.nameWords.last?.lowercased() else {
            return false
        }
        return NameClass.callNumber.has(name) || isRequired && NameClass.callNumberEnding.hasKey(last)
    }
}

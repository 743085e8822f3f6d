import APIDocument
import APIModel
import WireFormats

/// What a field means to somebody who looks for a row, most telling first: recognised by name and format.
enum ColumnRole: Int, CaseIterable {
    case identity, name, status, date, amount, content, other, reference, link, memberName, member, memberKey, prose

    /// The role of a field.
    init(_ field: Field) {
        let key = HumanName.key(field.name)
        self =
            if field.isInner {
                // Of an object in the row, the row's own members say more; of its own, its name says most and its id least.
                ColumnRole.isName(key)
                    ? .memberName : ColumnRole.isIdentity(key) || ColumnRole.isReference(field) ? .memberKey : .member
            } else if ColumnRole.isIdentity(key) {
                .identity
            } else if ColumnRole.isName(key) {
                .name
            } else if ColumnRole.isContent(field, key) {
                .content
            } else if ColumnRole.isProse(field, key) {
                .prose
            } else if key == "state" || key.hasSuffix("status") {
                .status
            } else if field.isTime {
                .date
            } else if field.kind == .money || field.isMoney || ["amount", "total", "price", "balance"].contains(key) {
                .amount
            } else if field.kind == .url {
                .link
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

    /// The name of an object in the row that stands for the row's own where it has neither a name nor a number or the like that people
    /// know it by: of an object that must be there, else of any; the outermost, and of those the first.
    static func borrowedName(of fields: [Field]) -> String? {
        guard !fields.contains(where: { ColumnRole($0) == .name || $0.isCallNumber }) else { return nil }
        let needed = Set(fields.filter(\.isRequired).map(\.owner))
        let names = fields.filter {
            ColumnRole($0) == .memberName && !$0.isOfSomeForms && !isConstant($0, among: fields)
        }
        let surest = names.filter { needed.contains($0.owner) }
        return (surest.isEmpty ? names : surest).min { $0.pointer.tokens.count < $1.pointer.tokens.count }?.id
    }

    /// Whether a field has the same value in every row by what the document says of it: it has one value alone, or is called what
    /// says of which kind the row is - `object` and `__typename`, `apiVersion` with the `kind` beside it, a `kind` that is filled in by
    /// itself.
    static func isConstant(_ field: Field, among fields: [Field]) -> Bool {
        if case .choice(let values) = field.kind { return values.count == 1 && !field.isNullable }
        guard field.kind == .text else { return false }
        switch HumanName.key(field.name) {
        case "object", "apiversion": return true
        case "typename": return field.name.hasPrefix("_")
        case "kind":
            return field.default != nil
                || fields.contains {
                    HumanName.key($0.name) == "apiversion" && $0.pointer.tokens.count == field.pointer.tokens.count
                }
        default: return field.name.hasPrefix("@")
        }
    }

    private static let nameKeys: Set<String> = ["label", "subject", "headline", "login", "handle"]
    private static let contentKeys: Set<String> = ["content", "text", "body", "message"]
    private static let proseNames: Set<String> = [
        "description", "summary", "body", "text", "content", "comment", "notes", "bio", "about", "instructions",
    ]

    /// Whether a member called so says which thing its object is.
    static func isIdentity(_ key: String) -> Bool { ["id", "uuid", "guid", "key"].contains(key) }

    /// Whether a field called so holds what its object is called: one line, however long it may be.
    static func isName(_ key: String) -> Bool {
        nameKeys.contains(key) || key.hasSuffix("name") || key.hasSuffix("title")
    }

    /// The words a row is there for: those of a message, which must be there.
    private static func isContent(_ field: Field, _ key: String) -> Bool {
        field.isRequired && (field.kind == .text || field.kind == .multiline) && contentKeys.contains(key)
    }

    private static func isProse(_ field: Field, _ key: String) -> Bool {
        if field.kind == .multiline { return true }
        guard field.kind == .text, (field.constraints.maxLength ?? 200) > 60 else { return false }
        return proseNames.contains { key.hasSuffix($0) }
    }

    /// `tripId` and `trip_id`, but not `paid`.
    private static func isReference(_ field: Field) -> Bool {
        let last = field.name.nameWords.last?.lowercased()
        return last == "id" || last == "uuid"
    }
}

extension Field {
    /// Whether people call a thing by it that has no name: an order's number, a booking's reference, an account's address.
    fileprivate var isCallNumber: Bool {
        guard !isInner, let last = name.nameWords.last?.lowercased() else { return false }
        return ["reference", "number", "code", "slug", "sku", "email", "symbol", "isbn", "iban"].contains(last)
    }
}

extension Column {
    /// Whether it shows a key of the row or of another: what is worth the least of the room that is left over.
    public var isKey: Bool {
        let role = ColumnRole(field)
        return role == .identity || role == .reference
    }

    /// Whether it shows what the row, or an object in it, is called: what a person looks for.
    public var isName: Bool {
        let role = ColumnRole(field)
        return role == .name || role == .memberName
    }
}

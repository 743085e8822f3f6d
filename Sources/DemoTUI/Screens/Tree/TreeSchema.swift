import AppCore
import JSONText

/// What the document says of a value, by place: how its members are called, shown and ordered.
struct TreeSchema: Sendable {
    /// The fields in the document's order; those of objects in the value stand under longer pointers.
    let fields: [Field]
    /// Where the members begin: below the object that all of them stand in, where there is one for the transport alone.
    let base: JSONPointer
    private var index: [JSONPointer: Int] = [:]
    /// The declared members of each object, in order.
    private var members: [JSONPointer: [String]] = [:]
    /// Where something stands in every form the value may have.
    private var expected: Set<JSONPointer> = []

    init(_ fields: [Field]) {
        self.fields = fields
        for (place, field) in fields.enumerated() where index[field.pointer] == nil {
            index[field.pointer] = place
            var parent = JSONPointer.root
            for token in field.pointer.tokens {
                if members[parent]?.contains(token) != true { members[parent, default: []].append(token) }
                parent = parent.appending(token)
                if !field.isOfSomeForms { expected.insert(parent) }
            }
        }
        // An object that its fields' titles do not name only wraps them.
        let first = fields.first?.pointer.tokens ?? []
        let isWrapped =
            first.count > 1 && fields.allSatisfy { $0.pointer.tokens.first == first[0] }
            && fields.contains { !$0.title.contains(": ") && $0.pointer.tokens.count == 2 }
        base = isWrapped ? JSONPointer(tokens: [first[0]]) : .root
    }

    /// The field at a place.
    func field(at pointer: JSONPointer) -> Int? { index[pointer] }

    /// The lines of what is in a value: the declared members in order, then the others as they came. One line names the
    /// declared ones that are not there, but for those of forms it may not have.
    ///
    /// - Parameter field: the field the value is shown by: it may have names for the entries of a list.
    func lines(in value: JSONValue, at pointer: JSONPointer?, depth: Int, of field: Int? = nil) -> [TreeLine] {
        switch value {
        case .array(let items):
            let named = field.flatMap { fields[$0].choiceNames.isEmpty ? nil : $0 }
            return items.enumerated().map {
                TreeLine(name: .entry($0), depth: depth, value: $1, field: named)
            }
        case .object(let object): return lines(in: object, at: pointer, depth: depth)
        default: return []
        }
    }

    private func lines(in object: JSONObject, at pointer: JSONPointer?, depth: Int) -> [TreeLine] {
        var lines: [TreeLine] = []
        var missing: [JSONValue] = []
        let declared = pointer.flatMap { members[$0] } ?? []
        var last: [String: Int] = [:]
        if !declared.isEmpty { for (place, member) in object.members.enumerated() { last[member.key] = place } }
        var isShown = Set<Int>()
        for key in declared {
            let place = pointer?.appending(key)
            let field = place.flatMap { index[$0] }
            if let found = last[key] {
                isShown.insert(found)
                lines.append(line(object.members[found], field, place, depth, in: object))
            } else if place.map(expected.contains) ?? true, field.map({ fields[$0].kind != .secret }) ?? true {
                missing.append(.string(field.map { title(of: $0, depth: depth) } ?? Self.title(of: key)))
            }
        }
        for (place, member) in object.members.enumerated() where !isShown.contains(place) {
            let child = last[member.key].flatMap { _ in pointer?.appending(member.key) }
            lines.append(line(member, child.flatMap { index[$0] }, child, depth, in: object))
        }
        if !missing.isEmpty {
            lines.append(TreeLine(name: .missing, depth: depth, value: .array(missing)))
        }
        return lines
    }

    private func line(
        _ member: JSONObject.Member, _ field: Int?, _ pointer: JSONPointer?, _ depth: Int, in object: JSONObject
    ) -> TreeLine {
        var line = TreeLine(
            name: .member(member.key), depth: depth, value: member.value, field: field,
            pointer: pointer.flatMap { members[$0] == nil ? nil : $0 })
        if case .number = member.value { line.members = object }
        if line.isContainer {
            // Nothing of what must not be shown can be opened.
            line.isContainer = (field.map { fields[$0].kind } ?? Field(member).kind) != .secret
        }
        return line
    }

    /// A field's title, without those of the objects it stands in.
    func title(of field: Int, depth: Int) -> String {
        let title = fields[field].title
        return depth == 0 ? title : title.split(separator: ": ").last.map(String.init) ?? title
    }

    /// The title of a member that is no field: its name in words.
    static func title(of key: String) -> String { Field(JSONObject.Member(key: key, value: .null)).title }
}

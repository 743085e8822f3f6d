import APIModel
import AppCore
import Terminal
import WireFormats

/// A value as lines that open in place: the declared members in order, then the others, repeated ones included.
struct ValueTree: Sendable {
    private(set) var lines: [TreeLine] = []
    /// Cells of the widest indented name; of long lists only the first names count.
    private(set) var nameWidth = 0
    private(set) var hasContainers = false
    /// The timestamp that days and timestamps are counted from; nil shows them as they are.
    var now: Timestamp?
    private var isText = false
    private var schema: TreeSchema
    /// The lines that the user opened or closed, by the names on their path: kept when the value is reloaded.
    private var isOpenByChoice: [[TreeLine.Name]: Bool] = [:]

    /// - Parameter hasTiles: False where tiles are never painted, so that none are looked for.
    init(fields: [Field] = [], hasTiles: Bool = true) { schema = TreeSchema(fields, hasTiles: hasTiles) }

    /// Takes other fields for the next value.
    mutating func use(_ fields: [Field]) { schema = TreeSchema(fields, hasTiles: schema.hasTiles) }

    /// Shows a value, with the same lines open as before.
    ///
    /// - Parameters:
    ///   - title: the name of a value without members.
    ///   - isText: true for the lines of a text, which have no names.
    mutating func show(_ value: JSONValue?, called title: String = "value", isText: Bool = false) {
        self.isText = isText
        lines = []
        nameWidth = 0
        hasContainers = false
        guard let value else { return }
        let base = schema.base
        let root = value[base] ?? value
        if root.arrayValue == nil, root.objectValue == nil {
            lines = [
                TreeLine(name: .member(title), depth: 0, value: root, field: schema.field(at: .root), pointer: .root)
            ]
        } else {
            var open: [TreeLine] = []
            let whole = TreeLine(
                name: .member(title), depth: -1, value: root, pointer: value[base] == nil ? .root : base)
            append(schema.lines(in: whole), under: [], to: &open)
            lines = open
        }
        measure(lines[...])
    }

    mutating func toggle(_ index: Int) {
        guard lines.indices.contains(index), lines[index].isContainer else { return }
        let line = lines[index]
        isOpenByChoice[path(of: index)] = !line.isOpen
        lines[index].isOpen.toggle()
        if line.isOpen {
            let end = lines[(index + 1)...].firstIndex { $0.depth <= line.depth } ?? lines.count
            lines.removeSubrange((index + 1)..<end)
        } else {
            var open: [TreeLine] = []
            append(schema.lines(in: line), under: path(of: index), to: &open)
            lines.insert(contentsOf: open, at: index + 1)
            measure(open[...])
        }
    }

    func parent(of index: Int) -> Int? {
        guard lines.indices.contains(index) else { return nil }
        return lines[..<index].lastIndex { $0.depth < lines[index].depth }
    }

    private func path(of index: Int) -> [TreeLine.Name] {
        var path: [TreeLine.Name] = []
        var place: Int? = index
        while let line = place {
            path.append(lines[line].name)
            place = lines[line].depth == 0 ? nil : parent(of: line)
        }
        return path.reversed()
    }

    /// The name of a value that may be a key: `customerId`, also for the `id` in `customer` and for an entry of
    /// `customerIds`. Nil for other values.
    func keyName(of line: TreeLine) -> String? {
        switch line.value {
        case .string(let text): if text.isEmpty { return nil }
        case .number: break
        default: return nil
        }
        switch line.name {
        case .member(let name): return TreeLine.keyName(name, in: line.around)
        case .entry: return line.around.flatMap { TreeLine.keyName($0, in: nil) }
        case .missing: return nil
        }
    }

    private func append(_ siblings: [TreeLine], under path: [TreeLine.Name], to open: inout [TreeLine]) {
        let mayBeOpen = path.isEmpty || isOpenByChoice.keys.contains { $0.starts(with: path) && $0.count > path.count }
        guard mayBeOpen else { return open += siblings }
        let attributes = Dialect.attributes(
            among: Set(siblings.compactMap { if case .member(let name) = $0.name { name } else { nil } }))
        for var line in siblings {
            let own = path + [line.name]
            line.isOpen =
                line.isContainer
                && (isOpenByChoice[own] ?? (path.isEmpty && isOpenAtFirst(line, attributes)))
            open.append(line)
            if line.isOpen {
                append(schema.lines(in: line), under: own, to: &open)
            }
        }
    }

    /// True for small values, for charts, and for the member with an item's own members.
    private func isOpenAtFirst(_ line: TreeLine, _ attributes: String?) -> Bool {
        if let attributes, line.name == .member(attributes) { return true }
        if line.value.arrayValue != nil { return line.chart?.bars.isEmpty == false }
        return line.isSmall && field(of: line).kind != .money
    }

    private static let widest = 80

    private mutating func measure(_ added: ArraySlice<TreeLine>) {
        for line in added.prefix(500) {
            hasContainers = hasContainers || line.isContainer
            nameWidth = max(
                nameWidth, min(Self.widest, 2 * line.depth + TextWidth.width(of: name(of: line), limit: Self.widest)))
        }
    }
}

extension ValueTree {
    func name(of line: TreeLine) -> String {
        switch line.name {
        case .missing: return "Absent"
        case .entry(let index): return isText ? "" : line.bar?.label ?? String(index + 1)
        case .member(let key):
            return line.field.map { schema.title(of: $0, depth: line.depth) } ?? TreeSchema.title(of: key)
        }
    }

    func field(of line: TreeLine) -> Field { schema.field(of: line) }

    func text(of line: TreeLine) -> String {
        if line.name == .missing {
            return (line.value.arrayValue ?? []).compactMap(\.stringValue).joined(separator: ", ")
        }
        if let bar = line.bar { return bar.texts.joined(separator: "  ") }
        if line.isOpen {
            switch line.value {
            case .array(let items): return items.count == 1 ? "1 entry" : "\(TextLayout.grouped(items.count)) entries"
            default: return field(of: line).kind == .money ? field(of: line).display(line.value) : ""
            }
        }
        var text = field(of: line).display(line.value, beside: line.members)
        if now != nil, field(of: line).isTime {
            let distance = field(of: line).display(line.value, from: now)
            if distance != text { text += ", " + distance }
        }
        return line.chart.map { $0.line.isEmpty ? text : "\($0.line)  \(text)" } ?? text
    }
}

extension ValueTree {
    /// The value in full, to read: its text as the line shows it, and the reply's own if that differs.
    func fullText(of line: TreeLine) -> String {
        let field = field(of: line)
        switch line.value {
        case .string(let text) where field.kind != .secret && !text.isEmpty:
            let shown = field.display(line.value)
            return shown == text ? text : "\(shown)\n\n\(text)"
        case .number(let number) where field.kind != .secret:
            let shown = text(of: line)
            return shown == number.text ? shown : "\(shown)\n\n\(number.text)"
        default: return text(of: line)
        }
    }

    /// The document's words about a line.
    func help(of line: TreeLine) -> String? { line.name == .missing ? nil : field(of: line).help }

    /// The first lines of a value as JSON, without its secrets. The rest is not looked at.
    func json(of value: JSONValue, lines: Int) -> [TextLine] {
        var left = lines
        let text = beginning(of: value, at: .root, lines: &left).text(.pretty)
        return VisibleText.paragraphs(of: text).map { TextLine(String($0), isJSON: true) }
    }

    /// The part of a value that has its first lines as JSON; the most characters of a text are those in sight.
    private func beginning(of value: JSONValue, at pointer: JSONPointer?, lines left: inout Int) -> JSONValue {
        left -= 1
        switch value {
        case .object where left < 1, .array where left < 1: return "…"
        case .object(let object):
            var members: [JSONObject.Member] = []
            for member in object.members where left > 0 {
                let place = pointer?.appending(member.key)
                let field = place.flatMap(schema.field).map { schema.fields[$0] } ?? Field(member)
                let shown = field.kind == .secret ? .string(field.display(member.value)) : member.value
                members.append(.init(key: member.key, value: beginning(of: shown, at: place, lines: &left)))
            }
            return .object(JSONObject(members))
        case .array(let items):
            var shown: [JSONValue] = []
            for item in items where left > 0 { shown.append(beginning(of: item, at: nil, lines: &left)) }
            return .array(shown)
        case .string(let text) where text.utf8.count > 300: return .string(text.prefix(300) + "…")
        default: return value
        }
    }

    /// The value to copy, as in the reply; nil if it is hidden.
    func copyText(of line: TreeLine) -> String? {
        guard line.name != .missing, field(of: line).kind != .secret else { return nil }
        return line.isContainer ? line.value.text(.pretty) : line.value.plainText
    }
}

extension TreeLine {
    /// An object of a few scalars, which is more useful when it is open.
    fileprivate var isSmall: Bool {
        guard case .object(let object) = value, object.count <= 6 else { return false }
        return object.members.allSatisfy { $0.value.arrayValue == nil && $0.value.objectValue == nil }
    }
}

/// A line of a value that is shown as a tree. Its texts are made when it is painted, so that a list of 100,000 entries
/// opens without them.
struct TreeLine: Sendable {
    enum Name: Hashable, Sendable {
        case member(String)
        case entry(Int)
        /// The declared members that the reply lacks.
        case missing
    }

    let name: Name
    /// 0 for the value's own members.
    let depth: Int
    let value: JSONValue
    /// Nil if the document does not describe the line.
    let field: Int?
    /// Nil below values that the document does not describe.
    let pointer: JSONPointer?
    /// The name of the member around it; of a list, that of one entry.
    var around: String?
    /// The object of a number: it may hold the currency.
    var members: JSONObject?
    /// The picture of a list.
    var chart: Chart?
    /// The bar of an entry of a chart.
    var bar: Chart.Bar?
    /// True for a number beside others of its object.
    var isTile = false
    var isContainer: Bool
    var isOpen = false

    init(name: Name, depth: Int, value: JSONValue, field: Int? = nil, pointer: JSONPointer? = nil) {
        self.name = name
        self.depth = depth
        self.value = value
        self.field = field
        self.pointer = pointer
        isContainer =
            switch value {
            case .array(let items): !items.isEmpty && name != .missing
            case .object(let object): !object.isEmpty
            default: false
            }
    }

    /// The name of a member as that of a key: `id` in `customer` is `customer_id`, and nothing alone.
    fileprivate static func keyName(_ name: String, in around: String?) -> String? {
        NameClass.identity.has(name.lowercased()) ? around.map { "\($0)_\(name)" } : name
    }

    /// The name around the lines in this one.
    var nameAroundMembers: String? {
        guard depth >= 0, case .member(let name) = name else { return around }
        guard value.arrayValue != nil else { return name }
        let one = HumanName.singular(name)
        return Self.keyName(one, in: around) ?? one
    }
}

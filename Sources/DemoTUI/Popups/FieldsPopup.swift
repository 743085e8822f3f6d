import APIDocument
import APIModel
import AppCore
import Foundation
import Terminal
import WireFormats

/// A few fields over a screen: its filters, or the parameters it needs. Returns texts by field name.
struct FieldsPopup: FieldPanel {
    enum Purpose: Sendable {
        /// Filters; empty ones are dropped. The panel gets ``PanelEvent/filtered(_:)``. The first line finds text in what
        /// is loaded, `found` before; the panel gets ``PanelEvent/searched(_:)``.
        case filters(found: String)
        /// Parameters; the panel gets ``PanelEvent/answered(_:)``.
        case parameters
        /// Parameters of a deletion that was confirmed; the panel gets ``PanelEvent/deleteConfirmed(_:_:)``.
        case deletion(RowMark?)
        case signIn(Authentication)
    }

    var id: PanelID = 0
    private let title: String
    private let purpose: Purpose
    private let panel: PanelID
    private let before: [String: String]
    /// The fields are its parameters.
    var tree: FormTree
    var input = TextInput()
    /// Fields with offered texts: the first typed letter replaces the text.
    private var offered: Set<FormNode.ID> = []
    private(set) var lists: [String: ValueList] = [:]
    var none: String {
        if case .filters = purpose { return "any" }
        return "(none)"
    }
    private var focus = 0 { didSet { takeInput() } }
    var complaint: String?

    init(
        title: String, fields: [Field], values: [String: String] = [:], lists: [ValueList?] = [], purpose: Purpose,
        panel: PanelID
    ) {
        for (field, list) in zip(fields, lists) { self.lists[field.name] = list }
        self.title = title
        self.purpose = purpose
        self.panel = panel
        before = values
        if case .filters(let found) = purpose {
            let texts = values.merging([Self.finding.name: found]) { $1 }
            tree = FormTree(nil, parameters: [Self.finding] + fields, texts: texts)
            // The API's own search finds more than the loaded rows.
            focus = self.fields.firstIndex { Self.isSearch(tree[$0].field) } ?? 0
        } else {
            tree = FormTree(nil, parameters: fields, texts: values)
            offered = Set(self.fields.filter { !tree.text(of: $0).isEmpty })
            // The field that is most likely to be typed in.
            focus = self.fields.firstIndex { !isChoice($0) } ?? 0
        }
        takeInput()
    }

    /// The form of filters that follows a line, with the line's text; the first other filter has the focus.
    func continuing(_ text: String) -> FieldsPopup {
        var form = self
        form.tree.setText(text, of: fields[focus])
        form.focus = fields.indices.first { $0 > 0 && $0 != focus } ?? 0
        return form
    }

    /// True for the filter that is the API's own search.
    static func isSearch(_ filter: Field) -> Bool { filter.kind == .text && NameClass.search.has(filter.name) }

    private static let finding = Field(pointer: .root, name: "", title: "Find in loaded rows")

    private var fields: [FormNode.ID] { tree.inputsOfParameters }
    var focusedNode: FormNode? { fields.indices.contains(focus) ? tree[fields[focus]] : nil }
    private var isOnChoice: Bool { focusedNode.map { isChoice($0.id) } ?? false }
    private func isChoice(_ field: FormNode.ID) -> Bool {
        if case .text = tree[field].content { false } else { true }
    }

    var clickAction: Action? { isOnChoice ? .open : nil }
    /// Letters are text on a choice, too, so that nothing typed here can switch or quit.
    var isTyping: Bool { true }
    func heading(in world: World) -> Heading { Heading(title: title) }
    func popupSize(in world: World) -> Size { Size(columns: 76, rows: fields.count + 5) }

    func hint(for action: Action) -> String? {
        guard action == .submit || action == .open else { return nil }
        if case .signIn = purpose { return "sign in" }
        return action == .open && (isOnChoice || listInFocus != nil) ? "choose" : "apply"
    }

    func availability(of action: Action, in world: World) -> Availability {
        [.open, .submit, .nextPane, .previousPane, .up, .down].contains(action) ? .enabled : .absent
    }

    /// A single question begins with its list, unless that asks first; Esc returns to typing.
    mutating func open(in world: World) -> [Effect] {
        guard fields.count == 1, !isOnChoice, let node = focusedNode, let list = listOfField, !list.isSearch else {
            return []
        }
        return [.present(RowPicker(list, for: node, of: id))]
    }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        switch action {
        case .open: return picker.map { [.present($0)] } ?? accept(movesOn: true)
        case .submit: return accept()
        default: focus = action.focus(from: focus, of: fields.count)
        }
        return []
    }

    mutating func type(_ key: Key, in world: World) -> [Effect] {
        guard let node = focusedNode else { return [] }
        switch key {
        case .character: clearOffer()
        case .backspace where offered.contains(node.id) && !isOnChoice:
            clearOffer()
            return picker.map { [.present($0)] } ?? []
        default: offered.remove(node.id)
        }
        if fill(by: key) { complaint = nil }
        return []
    }

    mutating func paste(_ text: String, in world: World) -> [Effect] {
        clearOffer()
        // Copied text often ends with a line end.
        return fill(pasting: text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    private mutating func clearOffer() {
        guard let node = focusedNode, offered.remove(node.id) != nil else { return }
        tree.setText("", of: node.id)
        takeInput()
    }

    mutating func receive(_ event: PanelEvent, in world: World) -> [Effect] {
        guard fill(by: event) != nil, case .typed(let field, _) = event else { return [] }
        // A value from a list is replaced by typing.
        offered.insert(field)
        return fields.count == 1 ? accept() : []
    }

    mutating func note(change field: FormNode.ID) {
        offered.remove(field)
        complaint = nil
    }

    /// - Parameter movesOn: true if a later field that is still empty gets the focus without a complaint.
    private mutating func accept(movesOn: Bool = false) -> [Effect] {
        for (index, field) in fields.enumerated() {
            guard let fault = tree.fault(of: field) else { continue }
            complaint = movesOn && index > focus && tree.text(of: field).isEmpty ? nil : fault
            focus = index
            return []
        }
        var values = tree.parameterTexts
        // An empty parameter removes its earlier value.
        let answers = values.merging(fields.map { (tree[$0].field.name, "") }) { text, _ in text }
        switch purpose {
        case .filters(let found):
            let text = values.removeValue(forKey: Self.finding.name) ?? ""
            let searched = text == found ? [] : [Effect.tell(panel, .searched(text))]
            // Rows are not loaded again for a search alone.
            return [.close] + (values == before && !searched.isEmpty ? [] : [.tell(panel, .filtered(values))])
                + searched
        case .parameters: return [.close, .tell(panel, .answered(answers))]
        case .deletion(let mark): return [.close, .tell(panel, .deleteConfirmed(mark, answers))]
        case .signIn(let way): return signIn(way, fields.map { tree.text(of: $0) })
        }
    }

    /// The fields that are visible above the words.
    private func visible(in area: Size) -> Range<Int> {
        let height = max(1, area.rows - words(width: area.columns, height: area.rows).count)
        let top = max(0, min(focus - height / 2, fields.count - height))
        return top..<min(top + height, fields.count)
    }

    func extent(in area: Size, world: World) -> Extent? {
        let visible = visible(in: area)
        guard visible.count < fields.count else { return nil }
        return Extent(
            first: visible.lowerBound, shown: visible.count, count: fields.count,
            text: "field \(focus + 1) of \(fields.count)")
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        let words = words(width: area.width, height: area.height)
        let longest = fields.map { TextWidth.width(of: label(of: tree[$0].field)) }.max() ?? 0
        let labelWidth = min(area.width / 2, longest + 2)
        for (offset, index) in visible(in: area.size).enumerated() {
            let (node, y) = (tree[fields[index]], area.y + offset)
            canvas.write(
                label(of: node.field), at: Point(x: area.x, y: y), width: labelWidth - 1,
                style: index == focus ? .strong : .dim)
            canvas.aim(.line(index, isSelected: index == focus), area.row(y))
            let width = area.width - labelWidth
            let box = Rect(x: area.x + labelWidth, y: y, width: width, height: 1)
            draw(node, on: &canvas, in: box, isActive: index == focus)
            let shown = tree.text(of: node.id)
            guard let name = world.parameters.name(shown, of: node.field.name) else { continue }
            let room = max(0, width - TextWidth.width(of: shown) - 3)
            canvas.write(name, at: Point(x: box.maxX - room, y: y), width: room, style: .dim, align: .trailing)
        }
        for (offset, line) in words.enumerated() where area.height > 1 {
            canvas.write(
                line, at: Point(x: area.x, y: area.maxY - words.count + offset), width: area.width,
                style: complaint == nil ? .dim : .error)
        }
    }

    /// The title, with a mark for one of several parameters that is required.
    private func label(of field: Field) -> String {
        guard case .parameters = purpose, fields.count > 1, field.isRequired else { return field.title }
        return field.title + " *"
    }

    /// The lines below the fields: the keys or facts, or the full complaint if there is room.
    private func words(width: Int, height: Int) -> [String] {
        if let complaint {
            return Array(TextLayout.wrapped(complaint, width: max(8, width)).prefix(max(1, height / 2)))
        }
        if case .signIn(let way) = purpose { return ["Kept in memory until the program ends.", way.destination] }
        let isEmpty = focusedNode?.content == .text("")
        let keys =
            focusedNode.map { offered.contains($0.id) } == true && !isOnChoice
            ? "\(keyWhileTyping: .open) accepts, "
                + (listOfField.map { "empty it to choose from \($0.screen.title)" } ?? "type to replace")
            : listInFocus.map { list in
                isEmpty
                    ? "\(keyWhileTyping: .open) chooses from \(list.screen.title), or type it"
                    : "\(keyWhileTyping: .open) finds it in \(list.screen.title)"
            }
                ?? (isOnChoice
                    ? "\(keyWhileTyping: .open) chooses, \(keyWhileTyping: .submit) applies, \(keyWhileTyping: .back) cancels"
                    : "\(keyWhileTyping: .open) applies, "
                        + (fields.count > 1 ? "\(keyWhileTyping: .nextPane) next field, " : "")
                        + "\(keyWhileTyping: .back) cancels")
        return [keys]
    }

    private func draw(_ node: FormNode, on canvas: inout Canvas, in box: Rect, isActive: Bool) {
        let text = tree.text(of: node.id)
        if isChoice(node.id) {
            let style: Style = isActive ? .fieldActive : .field
            canvas.fill(box, style: style)
            canvas.write(choiceText(text, of: node), at: box.origin, width: box.width, style: style)
        } else {
            canvas.field(
                isActive ? input : TextInput(text), in: box, isActive: isActive,
                mask: node.field.kind == .secret ? "*" : nil)
        }
    }
}

extension FieldsPopup {
    static func deletion(_ fields: [Field], of mark: RowMark?, panel: PanelID) -> FieldsPopup {
        FieldsPopup(title: "Before it is deleted", fields: fields, purpose: .deletion(mark), panel: panel)
    }

    /// - Parameters:
    ///   - isSearch: true if the values are what a list is searched with.
    ///   - isKey: True if the values identify the item.
    static func asking(
        _ fields: [Field], title: String, values: [String: String] = [:], lists: [ValueList?] = [],
        isSearch: Bool = false, isKey: Bool = false, panel: PanelID
    ) -> FieldsPopup {
        let only = fields.count == 1 && fields[0].isRequired ? fields[0].title : "parameters"
        let words = isSearch ? "search" : isKey ? "which one?" : only
        return FieldsPopup(
            title: isSearch && NameClass.search.has(title) ? title : "\(title): \(words)", fields: fields,
            values: values, lists: lists, purpose: .parameters, panel: panel)
    }
}

extension FieldsPopup {
    /// Asks for the credentials of live calls. Passwords, tokens and keys are not echoed; typed values are kept in memory
    /// only.
    static func signIn(_ way: Authentication) -> FieldsPopup {
        let fields = Secrets.variables(for: way.scheme).map {
            Field(pointer: .root, title: $0.question, kind: $0.isHidden ? .secret : .text, isRequired: true)
        }
        let title = "Sign in\(way.document.map { " to \($0)" } ?? ""): \(way.title)"
        return FieldsPopup(title: title, fields: fields, purpose: .signIn(way), panel: 0)
    }

    /// The popup for the document of a screen: the scheme to type for, or first a choice among several. Those of the
    /// screen's operations come first.
    static func signIn(_ ways: [Authentication], for screen: Screen?) -> any Panel {
        let typed = ways.filter { $0.document == screen?.document && !Secrets.variables(for: $0.scheme).isEmpty }
        let fitting = typed.filter { !$0.operations.isDisjoint(with: screen?.operations ?? []) }
        let ways = fitting + typed.filter { !fitting.contains($0) }
        if ways.count > 1 { return PickPopup.signIn(ways) }
        var undescribed = Authentication(name: SecurityRules.undescribed, scheme: .bearer)
        undescribed.document = screen?.document
        return signIn(ways.first ?? undescribed)
    }

    /// Signs in with the typed texts.
    mutating func signIn(_ way: Authentication, _ texts: [String]) -> [Effect] {
        let typed = Dictionary(zip(Secrets.variables(for: way.scheme), texts)) { $1 }
        guard let credentials = Secrets.none.adding(typed).credentials(for: way) else { return [.close] }
        // A line break would end the header.
        guard credentials.isSendable else {
            complaint = "There is a character in it that cannot be sent."
            return []
        }
        return [.close, .signIn(way, credentials)]
    }
}

extension Authentication {
    var title: String {
        switch scheme {
        case .oauth2Password: "User name and password"
        case .oauth2ClientCredentials: "Client id and secret"
        case .basic: "User name and password (basic)"
        case .bearer, .openIDConnect, .http, .other: "Token"
        case .apiKey(let name, _): "API key (\(name))"
        }
    }

    var destination: String {
        exchange.login.map { "Sent to \($0.url), which issues the token." } ?? "Sent to the API's own server only."
    }
}

extension Credentials {
    fileprivate var isSendable: Bool {
        let texts: [String] =
            switch self {
            case .bearer(let token): [token]
            case .apiKey(let key, _, _): [key]
            case .basic, .password, .client: []
            }
        return texts.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } }
    }
}

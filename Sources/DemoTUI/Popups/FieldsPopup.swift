import APIModel
import AppCore
import Foundation
import Terminal
import WireFormats

/// A few fields over a screen: its filters, or the parameters it needs. Returns texts by field name.
struct FieldsPopup: Panel {
    enum Purpose: Sendable {
        /// Filters; empty ones are dropped. The panel gets ``PanelEvent/filtered(_:)``. The first line finds text in what
        /// is loaded, `found` before; the panel gets ``PanelEvent/searched(_:)``.
        case filters(found: String)
        /// Parameters; the panel gets ``PanelEvent/answered(_:)``.
        case parameters
        /// Parameters of a deletion that was confirmed; the panel gets ``PanelEvent/deletionAnswered(_:_:)``.
        case deletion(RowMark?)
        case signIn(Authentication)

        var isFilters: Bool { if case .filters = self { true } else { false } }
    }

    var id: PanelID = 0
    private let title: String
    private let fields: [Field]
    private let purpose: Purpose
    private let panel: PanelID
    private let before: [String: String]
    private var inputs: [FieldInput]
    /// Fields with offered texts: the first typed letter replaces the text.
    private var offered: Set<Int> = []
    /// The lists to choose values from, by field.
    private var lists: [Int: ValueList] = [:]
    private var focus = 0
    var complaint: String?

    init(
        title: String, fields: [Field], values: [String: String] = [:], lists: [ValueList?] = [], purpose: Purpose,
        panel: PanelID
    ) {
        for (index, list) in lists.enumerated() { self.lists[index] = list }
        self.title = title
        self.purpose = purpose
        self.panel = panel
        before = values
        inputs = fields.map { field in
            FieldInput(
                field, value: values[field.name].flatMap { field.value(from: $0) },
                usesDefault: !purpose.isFilters && field.isRequired)
        }
        if case .filters(let found) = purpose {
            self.fields = [Self.finding] + fields
            inputs.insert(.text(TextInput(found)), at: 0)
            // The API's own search finds more than the loaded rows.
            focus = self.fields.firstIndex(where: Self.isSearch) ?? 0
        } else {
            self.fields = fields
            offered = Set(inputs.indices.filter { !inputs[$0].shown.isEmpty })
            // The field that is most likely to be typed in.
            focus = inputs.firstIndex(where: \.isText) ?? 0
        }
    }

    /// The form of filters behind a line, with the line's text; the first other filter has the focus.
    func continuing(_ text: String) -> FieldsPopup {
        var form = self
        form.inputs[focus] = .text(TextInput(text))
        form.focus = fields.indices.first { $0 > 0 && $0 != focus } ?? 0
        return form
    }

    /// True for the filter that is the API's own search.
    static func isSearch(_ filter: Field) -> Bool { filter.kind == .text && NameClass.search.has(filter.name) }

    private static let finding = Field(pointer: .root, name: "", title: "Find in loaded rows")

    private var isOnChoice: Bool { inputs.indices.contains(focus) && !inputs[focus].isText }

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

    /// The list for the empty field with the focus.
    private var listInFocus: ValueList? {
        inputs.indices.contains(focus) && inputs[focus].shown.isEmpty ? lists[focus] : nil
    }

    private func choose(from list: ValueList?) -> [Effect] {
        list.map { [.present(RowPicker($0, for: focus, named: fields[focus].name, of: id))] } ?? []
    }

    /// A single question begins with its list, unless that asks first; Esc leads to typing.
    mutating func open(in world: World) -> [Effect] {
        fields.count == 1 && lists[0]?.isSearch == false ? choose(from: lists[0]) : []
    }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        switch action {
        case .open where isOnChoice: return choose()
        case .open where listInFocus != nil: return choose(from: listInFocus)
        case .open: return accept(movesOn: true)
        case .submit: return accept()
        default: focus = action.focus(from: focus, of: fields.count)
        }
        return []
    }

    mutating func type(_ key: Key, in world: World) -> [Effect] {
        guard inputs.indices.contains(focus) else { return [] }
        switch key {
        case .character: clearOffer()
        case .backspace where offered.contains(focus) && inputs[focus].isText:
            clearOffer()
            return choose(from: listInFocus)
        default: offered.remove(focus)
        }
        if inputs[focus].handle(key, isRequired: fields[focus].isRequired) { complaint = nil }
        return []
    }

    mutating func receive(_ event: PanelEvent, in world: World) -> [Effect] {
        switch event {
        case .typed(let field, let text):
            guard inputs.indices.contains(field) else { return [] }
            take(.text(TextInput(text)), for: field)
            return fields.count == 1 ? accept() : []
        case .picked(let field, let choice):
            guard inputs.indices.contains(field), case .choice(let options, _) = inputs[field] else { return [] }
            take(.choice(options, selected: choice), for: field)
        case .pickedSome(let field, let choices):
            guard inputs.indices.contains(field), case .picks(let options, _) = inputs[field] else { return [] }
            take(.picks(options, chosen: choices), for: field)
        default: break
        }
        return []
    }

    private mutating func take(_ input: FieldInput, for field: Int) {
        inputs[field] = input
        offered.remove(field)
        complaint = nil
    }

    private func choose() -> [Effect] {
        let field = fields[focus]
        switch inputs[focus] {
        case .text: return []
        case .choice(let options, let selected):
            let titles = options.indices.map(field.optionTitle)
            return [.present(PickPopup.choice(field, titles, selected: selected, panel: id, at: focus))]
        case .picks(let options, let chosen):
            let titles = options.map(field.choiceTitle)
            return [.present(PicksPopup(field.title, titles, chosen: chosen, panel: id, field: focus))]
        }
    }

    mutating func paste(_ text: String, in world: World) -> [Effect] {
        clearOffer()
        guard inputs.indices.contains(focus), case .text(var input) = inputs[focus] else { return [] }
        // Copied text often ends with a line end.
        let effects = input.paste(text.trimmingCharacters(in: .whitespacesAndNewlines))
        inputs[focus] = .text(input)
        complaint = nil
        return effects
    }

    private mutating func clearOffer() {
        if offered.remove(focus) != nil, inputs[focus].isText { inputs[focus] = .text(TextInput()) }
    }

    /// - Parameter movesOn: true if a later field that is still empty gets the focus without a complaint.
    private mutating func accept(movesOn: Bool = false) -> [Effect] {
        for (index, field) in fields.enumerated() where !inputs[index].shown.isEmpty || field.isRequired {
            guard let violation = inputs[index].violation(of: field) else { continue }
            complaint = movesOn && index > focus && inputs[index].shown.isEmpty ? nil : violation
            focus = index
            return []
        }
        var values: [String: String] = [:]
        // An empty parameter removes its earlier value.
        for (index, field) in fields.enumerated()
        where !purpose.isFilters || !inputs[index].shown.isEmpty && index > 0 {
            // In the format of the request: dates may be typed in other formats.
            values[field.name] = inputs[index].value(for: field)?.stringValue ?? inputs[index].shown
        }
        switch purpose {
        case .filters(let found):
            let text = inputs[0].shown
            let searched = text == found ? [] : [Effect.tell(panel, .searched(text))]
            // Rows are not loaded again for a search alone.
            return [.close] + (values == before && !searched.isEmpty ? [] : [.tell(panel, .filtered(values))])
                + searched
        case .parameters: return [.close, .tell(panel, .answered(values))]
        case .deletion(let mark): return [.close, .tell(panel, .deletionAnswered(values, mark))]
        case .signIn(let way): return signIn(way, inputs.map(\.shown))
        }
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        let words = words(width: area.width, height: area.height)
        let height = max(1, area.height - words.count)
        let top = max(0, min(focus - height / 2, fields.count - height))
        let isScrolled = fields.count > height
        let labelWidth = min(area.width / 2, (fields.map { TextWidth.width(of: $0.title) }.max() ?? 0) + 2)
        for (offset, index) in fields.indices.dropFirst(top).prefix(height).enumerated() {
            let y = area.y + offset
            canvas.write(
                fields[index].title, at: Point(x: area.x, y: y), width: labelWidth - 1,
                style: index == focus ? .strong : .dim)
            canvas.aim(.line(index, isSelected: index == focus), area.row(y))
            let width = area.width - labelWidth - (isScrolled ? 2 : 0)
            let box = Rect(x: area.x + labelWidth, y: y, width: width, height: 1)
            draw(inputs[index], on: &canvas, in: box, index)
            guard let name = world.parameters.name(inputs[index].shown, of: fields[index].name) else { continue }
            let room = max(0, width - TextWidth.width(of: inputs[index].shown) - 3)
            canvas.write(name, at: Point(x: box.maxX - room, y: y), width: room, style: .dim, align: .trailing)
        }
        if top > 0 { canvas.write("↑", at: Point(x: area.maxX - 1, y: area.y), style: .dim) }
        if top + height < fields.count {
            canvas.write("↓", at: Point(x: area.maxX - 1, y: area.y + height - 1), style: .dim)
        }
        for (offset, line) in words.enumerated() where area.height > 1 {
            canvas.write(
                line, at: Point(x: area.x, y: area.maxY - words.count + offset), width: area.width,
                style: complaint == nil ? .dim : .error)
        }
    }

    /// The lines below the fields: the keys or facts, or the full complaint if there is room.
    private func words(width: Int, height: Int) -> [String] {
        if let complaint {
            return Array(TextLayout.wrapped(complaint, width: max(8, width)).prefix(max(1, height / 2)))
        }
        if case .signIn(let way) = purpose { return ["Kept in memory until the program ends.", way.destination] }
        let keys =
            offered.contains(focus) && !isOnChoice
            ? "\(keyWhileTyping: .open) accepts, "
                + (lists[focus].map { "empty it to choose from \($0.screen.title)" } ?? "type to replace")
            : listInFocus.map { "\(keyWhileTyping: .open) chooses from \($0.screen.title), or type it" }
                ?? (isOnChoice
                    ? "\(keyWhileTyping: .open) chooses, \(keyWhileTyping: .submit) applies, \(keyWhileTyping: .back) cancels"
                    : "\(keyWhileTyping: .open) applies, "
                        + (fields.count > 1 ? "\(keyWhileTyping: .nextPane) next field, " : "")
                        + "\(keyWhileTyping: .back) cancels")
        return [keys]
    }

    private func draw(_ input: FieldInput, on canvas: inout Canvas, in box: Rect, _ index: Int) {
        switch input {
        case .text(let input):
            canvas.field(input, in: box, isActive: index == focus, mask: fields[index].kind == .secret ? "*" : nil)
        case .choice, .picks:
            let style: Style = index == focus ? .fieldActive : .field
            canvas.fill(box, style: style)
            canvas.write(
                "< \(input.shown.isEmpty ? "any" : input.shown) >", at: box.origin, width: box.width, style: style)
        }
    }
}

extension FieldsPopup {
    static func deletion(_ fields: [Field], of mark: RowMark?, panel: PanelID) -> FieldsPopup {
        FieldsPopup(title: "Before it is deleted", fields: fields, purpose: .deletion(mark), panel: panel)
    }

    /// - Parameter isSearch: true if the values are what a list is searched with.
    static func asking(
        _ fields: [Field], title: String, values: [String: String] = [:], lists: [ValueList?] = [],
        isSearch: Bool = false, panel: PanelID
    ) -> FieldsPopup {
        let words = isSearch ? "search" : fields.contains(where: \.isRequired) ? "which one?" : "what it can take"
        return FieldsPopup(
            title: isSearch && NameClass.search.has(title) ? title : "\(title): \(words)", fields: fields,
            values: values, lists: lists, purpose: .parameters, panel: panel)
    }
}

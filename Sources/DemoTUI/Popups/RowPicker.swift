import APIModel
import AppCore
import Foundation
import Terminal
import WireFormats

extension World {
    /// The list to choose the value of a screen's field from. Nil if none opens without another row. Nil in another mode,
    /// too: its ids would be unknown there.
    func list(for field: Field, of id: String) -> ValueList? {
        guard let screen = catalog[id],
            var found = rowList(
                for: field.name, of: screen.load ?? screen.create?.request ?? screen.update?.request,
                from: screen.parent)
                ?? catalog.list(
                    for: field.name, described: field.help, besides: screen.kind == .item ? [id, screen.parent] : [id]),
            demo.mode(of: found.screen.id) == demo.mode(of: id)
        else { return nil }
        guard let needed = found.screen.openedDirectly.load?.questions(in: known(Place(), of: found.screen)) else {
            return nil
        }
        let searched = Set(found.screen.searchFields.map(\.name))
        found.isSearch = !needed.isEmpty
        return needed.allSatisfy { searched.contains($0.name) } ? found : nil
    }

    /// The list that fills a parameter of a request, which belongs to a screen that opens from another.
    private func rowList(for name: String, of request: Request?, from opener: String?) -> ValueList? {
        guard let bound = request?.parameters.first(where: { $0.name == name }),
            let opener = opener.flatMap({ catalog[$0] })
        else { return nil }
        switch bound.source {
        case .row(let pointer) where opener.showsRows: return ValueList(screen: opener, pointer: pointer)
        case .inherited(let outer): return rowList(for: outer, of: opener.load, from: opener.parent)
        default: return nil
        }
    }

    /// The screen of the object that a key refers to, and its place. Nil if the screen needs more than the key, or is in
    /// another mode, where the key would be unknown.
    ///
    /// - Parameters:
    ///   - name: the name of the key, such as `customerId`.
    ///   - help: its description.
    ///   - id: the screen that shows the key.
    func object(of key: JSONValue, named name: String, described help: String?, on id: String) -> (Screen, Place)? {
        guard let list = catalog.list(for: name, described: help),
            let screen = list.screen.rowScreen.flatMap({ catalog[$0] }), let load = screen.load,
            demo.mode(of: screen.id) == demo.mode(of: id)
        else { return nil }
        let place = Place(row: JSONValue.null.setting(key, at: list.pointer))
        let values = load.values(in: known(place, of: screen))
        return load.parameters.allSatisfy { !$0.isRequired || values[$0.name] != nil } ? (screen, place) : nil
    }

    /// The screens of the sidebar that open from a list's row with its key. None in another mode, where the key would be
    /// unknown.
    func takers(ofRowsOf id: String) -> [RowTaker] {
        catalog.takers(ofRowsOf: id).filter { demo.mode(of: $0.screen.id) == demo.mode(of: id) }
    }
}

extension RowTaker {
    /// The screen that opens from a row: the whole one, or its form alone.
    var opened: Screen {
        guard let form = member?.form, screen.kind != .form else { return screen }
        var own = Screen(id: screen.id, title: form.title, kind: .form)
        own.create = form
        own.operations = [form.request.operation]
        return own
    }

    func panel(for row: JSONValue) -> any Panel {
        guard let member else { return ScreenPanels.panel(for: screen, at: Place(row: row)) }
        let texts = row[pointer].map { [member.name: $0.plainText] } ?? [:]
        return FormScreen(screen: opened, form: member.form, place: Place(), purpose: .standalone, texts: texts)
    }
}

/// A list over a question or a form: letters find rows, Enter takes a value of the selected one.
struct RowPicker: Panel {
    var id: PanelID = 0 { didSet { list.id = id } }
    private var list: CollectionScreen
    private let pointer: JSONPointer
    private let panel: PanelID
    private let field: Int
    private let parameter: String

    /// - Parameters:
    ///   - panel: The panel that gets ``PanelEvent/typed(field:_:)``.
    ///   - text: The text to find in the first rows; empty shows all.
    init(_ values: ValueList, for node: FormNode, of panel: PanelID, finding text: String = "") {
        list = CollectionScreen(screen: values.screen.openedDirectly, place: Place())
        list.search = text
        (pointer, self.panel, field, parameter) = (values.pointer, panel, node.id, node.field.name)
    }

    var isSpinning: Bool { list.isSpinning }
    var screenID: String? { list.screenID }
    var asking: Request? { list.asking }
    /// Letters must not switch or quit behind the list.
    var isTyping: Bool { true }
    func popupSize(in world: World) -> Size { Size(columns: 90, rows: 20) }

    func heading(in world: World) -> Heading {
        var heading = list.heading(in: world)
        heading.title = "Choose from \(heading.title)"
        return heading
    }

    func hint(for action: Action) -> String? {
        action == .open && list.selectedIndex != nil ? "choose" : list.hint(for: action)
    }

    func extent(in area: Size, world: World) -> Extent? { list.extent(in: area, world: inside(world)) }

    func availability(of action: Action, in world: World) -> Availability {
        switch action {
        case .open where list.list.load.failure != nil: .enabled
        case .open where list.selectedRow == nil && list.askable == nil:
            list.search.isEmpty ? .absent : .disabled("No row has \"\(list.search)\".")
        case .open, .up, .down, .pageUp, .pageDown, .first, .last, .back: list.availability(of: action, in: world)
        default: .absent
        }
    }

    mutating func open(in world: World) -> [Effect] { list.open(in: inside(world)) }

    mutating func type(_ key: Key, in world: World) -> [Effect] {
        switch key {
        case .character(let letter): find(list.search + String(letter), in: world)
        case .backspace: find(String(list.search.dropLast()), in: world)
        default: []
        }
    }

    mutating func paste(_ text: String, in world: World) -> [Effect] {
        find(list.search + text.trimmingCharacters(in: .whitespacesAndNewlines), in: world)
    }

    private mutating func find(_ text: String, in world: World) -> [Effect] {
        list.receive(.searched(text), in: inside(world))
    }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        if action == .open, let failure = list.list.load.failure {
            if case .missing = failure {} else { return list.perform(.reload, in: inside(world)) }
        }
        guard action == .open, let row = list.selectedRow else { return list.perform(action, in: inside(world)) }
        guard let value = row[pointer], value.objectValue == nil, value.arrayValue == nil, !value.isNull else {
            return []
        }
        let text = value.plainText
        let name = list.screen.name(of: row).map { [Effect.name(text, of: parameter, as: $0)] } ?? []
        return name + [.close, .tell(panel, .typed(field: field, text))]
    }

    mutating func receive(_ event: PanelEvent, in world: World) -> [Effect] {
        var effects = list.receive(event, in: inside(world))
        if case .stale = event { effects += list.open(in: inside(world)) }
        guard case .loaded = event, case .missing(let fields)? = list.list.load.failure else { return effects }
        return effects + [.ask(id, fields)]
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        list.draw(on: &canvas, in: area, isFocused: isFocused, world: inside(world))
    }

    private func inside(_ world: World) -> World {
        var world = world
        world.area = Size(columns: 86, rows: 18)
        return world
    }
}

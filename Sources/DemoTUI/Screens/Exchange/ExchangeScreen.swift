import Terminal

/// One exchange in full: the decision and its reason, request, status, headers, body, timing, and which stub answered -
/// or, where none did, which ones came close.
struct ExchangeScreen: OverlayPanel {
    var id: PanelID = 0
    let exchange: ExchangeNumber
    /// The screen the request belongs to, where the journal knows one.
    let screenID: String?
    private var title = "Exchange"
    private var viewer = LineViewer()
    /// Whether bodies are shown as they were sent, not laid out.
    private var isAsSent = false

    init(exchange: ExchangeNumber, screen: String? = nil) {
        self.exchange = exchange
        screenID = screen
    }

    func heading(in world: World) -> Heading { Heading(title: title) }

    func availability(of action: Action, in world: World) -> Availability {
        switch action {
        case .copy, .editStub, .reload, .asSent: .enabled
        default: viewer.availability(of: action) ?? .absent
        }
    }

    mutating func open(in world: World) -> [Effect] {
        [.fetchExchange(id, exchange, BodyLines.Layout(isAsSent: isAsSent, width: world.area.columns - 2))]
    }

    func hint(for action: Action) -> String? { action == .asSent && isAsSent ? "laid out" : nil }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        if let effects = viewer.perform(action, page: world.area.rows, in: id) { return effects }
        switch action {
        case .reload: return open(in: world)
        case .asSent:
            isAsSent.toggle()
            return open(in: world)
        case .copy:
            return [.present(CopyPopup(value: viewer.selectedText, exchange: exchange))]
        case .editStub: return [.editStub(exchange)]
        default: return []
        }
    }

    mutating func receive(_ event: PanelEvent, in world: World) -> [Effect] {
        switch event {
        case .exchange(let detail?):
            title = detail.title
            // What was decided is a sentence with paths; request and reply stay line by line as they are.
            let sentences = detail.lines.prefix { $0.style != .heading }
            viewer.lines = sentences.flatMap { $0.wrapped(in: world.area) } + detail.lines.dropFirst(sentences.count)
        case .exchange(nil):
            viewer.lines = [TextLine("The journal no longer keeps this exchange.", .dim)]
        case .searched(let text): return viewer.find(text)
        default: break
        }
        return []
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        viewer.draw(on: &canvas, in: area, isFocused: isFocused)
    }
}

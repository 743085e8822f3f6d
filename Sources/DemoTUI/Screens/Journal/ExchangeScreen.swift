import Terminal

/// An exchange in full, in three tabs: its reply, its request, and the reason for the reply.
struct ExchangeScreen: ReaderScreen {
    var id: PanelID = 0
    let exchange: ExchangeNumber
    let screenID: String?
    let operationID: String?
    var viewer = LineViewer()
    private(set) var tab: ExchangeDetail.Tab
    private var detail: ExchangeDetail?
    /// True if bodies are shown unchanged, not laid out.
    private var isAsSent = false

    init(
        exchange: ExchangeNumber, screen: String? = nil, operation: String? = nil, tab: ExchangeDetail.Tab = .reply
    ) {
        self.exchange = exchange
        self.tab = tab
        (screenID, operationID) = (screen, operation)
    }

    var headRows: Int { ExchangeDetail.Tab.height }

    func heading(in world: World) -> Heading { Heading(title: detail?.title ?? "Exchange", tag: detail?.tag) }

    func ownAvailability(of action: Action) -> Availability? {
        switch action {
        case .breakpoint where detail.map { $0.breakpoint == nil } == true: .disabled(HoldStatus.noBreakpoint)
        case .breakpoint: detail == nil ? .disabled("The journal no longer has this request.") : .enabled
        case .copy, .editStub, .reload, .asSent, .left, .right, .nextPane, .previousPane: .enabled
        default: nil
        }
    }

    func hint(for action: Action) -> String? {
        switch action {
        case .asSent: isAsSent ? "laid out" : nil
        case .right: "next tab"
        case .breakpoint: detail?.isHeld == true ? "decide" : nil
        default: nil
        }
    }

    mutating func open(in world: World) -> [Effect] {
        [.fetchExchange(id, exchange, BodyLines.Layout(isAsSent: isAsSent, width: world.area.columns - 2))]
    }

    mutating func performOwn(_ action: Action, in world: World) -> [Effect] {
        switch action {
        case .reload: return open(in: world)
        case .asSent:
            isAsSent.toggle()
            return open(in: world)
        case .right, .nextPane: show(tab.next(1))
        case .left, .previousPane: show(tab.next(-1))
        case .copy: return [.present(PickPopup.copy(viewer.selectedText, exchange: exchange))]
        case .editStub: return [.editStub(exchange)]
        case .breakpoint: return detail.map { world.demo.holds.effects(on: exchange, $0.breakpoint) } ?? []
        default: break
        }
        return []
    }

    mutating func show(_ event: PanelEvent, in world: World) {
        switch event {
        case .exchange(let new?):
            if detail == nil, tab == .reply {
                if new.isWithoutReply { tab = .why }
                if new.isHeld { tab = .request }
            }
            detail = new
            viewer.lines = new[tab]
        case .exchange(nil): viewer.lines = [TextLine("The journal no longer has this request.", .dim)]
        default: break
        }
    }

    private mutating func show(_ tab: ExchangeDetail.Tab) {
        self.tab = tab
        viewer = LineViewer()
        viewer.lines = detail?[tab] ?? []
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        tab.draw(on: &canvas, in: area.inset(dx: 1, dy: 0))
        viewer.draw(on: &canvas, in: tab.rest(of: area), isFocused: isFocused)
    }
}

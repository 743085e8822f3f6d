import AppCore
import HTTPTypes
import Terminal
import WireFormats

/// Identifies an open panel, so that late replies find it or are dropped.
typealias PanelID = Int

/// A screen of the main area or a popup: a value that changes by actions and events, and paints itself.
protocol Panel: Sendable {
    var id: PanelID { get set }
    /// Nil for the program's own panels.
    var screenID: String? { get }
    /// The operation of the selected request.
    var operationID: String? { get }
    /// True while letters are text.
    var isTyping: Bool { get }
    var isSpinning: Bool { get }
    /// True while a load can be stopped and the panel shows that.
    var isStoppable: Bool { get }

    func heading(in world: World) -> Heading
    /// Not called for actions of the app itself.
    func availability(of action: Action, in world: World) -> Availability

    /// The content that a popup shows in full; the popup closes when the content is gone. Nil for other popups.
    var about: PanelContent? { get }

    /// True if any exchange may change the content; it is then opened again.
    var followsJournal: Bool { get }
    /// The name of unsent text, to be shown; nil if there is none.
    var unsent: String? { get }

    /// The request whose parameters are asked for here; nil if none ever is.
    var asking: Request? { get }
    /// The panel's title in the path to another one.
    func crumb(in world: World) -> String
    /// The selected row of a list, else its first one.
    var currentRow: JSONValue? { get }
    /// The index of the selected row, if the next run can restore it.
    var resumableRow: Int? { get }

    func selectedName(in world: World) -> String?
    /// The actions on the selected row or the open item.
    var selectedActions: [(action: Action, title: String)] { get }
    /// The footer's text for an action, if this panel has a better one than the default.
    func hint(for action: Action) -> String?

    /// The panel became visible: loads missing data.
    mutating func open(in world: World) -> [Effect]
    mutating func perform(_ action: Action, in world: World) -> [Effect]
    /// Selects a line by a click; `selected` is selected now.
    mutating func select(_ line: Int, from selected: Int, in world: World) -> [Effect]
    /// The effect of a click on the selected line; nil for none.
    var clickAction: Action? { get }
    mutating func type(_ key: Key, in world: World) -> [Effect]
    /// True for a key that is typed, whatever its default action.
    func takes(_ key: Key) -> Bool
    mutating func paste(_ text: String, in world: World) -> [Effect]
    mutating func receive(_ event: PanelEvent, in world: World) -> [Effect]

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World)
    /// The visible part of scrolled content; nil if nothing is scrolled.
    func extent(in area: Size, world: World) -> Extent?
    /// True if a wide window shows the selected row beside the panel.
    var hasDetail: Bool { get }
    func detail(in world: World, size: Size) -> Detail?
    /// True for a popup of one line, in the border below the main area, which stays as it is.
    var isLine: Bool { get }
    /// The preferred size of a popup.
    func popupSize(in world: World) -> Size
}

extension Panel {
    var screenID: String? { nil }
    var operationID: String? { nil }
    var isTyping: Bool { false }
    var isSpinning: Bool { false }
    var isStoppable: Bool { isSpinning }
    var about: PanelContent? { nil }
    var followsJournal: Bool { false }
    var unsent: String? { nil }
    var asking: Request? { nil }
    var currentRow: JSONValue? { nil }
    var resumableRow: Int? { nil }
    func crumb(in world: World) -> String { heading(in: world).title }
    func selectedName(in world: World) -> String? { nil }
    var selectedActions: [(action: Action, title: String)] { [] }
    func hint(for action: Action) -> String? { nil }
    var clickAction: Action? { .open }
    mutating func open(in world: World) -> [Effect] { [] }
    mutating func select(_ line: Int, from selected: Int, in world: World) -> [Effect] {
        // The same as the arrow keys, which load rows that become visible.
        (0..<abs(line - selected)).flatMap { _ in perform(line < selected ? .up : .down, in: world) }
    }
    mutating func type(_ key: Key, in world: World) -> [Effect] { [] }
    func takes(_ key: Key) -> Bool { false }
    mutating func paste(_ text: String, in world: World) -> [Effect] {
        [.note(.info("Nothing here takes text: what was pasted was left out."))]
    }
    mutating func receive(_ event: PanelEvent, in world: World) -> [Effect] { [] }
    func extent(in area: Size, world: World) -> Extent? { nil }
    var hasDetail: Bool { false }
    func detail(in world: World, size: Size) -> Detail? { nil }
    var isLine: Bool { false }
    func popupSize(in world: World) -> Size { Size(columns: 60, rows: 16) }
}

/// A panel of one of the document's screens.
protocol DocumentPanel: Panel {
    var screen: Screen { get }

    /// Adopts the screen of another version of the document; its load and content are kept as far as they are
    /// unchanged.
    /// - Returns: Nil if that version has nothing to show here.
    mutating func follow(_ screen: Screen, in world: World) -> [Effect]?
}

struct PanelContent: Hashable, Sendable {
    let panel: PanelID
    let number: Int
}

struct Heading: Hashable, Sendable {
    var title: String
    /// `● live`, `◐ demo`, `● live: no stub`; nil for the program's own panels.
    var tag: Tag?
    /// `60 of 5,000`.
    var count: String?
    var filter: String?
    var parameters: String?
    var condition: String?
    var remark: String?

    struct Tag: Hashable, Sendable {
        let text: String
        let style: Style
    }
}

struct World: Sendable {
    var catalog: ScreenCatalog
    var demo: DemoStatus
    var parameters = ParameterMemory()
    /// The size of the panel in the main area.
    var area: Size
    var window = Size(columns: 80, rows: 24)
    var spinnerFrame: Int
    var columns: [String: [JSONPointer]] = [:]
    /// The size of the pane beside the panel; nil without one.
    var detail: Size?
    var gateway: GatewayPlace?
    /// The last calls, newest first.
    var recent: [ExchangeRow] = []
    /// True while the sidebar has the focus: Enter moves it to the panel.
    var isInSidebar = false
    /// The timestamp that days and timestamps are relative to; nil shows them unchanged.
    var now: Timestamp?
}

extension World {
    /// The columns around a popup below which it takes the whole width of the window.
    static let popupMargin = 4

    /// The cells of a line in a popup that asks for this number of columns.
    func width(ofPopup columns: Int) -> Int {
        max(1, (columns + Self.popupMargin >= window.columns ? window.columns - 2 : columns) - 2)
    }
}

enum PanelEvent: Sendable {
    case loaded(RequestID, LoadReply)
    /// The next bytes of a stream, with the headers of the reply.
    case part(RequestID, HTTPFields, [UInt8])
    /// A load or send takes long enough to be mentioned.
    case slow(RequestID)
    case attempt(RequestID, number: Int)
    case sent(RequestID, Provenance, Result<UpdateOutcome, APIError>)
    /// A send needs parameters that nothing fills.
    case missing(RequestID, [Field])
    /// A form of this panel was sent and accepted by that call, for that row if it was one.
    case saved(UpdateOutcome, RowMark?, Provenance)
    /// A value was picked for the form field with this number; nil clears it.
    case picked(field: Int, choice: Int?)
    /// Any of the values of a form field with this number were picked.
    case pickedSome(field: Int, choices: [Int])
    /// A text for the form field with this number, replacing the current one.
    case typed(field: Int, String)
    case edited(EditedText)
    /// No path if it is complete, or if no file or only several begin like it: those are named.
    case completed(path: String?, among: [String])
    case filtered([String: String])
    case displayChanged
    /// A search text for the loaded rows.
    case searched(String)
    case answered([String: String])
    /// A deletion was confirmed, for the row it was asked for, with parameters that were typed for it.
    case deleteConfirmed(RowMark?, [String: String] = [:])
    case discardConfirmed
    /// The panel's data is stale, because its replies changed or another panel changed them.
    case stale
    /// A write may have changed the content, which stays until it loads again.
    case outdated
    /// The credentials of live calls changed: refused panels load again.
    case signedIn
    /// An earlier run ended at this row, which is selected once it is loaded.
    case resumed(row: Int)
    /// The load was cancelled, because another screen is open.
    case left
    case exchanges([ExchangeRow], RequestRate = RequestRate())
    /// The rate that the panel shows is a second old.
    case aged
    case exchange(ExchangeDetail?)
    case stubs(StubList)
    case conditions([CallChoices])
    case stub([TextLine]?)
    /// Nil without a document.
    case coverage(CoverageReport?)
}

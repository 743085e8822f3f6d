import AppCore
import Terminal
import WireFormats

/// An action after a change of state. Effects are values: tests read them, the runner performs them.
enum Effect: Sendable {
    // Performed by the state itself.
    case push(any Panel)
    case openScreen(String, Place, rowOf: ListRow?)
    case openPart(Palette.Part)
    case ask(PanelID, [Field])
    case goToScreen(String)
    case present(any Panel)
    case close
    case remove(PanelID)
    case replace(PanelID, any Panel)
    case tell(PanelID, PanelEvent)
    /// Remembers the name of a row that a parameter's value was chosen from.
    case name(String, of: String, as: String)
    /// A write succeeded: panels with the same resource are outdated, except the one that shows the outcome.
    case written(Request, in: ServingMode, shownBy: PanelID?)
    case note(Note)
    case run(Action)
    /// Sets a screen's columns for the session; nil restores the default.
    case chooseColumns(screen: String, [JSONPointer]?)
    /// Stores the choice of a theme; nil is the default.
    case chooseTheme(Theme?)

    // Performed by the runner.
    case openDocument
    case load(LoadRequest)
    case send(SendRequest)
    /// Cancels a panel's requests: for one purpose, or all of them.
    case cancel(PanelID, RequestID.Purpose?)
    /// Generates missing texts for a question and asks it.
    case invent(Question, Request)
    case demo(DemoCommand)
    case stub(StubCommand)
    case hold(HoldCommand)
    case callback(CallbackCommand)
    case toggleRecording
    /// Lists what can happen to the calls of a screen, with this operation selected.
    case listConditions(screen: String, operation: String?)
    /// The same for a panel.
    case fetchConditions(PanelID, screen: String)
    /// Opens the stub of a condition for an operation, or a new one; the panel then gets the conditions again.
    case editCondition(String, operation: String, screen: String, panel: PanelID)
    case listSessions
    case opened(String, from: String?)
    case copy(CopyRequest)
    case saveFile(path: String, [UInt8])
    case signIn(Authentication, Credentials)
    case editStub(ExchangeNumber?)
    case openStub(StubNumber)
    case openProblem(Problem)
    case editText(PanelID, String)
    /// Completes a path in a panel's field.
    case complete(PanelID, path: String)
    case fetchExchanges(PanelID)
    case fetchExchange(PanelID, ExchangeNumber, BodyLines.Layout)
    case fetchStubs(PanelID, screen: String?)
    case fetchStub(PanelID, StubNumber)
    case fetchCoverage(PanelID)
    case after(Duration, Event)
    case suspend
    case repaint
    case takeMouse(Bool)
    case useTheme(Theme?)
    case quit(Int32)
    /// Ends the program; asks first if more is lost than the given facts.
    case leave(losing: [String])
}

enum Event: Sendable {
    case key(Key)
    case mouse(Mouse)
    case paste(String)
    case resized(Size)
    case documentStep(OpeningStep)
    case documentOpened(ScreenCatalog, ScreenIndex, AppTitle, LastView?)
    /// The document was replaced by its saved version.
    case documentReplaced(ScreenCatalog, ScreenIndex, AppTitle, DemoStatus, DemoFact)
    case panel(PanelID, PanelEvent)
    case demoChanged(DemoStatus, DemoFact?)
    case present(any Panel)
    case journalChanged(passedWithoutStub: Int, offContract: Set<UInt64>, Activity, recorded: Int)
    case noted(Note)
    case signedIn
    case noteExpired(Int)
    case questioned(Question)
    case tick
    case rested(Int)
}

struct AppTitle: Hashable, Sendable {
    var name: String
    var server: String
    var gateway: GatewayPlace?
}

struct Note: Hashable, Sendable {
    let text: String
    /// A key press removes every note; a timer removes those that are not errors.
    let isError: Bool

    static func info(_ text: String) -> Note { Note(text: text, isError: false) }
    static func error(_ text: String) -> Note { Note(text: text, isError: true) }
}

struct LoadRequest: Sendable {
    let id: RequestID
    let screen: Screen
    var place: Place
    let filters: [String: String]
    /// Nil loads the item or the first page.
    let page: PageToken?
    /// The id of the event that a stream resumes after.
    var lastEventID: String?
}

struct LoadReply: Sendable {
    enum Content: Sendable {
        case item(Item)
        case page(Page)
    }
    let provenance: Provenance
    /// The panel's place, with the answers behind its parameters.
    let place: Place
    let result: Result<Content, LoadFailure>
}

struct SendRequest: Sendable {
    let id: RequestID
    let screen: Screen
    var place: Place
    let change: Update
    /// True if `place` and the change's base are of the other mode and must be read again first.
    var refetches = false
    var typed: [String: String] = [:]
}

enum CopyRequest: Sendable {
    case value(String)
    case url(exchange: ExchangeNumber)
    case body(exchange: ExchangeNumber)
    case curl(exchange: ExchangeNumber)
}

enum DemoCommand: Sendable {
    case toggleAll
    case toggleScreen(String)
    case clearSwitches
    case condition(String?, ConditionTarget, once: Bool = false)
    case policy(String)
    /// The id of a choice.
    case chaos(String)
    case session(String?)
    case reset(String)
}

enum StubCommand: Sendable {
    case toggle(StubNumber)
    case reset(StubNumber)
    case resetAll
    /// Sets a scenario's state; nil restarts it, for every screen or header value with a state of its own.
    case scenario(String, state: String?)
}

enum ConditionTarget: Hashable, Sendable {
    case screen(String)
    case operation(String, onScreen: String)
}

/// Identifies a load or send of a panel. A panel may load and send at the same time.
struct RequestID: Hashable, Sendable {
    enum Purpose: Hashable, Sendable { case load, send }

    let panel: PanelID
    let purpose: Purpose
    /// Counts a panel's requests for one purpose; replies with an older number are dropped.
    let number: Int
}

import AppCore
import Terminal
import WireFormats

/// An action after a change of state. Effects are values: tests read them, the runner carries them out.
enum Effect: Sendable {
    // Carried out by the state itself.
    case push(any Panel)
    case openScreen(String, Place, rowOf: ListRow?)
    case openPart(ScreenFinder.Part)
    case ask(PanelID, [Field])
    case goToScreen(String)
    case present(any Panel)
    case close
    case remove(PanelID)
    case replace(PanelID, any Panel)
    case tell(PanelID, PanelEvent)
    /// A write succeeded: what shows the same things is old, but for the panel that shows its outcome.
    case written(Request, in: ServingMode, shownBy: PanelID?)
    case note(Note)
    case run(Action)
    /// Sets a screen's columns for the session; nil goes back to the rule.
    case chooseColumns(screen: String, [JSONPointer]?)

    // Carried out by the runner.
    case openDocument
    case load(LoadRequest)
    case send(SendRequest)
    /// Gives up what a panel has in flight: for one purpose, or all of it.
    case cancel(PanelID, RequestID.Purpose?)
    /// Makes up what a question has no text for, and asks it.
    case invent(Question, Request)
    case demo(DemoCommand)
    case stub(StubCommand)
    case toggleRecording
    case listConditions(screen: String)
    case listSessions
    case opened(String, from: String?)
    case copy(CopyRequest)
    case saveFile(path: String, [UInt8])
    case signIn(scheme: String, Credentials)
    case editStub(ExchangeNumber?)
    case openStub(StubNumber)
    case openProblem(Problem)
    case editText(PanelID, String)
    case fetchExchanges(PanelID)
    case fetchExchange(PanelID, ExchangeNumber, BodyLines.Layout)
    case fetchStubs(PanelID, screen: String?)
    case fetchStub(PanelID, StubNumber)
    case after(Duration, Event)
    case suspend
    case repaint
    case quit(Int32)
    /// Ends the program; asks first if something is lost, beside what is named here.
    case leave(losing: [String])
}

enum Event: Sendable {
    case key(Key)
    case paste(String)
    case resized(Size)
    case documentStep(OpeningStep)
    case documentOpened(ScreenCatalog, ScreenIndex, AppTitle)
    case panel(PanelID, PanelEvent)
    case demoChanged(DemoStatus, DemoFact?)
    case conditionsListed(screen: String, [DemoStatus.Condition])
    case sessionsListed([SessionRow])
    case journalChanged(passedWithoutStub: Int, offContract: Set<UInt64>)
    case noted(Note)
    case signedIn
    case noteExpired(Int)
    case questioned(Question)
    case leaving(losing: [String])
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
    /// Every note goes when a key is pressed; those that are no errors after a few seconds too.
    let isError: Bool

    static func info(_ text: String) -> Note { Note(text: text, isError: false) }
    static func error(_ text: String) -> Note { Note(text: text, isError: true) }
}

struct LoadRequest: Sendable {
    let id: RequestID
    let screen: Screen
    var place: Place
    let filters: [String: String]
    /// nil loads the item or the first page.
    let page: PageToken?
}

struct LoadReply: Sendable {
    enum Content: Sendable {
        case item(Item)
        case page(Page)
    }
    let provenance: Provenance
    /// The panel's place with the answers that its parameters came from.
    let place: Place
    let result: Result<Content, LoadFailure>
}

struct SendRequest: Sendable {
    let id: RequestID
    let screen: Screen
    var place: Place
    let change: ScreenLoader.Change
    /// True if `place` and the change's base are of the other mode and must be read anew first.
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
    case condition(String?, ConditionTarget)
    case policy(String)
    /// Nil is everyone.
    case session(String?)
    case reset(String)
}

enum StubCommand: Sendable {
    case toggle(StubNumber)
    case reset(StubNumber)
    case resetAll
    /// Puts a scenario into a state; nil begins it again, for every screen or header value that has a state of its own.
    case scenario(String, state: String?)
}

enum ConditionTarget: Hashable, Sendable {
    case screen(String)
    case operation(String, onScreen: String)
}

/// Names one load or send of one panel. A panel may load and send at the same time; neither breaks the other off.
struct RequestID: Hashable, Sendable {
    enum Purpose: Hashable, Sendable { case load, send }

    let panel: PanelID
    let purpose: Purpose
    /// Counts the requests of a panel for one purpose; a reply with an older number is dropped.
    let number: Int
}

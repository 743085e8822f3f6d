import AppCore
import JSONText
import Terminal

/// What is to be done after a change of state. Effects are values: tests read them, the runner carries them out.
enum Effect: Sendable {
    // Carried out by the state itself.
    case push(any Panel)
    case openScreen(String, Place, rowOf: ListRow?)
    /// Opens a screen from a panel that may lie under others.
    case openPart(ScreenFinder.Part)
    /// Asks a person for parameters of a panel.
    case ask(PanelID, [Field])
    /// Shows a screen from anywhere, asking for what it was not opened with.
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
    /// Writes bytes into a new file.
    case saveFile(path: String, [UInt8])
    /// Signs in: credentials for a scheme of the document.
    case signIn(scheme: String, Credentials)
    case editStub(ExchangeNumber?)
    case openStub(StubNumber)
    /// Opens the file of a problem where it is.
    case openProblem(Problem)
    /// Opens a text in the editor; the panel gets ``PanelEvent/edited(_:)``.
    case editText(PanelID, String)
    case fetchExchanges(PanelID)
    /// One exchange in full, laid out for so many cells.
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

/// What happened. Every change of state begins with one.
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
    /// What live calls sign in with changed.
    case signedIn
    case noteExpired(Int)
    case questioned(Question)
    /// The program is to end, and loses this.
    case leaving(losing: [String])
    case tick
    /// The selection of the sidebar may have stayed where it is for long enough.
    case rested(Int)
}

/// The app's name and the server, as the banner shows them.
struct AppTitle: Hashable, Sendable {
    var name: String
    var server: String
    /// Where clients are answered, if the screens stand beside a gateway.
    var gateway: GatewayPlace?
}

/// A message in the bottom line.
struct Note: Hashable, Sendable {
    let text: String
    /// Every note goes when a key is pressed; those that are no errors after a few seconds too.
    let isError: Bool

    static func info(_ text: String) -> Note { Note(text: text, isError: false) }
    static func error(_ text: String) -> Note { Note(text: text, isError: true) }
}

/// A first page, a next page or an item to load for a panel.
struct LoadRequest: Sendable {
    let id: RequestID
    let screen: Screen
    var place: Place
    let filters: [String: String]
    /// nil loads the item or the first page.
    let page: PageToken?
}

/// How a load ended.
struct LoadReply: Sendable {
    /// What arrived.
    enum Content: Sendable {
        case item(Item)
        case page(Page)
    }
    let provenance: Provenance
    /// The panel's place with the answers that its parameters came from.
    let place: Place
    let result: Result<Content, LoadFailure>
}

/// An update, a new entry or a deletion to send for a panel.
struct SendRequest: Sendable {
    let id: RequestID
    let screen: Screen
    var place: Place
    let change: ScreenLoader.Change
    /// True if `place` and the change's base are of the other mode and must be read anew first.
    var refetches = false
    /// What was typed for its parameters in the form itself, by name.
    var typed: [String: String] = [:]
}

/// What to put on the clipboard.
enum CopyRequest: Sendable {
    case value(String)
    case url(exchange: ExchangeNumber)
    case body(exchange: ExchangeNumber)
    case curl(exchange: ExchangeNumber)
}

/// A change of the switches, the conditions or the stubs' state.
enum DemoCommand: Sendable {
    case toggleAll
    case toggleScreen(String)
    /// Ends the switches of all screens.
    case clearSwitches
    case condition(String?, ConditionTarget)
    /// Where no stub matches, by the policy's name.
    case policy(String)
    /// Whose switches are at hand; nil is everyone.
    case session(String?)
    case reset(String)
}

/// What can be done with one stub or scenario, or with all.
enum StubCommand: Sendable {
    /// Switches one stub on or off.
    case toggle(StubNumber)
    /// Begins one stub's sequence and scenario again.
    case reset(StubNumber)
    case resetAll
    /// Puts a scenario into a state; nil begins it again, for every screen or header value that has a state of its own.
    case scenario(String, state: String?)
}

/// What a condition is set for.
enum ConditionTarget: Hashable, Sendable {
    case screen(String)
    case operation(String, onScreen: String)
}

import AppCore
import Terminal
import WireFormats

/// The state of the whole program. A value: an event changes it in ``AppState/update(_:)``, which returns effects.
struct AppState: Sendable {
    enum Phase: Sendable {
        /// The document is being read; nil until the step is known.
        case opening(OpeningStep?)
        case open
    }

    var title: AppTitle
    var phase: Phase = .opening(nil)
    var size: Size
    var catalog = ScreenCatalog(screens: [])
    var screenIndex = ScreenIndex(ScreenCatalog(screens: []))
    var demo = DemoStatus()
    var parameters = ParameterMemory()

    var sidebar = Sidebar()
    /// The open panels of each sidebar entry, the visible one last. Kept while another entry is shown.
    var stacks: [String: [any Panel]] = [:]
    /// The program's own panels over the main area: journal, exchange, problems.
    var overlays: [any Panel] = []
    var popups: [any Panel] = []

    var note: Note?
    var noteNumber = 0
    var noteTime: Duration = .seconds(4)
    /// The pause that the selected screen of the sidebar waits for; nil for none.
    var awaitedRest: Int?
    var restNumber = 0
    /// The time the selection must stay on a screen. A held key repeats about every 30 ms.
    var restTime: Duration = .milliseconds(150)
    var spinnerFrame = 0
    /// The keys pressed before the screens were ready.
    var keysAhead: [Key] = []
    var keys = KeyTable.standard
    /// False if the terminal reports no clicks.
    var offersMouse = true {
        didSet { takesMouse = takesMouse && offersMouse }
    }
    /// True if the program receives clicks; false leaves the mouse to the terminal.
    var takesMouse = false
    var themes: [Theme]
    /// The name of the theme chosen in the screens, now or in an earlier run; nil for the default.
    var theme: String?
    var hasChosenTheme = false
    /// The divider from a press on it to its release.
    var dragged: PaneTarget?
    /// True if the keys that move scroll the pane beside the panel.
    var isDetailFocused = false
    /// The lines of that pane, and the calls of the strip, that were scrolled out of sight.
    var detailTop = 0
    var activityTop = 0
    var activity = Activity()
    var showsActivity = true
    /// The timestamp that days and timestamps are relative to; nil shows them unchanged.
    var countsFrom: Timestamp?
    /// True if the main area has the whole screen.
    var isZoomed = false
    /// The columns by which the user widened or narrowed the sidebar and the pane beside the panel.
    var sidebarGrowth = 0 {
        didSet { sidebarGrowth = max(-24, min(size.columns / 2, sidebarGrowth)) }
    }
    var detailGrowth = 0 {
        didSet { detailGrowth = max(-size.columns / 2, min(size.columns / 2, detailGrowth)) }
    }
    var isTicking = false
    var nextPanel: PanelID = 1
    var columns: [String: [JSONPointer]] = [:]
    /// The sidebar's screens visited before, the most recent first.
    var recent: [String] = []
    /// True if credentials were typed, which are kept in memory only.
    var hasSignedIn = false
    var startScreen: String?

    init(title: AppTitle, size: Size, startScreen: String? = nil, _ configuration: Configuration = Configuration()) {
        (keys, takesMouse) = (configuration.keys, configuration.takesMouse)
        (themes, theme) = (configuration.themes, configuration.chosenTheme?.name)
        self.title = title
        self.size = size
        self.startScreen = startScreen
    }

    var currentScreen: String? { sidebar.current?.id }

    var mainPanel: (any Panel)? { overlays.last ?? currentScreen.flatMap { stacks[$0]?.last } }

    var activePanel: (any Panel)? { popups.last ?? (hasSidebarFocus ? nil : mainPanel) }

    /// True if everything is opened from the journal, as beside a gateway.
    var isJournalHome: Bool { title.gateway != nil && overlays.first is JournalScreen }

    /// True if the journal is beside the sidebar, which then only selects.
    var isJournalBeside: Bool { isJournalHome && overlays.count == 1 }

    var hasSidebarFocus: Bool { sidebar.isFocused && hasSidebarBeside }

    /// The target screen of `d`, `c` and `z`: of a popup's list, else of the panel, else of the sidebar entry.
    var subjectScreen: String? {
        if let screen = popups.last?.screenID { return screen }
        if overlays.isEmpty { return screenBehind }
        return hasSidebarFocus ? currentScreen : overlays.last?.screenID
    }

    /// The operation of the form in front, or of the request that is selected in one of the program's own panels.
    var subjectOperation: String? { hasSidebarFocus ? nil : mainPanel?.operationID }

    /// The document's screen in the main area, also if the program's own panel covers it.
    var screenBehind: String? {
        currentScreen.flatMap { stacks[$0]?.last(where: { $0.screenID != nil })?.screenID ?? $0 }
    }

    var world: World {
        let layout = Layout(size: size, state: self)
        return World(
            catalog: catalog, demo: demo, parameters: parameters, area: layout.main?.content.size ?? .zero,
            window: size, spinnerFrame: spinnerFrame, columns: columns, detail: layout.detail?.content.size,
            gateway: title.gateway, recent: activity.rows, isInSidebar: isInSidebar, now: countsFrom)
    }
}

extension AppState {
    /// Adopts another version of the document. Everything that it still contains is kept: the selection, panels with
    /// their typed text, columns and parameters.
    mutating func replace(_ catalog: ScreenCatalog, title: AppTitle, _ status: DemoStatus) -> [Effect] {
        let old = self.catalog
        (self.catalog, self.title) = (catalog, title)
        sidebar.follow(catalog)
        recent = recent.filter { catalog[$0] != nil }
        var world = world
        world.demo = status
        var effects: [Effect] = []
        for (root, stack) in stacks {
            let isShown = sidebar.entries.contains { $0.id == root }
            var kept: [any Panel] = []
            for panel in isShown ? stack : [] {
                guard let (panel, own) = followed(panel, from: old, in: world) else { break }
                kept.append(panel)
                effects += own
            }
            effects += stack.dropFirst(kept.count).map { .cancel($0.id, nil) }
            stacks[root] = kept.isEmpty ? nil : kept
        }
        let isHidden = !overlays.isEmpty && (currentScreen.map { stacks[$0] == nil } ?? true)
        return effects + (isHidden ? [] : showCurrent())
    }

    /// A panel with its screen of this version of the document; nil if it has none.
    private func followed(
        _ panel: any Panel, from old: ScreenCatalog, in world: World
    ) -> (panel: any Panel, effects: [Effect])? {
        guard var panel = panel as? any DocumentPanel else { return (panel, []) }
        guard let screen = catalog.successor(of: panel.screen, in: old) else { return nil }
        guard panel is FormScreen || screen.kind == panel.screen.kind else { return nil }
        return panel.follow(screen, in: world).map { (panel, $0) }
    }
}

extension ScreenCatalog {
    /// The screen that has replaced one of an earlier catalogue, opened in the same way.
    fileprivate func successor(of screen: Screen, in old: ScreenCatalog) -> Screen? {
        guard let now = self[screen.id], let before = old[screen.id] else { return nil }
        let ways: [(Screen) -> Screen] = [{ $0 }, \.openedDirectly, \.rowItem]
        return ways.first { $0(before) == screen }.map { $0(now) }
    }
}

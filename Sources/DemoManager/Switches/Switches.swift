/// All demo switches as one value, with the rules of `follow | on | off`.
struct Switches: Sendable {
    private(set) var global = Layered(false)
    private(set) var ofScreens = LayeredTable<ScreenSwitch>()
    /// The screen that each screen was opened from.
    var openers = LayeredTable<String>()

    /// The global switch.
    var isEnabled: Bool {
        get { global.value }
        set { global.value = newValue }
    }

    /// The switches of screens that have one (never `.follow`).
    var own: [String: ScreenSwitch] { ofScreens.values }

    subscript(screen: String) -> ScreenSwitch {
        get { ofScreens[screen] ?? .follow }
        set { ofScreens[screen] = newValue == .follow ? nil : newValue }
    }

    /// True if stubs answer the calls of `screen`.
    func isDemo(_ screen: String?) -> Bool { mode(from: screen) }

    /// The mode that `screen` would have without a switch of its own.
    func followed(by screen: String) -> Bool { mode(from: openers[screen], visited: [screen]) }

    /// The first switch that is set on the way from a screen to its openers, else the global one.
    private func mode(from screen: String?, visited: Set<String> = []) -> Bool {
        var (next, visited) = (screen, visited)
        while let screen = next, visited.insert(screen).inserted {
            switch self[screen] {
            case .on: return true
            case .off: return false
            case .follow: next = openers[screen]
            }
        }
        return isEnabled
    }

    /// Sets the mode of `screen`; stores `follow` if that already means it.
    mutating func set(_ isDemo: Bool, for screen: String) {
        self[screen] = followed(by: screen) == isDemo ? .follow : isDemo ? .on : .off
    }

    /// Removes the switches of all screens; returns how many there were.
    mutating func clear() -> Int {
        let screens = own.keys
        for screen in screens { self[screen] = .follow }
        return screens.count
    }

    /// Removes the values of a screen that is gone.
    mutating func forget(_ screen: String) {
        ofScreens.forget(screen)
        openers.forget(screen)
    }

    /// Takes over everyone's switches, except those set here.
    mutating func follow(_ everyones: Switches) {
        global.everyones = everyones.isEnabled
        ofScreens.follow(everyones.ofScreens)
        openers.follow(everyones.openers)
    }

    /// The banner over `sidebar`; other screens whose own switch differs are counted as well.
    func banner(sidebar: [String]) -> Banner {
        let deviating = own.keys.filter { !sidebar.contains($0) && isDemo($0) != followed(by: $0) }
        let counted = sidebar + deviating
        guard !counted.isEmpty else { return isEnabled ? .demo : .live }
        let demo = counted.count(where: isDemo)
        // Without a sidebar, all screens that are not described follow the global switch and count as one.
        guard !sidebar.isEmpty else { return .mixed(demo: demo + (isEnabled ? 1 : 0), of: counted.count + 1) }
        return demo == 0 ? .live : demo == counted.count ? .demo : .mixed(demo: demo, of: counted.count)
    }
}

/// The switch of a screen's demo mode.
public enum ScreenSwitch: String, Sendable, Hashable, CaseIterable {
    /// The mode of the screen it was opened from, else that of the global switch.
    case follow
    /// Demo, regardless of the global switch.
    case on
    /// Live, regardless of the global switch.
    case off
}

/// The mode of a call: set when the call begins, kept by all its attempts.
package enum Mode: String, Sendable, Hashable, CaseIterable {
    /// By the real server.
    case live
    /// By stubs.
    case demo
}

/// The summary of all screens' modes for an app's banner.
public enum Banner: Sendable, Hashable {
    /// All screens are live.
    case live
    /// All screens are in demo mode.
    case demo
    /// `demo` of `of` screens are in demo mode.
    case mixed(demo: Int, of: Int)

    /// The banner's text: `LIVE`, `DEMO` or `MIXED n/m`.
    public var text: String {
        switch self {
        case .live: "LIVE"
        case .demo: "DEMO"
        case .mixed(let demo, let count): "MIXED \(demo)/\(count)"
        }
    }
}

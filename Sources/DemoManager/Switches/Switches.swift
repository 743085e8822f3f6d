/// Every demo switch as one value: the rules of `follow | on | off`, and nothing else.
struct Switches: Sendable {
    private(set) var global = Layered(false)
    private(set) var ofScreens = LayeredTable<ScreenSwitch>()
    /// Which screen a screen was opened from.
    var openers = LayeredTable<String>()

    /// The global switch.
    var isEnabled: Bool {
        get { global.value }
        set { global.value = newValue }
    }

    /// Screens with a switch of their own (never `.follow`).
    var own: [String: ScreenSwitch] { ofScreens.values }

    /// The switch of `screen`.
    subscript(screen: String) -> ScreenSwitch {
        get { ofScreens[screen] ?? .follow }
        set { ofScreens[screen] = newValue == .follow ? nil : newValue }
    }

    /// True if calls of `screen` are answered by stubs.
    func isDemo(_ screen: String?) -> Bool {
        guard let screen else { return isEnabled }
        switch self[screen] {
        case .on: return true
        case .off: return false
        case .follow: return followed(by: screen)
        }
    }

    /// The mode of `screen` without a switch of its own.
    func followed(by screen: String) -> Bool {
        var visited: Set<String> = [screen]
        var current = openers[screen]
        while let opener = current, visited.insert(opener).inserted {
            switch self[opener] {
            case .on: return true
            case .off: return false
            case .follow: current = openers[opener]
            }
        }
        return isEnabled
    }

    /// Sets the mode of `screen`, stored as `follow` where that already means it.
    mutating func set(_ isDemo: Bool, for screen: String) {
        self[screen] = followed(by: screen) == isDemo ? .follow : isDemo ? .on : .off
    }

    /// Ends the switches of all screens; returns how many there were.
    mutating func clear() -> Int {
        let screens = own.keys
        for screen in screens { self[screen] = .follow }
        return screens.count
    }

    /// Drops all that is known of a screen that is gone.
    mutating func forget(_ screen: String) {
        ofScreens.forget(screen)
        openers.forget(screen)
    }

    /// Takes over everyone's switches; each that was set here stays.
    mutating func follow(_ everyones: Switches) {
        global.everyones = everyones.isEnabled
        ofScreens.follow(everyones.ofScreens)
        openers.follow(everyones.openers)
    }

    /// The banner over `sidebar`; an opened screen that differs from its opener is counted beside them.
    func banner(sidebar: [String]) -> Banner {
        let deviating = own.keys.filter { !sidebar.contains($0) && isDemo($0) != followed(by: $0) }
        let counted = sidebar + deviating
        guard !counted.isEmpty else { return isEnabled ? .demo : .live }
        let demo = counted.count(where: isDemo)
        // Without a sidebar, the screens nobody described follow the global switch and count as one.
        guard !sidebar.isEmpty else { return .mixed(demo: demo + (isEnabled ? 1 : 0), of: counted.count + 1) }
        return demo == 0 ? .live : demo == counted.count ? .demo : .mixed(demo: demo, of: counted.count)
    }
}

/// The source of one screen's demo mode.
public enum ScreenSwitch: String, Sendable, Hashable, CaseIterable {
    /// The mode of the screen it was opened from, else the global switch.
    case follow
    /// Demo, whatever the global switch says.
    case on
    /// Live, whatever the global switch says.
    case off
}

/// How a call is answered: bound when the call begins, kept by every attempt of it.
package enum Mode: String, Sendable, Hashable, CaseIterable {
    /// By the real server.
    case live
    /// By stubs.
    case demo
}

/// The content of an app's banner, about all its screens.
public enum Banner: Sendable, Hashable {
    /// No screen would be stubbed.
    case live
    /// Every screen would be stubbed.
    case demo
    /// `demo` of `of` screens would be stubbed.
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

/// Where one screen's demo mode comes from.
public enum ScreenSwitch: String, Sendable, Hashable, CaseIterable {
    /// The mode of the screen it was opened from, else the global switch.
    case follow
    /// Demo, whatever the global switch says.
    case on
    /// Live, whatever the global switch says.
    case off
}

/// How a call is answered: bound when the call begins, kept by every attempt of it.
public enum Mode: String, Sendable, Hashable, CaseIterable {
    /// By the real server.
    case live
    /// By stubs.
    case demo
}

/// What the banner of an app says about all its screens.
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

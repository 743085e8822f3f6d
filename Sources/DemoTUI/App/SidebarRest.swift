import AppCore

/// The wait before a live screen is loaded that the sidebar came to: who passes ten screens on the way to one makes no ten calls.
/// Demo screens cost nothing and show at once.
struct SidebarRest: Hashable, Sendable {
    /// How long the selection has to stay on a screen. A key that is held down repeats about every 30 ms; a person who looks for
    /// something by pressing again stays under this.
    static let time: Duration = .milliseconds(150)

    /// True while the screen in front is not loaded yet because of it.
    private(set) var isAwaited = false
    private var number = 0

    /// The selection came to a screen.
    /// - Returns: which wait this is.
    mutating func begin() -> Int {
        number += 1
        isAwaited = true
        return number
    }

    /// True if that wait is still the one that counts.
    func isAwaiting(_ number: Int) -> Bool { isAwaited && number == self.number }

    /// The wait is over, or the screen was left.
    mutating func end() { isAwaited = false }
}

extension AppState {
    /// Begins the wait where the screen that the selection came to is live.
    mutating func awaitRest() -> [Effect] {
        guard restTime > .zero, let id = currentScreen, demo.mode(of: id) == .live else { return [] }
        return [.after(restTime, .rested(rest.begin()))]
    }

    /// The selection stayed.
    mutating func rested(_ number: Int) -> [Effect] { rest.isAwaiting(number) ? endRest() : [] }

    /// Ends the wait at once for an action that is about the screen in front.
    mutating func endRest(for action: Action) -> [Effect] {
        switch action {
        case .open, .right, .edit, .add, .delete, .copy, .showExchange, .nextPane, .previousPane:
            popups.isEmpty ? endRest() : []
        default: []
        }
    }

    private mutating func endRest() -> [Effect] {
        guard rest.isAwaited else { return [] }
        rest.end()
        return openMain()
    }
}

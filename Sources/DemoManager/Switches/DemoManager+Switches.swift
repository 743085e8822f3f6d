import Foundation
import WireFormats

extension DemoManager {
    /// The global switch: whether calls of screens without a switch of their own are answered by stubs.
    public var isEnabled: Bool {
        get { lock.withLock { $0.switches.isEnabled } }
        set { set(\.switches.isEnabled, to: newValue) }
    }

    /// Sets a switch or what belongs to them; who listens is told if it changed.
    func set<Value: Equatable>(_ path: WritableKeyPath<ManagerState, Value>, to value: Value) {
        change(.switches, matters: false) { state in
            defer { state[keyPath: path] = value }
            return ((), state[keyPath: path] != value)
        }
    }

    /// Sets the switch of one screen; it wins over the global one.
    public func setEnabled(_ screenSwitch: ScreenSwitch, for screen: String) {
        set(\.switches[screen], to: screenSwitch)
    }

    /// The switch of one screen.
    public func screenSwitch(for screen: String) -> ScreenSwitch {
        lock.withLock { $0.switches[screen] }
    }

    /// The switches of the screens that have one of their own, also of those nobody described.
    package var screenSwitches: [String: ScreenSwitch] { lock.withLock { $0.switches.own } }

    /// True if calls of `screen` (nil: of no screen) are answered by stubs now.
    public func isEnabled(for screen: String?) -> Bool {
        lock.withLock { $0.isDemo(screen) }
    }

    /// Flips what `screen` shows, and says which switch it has now: `follow` where that already means the new mode.
    @discardableResult
    public func toggleScreen(_ screen: String) -> ScreenSwitch {
        change(.switches, matters: false) { state in
            state.switches.set(!state.switches.isDemo(screen), for: screen)
            return (state.switches[screen], true)
        }
    }

    /// Flips the global switch and returns its new value. Screens keep their own switches, so that flipping it twice changes
    /// nothing; ``clearScreenSwitches()`` ends them.
    @discardableResult
    public func toggleAll() -> Bool {
        change(.switches, matters: false) { state in
            state.switches.isEnabled.toggle()
            return (state.switches.isEnabled, true)
        }
    }

    /// Ends the switches of all screens, which then follow the global one, and returns how many there were.
    @discardableResult
    public func clearScreenSwitches() -> Int {
        change(.switches, matters: false) { state in
            let count = state.switches.clear()
            return (count, count > 0)
        }
    }

    /// The banner, over the screens described as being in the sidebar, and opened ones that differ.
    public var banner: Banner { lock.withLock { $0.banner } }

    /// Tells the manager the app's screens and operations. Optional: without it, screens are known by being named.
    public func describe(screens: [ScreenDescription], operations: [OperationDescription] = []) {
        let catalog = Catalog(screens: screens, operations: operations)
        change(.switches) { state in
            state.replace(catalog)
            return ((), true)
        }
    }

    /// The redactor that knows what the described values tell of secrets and data.
    package var redactor: Redactor { lock.withLock { $0.catalog.redactor } }

    /// The screens as they were described, by id; those nobody described are not among them.
    package var screens: [ScreenDescription] {
        lock.withLock { $0.catalog.screens.values.inOrder { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) } }
    }

    /// The operations as they were described, by id.
    package var operations: [OperationDescription] {
        lock.withLock { $0.catalog.operations.values.inOrder { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) } }
    }

    /// Says that `screen` was opened from `opener`, whose mode `follow` then means; nil means the global switch again.
    public func open(_ screen: String, from opener: String?) {
        set(\.switches.openers[screen], to: opener)
    }
}

extension ManagerState {
    /// True if calls of `screen` are answered by stubs: always, once replies are seeded.
    func isDemo(_ screen: String?) -> Bool { seeds != nil || switches.isDemo(screen) }

    var banner: Banner { seeds != nil ? .demo : switches.banner(sidebar: catalog.sidebar) }
}

extension DemoManager {
    /// Keeps the global switch over the app's launches: sets it as it was left, and stores each change from then on.
    ///
    /// ```swift
    /// DemoManager.shared.keepSwitch()
    /// ```
    ///
    /// - Parameters:
    ///   - defaults: where it is stored.
    ///   - key: the name it is stored by.
    /// - Returns: a task that ends when it is cancelled; the switch is then no longer stored.
    @discardableResult
    public func keepSwitch(in defaults: UserDefaults = .standard, key: String = "DemoManager.isEnabled") -> Task<
        Void, Never
    > {
        // Before the first change may come: what is stored wins over what is set.
        if defaults.object(forKey: key) != nil { isEnabled = defaults.bool(forKey: key) }
        let changes = changes()
        nonisolated(unsafe) let defaults = defaults
        return Task { [weak self] in
            for await change in changes where change.contains(.switches) {
                guard let self else { return }
                defaults.set(self.isEnabled, forKey: key)
            }
        }
    }
}

import Foundation
import WireFormats

extension DemoManager {
    /// The global switch: true if stubs answer calls of screens without a switch of their own.
    public var isEnabled: Bool {
        get { lock.withLock { $0.switches.isEnabled } }
        set { set(\.switches.isEnabled, to: newValue) }
    }

    /// Sets a switch or a related value; notifies the observers if it changed.
    func set<Value: Equatable>(_ path: WritableKeyPath<ManagerState, Value>, to value: Value) {
        change(.switches, matters: false) { state in
            defer { state[keyPath: path] = value }
            return ((), state[keyPath: path] != value)
        }
    }

    /// Sets the switch of one screen, which overrides the global one.
    public func setEnabled(_ screenSwitch: ScreenSwitch, for screen: String) {
        set(\.switches[screen], to: screenSwitch)
    }

    /// The switch of one screen.
    public func screenSwitch(for screen: String) -> ScreenSwitch {
        lock.withLock { $0.switches[screen] }
    }

    /// The switches of screens that have one of their own, described or not.
    package var screenSwitches: [String: ScreenSwitch] { lock.withLock { $0.switches.own } }

    /// True if stubs answer the calls of `screen` now; nil for calls without a screen.
    public func isEnabled(for screen: String?) -> Bool {
        lock.withLock { $0.isDemo(screen) }
    }

    /// Toggles `screen` between demo and live, and returns its new switch: `follow` if that already means the new mode.
    @discardableResult
    public func toggleScreen(_ screen: String) -> ScreenSwitch {
        change(.switches, matters: false) { state in
            state.switches.set(!state.switches.isDemo(screen), for: screen)
            return (state.switches[screen], true)
        }
    }

    /// Toggles the global switch and returns its new value. Screens keep their own switches, so that toggling twice
    /// changes nothing; ``clearScreenSwitches()`` removes them.
    @discardableResult
    public func toggleAll() -> Bool {
        change(.switches, matters: false) { state in
            state.switches.isEnabled.toggle()
            return (state.switches.isEnabled, true)
        }
    }

    /// Removes the switches of all screens, which then follow the global one. Returns the number of removed switches.
    @discardableResult
    public func clearScreenSwitches() -> Int {
        change(.switches, matters: false) { state in
            let count = state.switches.clear()
            return (count, count > 0)
        }
    }

    /// The banner. It counts the described top-level screens, and other screens whose own switch differs.
    public var banner: Banner { lock.withLock { $0.banner } }

    /// Describes the app's screens and operations. Optional: without it, screens are known by their ids in calls.
    public func describe(screens: [ScreenDescription], operations: [OperationDescription] = []) {
        let catalog = Catalog(screens: screens, operations: operations)
        change(.switches) { state in
            state.replace(catalog)
            return ((), true)
        }
    }

    /// The redactor that knows the described values.
    package var redactor: Redactor { lock.withLock { $0.catalog.redactor } }

    /// The described screens, sorted by id.
    package var screens: [ScreenDescription] {
        lock.withLock { $0.catalog.screens.values.inOrder { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) } }
    }

    /// The described operations, sorted by id.
    package var operations: [OperationDescription] {
        lock.withLock { $0.catalog.operations.values.inOrder { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) } }
    }

    /// Sets the screen that `screen` was opened from, whose mode `follow` then means; nil for the global switch.
    public func open(_ screen: String, from opener: String?) {
        set(\.switches.openers[screen], to: opener)
    }
}

extension ManagerState {
    /// True if stubs answer the calls of `screen`: always while replies are seeded.
    func isDemo(_ screen: String?) -> Bool { seeds != nil || switches.isDemo(screen) }

    var banner: Banner { seeds != nil ? .demo : switches.banner(sidebar: catalog.sidebar) }
}

extension DemoManager {
    /// Persists the global switch across launches: restores the stored value, and stores each change from then on.
    ///
    /// ```swift
    /// DemoManager.shared.keepSwitch()
    /// ```
    ///
    /// - Parameters:
    ///   - defaults: the store.
    ///   - key: the key of the stored value.
    /// - Returns: a task; cancel it to stop storing the switch.
    @discardableResult
    public func keepSwitch(in defaults: UserDefaults = .standard, key: String = "DemoManager.isEnabled") -> Task<
        Void, Never
    > {
        // Before the first change can occur: the stored value overrides the current one.
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

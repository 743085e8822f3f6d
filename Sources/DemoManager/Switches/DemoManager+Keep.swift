import Foundation

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

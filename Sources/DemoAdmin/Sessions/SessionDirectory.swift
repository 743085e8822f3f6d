import DemoManager

/// The clients that named themselves, each with a manager of its own. Who keeps them is not known here.
package protocol SessionDirectory: Sendable {
    /// The names of those that are known, in order.
    var names: [String] { get }
    /// The manager of a session; nil for an unknown one.
    func known(_ name: String) -> DemoManager?
    /// The manager of a session, created if it is unknown; nil is everyone without a session.
    func manager(_ name: String?) -> DemoManager
    /// Forgets a session with its switches, its positions and what it wrote; says whether it was known.
    @discardableResult
    func forget(_ name: String) -> Bool
}

extension SessionDirectory {
    /// The managers of all known sessions.
    var all: [DemoManager] { names.compactMap { known($0) } }

    /// Begins the sequences, scenarios and written data of every known session again.
    func resetAll() {
        for session in all { session.resetAll() }
    }
}

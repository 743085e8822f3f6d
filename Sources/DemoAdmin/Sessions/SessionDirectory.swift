import DemoManager

/// The clients that named themselves, each with a manager of its own. Who keeps them is not known here.
package protocol SessionDirectory: Sendable {
    /// The names of those that are known, in order.
    var names: [String] { get }
    /// Who decides for a session; nil for one that is not known.
    func known(_ name: String) -> DemoManager?
    /// Who decides for a session; it is made where it is not known, and nil is everyone who names none.
    func manager(_ name: String?) -> DemoManager
    /// Forgets a session with its switches, its positions and what it wrote; says whether it was known.
    @discardableResult
    func forget(_ name: String) -> Bool
}

extension SessionDirectory {
    /// Who decides for the sessions that are known.
    var all: [DemoManager] { names.compactMap { known($0) } }

    /// Begins the sequences, scenarios and written data of every known session again.
    func resetAll() {
        for session in all { session.resetAll() }
    }
}

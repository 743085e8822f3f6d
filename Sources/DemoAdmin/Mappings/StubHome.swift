/// The folder of stub files that belongs to a run: what it is sent may name bodies there, and is saved there.
package struct StubHome: Sendable, Hashable {
    /// The folder the manager loaded stub files from.
    package let stubs: String
    /// The folder bodies are confined to; nil is the folder itself.
    package let fixtures: String?

    /// A folder of stub files.
    package init(stubs: String, fixtures: String? = nil) {
        self.stubs = stubs
        self.fixtures = fixtures
    }
}

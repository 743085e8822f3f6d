/// The folder of stub files that belongs to a run: what it is sent may name bodies there, and is saved there.
public struct StubHome: Sendable, Hashable {
    /// The folder the manager loaded stub files from.
    public let stubs: String
    /// What bodies are confined to; nil is the folder itself.
    public let fixtures: String?

    /// A folder of stub files.
    public init(stubs: String, fixtures: String? = nil) {
        self.stubs = stubs
        self.fixtures = fixtures
    }
}

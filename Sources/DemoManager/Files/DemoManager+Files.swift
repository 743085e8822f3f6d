import JSONText

extension DemoManager {
    /// Everything wrong now: in stub files, and expressions that were stopped while matching.
    public var problems: [Problem] {
        lock.withLock { state in
            let files = state.files.contents.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            let stopped = state.warnings.map { Problem($0, file: "stubs", severity: .warning) }
            return state.files.folderProblems + files.flatMap(\.value.problems) + stopped
        }
    }

    /// Loads the stub files (`.json`, `.yaml`, `.yml`) of a folder and of the folders in it. A broken file never stops
    /// the others: what can be read of it works.
    ///
    /// - Parameters:
    ///   - folder: where the stub files are.
    ///   - fixtures: what bodies are confined to; nil is `folder`.
    /// - Returns: everything wrong, by file, line and column.
    @discardableResult
    public func loadStubs(folder: String, fixtures: String? = nil) -> [Problem] {
        []
    }

    /// Reads the folders again. A file that broke keeps what it last gave; the others change at once, together.
    ///
    /// - Returns: everything wrong now.
    @discardableResult
    public func reload() -> [Problem] {
        []
    }

    /// Seeds the replies of a UI test. From then on they answer alone: every other request is refused, in every mode.
    ///
    /// - Parameter json: an object whose keys are `GET /user/42`, a path with query, or a full URL, and whose values are a
    ///   reply `{status, headers, body}` or an array of them, given in order. nil ends it.
    /// - Throws: a problem that names the key that cannot be honoured; nothing is seeded then.
    public func seed(_ json: JSONValue?) throws(Problem) {
        change([.stubs, .switches]) { state in
            state.seeds = nil
            return ((), true)
        }
    }
}

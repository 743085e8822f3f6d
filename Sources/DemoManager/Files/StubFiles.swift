import JSONText

/// The stub files a manager loaded, and what was wrong in them.
struct StubFiles: Sendable {
    /// A folder of stub files with the folder its bodies are confined to.
    struct Folder: Sendable, Hashable {
        let stubs: String
        let fixtures: String
    }

    /// What one file gave, the last time it was good.
    struct Content: Sendable {
        var stubs: [Stub]
        var problems: [Problem]
    }

    var folders: [Folder] = []
    /// By path.
    var contents: [String: Content] = [:]
    /// Problems of the folders themselves.
    var folderProblems: [Problem] = []
    /// Stubs of files in the store, by what identifies them over a reload.
    var ids: [Identity: StubID] = [:]

    /// What identifies a stub of a file over a reload.
    struct Identity: Sendable, Hashable {
        let path: String
        /// Its `id`, else its place in the file.
        let name: String
    }
}

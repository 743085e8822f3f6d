import JSONText

/// The stub files a manager loaded, and what was wrong in them.
struct StubFiles: Sendable {
    /// A folder of stub files with the folder its bodies are confined to.
    struct Folder: Sendable, Hashable {
        let stubs: String
        let fixtures: String
        /// Whether it may come later.
        var mayBeMissing = false
    }

    /// What one file gave, the last time it was good.
    struct Content: Sendable {
        var stubs: [Stub]
        var problems: [Problem]
        /// Of its bytes; 0 where it could not be read.
        var digest: UInt64 = 0
    }

    var folders: [Folder] = []
    /// Which reload gave `contents`.
    var ticket: UInt64 = 0
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

    /// Takes over what was read now. A file with errors keeps its stubs of before, and a deleted one too where
    /// `keepsDeleted` says so; both say it. One that was renamed is the same under its new name.
    mutating func merge(_ read: [String: Content], keepsDeleted: Bool = true) {
        var merged = read
        var added = Set(read.keys).subtracting(contents.keys)
        for (path, old) in contents.sorted(by: { $0.key < $1.key }) where !old.stubs.isEmpty {
            guard let new = read[path] else {
                if old.digest != 0, let other = added.sorted().first(where: { read[$0]?.digest == old.digest }) {
                    added.remove(other)
                    rename(path, to: other)
                    continue
                }
                guard keepsDeleted else { continue }
                let name = old.stubs.first?.origin.fileName ?? path
                let problem = Problem(
                    "was deleted; its stubs stay until the program ends", file: name, severity: .warning)
                merged[path] = Content(stubs: old.stubs, problems: [problem])
                continue
            }
            if new.problems.contains(where: { $0.severity == .error }) { merged[path]?.stubs = old.stubs }
        }
        contents = merged
    }

    /// Its stubs keep what is remembered of them.
    private mutating func rename(_ path: String, to other: String) {
        for (identity, id) in ids where identity.path == path {
            ids[identity] = nil
            ids[Identity(path: other, name: identity.name)] = id
        }
    }

    /// The paths from the oldest to the newest: by folder in the order they were loaded in, so that a person's own folder
    /// wins over a bundled one wherever it lies, then in byte order.
    var pathsInOrder: [String] {
        let ranks = Dictionary(
            contents.keys.map { path in
                (path, folders.lastIndex { path.hasPrefix($0.stubs + "/") } ?? -1)
            },
            uniquingKeysWith: { first, _ in first })
        return contents.keys.sorted { first, second in
            let (one, other) = (ranks[first, default: -1], ranks[second, default: -1])
            return one == other ? first.utf8.lexicographicallyPrecedes(second.utf8) : one < other
        }
    }

    /// What identifies `stub` over a reload: its `id`, else its place; a second stub of the same `id` its place too.
    func identity(of stub: Stub, in path: String) -> Identity {
        guard case .file(_, _, let pointer) = stub.origin else { return Identity(path: path, name: stub.title) }
        let place = Identity(path: path, name: pointer.description)
        guard let uuid = stub.uuid else { return place }
        let named = Identity(path: path, name: "id \(uuid)")
        return ids[named] == nil ? named : place
    }
}

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
        /// Whether the stubs are of an earlier version, in which nothing was wrong.
        var isEarlier = false

        fileprivate var isBroken: Bool { problems.contains { $0.severity == .error } }
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
        var deleted: [String] = []
        for (path, old) in contents.sorted(by: { $0.key < $1.key }) where !old.stubs.isEmpty {
            guard let new = read[path] else {
                if old.digest != 0, let other = added.sorted().first(where: { read[$0]?.digest == old.digest }) {
                    added.remove(other)
                    rename(path, to: other)
                    continue
                }
                guard keepsDeleted else { continue }
                deleted.append(old.stubs.first?.origin.fileName ?? path)
                merged[path] = Content(stubs: old.stubs, problems: [])
                continue
            }
            guard new.isBroken else { continue }
            merged[path]?.stubs = old.stubs
            guard old.isEarlier || !old.isBroken else { continue }
            merged[path]?.isEarlier = true
            merged[path]?.problems = new.problems.map { $0.severity == .error ? $0.keepingEarlier : $0 }
        }
        contents = merged
        if let problem = Self.problem(ofDeleted: deleted) { folderProblems.append(problem) }
    }

    /// One for all of them: a folder of thousands of files that is emptied is one thing to know.
    private static func problem(ofDeleted names: [String]) -> Problem? {
        guard let first = names.first else { return nil }
        let others = names.count - 1
        let what =
            others == 0
            ? "was deleted; its stubs stay until the program ends"
            : "was deleted, with \(others) other \(others == 1 ? "file" : "files"); their stubs stay until the program ends"
        return Problem(what, file: first, severity: .warning)
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

extension Problem {
    fileprivate var keepingEarlier: Problem {
        Problem(
            "\(message); the last good version stays in use", file: file, path: path, position: position,
            pointer: pointer, severity: severity)
    }
}

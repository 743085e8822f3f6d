import DemoManager
import Foundation
import SourceTexts
import WireFormats

struct StubFiles: Sendable {
    /// The last valid content of a file.
    struct Content: Sendable {
        var stubs: [Stub]
        var problems: [Problem]
        /// The digest of its bytes; 0 if it could not be read.
        var digest: UInt64 = 0
        /// True if the stubs are from an earlier version without errors.
        var isEarlier = false

        fileprivate var isBroken: Bool { problems.contains { $0.severity == .error } }
    }

    var contents: [String: Content] = [:]
    var folderProblems: [Problem] = []
    /// The ids of stored stubs by their identity over a reload.
    var ids: [Identity: StubID] = [:]

    /// The identity of a file's stub over a reload.
    struct Identity: Sendable, Hashable {
        let path: String
        /// Its `id`, else its position in the file.
        let name: String
    }

    /// Merges newly read contents. A file with errors keeps its previous stubs, as does a deleted file if
    /// `keepsDeleted` is true; a problem reports either. A renamed file keeps its identity.
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

    /// A single problem for all deleted files, even if thousands are deleted.
    private static func problem(ofDeleted names: [String]) -> Problem? {
        guard let first = names.first else { return nil }
        let others = names.count - 1
        let what =
            others == 0
            ? "was deleted; its stubs stay until the program ends"
            : "was deleted, with \(others) other \(others == 1 ? "file" : "files"); their stubs stay until the program ends"
        return Problem(what, file: first, severity: .warning)
    }

    /// Moves the ids, so that the stubs keep their state.
    private mutating func rename(_ path: String, to other: String) {
        for (identity, id) in ids where identity.path == path {
            ids[identity] = nil
            ids[Identity(path: other, name: identity.name)] = id
        }
    }

    var problems: [Problem] {
        folderProblems
            + contents.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.flatMap(\.value.problems)
    }

    /// The paths from oldest to newest: by folder in the order of loading, then by bytes. So a user's own folder
    /// overrides a bundled one.
    func paths(in folders: [FileStubs.Folder]) -> [String] {
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

    /// The identity of `stub` over a reload: its `id`, else its position; the position also if the `id` is a duplicate.
    func identity(of stub: Stub, in path: String) -> Identity {
        guard case .file(_, _, let pointer) = stub.origin else { return Identity(path: path, name: stub.title) }
        let place = Identity(path: path, name: pointer.description)
        guard let uuid = stub.uuid else { return place }
        let named = Identity(path: path, name: "id \(uuid)")
        return ids[named] == nil ? named : place
    }
}

extension Problem {
    /// The problem of a changed file whose stubs are not used.
    package var keepingEarlier: Problem {
        Problem(
            "\(message); the last good version stays in use", file: file, path: path, position: position,
            pointer: pointer, severity: severity)
    }
}

struct StubFolder {
    let folder: FileStubs.Folder

    /// The maximum size of a stub file in megabytes; reading takes many times its size in memory.
    private static let megabytes = 32

    /// The relative paths of its stub files, in byte order, without hidden files and temporary files of editors.
    func files() throws(Problem) -> [String] {
        guard FileManager.default.isFolder(atPath: folder.stubs) else {
            throw Problem("no such folder of stub files; check the path", file: folder.stubs)
        }
        let paths: [String]
        do {
            paths = try FileManager.default.subpathsOfDirectory(atPath: folder.stubs)
        } catch {
            throw Problem("cannot be read: \(error.localizedDescription)", file: folder.stubs)
        }
        return paths.filter { Self.isStubFile($0) || isLinkedFolder($0) }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Linked folders are not entered, because they may be anywhere, or form a cycle.
    private func isLinkedFolder(_ name: String) -> Bool {
        let path = "\(folder.stubs)/\(name)"
        guard !Self.isPassedOver(name), FileManager.default.isFolder(atPath: path) else { return false }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.type] as? FileAttributeType == .typeSymbolicLink
    }

    private func read(_ name: String, _ prefix: String, _ bodies: BodyFiles) throws(Problem) -> StubFiles.Content {
        let (path, shown) = ("\(folder.stubs)/\(name)", "\(prefix)/\(name)")
        if isLinkedFolder(name) {
            throw Problem("is a link to a folder, and its stubs are not read; move the folder here", file: shown)
        }
        // Other kinds of files may be endless, or block the reading program.
        var status = stat()
        if stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw Problem("is not a plain file, and is not read", file: shown)
            }
            guard status.st_size <= off_t(Self.megabytes) << 20 else {
                let size = status.st_size >> 20
                throw Problem("has \(size) MB, and at most \(Self.megabytes) MB are read; split it", file: shown)
            }
        }
        let source = try SourceText(file: path, named: shown)
        var content = MappingReader(source: source, path: path, bodies: bodies).read()
        content.digest = ByteHash(source.bytes).value
        return content
    }

    func contents() throws(Problem) -> [String: StubFiles.Content] {
        var contents: [String: StubFiles.Content] = [:]
        let names = try files()
        let fixtures = try FixtureFolder(Self.bodyFolder(stubs: folder.stubs, fixtures: folder.fixtures))
        let bodies = BodyFiles(fixtures)
        let prefix = URL(fileURLWithPath: folder.stubs).lastPathComponent
        for name in names {
            let path = "\(folder.stubs)/\(name)"
            do throws(Problem) {
                contents[path] = try read(name, prefix, bodies)
            } catch {
                contents[path] = StubFiles.Content(stubs: [], problems: [error])
            }
        }
        return contents
    }

    /// The folder of bodies: by default `__files`, if the folder has WireMock's layout.
    static func bodyFolder(stubs: String, fixtures: String) -> String {
        let own = "\(stubs)/\(bodyFolderName)"
        return fixtures == stubs && FileManager.default.isFolder(atPath: own) ? own : fixtures
    }

    /// WireMock's name for the folder of bodies, which contains no stub files.
    private static let bodyFolderName = "__files"

    private static func isStubFile(_ path: String) -> Bool {
        !isPassedOver(path) && [".json", ".yaml", ".yml"].contains { path.lowercased().hasSuffix($0) }
    }

    private static func isPassedOver(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        return parts.first ?? "" == bodyFolderName || parts.contains { $0.hasPrefix(".") }
    }
}

extension DemoManager {
    /// Loads the stub files (`.json`, `.yaml`, `.yml`) of a folder and its subfolders. Errors in one file do not affect
    /// the others: all valid stubs are loaded. Stubs of a folder that is loaded later override earlier ones.
    ///
    /// - Parameters:
    ///   - folder: the path of the folder.
    ///   - fixtures: the folder that bodies are confined to; nil for `folder`, or its `__files` in WireMock's layout.
    ///   - mayBeMissing: true to accept a missing folder, which is read once it exists.
    /// - Returns: all problems, with file, line and column.
    @discardableResult
    public func loadStubs(folder: String, fixtures: String? = nil, mayBeMissing: Bool = false) -> [Problem] {
        add(FileStubs.Folder(stubs: folder, fixtures: fixtures ?? folder, mayBeMissing: mayBeMissing))
        return reload()
    }

    /// Reads the folders again. A file with errors keeps its last valid stubs; all other changes apply in one step.
    ///
    /// - Parameter forgetsDeleted: true to remove the stubs of deleted files. By default they are kept, because editors
    ///   may remove a file briefly while saving.
    /// - Returns: all current problems.
    @discardableResult
    public func reload(forgetsDeleted: Bool = false) -> [Problem] {
        let (folders, ticket) = (fileStubs.folders, makeNumber())
        var read: [String: StubFiles.Content] = [:]
        var folderProblems: [Problem] = []
        for folder in folders where !folder.mayBeMissing || FileManager.default.fileExists(atPath: folder.stubs) {
            do throws(Problem) {
                read.merge(try StubFolder(folder: folder).contents()) { $1 }
            } catch {
                folderProblems.append(error)
            }
        }
        // If a folder cannot be read, it is unknown which of its files were deleted.
        let keepsDeleted = !forgetsDeleted || !folderProblems.isEmpty
        // Of two concurrent reloads, the one that began later has read the newer files, whichever ends first.
        replaceFileStubs { old in
            guard ticket > old.ticket else { return nil }
            var files = old.contents as? StubFiles ?? StubFiles()
            files.folderProblems = folderProblems
            files.merge(read, keepsDeleted: keepsDeleted)
            let stubs = stubs(of: &files, in: old.folders)
            var new = old
            (new.ticket, new.problems, new.contents) = (ticket, files.problems, files)
            return (new, stubs)
        }
        return problems
    }

    /// The stubs of the files, from oldest to newest. Known stubs keep their id.
    private func stubs(of files: inout StubFiles, in folders: [FileStubs.Folder]) -> [(id: StubID, stub: Stub)] {
        let known = files.ids
        files.ids = [:]
        var stubs: [(id: StubID, stub: Stub)] = []
        for path in files.paths(in: folders) {
            for stub in files.contents[path]?.stubs ?? [] {
                let identity = files.identity(of: stub, in: path)
                let id = known[identity] ?? StubID(number: makeNumber())
                stubs.append((id, stub))
                files.ids[identity] = id
            }
        }
        return stubs
    }
}

extension StubOrigin {
    /// The line and column of the stub in its file. Reads the file, so call it on demand, not per request.
    ///
    /// - Returns: nil for stubs that are not from a file, and for unreadable files.
    package func position() -> TextPosition? {
        guard case .file(let path, _, let pointer) = self else { return nil }
        return (try? SourceText(file: path))?.position(of: pointer)
    }
}

import Foundation
import WireFormats

extension DemoManager {
    /// Everything wrong now: in stub files, and expressions that were stopped while matching.
    public var problems: [Problem] {
        lock.withLock { state in
            let files = state.files.contents.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            let stopped = state.warnings.map { Problem($0, file: "stubs", severity: .warning) }
            // Several stub files may name the same body.
            var known: Set<Problem> = []
            return (state.files.folderProblems + files.flatMap(\.value.problems) + stopped)
                .filter { known.insert($0).inserted }
        }
    }

    /// Loads the stub files (`.json`, `.yaml`, `.yml`) of a folder and of the folders in it. A broken file never stops
    /// the others: what can be read of it works. Stubs of a folder loaded later win over those of one loaded earlier.
    ///
    /// - Parameters:
    ///   - folder: where the stub files are.
    ///   - fixtures: what bodies are confined to; nil is `folder`, or `__files` in it where it is laid out as WireMock's.
    ///   - mayBeMissing: true if a folder that is not there is no problem; it is read once it is.
    /// - Returns: everything wrong, by file, line and column.
    @discardableResult
    public func loadStubs(folder: String, fixtures: String? = nil, mayBeMissing: Bool = false) -> [Problem] {
        let added = StubFiles.Folder(stubs: folder, fixtures: fixtures ?? folder, mayBeMissing: mayBeMissing)
        lock.withLock { state in
            if !state.files.folders.contains(added) { state.files.folders.append(added) }
        }
        return reload()
    }

    /// Reads the folders again. A file that broke keeps what it last gave; the others change at once, together.
    ///
    /// - Parameter forgetsDeleted: true if the stubs of a file that is gone go too. Unless somebody asks for it they stay: an
    ///   editor that saves takes a file away for a moment.
    /// - Returns: everything wrong now.
    @discardableResult
    public func reload(forgetsDeleted: Bool = false) -> [Problem] {
        let (folders, ticket) = lock.withLock { state in (state.files.folders, state.nextNumber()) }
        var read: [String: StubFiles.Content] = [:]
        var folderProblems: [Problem] = []
        for folder in folders where !folder.mayBeMissing || FileManager.default.fileExists(atPath: folder.stubs) {
            do throws(Problem) {
                read.merge(try StubFolder(folder: folder).contents()) { $1 }
            } catch {
                folderProblems.append(error)
            }
        }
        // Of a folder that cannot be read nobody knows which of its files are gone.
        let keepsDeleted = !forgetsDeleted || !folderProblems.isEmpty
        // Of two reloads at once the one that began later read the newer files, whichever ends first.
        while case (let old, let paths) = lock.withLock({ ($0.files, $0.paths) }), ticket > old.ticket {
            var files = old
            files.ticket = ticket
            files.folderProblems = folderProblems
            files.merge(read, keepsDeleted: keepsDeleted)
            // Outside of the lock: how paths are read is the caller's to say.
            let entries = entries(of: &files, paths)
            let isDone = change([.stubs, .problems]) { state in
                guard state.files.ticket == old.ticket, state.paths.number == paths.number else {
                    return (false, false)
                }
                state.use(files, entries)
                return (true, true)
            }
            if isDone { break }
        }
        return problems
    }

    /// The stubs of the files, from the oldest to the newest. Those that stayed keep their id.
    private func entries(of files: inout StubFiles, _ paths: StubPaths) -> [StubEntry] {
        let known = files.ids
        files.ids = [:]
        var entries: [StubEntry] = []
        for path in files.pathsInOrder {
            for stub in files.contents[path]?.stubs ?? [] {
                let identity = files.identity(of: stub, in: path)
                let id = known[identity] ?? StubID(number: lock.withLock { $0.nextNumber() })
                entries.append(StubEntry(id: id, stub: stub, age: UInt64(entries.count) + 1, paths: paths))
                files.ids[identity] = id
            }
        }
        return entries
    }
}

extension ManagerState {
    /// Replaces what the stub files give, in one step. Files that broke keep what they last gave; stubs that
    /// stayed keep their id, position, hits and switch.
    fileprivate mutating func use(_ new: StubFiles, _ entries: [StubEntry]) {
        let known = files.ids.values
        for id in known { index.remove(id) }
        for entry in entries { insert(entry) }
        for id in Set(known).subtracting(new.ids.values) { forget(id) }
        let folders = files.folders
        files = new
        // One may have been added meanwhile; its own reload comes.
        files.folders = folders
    }
}

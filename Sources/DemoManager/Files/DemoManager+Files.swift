import Foundation
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
    /// the others: what can be read of it works. Stubs of a folder loaded later win over those of one loaded earlier.
    ///
    /// - Parameters:
    ///   - folder: where the stub files are.
    ///   - fixtures: what bodies are confined to; nil is `folder`, or `__files` in it where it is laid out as WireMock's.
    ///   - mayBeMissing: whether a folder that is not there is no problem; it is read once it is.
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
    /// - Parameter forgetsDeleted: whether the stubs of a file that is gone go too. Unless somebody asks for it they stay: an
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
        change([.stubs, .problems]) { state in
            // Of two reloads at once the one that began later read the newer files, whichever ends first.
            guard ticket > state.files.ticket else { return ((), false) }
            state.files.ticket = ticket
            // Of a folder that cannot be read nobody knows which of its files are gone.
            state.use(read, folderProblems, keepsDeleted: !forgetsDeleted || !folderProblems.isEmpty)
            return ((), true)
        }
        return problems
    }
}

extension ManagerState {
    /// Replaces what the stub files give, in one step. Files that broke keep what they last gave; stubs that
    /// stayed keep their id, position, hits and switch.
    fileprivate mutating func use(
        _ read: [String: StubFiles.Content], _ folderProblems: [Problem], keepsDeleted: Bool
    ) {
        files.merge(read, keepsDeleted: keepsDeleted)
        files.folderProblems = folderProblems
        for id in files.ids.values { index.remove(id) }
        let known = files.ids
        files.ids = [:]
        var age: UInt64 = 0
        for path in files.pathsInOrder {
            for stub in files.contents[path]?.stubs ?? [] {
                let identity = files.identity(of: stub, in: path)
                let id = known[identity] ?? StubID(number: nextNumber())
                age += 1
                insert(stub, id: id, age: age)
                files.ids[identity] = id
            }
        }
        for id in Set(known.values).subtracting(files.ids.values) { forget(id) }
    }
}

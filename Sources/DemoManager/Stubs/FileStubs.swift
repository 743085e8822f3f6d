import WireFormats

/// The stubs from files in a manager, and their folders. `DemoManagerFiles` reads them.
package struct FileStubs: Sendable {
    /// A folder of stub files, and the folder that contains their bodies.
    package struct Folder: Sendable, Equatable {
        package let stubs: String
        package let fixtures: String
        /// True if the folder may be created later.
        package let mayBeMissing: Bool

        package init(stubs: String, fixtures: String, mayBeMissing: Bool) {
            (self.stubs, self.fixtures, self.mayBeMissing) = (stubs, fixtures, mayBeMissing)
        }
    }

    /// The folders in the order of loading.
    package fileprivate(set) var folders: [Folder] = []
    /// The number of the reload that produced the values below.
    package var ticket: UInt64 = 0
    /// All problems found in the files.
    package var problems: [Problem] = []
    /// The contents of the files, for the next reload.
    package var contents: (any Sendable)?
    /// The ids of the stored stubs.
    fileprivate var ids: Set<StubID> = []
}

extension DemoManager {
    /// All current problems: of stub files, and of expressions that were stopped while matching.
    public var problems: [Problem] {
        lock.withLock { state in
            let stopped = state.warnings.map { Problem($0, file: "stubs", severity: .warning) }
            // Several stub files may name the same body.
            var known: Set<Problem> = []
            return (state.files.problems + stopped).filter { known.insert($0).inserted }
        }
    }

    /// The stub files as last read.
    package var fileStubs: FileStubs { lock.withLock { $0.files } }

    /// Adds a folder, to be read by the next reload.
    package func add(_ folder: FileStubs.Folder) {
        lock.withLock { state in
            if !state.files.folders.contains(folder) { state.files.folders.append(folder) }
        }
    }

    /// A unique number for a reload or a stub.
    package func makeNumber() -> UInt64 { lock.withLock { $0.nextNumber() } }

    /// Replaces the stubs of files in one step. Stubs that keep their id keep position, hits and switch.
    ///
    /// - Parameter next: returns the new files for the current ones, with their stubs from oldest to newest; nil to
    ///   stop. It is called again if the files or the resolving of paths changed meanwhile.
    package func replaceFileStubs(_ next: (FileStubs) -> (files: FileStubs, stubs: [(id: StubID, stub: Stub)])?) {
        while case (let old, let paths) = lock.withLock({ ($0.files, $0.paths) }), let (files, stubs) = next(old) {
            // Outside the lock, because the resolving of paths is the caller's code.
            let entries = stubs.enumerated().map { place, new in
                StubEntry(id: new.id, stub: new.stub, age: UInt64(place) + 1, paths: paths)
            }
            let isDone = change([.stubs, .problems]) { state in
                guard state.files.ticket == old.ticket, state.paths.number == paths.number else {
                    return (false, false)
                }
                state.use(files, entries)
                return (true, true)
            }
            if isDone { return }
        }
    }
}

extension ManagerState {
    fileprivate mutating func use(_ new: FileStubs, _ entries: [StubEntry]) {
        let known = files.ids
        for id in known { index.remove(id) }
        for entry in entries { insert(entry) }
        let ids = Set(entries.map(\.id))
        for id in known.subtracting(ids) { forget(id) }
        // A folder may have been added meanwhile; its own reload follows.
        let folders = files.folders
        files = new
        (files.folders, files.ids) = (folders, ids)
    }
}

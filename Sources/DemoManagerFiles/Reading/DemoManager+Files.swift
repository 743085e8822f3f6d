import DemoManager
import Foundation
import SourceTexts
import WireFormats

extension DemoManager {
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
        add(FileStubs.Folder(stubs: folder, fixtures: fixtures ?? folder, mayBeMissing: mayBeMissing))
        return reload()
    }

    /// Reads the folders again. A file that broke keeps what it last gave; the others change at once, together.
    ///
    /// - Parameter forgetsDeleted: true if the stubs of a file that is gone go too. Unless somebody asks for it they stay: an
    ///   editor that saves takes a file away for a moment.
    /// - Returns: everything wrong now.
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
        // Of a folder that cannot be read nobody knows which of its files are gone.
        let keepsDeleted = !forgetsDeleted || !folderProblems.isEmpty
        // Of two reloads at once the one that began later read the newer files, whichever ends first.
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

    /// The stubs of the files, from the oldest to the newest. Those that stayed keep their id.
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
    /// Line and column of the stub in its file. Reads the file: call it when somebody asks, not per request.
    ///
    /// - Returns: nil for stubs that are not in a file and for files that cannot be read any more.
    package func position() -> TextPosition? {
        guard case .file(let path, _, let pointer) = self else { return nil }
        return (try? SourceText(file: path))?.position(of: pointer)
    }
}

import DemoManager
import Foundation
import SourceTexts
import WireFormats

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

import Foundation
import JSONText

/// Reads the stub files of a folder.
struct StubFolder {
    let folder: StubFiles.Folder

    /// The most megabytes of a stub file: a larger one takes long to read, and many times its size in memory.
    private static let megabytes = 32

    /// The paths of its stub files below it, in byte order; dot files and editors' temporary files are not stub files.
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

    /// A folder that only a link leads to is not entered: it may lead anywhere, or back.
    private func isLinkedFolder(_ name: String) -> Bool {
        let path = "\(folder.stubs)/\(name)"
        guard !Self.isPassedOver(name), FileManager.default.isFolder(atPath: path) else { return false }
        do {
            return try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
                == .typeSymbolicLink
        } catch {
            return false
        }
    }

    private func read(_ name: String, _ prefix: String, _ bodies: BodyFiles) throws(Problem) -> StubFiles.Content {
        let (path, shown) = ("\(folder.stubs)/\(name)", "\(prefix)/\(name)")
        if isLinkedFolder(name) {
            throw Problem("is a link to a folder, and its stubs are not read; move the folder here", file: shown)
        }
        // What is no file may never end, or make whoever opens it wait.
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

    /// What each file gives, by its path.
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

    /// Where bodies are: in `__files` of a folder laid out as WireMock's, if no other is named.
    static func bodyFolder(stubs: String, fixtures: String) -> String {
        let own = "\(stubs)/\(bodyFolderName)"
        return fixtures == stubs && FileManager.default.isFolder(atPath: own) ? own : fixtures
    }

    /// WireMock's name for the folder of bodies; what is in it is never a stub file.
    private static let bodyFolderName = "__files"

    private static func isStubFile(_ path: String) -> Bool {
        !isPassedOver(path) && [".json", ".yaml", ".yml"].contains { path.lowercased().hasSuffix($0) }
    }

    private static func isPassedOver(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        return parts.first ?? "" == bodyFolderName || parts.contains { $0.hasPrefix(".") }
    }
}

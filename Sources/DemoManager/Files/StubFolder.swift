import Foundation
import JSONText

/// Reads the stub files of a folder.
struct StubFolder {
    let folder: StubFiles.Folder

    /// The most megabytes of a stub file: a larger one takes long to read, and many times its size in memory.
    private static let megabytes = 32

    private static func checkSize(of path: String, named name: String) throws(Problem) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_size > off_t(megabytes) << 20 else { return }
        throw Problem("has \(status.st_size >> 20) MB, and at most \(megabytes) MB are read; split it", file: name)
    }

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
        return paths.filter(Self.isStubFile).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// What each file gives, by its path.
    func contents() throws(Problem) -> [String: StubFiles.Content] {
        var contents: [String: StubFiles.Content] = [:]
        let names = try files()
        let bodies: BodyFiles
        do throws(FixtureFolder.Unreadable) {
            bodies = BodyFiles(
                try FixtureFolder(Self.bodyFolder(stubs: folder.stubs, fixtures: folder.fixtures)))
        } catch {
            throw Problem(error.message, file: folder.fixtures)
        }
        let prefix = URL(fileURLWithPath: folder.stubs).lastPathComponent
        for name in names {
            let path = "\(folder.stubs)/\(name)"
            do throws(Problem) {
                try Self.checkSize(of: path, named: "\(prefix)/\(name)")
                let source = try SourceText(file: path, named: "\(prefix)/\(name)")
                contents[path] = MappingReader(source: source, path: path, bodies: bodies).read()
                contents[path]?.digest = ByteHash(source.bytes).value
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
        let parts = path.split(separator: "/")
        guard let name = parts.last, parts.first ?? "" != bodyFolderName, !parts.contains(where: { $0.hasPrefix(".") })
        else { return false }
        return [".json", ".yaml", ".yml"].contains { name.lowercased().hasSuffix($0) }
    }
}

import Foundation
import WireFormats

/// Reads a document's files from the disk: its own wherever it is, the others below its folder only.
struct DocumentFiles {
    /// The names a document has in an app folder, the first that exists counts.
    private static let documentNames = ["openapi.yaml", "openapi.yml", "openapi.json"]

    /// The path of the document's own file as given, or in the app folder given.
    let document: String
    /// The app folder, where one was given.
    let appFolder: String?
    /// The document's own file in its real folder.
    let root: PartLocation
    private let limit: Int

    /// Finds the document. Throws where there is none at `path`.
    init(_ path: String, limit: Int) throws(Problem) {
        self.limit = limit
        if FileManager.default.isFolder(atPath: path) {
            appFolder = path
            document = try DocumentFiles.document(in: path)
        } else {
            appFolder = nil
            document = path
        }
        let url = URL(fileURLWithPath: document)
        // A missing folder is told by the attempt to read the file.
        let folder =
            DocumentFiles.realPath(url.deletingLastPathComponent().path) ?? url.deletingLastPathComponent().path
        root = .file(PartLocation.normalized(folder + "/" + url.lastPathComponent))
    }

    /// The document's own text.
    func readDocument() throws(Problem) -> SourceText {
        try DocumentFiles.read(document, named: document, limit: limit)
    }

    /// A folder of the app folder, if it is there.
    func folder(_ name: String) -> String? {
        guard let appFolder else { return nil }
        let path = URL(fileURLWithPath: appFolder).appending(path: name).path
        return FileManager.default.isFolder(atPath: path) ? path : nil
    }

    /// The file a path leads to after all links. Throws where it is none, or lies outside the document's folder.
    func realFile(_ path: String, named name: String) throws(Problem) -> String {
        guard let real = DocumentFiles.realPath(path) else { throw Problem("no such file; check the path", file: name) }
        guard real.hasPrefix(root.folder) else {
            throw Problem("leads outside the document's folder and is not read", file: name)
        }
        var information = stat()
        guard stat(real, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            throw Problem("is no file", file: name)
        }
        return real
    }

    /// The text of a file. Throws where it cannot be read or is too large; pipes and devices are read to the limit.
    static func read(_ path: String, named name: String, limit: Int) throws(Problem) -> SourceText {
        let tooLarge = Problem("has more than \(limit / 1_000_000) MB and is not read", file: name)
        var information = stat()
        let isThere = stat(path, &information) == 0
        if !isThere || information.st_mode & S_IFMT == S_IFREG || information.st_mode & S_IFMT == S_IFDIR {
            if isThere, Int(information.st_size) > limit { throw tooLarge }
            return try SourceText(file: path, named: name)
        }
        var bytes: [UInt8] = []
        do {
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            while bytes.count <= limit, let chunk = try file.read(upToCount: 65_536), !chunk.isEmpty { bytes += chunk }
            try file.close()
        } catch {
            throw Problem("cannot be read: \(error.localizedDescription)", file: name)
        }
        guard bytes.count <= limit else { throw tooLarge }
        return SourceText(name: name, bytes: bytes)
    }

    private static func document(in folder: String) throws(Problem) -> String {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            throw Problem("cannot be read: \(error.localizedDescription)", file: folder)
        }
        if let name = documentNames.first(where: names.contains) {
            return folder.hasSuffix("/") ? folder + name : folder + "/" + name
        }
        let shown = names.filter { !$0.hasPrefix(".") }
        let found = shown.isEmpty ? "it is empty" : "found: " + shown.prefix(8).joined(separator: ", ")
        throw Problem(
            "is a folder without openapi.yaml, openapi.yml or openapi.json; \(found)\(shown.count > 8 ? ", …" : "")",
            file: folder)
    }

    private static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}

import Foundation
import SourceTexts
import WireFormats

/// Reads a document's files from disk: its own from anywhere, the others only below its folder.
struct DocumentFiles {
    /// The names of a document in an app folder, in order of precedence.
    private static let documentNames = ["openapi.yaml", "openapi.yml", "openapi.json"]

    /// The document's path, as given or in the given app folder.
    let document: String
    /// Nil if a file was given.
    let appFolder: String?
    /// The document's file in its real folder.
    let root: PartLocation
    private let limit: Int

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
        // A missing folder is reported when the file is read.
        let folder =
            FileManager.realPath(url.deletingLastPathComponent().path) ?? url.deletingLastPathComponent().path
        root = .file(PartLocation.normalized(folder + "/" + url.lastPathComponent))
    }

    func readDocument() throws(Problem) -> SourceText {
        try DocumentFiles.read(document, named: document, limit: limit)
    }

    func folder(_ name: String) -> String? {
        guard let appFolder else { return nil }
        let path = URL(fileURLWithPath: appFolder).appending(path: name).path
        return FileManager.default.isFolder(atPath: path) ? path : nil
    }

    /// The real path of a file. Throws if it is missing, not a regular file or outside the document's folder.
    func realFile(_ path: String, named name: String) throws(Problem) -> String {
        guard let real = FileManager.realPath(path) else { throw Problem("no such file; check the path", file: name) }
        guard real.hasPrefix(root.folder) else {
            throw Problem("leads outside the document's folder and is not read", file: name)
        }
        var information = stat()
        guard stat(real, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            throw Problem("is not a file", file: name)
        }
        return real
    }

    /// The text of a file, pipe or device. Throws if it is unreadable or too large.
    static func read(_ path: String, named name: String, limit: Int) throws(Problem) -> SourceText {
        let tooLarge = Problem("has more than \(limit / 1_000_000) MB and is not read", file: name)
        var information = stat()
        let kind = stat(path, &information) == 0 ? information.st_mode & S_IFMT : S_IFREG
        if kind == S_IFREG || kind == S_IFDIR {
            if Int(information.st_size) > limit { throw tooLarge }
            return try SourceText(file: path, named: name)
        }
        // A pipe or a device has no size, and may never end.
        var bytes: [UInt8] = []
        do {
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            while bytes.count <= limit, let chunk = try file.read(upToCount: 65_536), !chunk.isEmpty { bytes += chunk }
            try file.close()
        } catch {
            throw Problem("cannot be read: \(error.localizedDescription)", file: name, path: path)
        }
        guard bytes.count <= limit else { throw tooLarge }
        return SourceText(name: name, bytes: bytes, format: SourceText(name: path, bytes: bytes).format, path: path)
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
}

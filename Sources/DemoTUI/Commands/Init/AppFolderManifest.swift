import Foundation
import JSONText

/// What `init` wrote into an app folder: so that the next run knows what a person changed since.
struct AppFolderManifest: Sendable {
    /// Its file's name in the folder.
    static let name = ".demo-tui.json"

    /// A file as it was written.
    struct Entry: Hashable, Sendable {
        let digest: String
        var operation: String?
    }

    /// By path below the folder.
    var files: [String: Entry] = [:]

    init() {}

    /// The manifest of a folder; an empty one where it has none.
    /// - Throws: `StartFailure` for one that cannot be read.
    init(of folder: String) throws(StartFailure) {
        let path = "\(folder)/\(Self.name)"
        guard FileManager.default.fileExists(atPath: path) else { return }
        let value: JSONValue
        do throws(Problem) {
            value = try SourceText(file: path).parse()
        } catch {
            throw StartFailure("\(error). Mend it, or delete it: then every file counts as yours and is kept.")
        }
        for member in value["files"]?.objectValue?.members ?? [] {
            guard let digest = member.value["digest"]?.stringValue else { continue }
            files[member.key] = Entry(digest: digest, operation: member.value["operation"]?.stringValue)
        }
    }

    /// The file's text.
    var text: String {
        let entries = files.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { path, entry in
            var object = JSONObject([JSONObject.Member(key: "digest", value: .string(entry.digest))])
            object["operation"] = entry.operation.map(JSONValue.string)
            return JSONObject.Member(key: path, value: .object(object))
        }
        let value: JSONValue = [
            "about": "What demo-tui init wrote. It tells which files you changed; they are never overwritten.",
            "files": .object(JSONObject(entries)),
        ]
        return value.text(.pretty) + "\n"
    }
}

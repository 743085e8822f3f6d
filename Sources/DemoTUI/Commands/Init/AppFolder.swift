import Foundation
import WireFormats

/// A folder that is, or becomes, an app folder. Nothing outside of it is read or written.
struct AppFolder {
    let path: String
    private static let documents = ["openapi.yaml", "openapi.yml", "openapi.json"]

    init(_ path: String) throws(Complaint) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        guard let kind = Self.kind(path, followsLinks: true) else { return }
        guard kind == .typeDirectory else { throw Complaint("\(path): this is not a folder. Name a new one.") }
        let shown = try names().filter { !$0.hasPrefix(".") }
        let isAppFolder = try names().contains { $0 == AppFolderManifest.name || Self.documents.contains($0) }
        guard shown.isEmpty || isAppFolder else {
            let found = shown.prefix(4).joined(separator: ", ") + (shown.count > 4 ? ", …" : "")
            throw Complaint(
                "\(path): this folder holds something else (\(found)). Name a new folder, or one that init made.")
        }
    }

    var isThere: Bool { Self.kind(path, followsLinks: true) != nil }

    /// An existing document that would be opened instead of one called `name`.
    func rival(of name: String) throws(Complaint) -> String? {
        guard isThere else { return nil }
        let names = try names()
        return Self.documents.first { $0 != name && names.contains($0) }
    }

    /// The bytes of a file below the folder; nil if it is missing.
    /// - Throws: a complaint if a step of its path is a link, or it cannot be read.
    func bytes(_ file: String) throws(Complaint) -> [UInt8]? {
        try checkWay(to: file)
        let full = "\(path)/\(file)"
        guard let kind = Self.kind(full, followsLinks: false) else { return nil }
        // A link or a special file belongs to the user: it differs from everything written here.
        guard kind == .typeRegular else { return [] }
        do {
            return [UInt8](try Data(contentsOf: URL(fileURLWithPath: full)))
        } catch {
            throw Complaint("\(full): this file cannot be read. Make it readable, or move it away.")
        }
    }

    /// Writes files, each whole or not at all.
    /// - Throws: a complaint with the system's message; the next run writes the rest.
    func write(_ files: [(path: String, bytes: [UInt8])]) throws(Complaint) {
        for file in files {
            let place = "\(path)/\(file.path)"
            do throws(Complaint) {
                try Output.write(file.bytes, toFile: place)
            } catch {
                throw Complaint("\(place): this file cannot be written: \(error). Run it again.")
            }
        }
    }

    /// No step of a file's path may be a link, which could be outside the folder.
    private func checkWay(to file: String) throws(Complaint) {
        let steps = file.split(separator: "/", omittingEmptySubsequences: false)
        guard !steps.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else {
            throw Complaint("\(file): this path leads out of the folder.")
        }
        var way = path
        for step in steps.dropLast() {
            way += "/\(step)"
            guard let kind = Self.kind(way, followsLinks: false), kind != .typeDirectory else { continue }
            throw Complaint(
                "\(way): this is \(kind == .typeSymbolicLink ? "a link" : "no folder"). Move it away, then run it again."
            )
        }
    }

    private func names() throws(Complaint) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        } catch {
            throw Complaint("\(path): this folder cannot be read. Make it readable, or name another.")
        }
    }

    /// An inaccessible file counts as missing; writing it reports the reason.
    private static func kind(_ path: String, followsLinks: Bool) -> FileAttributeType? {
        let place = followsLinks ? URL(fileURLWithPath: path).resolvingSymlinksInPath().path : path
        return (try? FileManager.default.attributesOfItem(atPath: place))?[.type] as? FileAttributeType
    }
}

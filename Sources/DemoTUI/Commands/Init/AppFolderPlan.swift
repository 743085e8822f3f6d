import Foundation
import WireFormats

struct AppFolderPlan: Sendable {
    enum Act: String, Sendable {
        case add = "added"
        /// Unchanged by the user since it was written, and the document changed.
        case update = "updated"
        /// Changed by the user, or older than the manifest: it stays.
        case keep = "kept"
        /// Deleted by the user: it stays deleted.
        case leaveOut = "left out"
        case none = "unchanged"
    }

    struct Step: Sendable {
        let path: String
        let act: Act
        var reason = ""
        var bytes: [UInt8] = []
    }

    private(set) var steps: [Step] = []
    private(set) var manifest: AppFolderManifest

    /// - Parameters:
    ///   - files: the files that the folder must have.
    ///   - manifest: the files that were written last time.
    ///   - current: the bytes of a file of the folder; nil if it is missing.
    init(_ files: [AppFolderFile], after manifest: AppFolderManifest, current: (String) throws(Complaint) -> [UInt8]?)
        throws(Complaint)
    {
        self.manifest = manifest
        for file in files {
            let step = try Self.step(file, manifest.files[file.path], try current(file.path))
            steps.append(step)
            guard step.act != .keep, step.act != .leaveOut else { continue }
            self.manifest.files[file.path] = .init(digest: FileDigest.text(file.bytes), operation: file.operation)
        }
        let wanted = Set(files.map(\.path))
        for (path, entry) in manifest.files.sorted(by: { $0.key < $1.key }) where !wanted.contains(path) {
            if try current(path) == nil {
                self.manifest.files[path] = nil
            } else {
                let what = entry.operation.map { "no longer has \($0)" } ?? "no longer refers to it"
                let reason = "the document \(what); delete it if you do not need it"
                steps.append(Step(path: path, act: .keep, reason: reason))
            }
        }
    }

    private static func step(_ file: AppFolderFile, _ known: AppFolderManifest.Entry?, _ bytes: [UInt8]?)
        throws(Complaint) -> Step
    {
        guard let bytes else {
            return known == nil
                ? Step(path: file.path, act: .add, bytes: file.bytes)
                : Step(path: file.path, act: .leaveOut, reason: "you deleted it")
        }
        if bytes == file.bytes { return Step(path: file.path, act: .none) }
        guard let known else { return Step(path: file.path, act: .keep, reason: "it was there before") }
        guard known.digest == FileDigest.text(bytes) else {
            return Step(path: file.path, act: .keep, reason: "you changed it")
        }
        return Step(path: file.path, act: .update, bytes: file.bytes)
    }

    var writes: [Step] { steps.filter { [.add, .update].contains($0.act) } }

    /// `3 added, 240 unchanged`.
    var summary: String {
        let order: [Act] = [.add, .update, .keep, .leaveOut, .none]
        let parts = order.compactMap { act in
            let count = steps.count { $0.act == act }
            return count == 0 ? nil : "\(count) \(act.rawValue)"
        }
        return parts.joined(separator: ", ")
    }
}

/// The record of the files that `init` wrote, so that the next run detects the user's changes.
struct AppFolderManifest: Codable, Sendable {
    static let name = ".demo-tui.json"

    struct Entry: Codable, Hashable, Sendable {
        let digest: String
        var operation: String?
    }

    private var about: String? = "The files that demo-tui init wrote. Files that you changed are never overwritten."
    var files: [String: Entry] = [:]

    init() {}

    init(of folder: String) throws(Complaint) {
        let path = "\(folder)/\(Self.name)"
        guard FileManager.default.fileExists(atPath: path) else { return }
        do {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            files = try JSONDecoder().decode(Self.self, from: bytes).files
        } catch {
            let reason = error is DecodingError ? "it is damaged" : "it cannot be read"
            throw Complaint(
                "\(path): \(reason). Correct or delete it; without it every file counts as yours and is kept.")
        }
    }

    func bytes() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(self)) + [UInt8(ascii: "\n")]
    }
}

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
            do throws(Complaint) {
                try Output.write(file.bytes, toFile: "\(path)/\(file.path)")
            } catch {
                throw Complaint("\(error) Run it again, which writes the rest.")
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

import Foundation

/// A folder that is, or becomes, an app folder. Nothing outside of it is read or written.
struct AppFolder {
    let path: String
    private static let documents = ["openapi.yaml", "openapi.yml", "openapi.json"]
    private static let stage = ".demo-tui-new"

    init(_ path: String) throws(StartFailure) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        guard let kind = Self.kind(path, followsLinks: true) else { return }
        guard kind == .typeDirectory else { throw StartFailure("\(path): this is not a folder. Name a new one.") }
        let shown = try names().filter { !$0.hasPrefix(".") }
        let isAppFolder = try names().contains { $0 == AppFolderManifest.name || Self.documents.contains($0) }
        guard shown.isEmpty || isAppFolder else {
            let found = shown.prefix(4).joined(separator: ", ") + (shown.count > 4 ? ", …" : "")
            throw StartFailure(
                "\(path): this folder holds something else (\(found)). Name a new folder, or one that init made.")
        }
    }

    var isThere: Bool { Self.kind(path, followsLinks: true) != nil }

    /// An existing document that would be opened instead of one called `name`.
    func rival(of name: String) throws(StartFailure) -> String? {
        guard isThere else { return nil }
        let names = try names()
        return Self.documents.first { $0 != name && names.contains($0) }
    }

    /// The bytes of a file below the folder; nil if it is missing.
    /// - Throws: `StartFailure` if a step of its path is a link, or it cannot be read.
    func bytes(_ file: String) throws(StartFailure) -> [UInt8]? {
        try checkWay(to: file)
        let full = "\(path)/\(file)"
        guard let kind = Self.kind(full, followsLinks: false) else { return nil }
        // A link or a special file belongs to the user: it differs from everything written here.
        guard kind == .typeRegular else { return [] }
        do {
            return [UInt8](try Data(contentsOf: URL(fileURLWithPath: full)))
        } catch {
            throw StartFailure("\(full): this file cannot be read. Make it readable, or move it away.")
        }
    }

    /// Writes files: all or, if one fails, none.
    /// - Throws: `StartFailure` with the system's message.
    func write(_ files: [(path: String, bytes: [UInt8])]) throws(StartFailure) {
        let isNew = !isThere
        let stage = "\(path)/\(Self.stage)"
        do {
            try Self.makeFolders(path)
            if Self.kind(stage, followsLinks: false) != nil { try FileManager.default.removeItem(atPath: stage) }
            for (index, file) in files.enumerated() {
                if index == 0 {
                    try FileManager.default.createDirectory(atPath: stage, withIntermediateDirectories: false)
                }
                try Self.write(file.bytes, to: "\(stage)/\(index)")
            }
            for file in files { try makeFolder(of: file.path) }
        } catch {
            discard(isNew ? path : stage)
            throw StartFailure("\(path): nothing was written: \(Self.reason(error)).")
        }
        do {
            for (index, file) in files.enumerated() { try Self.move("\(stage)/\(index)", to: "\(path)/\(file.path)") }
            try FileManager.default.removeItem(atPath: stage)
        } catch {
            discard(stage)
            throw StartFailure("\(path): not everything could be written: \(Self.reason(error)). Run it again.")
        }
    }

    /// No step of a file's path may be a link, which would lead out of the folder.
    private func checkWay(to file: String) throws(StartFailure) {
        let steps = file.split(separator: "/", omittingEmptySubsequences: false)
        guard !steps.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else {
            throw StartFailure("\(file): this path leads out of the folder.")
        }
        var way = path
        for step in steps.dropLast() {
            way += "/\(step)"
            guard let kind = Self.kind(way, followsLinks: false), kind != .typeDirectory else { continue }
            throw StartFailure(
                "\(way): this is \(kind == .typeSymbolicLink ? "a link" : "no folder"). Move it away, then run it again."
            )
        }
    }

    private func makeFolder(of file: String) throws {
        let folder = URL(fileURLWithPath: "\(path)/\(file)").deletingLastPathComponent().path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private static func makeFolders(_ path: String) throws {
        guard kind(path, followsLinks: true) != .typeDirectory else { return }
        let url = URL(fileURLWithPath: path)
        if url.deletingLastPathComponent().path != url.path { try makeFolders(url.deletingLastPathComponent().path) }
        guard mkdir(path, 0o777) != 0 else { return }
        let failure = POSIXFailure(errno, "the folder \(path) cannot be made")
        // Another program may have created it meanwhile.
        guard kind(path, followsLinks: true) == .typeDirectory else { throw failure }
    }

    private func names() throws(StartFailure) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        } catch {
            throw StartFailure("\(path): this folder cannot be read. Make it readable, or name another.")
        }
    }

    private func discard(_ path: String) {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            // Files that could not be written may be missing; the first failure is reported.
        }
    }

    private static func kind(_ path: String, followsLinks: Bool) -> FileAttributeType? {
        let place = followsLinks ? URL(fileURLWithPath: path).resolvingSymlinksInPath().path : path
        do {
            return try FileManager.default.attributesOfItem(atPath: place)[.type] as? FileAttributeType
        } catch {
            // An inaccessible file counts as missing; writing it reports the reason.
            return nil
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        let code = Output.fill(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644, bytes)
        guard code == 0 else { throw POSIXFailure(code) }
    }

    private static func move(_ source: String, to target: String) throws {
        guard rename(source, target) == 0 else { throw POSIXFailure(errno) }
    }

    private static func reason(_ error: any Error) -> String {
        let text = (error as? POSIXFailure)?.description ?? error.localizedDescription
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}

private struct POSIXFailure: Error, CustomStringConvertible {
    let description: String

    init(_ code: Int32, _ what: String? = nil) {
        description = (what.map { $0 + ": " } ?? "") + String(cString: strerror(code))
    }
}

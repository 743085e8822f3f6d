import DemoManager
import Foundation
import WireFormats

/// The folder of a recording, in WireMock's layout: stub files in `mappings`, their bodies in `__files`.
final class RecordingFolder: Sendable {
    private let claim: Int32
    private let mappings: ConfinedFolder
    private let bodies: ConfinedFolder

    /// The maximum size in bytes of a mapping that is read before it is replaced.
    private static let mappingLimit = 16 << 20

    /// Opens the folder, creating and claiming it, and removes the temporary files of an interrupted recording.
    init(_ path: String, calls: FileCalls = .system) throws(FileFailure) {
        let folder = try ConfinedFolder(creating: path, calls: calls)
        claim = try folder.claim()
        do throws(FileFailure) {
            (mappings, bodies) = (try folder.subfolder("mappings"), try folder.subfolder("__files"))
        } catch {
            close(claim)
            throw error
        }
        mappings.removeLeftovers()
        bodies.removeLeftovers()
    }

    deinit { close(claim) }

    /// The body files of the current recording of `stem`; empty if there is none. Nil if the stub belongs to the user,
    /// who removed `recorded`, or if this program did not write the file.
    func bodyFiles(of stem: String) throws(FileFailure) -> Set<String>? {
        guard let bytes = try mappings.read(Self.name(stem), limit: Self.mappingLimit) else { return [] }
        let mapping = try? JSONValue(parsing: bytes)
        guard let mapping, let mark = mapping["metadata"]?["demo-tui"]?["recorded"],
            mark.boolValue == true || mark.objectValue != nil
        else { return nil }
        let sequence = mapping["metadata"]?["demo-tui"]?["sequence"]?.arrayValue ?? []
        return Set(([mapping["response"] ?? .null] + sequence).compactMap { $0["bodyFileName"]?.stringValue })
    }

    /// Writes a body unless it exists: its name is a hash of its content.
    func writeBody(_ name: String, _ bytes: [UInt8]) throws(FileFailure) {
        if !bodies.holds(name) { try bodies.write(name, bytes) }
    }

    /// Writes a stub's file; its bodies must exist.
    func writeMapping(_ stem: String, _ text: String) throws(FileFailure) {
        try mappings.write(Self.name(stem), Array(text.utf8))
    }

    /// Removes unused bodies of one stub.
    func removeBodies(_ names: Set<String>, of stem: String) throws(FileFailure) {
        for name in names where name.hasPrefix(stem + "-") && !name.contains("/") { try bodies.remove(name) }
    }

    private static func name(_ stem: String) -> String { stem + ".json" }
}

/// The names of a recording's files, derived from method and path, never from a reply.
enum RecordingName {
    /// The maximum length of method and path in a name. With hash and extension it is far below the limits of file
    /// systems.
    static let slugLimit = 80

    /// The base name of a request's files: `get-users-42-9f86d081884c7d65`.
    ///
    /// - Parameter identity: distinguishes requests with the same method and path.
    static func stem(_ method: String, _ url: String, identity: [UInt8]) -> String {
        let path = url.utf8.prefix { $0 != UInt8(ascii: "?") }
        return "\(slug(method + "/" + String(decoding: Array(path), as: UTF8.self)))-\(ByteHash(identity).text)"
    }

    /// The size in bytes above which a text has its own file; other data always has one.
    static let inlineLimit = 2 << 10

    /// The file name of a body, with a hash of its content, so that an existing file is complete and never changes. The
    /// extension is from a fixed list, so that servers cannot choose it. Nil if the stub itself contains the body.
    static func body(_ bytes: [UInt8], of stem: String, contentType: String?) -> String? {
        let isText = String(utf8: bytes) != nil
        guard !isText || bytes.count > inlineLimit else { return nil }
        let fileExtension = MediaTypeName(contentType).fileExtension ?? (isText ? "txt" : "bin")
        return "\(stem)-\(ByteHash(bytes).text).\(fileExtension)"
    }

    /// Lowercase letters, digits and single `-`; `root` if nothing is left. The hash distinguishes names that differ
    /// only in case.
    static func slug(_ text: String) -> String {
        var slug: [UInt8] = []
        for byte in text.utf8 where slug.count < slugLimit {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                slug.append(byte)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): slug.append(byte | 0x20)
            default: if let last = slug.last, last != UInt8(ascii: "-") { slug.append(UInt8(ascii: "-")) }
            }
        }
        while slug.last == UInt8(ascii: "-") { slug.removeLast() }
        return slug.isEmpty ? "root" : String(decoding: slug, as: UTF8.self)
    }
}

import DemoManager
import Foundation
import WireFormats

/// The folder of a recording, laid out as WireMock's: stub files in `mappings`, their bodies in `__files`.
final class RecordingFolder: Sendable {
    private let claim: Int32
    private let mappings: ConfinedFolder
    private let bodies: ConfinedFolder

    /// The most bytes read of a mapping that is about to be replaced.
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

    /// The body files of the current recording of `stem`; none without one. Nil for a stub that belongs to the user, who
    /// removed `recorded`, and for a file that this program did not write.
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

/// Names of a recording's files, made from method and path, never from a reply.
enum RecordingName {
    /// The most bytes of method and path in a name; with hash and extension it stays far below the limits of file
    /// systems.
    static let slugLimit = 80

    /// `get-users-42-9f86d081884c7d65`.
    ///
    /// - Parameter identity: distinguishes requests of the same method and path.
    static func stem(_ method: String, _ url: String, identity: [UInt8]) -> String {
        let path = url.utf8.prefix { $0 != UInt8(ascii: "?") }
        return "\(slug(method + "/" + String(decoding: Array(path), as: UTF8.self)))-\(ByteHash(identity).text)"
    }

    /// Longer text, and everything that is not text, gets a file of its own.
    static let inlineLimit = 2 << 10

    /// The file of a body, named by a hash of its content: an existing one is complete and never changes. The extension
    /// is from a fixed list, so that no server chooses a file's name. Nil for a body that its stub holds.
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

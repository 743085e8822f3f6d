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

    /// The earlier file of a stub.
    enum Earlier: Hashable {
        /// No file, or a recording with its body files.
        case recording(bodyFiles: Set<String>)
        /// A stub that the user took over by removing `recorded`.
        case own
    }

    /// The current file of `stem`.
    func earlier(_ stem: String) throws(FileFailure) -> Earlier {
        guard let bytes = try mappings.read(Self.name(stem), limit: Self.mappingLimit) else {
            return .recording(bodyFiles: [])
        }
        do {
            let mapping = try JSONValue(parsing: bytes)
            let mark = mapping["metadata"]?["demo-tui"]?["recorded"]
            guard mark?.boolValue == true || mark?.objectValue != nil else { return .own }
            return .recording(bodyFiles: Set(Self.bodyFiles(of: mapping)))
        } catch {
            // Not a file that this program wrote.
            return .own
        }
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

    private static func bodyFiles(of mapping: JSONValue) -> [String] {
        let sequence = mapping["metadata"]?["demo-tui"]?["sequence"]?.arrayValue ?? []
        return ([mapping["response"] ?? .null] + sequence).compactMap { $0["bodyFileName"]?.stringValue }
    }
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

    /// The file of a body, named by a hash of its content: an existing one is complete and never changes.
    static func body(_ bytes: [UInt8], of stem: String, contentType: String?) -> String {
        "\(stem)-\(ByteHash(bytes).text).\(fileExtension(contentType, bytes))"
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

    /// From a fixed list, so that no server chooses a file's name.
    private static func fileExtension(_ contentType: String?, _ bytes: [UInt8]) -> String {
        MediaTypeName(contentType).fileExtension ?? (String(utf8: bytes) == nil ? "bin" : "txt")
    }
}

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

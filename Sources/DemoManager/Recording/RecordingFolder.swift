import JSONText

/// The folder of a recording, laid out as WireMock's: stub files in `mappings`, their bodies in `__files`.
struct RecordingFolder: Sendable {
    private let claim: FolderClaim
    private let mappings: ConfinedFolder
    private let bodies: ConfinedFolder

    /// The most bytes read of a mapping that is about to be replaced.
    private static let mappingLimit = 16 << 20

    /// Opens the folder, made where it is not there and claimed for this process, and removes what an interrupted recording left.
    init(_ path: String, calls: FileCalls = .system) throws(FileFailure) {
        let folder = try ConfinedFolder(creating: path, calls: calls)
        claim = try FolderClaim(of: folder)
        mappings = try folder.subfolder("mappings")
        bodies = try folder.subfolder("__files")
        mappings.removeLeftovers()
        bodies.removeLeftovers()
    }

    /// What stands under a stub's name.
    enum Earlier: Hashable {
        /// Nothing, or a recording, with the body files it speaks of.
        case recording(bodyFiles: Set<String>)
        /// A stub that a person made theirs, by taking `recorded` out.
        case own
    }

    /// What stands under `stem` now.
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

    /// Writes a body, unless it is there: its name says what it holds.
    func writeBody(_ name: String, _ bytes: [UInt8]) throws(FileFailure) {
        if !bodies.holds(name) { try bodies.write(name, bytes) }
    }

    /// Writes a stub's file; the bodies it speaks of must be there.
    func writeMapping(_ stem: String, _ text: String) throws(FileFailure) {
        try mappings.write(Self.name(stem), Array(text.utf8))
    }

    /// Removes bodies that nothing speaks of any more, of one stub alone.
    func removeBodies(_ names: Set<String>, of stem: String) throws(FileFailure) {
        for name in names where name.hasPrefix(stem + "-") && !name.contains("/") { try bodies.remove(name) }
    }

    private static func name(_ stem: String) -> String { stem + ".json" }

    private static func bodyFiles(of mapping: JSONValue) -> [String] {
        let sequence = mapping["metadata"]?["demo-tui"]?["sequence"]?.arrayValue ?? []
        return ([mapping["response"] ?? .null] + sequence).compactMap { $0["bodyFileName"]?.stringValue }
    }
}

import DemoManager
import DemoManagerFiles
import Foundation
import WireFormats

/// The stubs of one recording: one for each request, with its replies in order.
struct Take: Sendable {
    private struct Track: Sendable {
        var stub: Stub
        /// The body files of an earlier take; nil if the stub's file belongs to the user and is kept.
        var earlierBodies: Set<String>? = []
    }

    /// The files to write for an exchange.
    struct Change {
        /// The base name of the stub's files.
        let stem: String
        /// The body's file, if it has one.
        let body: (name: String, bytes: [UInt8])?
        /// True if it is the stub's first reply in this take.
        let isNew: Bool
    }

    /// The maximum number of different replies per stub; further ones replace the last.
    static let replyLimit = 100
    /// The priority of a stub with only server errors, which is lower than that of stubs the user wrote.
    static let errorPriority = 9

    /// The maximum number of files with doubtful names that are reported.
    private static let doubtLimit = 1_000
    /// Doubtful names and their counts, by file.
    private(set) var doubts: [String: [SecretDoubt: Int]] = [:]
    /// The tracks by base name.
    private var tracks: [String: Track] = [:]

    /// Adds an exchange.
    ///
    /// - Parameter limit: the maximum number of stubs.
    /// - Returns: the files to write.
    /// - Throws: `Unrecordable` if the exchange cannot become a stub.
    mutating func add(_ exchange: ServedExchange, limit: Int, redactor: Redactor) throws(Unrecordable) -> Change {
        var findings = SecretRule.Findings()
        let request = try RecordedRequest(exchange, redactor: redactor, &findings)
        let reply = try RecordedReply(exchange, stem: request.stem, redactor: redactor, &findings)
        let known = tracks[request.stem]
        guard known != nil || tracks.count < limit else { throw Unrecordable("there are \(limit) recordings already") }
        var track = known ?? Track(stub: request.stub)
        track.stub.append(reply.reply)
        if let problem = track.stub.problem { throw Unrecordable(problem.message) }
        tracks[request.stem] = track
        let file = reply.reply.bodyFile.map { "__files/\($0)" } ?? "mappings/\(request.stem).json"
        for (doubt, count) in findings.doubts {
            let known = doubts[file]?[doubt] ?? 0
            if known > 0 || doubts.count < Self.doubtLimit { doubts[file, default: [:]][doubt] = known + count }
        }
        let body = reply.file.flatMap { bytes in reply.reply.bodyFile.map { (name: $0, bytes: bytes) } }
        return Change(stem: request.stem, body: body, isNew: known == nil)
    }

    /// Sets the body files of the replaced recording; nil for a stub's file that is kept unchanged.
    mutating func replace(_ bodyFiles: Set<String>?, of stem: String) { tracks[stem]?.earlierBodies = bodyFiles }

    /// True if a stub's file is kept unchanged.
    func isLeft(_ stem: String) -> Bool { tracks[stem].map { $0.earlierBodies == nil } ?? false }

    /// The base names of the stubs' files, sorted, without those that are kept unchanged.
    var stems: [String] { tracks.keys.filter { !isLeft($0) }.sorted() }

    /// The text of a stub's file.
    func text(of stem: String) throws(Unrecordable) -> String? {
        guard var stub = tracks[stem]?.stub, let last = stub.sequence.indices.last else { return nil }
        // The last reply repeats, however often it was received.
        stub.sequence[last].count = 1
        do throws(Problem) {
            return try MappingWriter(namesBodies: true).mapping(of: stub).text(.pretty) + "\n"
        } catch {
            throw Unrecordable(error.message)
        }
    }

    /// The body files of an earlier take that the stub no longer uses.
    func orphans(of stem: String) -> Set<String> {
        guard let track = tracks[stem], let earlier = track.earlierBodies else { return [] }
        return earlier.subtracting(track.stub.sequence.compactMap(\.reply.bodyFile))
    }
}

extension Stub {
    /// Adds a reply; a repetition of the last one increments its count.
    fileprivate mutating func append(_ reply: Reply) {
        if let last = sequence.indices.last, RecordedReply.isSame(sequence[last].reply, reply) {
            // The maximum of stub files.
            sequence[last].count = min(sequence[last].count + 1, 1_000_000)
        } else if sequence.count < Take.replyLimit {
            sequence.append(SequenceEntry(reply))
        } else {
            sequence[sequence.count - 1] = SequenceEntry(reply)
        }
        priority = sequence.allSatisfy { $0.reply.status >= 500 } ? Take.errorPriority : Stub.defaultPriority
    }
}

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

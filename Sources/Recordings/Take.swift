import DemoManager
import DemoManagerFiles
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

import HTTPTypes
import JSONText

/// The exchanges of an HTTP Archive (HAR 1.2), as browsers, proxies and API clients write it. What one entry lacks or gets wrong
/// is that entry's matter: all others are read.
public struct HARFile: Sendable {
    /// The exchanges that can be recorded, in the order of the file.
    public let exchanges: [ServedExchange]
    /// How many entries the file has.
    public let entryCount: Int
    /// What is wrong: an error for each entry that is broken, a warning for each there is nothing to take of. Both name the
    /// entry and its pointer.
    public let problems: [Problem]

    /// Reads an archive.
    ///
    /// - Parameters:
    ///   - text: the file; a byte order mark is passed over.
    ///   - host: takes entries of this host alone, without a word on the others; with a port where it is written with one.
    ///   - keepsCookies: whether cookies that were set are kept, without their values. A client would take them for its own.
    /// - Throws: a problem for a file that is not JSON, or no archive.
    public init(_ text: SourceText, host: String? = nil, keepsCookies: Bool = false) throws(Problem) {
        let source = SourceText(name: text.name, bytes: text.bytes, format: .json)
        let value = try source.parse()
        let pointer = JSONPointer(tokens: ["log", "entries"])
        guard let entries = value[pointer]?.arrayValue else {
            throw Problem("is not an HTTP Archive: it has no log.entries", file: text.name)
        }
        let flaws = Flaws()
        let reader = HAREntryReader(keepsCookies: keepsCookies)
        var exchanges: [ServedExchange] = []
        for (place, entry) in entries.enumerated() {
            let node = Node(value: entry, pointer: pointer.appending(place), flaws: Flaws())
            if let host, !HAREntryReader.isOf(host, entry) { continue }
            if let exchange = reader.read(node) { exchanges.append(exchange) }
            for flaw in node.flaws.list {
                let message = "entry \(place + 1) is not imported: \(flaw.message) (\(flaw.pointer))"
                flaws.add(message, at: flaw.pointer, severity: flaw.severity)
            }
        }
        // Of several servers each keeps its own replies.
        let servers = Set(exchanges.map { "\($0.request.scheme ?? "")://\($0.request.authority ?? "")" })
        self.exchanges = exchanges.map { exchange in
            var exchange = exchange
            exchange.namesHost = servers.count > 1
            return exchange
        }
        entryCount = entries.count
        problems = flaws.problems(of: source)
    }
}

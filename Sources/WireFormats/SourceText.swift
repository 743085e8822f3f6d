import Foundation

/// A JSON or YAML text with a name to show.
///
/// It parses to a value without positions; those are found only when asked for, by reading the text again.
public struct SourceText: Sendable {
    /// The language of a text.
    public enum Format: Sendable, Hashable {
        /// JSON, strictly.
        case json
        /// YAML 1.2, of which one document.
        case yaml
    }

    /// The name to show, usually the file's.
    public let name: String
    /// The path it was read from; nil for a text that is no file.
    public let path: String?
    /// The text: UTF-8, without a byte order mark.
    public let bytes: [UInt8]
    /// The language it is read as.
    public let format: Format

    /// A text in UTF-8, or in UTF-16 as some systems save it, with or without a byte order mark. Without a format the name's extension decides, and where that is neither `json`, `yaml` nor `yml`, the
    /// first character: `{` and `[` start JSON.
    public init(name: String, bytes: [UInt8], format: Format? = nil) {
        self.init(name: name, path: nil, bytes: bytes, format: format)
    }

    private init(name: String, path: String?, bytes: [UInt8], format: Format?) {
        let bytes = SourceText.utf8(bytes)
        self.name = name
        self.path = path
        self.bytes = bytes
        self.format = format ?? SourceText.format(name: name, bytes: bytes)
    }

    /// The file at `path`, shown as `named` or else as `path`. Throws a problem that says why it cannot be read.
    public init(file path: String, named: String? = nil) throws(Problem) {
        let name = named ?? path
        let bytes: [UInt8]
        do {
            bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
        } catch {
            throw Problem(SourceText.reason(error, path: path), file: name, path: path)
        }
        self.init(name: name, path: path, bytes: bytes, format: SourceText.format(name: path, bytes: bytes))
    }

    /// The value. Throws the first place that is not well-formed or breaks a limit.
    public func parse(_ limits: YAMLLimits = .default) throws(Problem) -> JSONValue {
        try refuseArchives()
        switch format {
        case .json:
            do throws(JSONError) {
                return try JSONValue(parsing: bytes)
            } catch {
                throw Problem("not valid JSON: \(error.message)", file: name, path: path, position: error.position)
            }
        case .yaml:
            do throws(YAMLFault) {
                return try YAMLReader.read(bytes, limits: limits).value
            } catch {
                throw Problem("not valid YAML: \(error.message)", file: name, path: path, position: error.position)
            }
        }
    }

    /// The value, and as problems what is wrong but leaves no doubt: in YAML, keys that occur twice, of which the later
    /// counts as it does in JSON. Throws as ``parse(_:)`` does for everything else.
    public func parseTolerantly(_ limits: YAMLLimits = .default) throws(Problem) -> (
        value: JSONValue, problems: [Problem]
    ) {
        guard format == .yaml else { return (try parse(limits), []) }
        try refuseArchives()
        do throws(YAMLFault) {
            let result = try YAMLReader.read(bytes, limits: limits, refusesDuplicates: false)
            let problems = result.duplicates.map { Problem($0.message, file: name, path: path, position: $0.position) }
            return (result.value, problems)
        } catch {
            throw Problem("not valid YAML: \(error.message)", file: name, path: path, position: error.position)
        }
    }

    /// The start of the value at `pointer` - a member at its name -, or else the nearest value around it; nil in a text
    /// that does not parse.
    public func position(of pointer: JSONPointer) -> TextPosition? {
        positions(of: [pointer])[pointer]
    }

    /// The starts of the values at these pointers, found in one reading.
    public func positions(of pointers: some Collection<JSONPointer>) -> [JSONPointer: TextPosition] {
        guard !pointers.isEmpty else { return [:] }
        var search = PositionSearch(pointers)
        switch format {
        case .json:
            search = JSONPositionReader.fill(search, from: bytes)
        case .yaml:
            // Whoever reads the text says why it cannot be read; here it has no positions.
            let result = try? YAMLReader.read(bytes, limits: .default, refusesDuplicates: false, search: search)
            guard let filled = result?.search else { return [:] }
            search = filled
        }
        var positions: [JSONPointer: TextPosition] = [:]
        for pointer in pointers { positions[pointer] = search.position(of: pointer) }
        return positions
    }

    /// A problem of the value at `pointer`. Reads the text to find its place: for many, use ``positions(of:)``.
    public func problem(
        _ message: String,
        at pointer: JSONPointer,
        severity: Problem.Severity = .error
    ) -> Problem {
        Problem(
            message, file: name, path: path, position: position(of: pointer), pointer: pointer.description,
            severity: severity)
    }

    /// Whoever saved a page of a server that compresses would otherwise read of control characters.
    private func refuseArchives() throws(Problem) {
        guard bytes.starts(with: [0x1F, 0x8B]) || bytes.starts(with: Array("PK\u{3}\u{4}".utf8)) else { return }
        let start = TextPosition(line: 1, column: 1)
        throw Problem("is compressed; unpack it first", file: name, path: path, position: start)
    }

    /// Text of any encoding that YAML 1.2.2 names in section 5.2, but UTF-32, as UTF-8. What is no text stays as it is.
    private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
        // Neither JSON nor YAML may hold a zero, so that one of the first two tells the order even without a mark.
        guard bytes.count > 1, bytes.count.isMultiple(of: 2) else { return bytes }
        let isMarked = [bytes[0], bytes[1]] == [0xFE, 0xFF] || [bytes[0], bytes[1]] == [0xFF, 0xFE]
        guard isMarked || (bytes[0] == 0) != (bytes[1] == 0) else { return bytes }
        let low = bytes[0] == 0xFE || bytes[0] == 0 ? 1 : 0
        let units = stride(from: isMarked ? 2 : 0, to: bytes.count, by: 2).map {
            UInt16(bytes[$0 + 1 - low]) << 8 | UInt16(bytes[$0 + low])
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    private static func format(name: String, bytes: [UInt8]) -> Format {
        let lowercase = name.lowercased()
        if lowercase.hasSuffix(".json") { return .json }
        if lowercase.hasSuffix(".yaml") || lowercase.hasSuffix(".yml") { return .yaml }
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? .json : .yaml
    }

    private static func reason(_ error: any Error, path: String) -> String {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            return "no such file; check the path"
        }
        if isFolder.boolValue { return "is a folder; name a file in it" }
        return "cannot be read: \((error as? CocoaError)?.underlyingReason ?? error.localizedDescription)"
    }
}

extension CocoaError {
    /// The system's own words where Foundation passes them on.
    fileprivate var underlyingReason: String? {
        (underlying as? POSIXError).map { String(cString: strerror($0.code.rawValue)) }
    }
}

extension FileManager {
    /// True if a folder is at a path, or a link to one.
    package func isFolder(atPath path: String) -> Bool {
        var isFolder: ObjCBool = false
        return fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }
}

/// Which places of a text are asked for, and where they were found: a tree of pointer steps.
///
/// A reader walks it along with the text; branches nobody asks about have no node and cost nothing.
struct PositionSearch {
    private struct Node {
        var children: [ExactKey: Int] = [:]
        let parent: Int?
        var found: TextPosition?
    }

    /// The node of the whole value.
    static let root = 0
    // A text without any value is still wrong somewhere: at its start.
    private var nodes = [Node(parent: nil, found: TextPosition(line: 1, column: 1))]
    private var targets: [JSONPointer: Int] = [:]

    /// A search for these places.
    init(_ pointers: some Sequence<JSONPointer>) {
        for pointer in pointers {
            var node = PositionSearch.root
            for token in pointer.tokens {
                let key = ExactKey(text: token)
                if let next = nodes[node].children[key] {
                    node = next
                } else {
                    nodes.append(Node(parent: node))
                    nodes[node].children[key] = nodes.count - 1
                    node = nodes.count - 1
                }
            }
            targets[pointer] = node
        }
    }

    /// The node one step below, if anybody asks about it.
    func child(of node: Int, _ token: String) -> Int? {
        nodes[node].children.isEmpty ? nil : nodes[node].children[ExactKey(text: token)]
    }

    /// True if anybody asks about something below that node.
    func goesBelow(_ node: Int) -> Bool { !nodes[node].children.isEmpty }

    /// Records where a node's text starts. A later one wins, as the later of two equal keys does.
    mutating func record(_ node: Int, at position: TextPosition) {
        nodes[node].found = position
    }

    /// The start of the value at `pointer`, or of the nearest one around it that exists.
    func position(of pointer: JSONPointer) -> TextPosition? {
        var node = targets[pointer]
        while let place = node {
            if let found = nodes[place].found { return found }
            node = nodes[place].parent
        }
        return nil
    }
}

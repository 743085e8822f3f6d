import Foundation
import WireFormats

/// A JSON or YAML text with a display name.
///
/// It parses to a value without positions; these are found on demand by reading the text again.
package struct SourceText: Sendable {
    package enum Format: Sendable, Hashable {
        case json
        case yaml
    }

    /// The name to show, usually the file's.
    package let name: String
    /// The path of the file; nil for other texts.
    package let path: String?
    /// The text: UTF-8, without a byte order mark.
    package let bytes: [UInt8]
    package let format: Format

    /// A text in UTF-8, or in UTF-16 with or without a byte order mark. Without `format` the name's extension decides:
    /// `json`, `yaml` or `yml`. For other names, JSON starts with `{` or `[`.
    package init(name: String, bytes: [UInt8], format: Format? = nil, path: String? = nil) {
        let bytes = SourceText.utf8(bytes)
        self.name = name
        self.path = path
        self.bytes = bytes
        self.format = format ?? SourceText.format(name: name, bytes: bytes)
    }

    /// The file at `path`, displayed as `named` or else as `path`. Throws a problem if it cannot be read.
    package init(file path: String, named: String? = nil) throws(Problem) {
        let name = named ?? path
        let bytes: [UInt8]
        do {
            bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
        } catch {
            throw Problem(SourceText.reason(error, path: path), file: name, path: path)
        }
        self.init(name: name, bytes: bytes, format: SourceText.format(name: path, bytes: bytes), path: path)
    }

    /// Throws at the first malformed position, and beyond a limit.
    package func parse() throws(Problem) -> JSONValue { try parse(refusingDuplicates: true).value }

    /// The value with its tolerable problems: duplicate keys in YAML, of which the later counts as in JSON. Throws as
    /// ``parse()`` for everything else.
    package func parseTolerantly() throws(Problem) -> (value: JSONValue, problems: [Problem]) {
        try parse(refusingDuplicates: false)
    }

    private func parse(refusingDuplicates: Bool) throws(Problem) -> (value: JSONValue, problems: [Problem]) {
        // A compressed text would otherwise be reported for its control characters.
        if bytes.starts(with: [0x1F, 0x8B]) || bytes.starts(with: Array("PK\u{3}\u{4}".utf8)) {
            throw problem("is compressed; unpack it first", TextPosition(line: 1, column: 1))
        }
        switch format {
        case .json:
            do throws(JSONError) {
                return (try JSONValue(parsing: bytes), [])
            } catch {
                throw problem("not valid JSON: \(error.message)", error.position)
            }
        case .yaml:
            do throws(YAMLFault) {
                let result = try YAMLReader.read(bytes, refusesDuplicates: refusingDuplicates)
                return (result.value, result.duplicates.map { problem($0.message, $0.position) })
            } catch {
                let isTab = isIndentedByTab(in: error.position.line)
                let message = isTab ? "a tab is in the indentation; use spaces" : error.message
                throw problem("not valid YAML: \(message)", error.position)
            }
        }
    }

    private func isIndentedByTab(in line: Int) -> Bool {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: line, omittingEmptySubsequences: false)
        guard lines.indices.contains(line - 1) else { return false }
        return lines[line - 1].prefix { $0 == 0x20 || $0 == 0x09 }.contains(0x09)
    }

    private func problem(_ message: String, _ position: TextPosition) -> Problem {
        Problem(message, file: name, path: path, position: position)
    }

    /// The start of the value at `pointer`, for a member of its name; else of the nearest enclosing value. Nil for a
    /// malformed text.
    package func position(of pointer: JSONPointer) -> TextPosition? {
        positions(of: [pointer])[pointer]
    }

    /// The starts of the values at these pointers, found in one pass.
    package func positions(of pointers: some Collection<JSONPointer>) -> [JSONPointer: TextPosition] {
        guard !pointers.isEmpty else { return [:] }
        var search = PositionSearch(pointers)
        switch format {
        case .json:
            search = JSONPositionReader.fill(search, from: bytes)
        case .yaml:
            // The parser reports malformed text; here it has no positions.
            let result = try? YAMLReader.read(bytes, refusesDuplicates: false, search: search)
            guard let filled = result?.search else { return [:] }
            search = filled
        }
        var positions: [JSONPointer: TextPosition] = [:]
        for pointer in pointers { positions[pointer] = search.position(of: pointer) }
        return positions
    }

    /// A problem of the value at `pointer`. Parses the text for its position; for many use ``positions(of:)``.
    package func problem(
        _ message: String,
        at pointer: JSONPointer,
        severity: Problem.Severity = .error
    ) -> Problem {
        Problem(
            message, file: name, path: path, position: position(of: pointer), pointer: pointer.description,
            severity: severity)
    }

    /// Text in the encodings of YAML 1.2.2 section 5.2, except UTF-32, as UTF-8. Anything else stays unchanged.
    private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
        // Neither JSON nor YAML contains zero bytes, so one of the first two shows the order even without a mark.
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
        let first = bytes.first { !$0.isBlank }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? .json : .yaml
    }

    /// The files with a name like that of a missing one, in its folder.
    package static func filesNear(_ path: String) -> NearNames {
        let place = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        // Without the folder there are no such files.
        let names = try? FileManager.default.contentsOfDirectory(
            atPath: place == path.startIndex ? "." : String(path[..<place]))
        return NearNames(of: String(path[place...]), in: names ?? [])
    }

    private static func reason(_ error: any Error, path: String) -> String {
        if FileManager.default.isFolder(atPath: path) { return "is a folder; name a file in it" }
        guard FileManager.default.fileExists(atPath: path) else {
            let near = filesNear(path).question
            return near.isEmpty ? "no such file; check the path" : "no such file." + near
        }
        return "cannot be read: \((error as? CocoaError)?.underlyingReason ?? error.localizedDescription)"
    }
}

extension CocoaError {
    /// The system's message, if Foundation passes it on.
    fileprivate var underlyingReason: String? {
        (underlying as? POSIXError).map { String(cString: strerror($0.code.rawValue)) }
    }
}

extension Flaws {
    package func problems(of source: SourceText) -> [Problem] {
        let positions = source.positions(of: list.map(\.pointer))
        return list.map { flaw in
            Problem(
                flaw.message, file: source.name, path: source.path, position: positions[flaw.pointer],
                pointer: flaw.pointer.description, severity: flaw.severity)
        } + elsewhere
    }
}

/// The requested positions of a text, with the results: a tree of pointer steps.
///
/// A reader follows it along with the text; branches without requests have no node and cost nothing.
struct PositionSearch {
    private struct Node {
        var children: [ExactKey: Int] = [:]
        let parent: Int?
        var found: TextPosition?
    }

    static let root = 0
    // A text without any value is wrong at its start.
    private var nodes = [Node(parent: nil, found: TextPosition(line: 1, column: 1))]
    private var targets: [JSONPointer: Int] = [:]

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

    func child(of node: Int, _ token: String) -> Int? {
        nodes[node].children.isEmpty ? nil : nodes[node].children[ExactKey(text: token)]
    }

    /// True if something below that node was requested.
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

import WireFormats

/// Finds positions in valid JSON. Members are located at their key, items at their first byte.
struct JSONPositionReader {
    private let bytes: [UInt8]
    private var offset: Int
    private var search: PositionSearch
    /// The last position that was counted, and its byte.
    private var counted = (offset: 0, position: TextPosition(line: 1, column: 1))

    private struct Frame {
        let isObject: Bool
        /// Its node of the search; nil if nothing in it is sought.
        var node: Int?
        /// The node of its next value.
        var child: Int?
        var expectsKey: Bool
        var index = 0
    }

    static func fill(_ search: PositionSearch, from bytes: [UInt8]) -> PositionSearch {
        var reader = JSONPositionReader(bytes: bytes, search: search)
        reader.record(PositionSearch.root, at: reader.offset)
        reader.read()
        return reader.search
    }

    private init(bytes: [UInt8], search: PositionSearch) {
        self.bytes = bytes
        self.search = search
        offset = bytes.firstIndex { !$0.isBlank } ?? bytes.count
    }

    private mutating func read() {
        var frame = Frame(isObject: true, child: PositionSearch.root, expectsKey: false)
        var enclosing: [Frame] = []
        while offset < bytes.count {
            let start = offset
            let byte = bytes[start]
            offset += 1
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D:
                break
            case UInt8(ascii: ":"):
                frame.expectsKey = false
            case UInt8(ascii: ","):
                frame.index += 1
                frame.expectsKey = frame.isObject
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                frame = enclosing.popLast() ?? frame
            case UInt8(ascii: "\"") where frame.expectsKey:
                skipString()
                guard let node = frame.node else { break }
                frame.child = search.child(of: node, text(from: start))
                record(frame.child, at: start)
            default:
                if !frame.isObject, let node = frame.node {
                    frame.child = search.child(of: node, String(frame.index))
                    record(frame.child, at: start)
                }
                guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") else {
                    if byte == UInt8(ascii: "\"") { skipString() } else { skipWord() }
                    break
                }
                let node = frame.child.flatMap { search.goesBelow($0) ? $0 : nil }
                let isObject = byte == UInt8(ascii: "{")
                enclosing.append(frame)
                frame = Frame(isObject: isObject, node: node, expectsKey: isObject)
            }
        }
    }

    private mutating func skipWord() {
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), 0x09, 0x0A, 0x0D, 0x20: return
            default: offset += 1
            }
        }
    }

    /// Skips the rest of a string, behind its opening quote.
    private mutating func skipString() {
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
            offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
        }
        offset += 1
    }

    private func text(from start: Int) -> String {
        // The text was parsed before, so its strings are valid.
        (try? JSONValue(parsing: bytes[start..<min(offset, bytes.count)]))?.stringValue ?? ""
    }

    /// Records where a node starts, no earlier than the last one.
    private mutating func record(_ node: Int?, at start: Int) {
        guard let node else { return }
        counted = (start, counted.position.advanced(over: bytes[counted.offset..<start]))
        search.record(node, at: counted.position)
    }
}

import WireFormats

/// Finds positions in valid JSON. Members are located at their key, items at their first byte.
struct JSONPositionReader {
    private let bytes: [UInt8]
    private var offset = 0
    private var line = 1
    private var lineStart = 0
    private var counted = (line: 1, offset: 0, column: 1)
    private var search: PositionSearch

    /// The search with the positions found.
    static func fill(_ search: PositionSearch, from bytes: [UInt8]) -> PositionSearch {
        var reader = JSONPositionReader(bytes: bytes, search: search)
        reader.skipSpace()
        reader.search.record(PositionSearch.root, at: reader.position)
        reader.readValue(PositionSearch.root)
        return reader.search
    }

    private init(bytes: [UInt8], search: PositionSearch) {
        self.bytes = bytes
        self.search = search
    }

    // Recursion is as deep as the requested pointers, which come from texts within the depth limit.
    private mutating func readValue(_ node: Int) {
        skipSpace()
        switch byte {
        case UInt8(ascii: "{") where search.goesBelow(node): readObject(node)
        case UInt8(ascii: "[") where search.goesBelow(node): readArray(node)
        default: skipValue()
        }
    }

    private mutating func readObject(_ node: Int) {
        offset += 1
        skipSpace()
        while byte == UInt8(ascii: "\"") {
            let start = position
            let key = readString()
            skipSpace()
            offset += 1
            if let child = search.child(of: node, key) {
                search.record(child, at: start)
                readValue(child)
            } else {
                skipValue()
            }
            skipSpace()
            let isLast = byte != UInt8(ascii: ",")
            offset += 1
            // The text behind the end belongs to the enclosing object.
            if isLast { return }
            skipSpace()
        }
        offset += 1
    }

    private mutating func readArray(_ node: Int) {
        offset += 1
        var index = 0
        while offset < bytes.count {
            skipSpace()
            if byte == UInt8(ascii: "]"), index == 0 { break }
            if let child = search.child(of: node, String(index)) {
                search.record(child, at: position)
                readValue(child)
            } else {
                skipValue()
            }
            index += 1
            skipSpace()
            if byte != UInt8(ascii: ",") { break }
            offset += 1
        }
        offset += 1
    }

    /// Skips a value by counting brackets outside of strings.
    private mutating func skipValue() {
        var depth = 0
        repeat {
            skipSpace()
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                offset += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                offset += 1
            case UInt8(ascii: "\""):
                skipString()
            case UInt8(ascii: ","), UInt8(ascii: ":"):
                offset += 1
            default:
                skipWord()
            }
        } while depth > 0 && offset < bytes.count
    }

    private mutating func skipWord() {
        while offset < bytes.count {
            switch byte {
            case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), 0x09, 0x0A, 0x0D, 0x20: return
            default: offset += 1
            }
        }
    }

    private mutating func skipString() {
        offset += 1
        while offset < bytes.count, byte != UInt8(ascii: "\"") {
            offset += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        offset += 1
    }

    private mutating func readString() -> String {
        let start = offset
        skipString()
        let text = bytes[start..<min(offset, bytes.count)]
        // The text was parsed before, so its strings are valid.
        let value = try? JSONValue(parsing: text)
        return value?.stringValue ?? ""
    }

    private mutating func skipSpace() {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x0A:
                line += 1
                lineStart = offset + 1
            case 0x0D where offset + 1 < bytes.count && bytes[offset + 1] == 0x0A:
                break
            case 0x0D:
                line += 1
                lineStart = offset + 1
            case 0x20, 0x09:
                break
            default:
                return
            }
            offset += 1
        }
    }

    private var byte: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

    /// Continues counting from the last position in the line, because a line may be the whole text.
    private var position: TextPosition {
        mutating get {
            if counted.line != line { counted = (line, min(lineStart, bytes.count), 1) }
            let end = max(counted.offset, min(offset, bytes.count))
            counted.column += bytes[counted.offset..<end].count { $0 & 0xC0 != 0x80 }
            counted.offset = end
            return TextPosition(line: line, column: counted.column)
        }
    }
}

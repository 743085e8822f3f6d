import Foundation

/// Parses one JSON text strictly by RFC 8259, with an explicit stack, so that nesting uses no thread stack.
struct JSONParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let depthLimit: Int
    private var offset = 0
    private var frames: [Frame] = []
    // Items and members of all open containers. A frame has the index of its first one, so that each array is created
    // once, at its final size.
    private var items: [JSONValue] = []
    private var members: [JSONObject.Member] = []

    private struct Frame {
        let isObject: Bool
        let start: Int
        var key = ""
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>, depthLimit: Int) {
        self.bytes = bytes
        self.depthLimit = depthLimit
    }

    /// The value of a whole text.
    static func parse(_ bytes: [UInt8], depthLimit: Int) throws(JSONError) -> JSONValue {
        do throws(Fault) {
            return try bytes.withUnsafeBufferPointer { buffer throws(Fault) in
                var parser = JSONParser(buffer, depthLimit: depthLimit)
                return try parser.parseText()
            }
        } catch {
            throw JSONError(error.message, at: error.offset, in: bytes)
        }
    }

    private mutating func parseText() throws(Fault) -> JSONValue {
        try refuseOtherEncodings()
        while true {
            skipSpace()
            guard var value = try parseScalarOrOpen() else { continue }
            while let frame = frames.last {
                if frame.isObject {
                    members.append(JSONObject.Member(key: frame.key, value: value))
                } else {
                    items.append(value)
                }
                guard try closesAfterValue(frame) else { break }
                value = close(frame)
            }
            guard frames.isEmpty else { continue }
            skipSpace()
            guard offset == bytes.count else { throw fault("unexpected text after the value") }
            return value
        }
    }

    /// A scalar or an empty container; nil if a container was opened whose first value follows.
    private mutating func parseScalarOrOpen() throws(Fault) -> JSONValue? {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            return try open(isObject: byte == UInt8(ascii: "{"))
        case UInt8(ascii: "\""):
            return .string(try parseString())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return .number(try parseNumber())
        case UInt8(ascii: "t"):
            return try parse(word: "true", as: true)
        case UInt8(ascii: "f"):
            return try parse(word: "false", as: false)
        case UInt8(ascii: "n"):
            return try parse(word: "null", as: .null)
        default:
            throw fault(offset < bytes.count ? "expected a value" : "the text ends where a value is expected")
        }
    }

    private mutating func open(isObject: Bool) throws(Fault) -> JSONValue? {
        guard frames.count < depthLimit else { throw fault("nested deeper than \(depthLimit) levels") }
        offset += 1
        skipSpace()
        if byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
            offset += 1
            return isObject ? .object(JSONObject()) : .array([])
        }
        frames.append(Frame(isObject: isObject, start: isObject ? members.count : items.count))
        if isObject { try parseKey() }
        return nil
    }

    private mutating func close(_ frame: Frame) -> JSONValue {
        frames.removeLast()
        if frame.isObject {
            let own = Array(members[frame.start...])
            members.removeSubrange(frame.start...)
            return .object(JSONObject(own))
        }
        let own = Array(items[frame.start...])
        items.removeSubrange(frame.start...)
        return .array(own)
    }

    /// Reads the text after a value: true at the container's end, false after a comma and, in objects, the next key.
    private mutating func closesAfterValue(_ frame: Frame) throws(Fault) -> Bool {
        skipSpace()
        switch byte {
        case UInt8(ascii: ","):
            offset += 1
            if frame.isObject {
                skipSpace()
                try parseKey()
            }
            return false
        case UInt8(ascii: "}") where frame.isObject, UInt8(ascii: "]") where !frame.isObject:
            offset += 1
            return true
        default:
            throw fault("expected \",\" or \"\(frame.isObject ? "}" : "]")\"")
        }
    }

    private mutating func parseKey() throws(Fault) {
        guard byte == UInt8(ascii: "\"") else { throw fault("expected a member name in double quotes") }
        frames[frames.count - 1].key = try parseString()
        skipSpace()
        guard byte == UInt8(ascii: ":") else { throw fault("expected \":\" after the member name") }
        offset += 1
    }

    private mutating func parseString() throws(Fault) -> String {
        var reader = JSONStringReader(bytes, offset: offset)
        let text = try reader.read()
        offset = reader.offset
        return text
    }

    private mutating func parseNumber() throws(Fault) -> JSONNumber {
        let start = offset
        offset = try JSONNumber.end(in: bytes, from: start)
        return JSONNumber(checked: String(decoding: bytes[start..<offset], as: UTF8.self))
    }

    private mutating func parse(word: StaticString, as value: JSONValue) throws(Fault) -> JSONValue {
        for place in 0..<word.utf8CodeUnitCount {
            let expected = word.utf8Start[place]
            guard offset + place < bytes.count, bytes[offset + place] == expected else {
                throw Fault(offset: offset + place, message: "expected \(word)")
            }
        }
        offset += word.utf8CodeUnitCount
        return value
    }

    private func refuseOtherEncodings() throws(Fault) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            throw fault("the text starts with a byte order mark, which JSON does not allow")
        }
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
            throw fault("the text is UTF-16; JSON is UTF-8")
        }
    }

    /// 0 at the end, because JSON text cannot contain it.
    private var byte: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

    private mutating func skipSpace() {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x0A, 0x0D, 0x09: offset += 1
            default: return
            }
        }
    }

    private func fault(_ message: String) -> Fault {
        Fault(offset: offset, message: message)
    }

    /// An error whose line and column are not yet computed.
    struct Fault: Error {
        let offset: Int
        let message: String
    }
}

extension JSONValue {
    /// Parses one JSON text in UTF-8, strictly by RFC 8259. Throws at the first invalid byte, at a byte order mark, and
    /// if containers are nested deeper than `depthLimit`.
    package init(parsing bytes: some Sequence<UInt8>, depthLimit: Int = 512) throws(JSONError) {
        self = try JSONParser.parse(Array(bytes), depthLimit: depthLimit)
    }

    /// Parses one JSON text.
    ///
    /// - Throws: as the initializer that takes bytes.
    public init(parsing text: String, depthLimit: Int = 512) throws(JSONError) {
        self = try JSONParser.parse(Array(text.utf8), depthLimit: depthLimit)
    }
}

/// A position in a text, as in editors.
package struct TextPosition: Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    package let line: Int
    /// The column, from 1, in Unicode scalars.
    package let column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The position of byte `offset`.
    package init(offset: Int, in bytes: some Collection<UInt8>) {
        self = TextPosition(line: 1, column: 1).advanced(over: bytes.prefix(offset))
    }

    /// The position after bytes that start here. Lines end with LF, CR or CR LF; an invalid lead byte is one column.
    @inlinable package func advanced(over bytes: some Sequence<UInt8>) -> TextPosition {
        var (line, column) = (line, column)
        var previous: UInt8 = 0
        for byte in bytes {
            switch byte {
            case 0x0A where previous == 0x0D:
                break
            case 0x0A, 0x0D:
                line += 1
                column = 1
            case 0x80...0xBF:
                break
            default:
                column += 1
            }
            previous = byte
        }
        return TextPosition(line: line, column: column)
    }

    /// `line:column`.
    public var description: String { "\(line):\(column)" }
}

/// The reason why a text is not JSON, or not a JSON Pointer, with its position.
public struct JSONError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
    /// The position at which parsing stopped.
    package let position: TextPosition
    /// The error in a few words.
    package let message: String

    /// An error at a byte offset of the text.
    package init(_ message: String, at offset: Int, in bytes: some Collection<UInt8>) {
        position = TextPosition(offset: offset, in: bytes)
        self.message = message
    }

    /// `line:column: message`.
    public var description: String { "\(position): \(message)" }
    /// The position and the message.
    public var errorDescription: String? { description }
}

/// Reads one JSON string, from its opening quote to after its closing one.
struct JSONStringReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// The offset of the next byte.
    private(set) var offset: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, offset: Int) {
        self.bytes = bytes
        self.offset = offset + 1
    }

    /// Reads the unescaped text.
    mutating func read() throws(JSONParser.Fault) -> String {
        let start = offset
        let isASCII = skipPlain()
        if byte == UInt8(ascii: "\"") {
            let plain = bytes[start..<offset]
            offset += 1
            if isASCII { return String(decoding: plain, as: UTF8.self) }
            return try decoded(plain, from: start)
        }
        var buffer = Array(bytes[start..<offset])
        while byte != UInt8(ascii: "\"") {
            guard offset < bytes.count else { throw fault("the string has no end") }
            guard byte >= 0x20 else { throw fault("a control character in a string must be escaped") }
            if byte == UInt8(ascii: "\\") {
                try readEscape(into: &buffer)
            } else {
                let from = offset
                _ = skipPlain()
                buffer += bytes[from..<offset]
            }
        }
        offset += 1
        return try decoded(buffer, from: start)
    }

    /// Skips to the next quote, backslash, control character or the end; true if the skipped text is ASCII.
    private mutating func skipPlain() -> Bool {
        var union: UInt8 = 0
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
            union |= byte
            offset += 1
        }
        return union < 0x80
    }

    private mutating func readEscape(into buffer: inout [UInt8]) throws(JSONParser.Fault) {
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): buffer.append(byte)
        case UInt8(ascii: "b"): buffer.append(0x08)
        case UInt8(ascii: "f"): buffer.append(0x0C)
        case UInt8(ascii: "n"): buffer.append(0x0A)
        case UInt8(ascii: "r"): buffer.append(0x0D)
        case UInt8(ascii: "t"): buffer.append(0x09)
        case UInt8(ascii: "u"): return try readUnicodeEscape(into: &buffer)
        default: throw fault("unknown escape in a string")
        }
        offset += 1
    }

    private mutating func readUnicodeEscape(into buffer: inout [UInt8]) throws(JSONParser.Fault) {
        let unit = try readUnit()
        var value = unit
        if unit & 0xFC00 == 0xD800, byte == UInt8(ascii: "\\"), offset + 1 < bytes.count,
            bytes[offset + 1] == UInt8(ascii: "u")
        {
            let second = offset
            offset += 1
            let low = try readUnit()
            if low & 0xFC00 == 0xDC00 {
                value = 0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF)
            } else {
                offset = second
            }
        }
        // A lone surrogate cannot be encoded in UTF-8.
        let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
        buffer += UTF8.encode(scalar).map(Array.init) ?? []
    }

    /// Reads the four digits after `\u`, starting at the `u`.
    private mutating func readUnit() throws(JSONParser.Fault) -> UInt32 {
        offset += 1
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = byte.hexadecimal else { throw fault("expected four hexadecimal digits after \\u") }
            value = value << 4 | UInt32(digit)
            offset += 1
        }
        return value
    }

    private func decoded(_ text: some Collection<UInt8>, from start: Int) throws(JSONParser.Fault) -> String {
        guard let text = String(utf8: text) else {
            throw JSONParser.Fault(offset: start, message: "the string is not valid UTF-8")
        }
        return text
    }

    private var byte: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

    private func fault(_ message: String) -> JSONParser.Fault {
        JSONParser.Fault(offset: offset, message: message)
    }
}

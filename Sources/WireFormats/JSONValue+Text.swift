/// The layout of JSON text.
package enum JSONStyle: Sendable, Equatable {
    /// No white space.
    case compact
    /// One member or item per line, indented by two blanks per level.
    case pretty
}

extension JSONValue {
    /// The value as JSON text, with numbers and members as parsed and a minimum of escapes.
    public func text() -> String { text(.compact) }

    /// The value as JSON text in a layout.
    package func text(_ style: JSONStyle) -> String {
        String(decoding: bytes(style), as: UTF8.self)
    }

    /// The text as UTF-8.
    package func bytes(_ style: JSONStyle = .compact) -> [UInt8] {
        var output: [UInt8] = []
        // Most texts are at most a page, so one allocation suffices.
        output.reserveCapacity(512)
        write(to: &output, style)
        return output
    }

    /// Appends the text as UTF-8.
    package func write(to output: inout [UInt8], _ style: JSONStyle = .compact) { write(to: &output, style, level: 0) }

    private func write(to output: inout [UInt8], _ style: JSONStyle, level: Int) {
        switch self {
        case .null: output += "null".utf8
        case .bool(let flag): output += (flag ? "true" : "false").utf8
        case .number(let number): output += number.text.utf8
        case .string(let text): JSONValue.quote(text, to: &output)
        case .array(let items) where items.isEmpty: output += "[]".utf8
        case .object(let object) where object.isEmpty: output += "{}".utf8
        case .array(let items):
            output.append(UInt8(ascii: "["))
            for (place, item) in items.enumerated() {
                JSONValue.separate(place, style, level + 1, &output)
                item.write(to: &output, style, level: level + 1)
            }
            JSONValue.separate(0, style, level, &output)
            output.append(UInt8(ascii: "]"))
        case .object(let object):
            output.append(UInt8(ascii: "{"))
            for (place, member) in object.members.enumerated() {
                JSONValue.separate(place, style, level + 1, &output)
                JSONValue.quote(member.key, to: &output)
                output += (style == .pretty ? ": " : ":").utf8
                member.value.write(to: &output, style, level: level + 1)
            }
            JSONValue.separate(0, style, level, &output)
            output.append(UInt8(ascii: "}"))
        }
    }

    /// A value nested a thousand times would be mostly blanks.
    private static var deepestIndent: Int { 60 }

    private static func separate(_ place: Int, _ style: JSONStyle, _ level: Int, _ output: inout [UInt8]) {
        if place > 0 { output.append(UInt8(ascii: ",")) }
        guard style == .pretty else { return }
        output.append(0x0A)
        output.append(contentsOf: repeatElement(0x20, count: 2 * min(level, deepestIndent)))
    }

    /// Appends a string as JSON, including quotes.
    package static func quote(_ text: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        var text = text
        // Most text has no escapes and is copied in one piece.
        text.withUTF8 { bytes in
            var copied = 0
            while copied < bytes.count {
                let place = firstEscape(in: bytes, from: copied)
                output.append(contentsOf: bytes[copied..<place])
                guard place < bytes.count else { break }
                escape(bytes[place], to: &output)
                copied = place + 1
            }
        }
        output.append(UInt8(ascii: "\""))
    }

    /// The index of the first byte at or after `start` that needs an escape, else the end.
    private static func firstEscape(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var place = start
        // Eight bytes at a time.
        let words = UnsafeRawBufferPointer(bytes)
        while place + 8 <= bytes.count,
            !holdsEscape(words.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        {
            place += 8
        }
        while place < bytes.count, !needsEscape(bytes[place]) { place += 1 }
        return place
    }

    /// True if one of eight bytes needs an escape.
    ///
    /// Subtracting a bound from each byte sets the highest bit of smaller ones; bytes with that bit set are not ASCII
    /// and are ignored. A byte equals a quote or backslash if the exclusive or of both is below 1.
    private static func holdsEscape(_ eight: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        func isBelow(_ bound: UInt64, _ bytes: UInt64) -> UInt64 { (bytes &- ones &* bound) & ~bytes }
        let found =
            isBelow(0x20, eight) | isBelow(1, eight ^ (ones &* UInt64(UInt8(ascii: "\""))))
            | isBelow(1, eight ^ (ones &* UInt64(UInt8(ascii: "\\"))))
        return found & (ones &* 0x80) != 0
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func escape(_ byte: UInt8, to output: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""): output += "\\\"".utf8
        case UInt8(ascii: "\\"): output += "\\\\".utf8
        case 0x08: output += "\\b".utf8
        case 0x09: output += "\\t".utf8
        case 0x0A: output += "\\n".utf8
        case 0x0C: output += "\\f".utf8
        case 0x0D: output += "\\r".utf8
        default:
            output += (byte < 0x10 ? "\\u000" : "\\u00").utf8
            output += String(byte, radix: 16).utf8
        }
    }
}

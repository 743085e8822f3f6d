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

/// Lays JSON out by its signs alone: every number, text and escape stays as it was sent, however deep it is nested, and
/// text that turns out to be no JSON is still all there.
enum JSONLayout {
    /// Whether a body begins as an object or a list.
    static func looksLikeJSON(_ bytes: [UInt8]) -> Bool {
        let first = bytes.first { !isBlank($0) }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    /// One member or entry a line, set in by two blanks a level. Beyond this level lines are set in no further: a body
    /// nested a thousand times would be mostly blanks.
    private static let deepest = 60

    /// The text with line ends and blanks where they help, and none elsewhere.
    static func indented(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count * 2)
        var level = 0
        var index = 0
        func startLine() {
            output.append(0x0A)
            output.append(contentsOf: repeatElement(0x20, count: 2 * min(max(0, level), deepest)))
        }
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\""):
                let end = endOfText(in: bytes, from: index)
                output.append(byte)
                output += bytes[index..<end]
                index = end
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                output.append(byte)
                let next = bytes[index...].firstIndex { !isBlank($0) } ?? bytes.count
                if next < bytes.count, bytes[next] == byte + 2 {
                    output.append(bytes[next])
                    index = next + 1
                } else {
                    level += 1
                    startLine()
                }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                level -= 1
                startLine()
                output.append(byte)
            case UInt8(ascii: ","):
                output.append(byte)
                startLine()
            case UInt8(ascii: ":"): output += [byte, 0x20]
            default:
                guard !isBlank(byte) else { break }
                // Two words side by side are no JSON; they stay two.
                if index > 1, isBlank(bytes[index - 2]), let last = output.last, !signs.contains(last) {
                    output.append(0x20)
                }
                output.append(byte)
            }
        }
        return output
    }

    /// Behind the quote that ends the text, or the end of the body.
    private static func endOfText(in bytes: [UInt8], from start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index + 1, bytes.count)
    }

    private static let signs: Set<UInt8> = Set("{[,: \n".utf8)

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
}

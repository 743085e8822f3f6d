import AppCore
import Terminal
import WireFormats

/// A body as lines to read: JSON laid out, text unchanged, anything else as bytes.
enum BodyLines {
    /// The maximum number of bytes that are laid out.
    static let most = 200_000
    private static let mostHex = 20_000

    struct Layout: Hashable, Sendable {
        /// True if JSON stays unchanged, with its long lines wrapped.
        var isAsSent = false
        /// The cells of a line, for bytes and unchanged text.
        var width = 80
    }

    /// The lines, with an empty one before them; none for an empty body.
    static func lines(_ bytes: [UInt8], _ layout: Layout) -> [TextLine] {
        let width = layout.width
        var asSent = layout.isAsSent
        guard !bytes.isEmpty else { return [] }
        let blank = TextLine("")
        guard !isBinary(bytes) else {
            let name = ContentKind.name(of: bytes) ?? "Binary data"
            return [blank, TextLine("\(name), \(ContentKind.size(bytes.count)):", .dim)]
                + hex(bytes, perLine: width >= 76 ? 16 : 8)
        }
        var notes = [blank]
        var bytes = bytes
        let isJSON = looksLikeJSON(bytes)
        if isJSON {
            do {
                let value = try JSONValue(parsing: bytes)
                if !asSent { bytes = value.bytes(.pretty) }
            } catch {
                // The position refers to the original text.
                asSent = true
                let place = "line \(error.position.line), column \(error.position.column)"
                if !isJSONLines(bytes) { notes.append(TextLine("No JSON: \(error.message), \(place)", .warning)) }
            }
        }
        let all = VisibleText.paragraphs(of: VisibleText.text(bytes))
        var shown = all.prefix(most).map { TextLine(String($0), isJSON: isJSON && !asSent) }
        if asSent { shown = shown.flatMap { $0.pieces(width: width) } }
        if all.count > most {
            shown.append(
                TextLine("… \(TextLayout.grouped(all.count - most)) more lines; \(key: .copy) copies the body", .dim))
        }
        return notes + shown
    }

    /// True if a byte is zero, or many are controls or invalid UTF-8.
    static func isBinary(_ bytes: [UInt8]) -> Bool {
        let start = bytes.prefix(4_096)
        if start.contains(0) { return true }
        if ContentKind.name(of: start) != nil, String(utf8: bytes) == nil { return true }
        let controls = start.count { $0 < 0x20 && ![0x09, 0x0A, 0x0D, 0x1B].contains($0) }
        guard controls * 10 <= start.count else { return true }
        guard String(utf8: bytes) == nil else { return false }
        let replaced = String(decoding: start, as: UTF8.self).unicodeScalars.count { $0 == "\u{FFFD}" }
        return replaced * 10 > start.count
    }

    private static func looksLikeJSON(_ bytes: [UInt8]) -> Bool {
        let first = bytes.first { !$0.isBlank }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    private static func isJSONLines(_ bytes: [UInt8]) -> Bool {
        (try? JSONValue(lines: bytes))?.arrayValue.map { $0.count > 1 } ?? false
    }

    private static func hex(_ bytes: [UInt8], perLine: Int) -> [TextLine] {
        let digits = Array("0123456789abcdef")
        var lines: [TextLine] = []
        for start in stride(from: 0, to: bytes.count, by: perLine) {
            guard lines.count < mostHex else {
                lines.append(
                    TextLine("… \(ContentKind.size(bytes.count - start)) more; \(key: .copy) copies the body", .dim))
                break
            }
            let row = bytes[start..<min(start + perLine, bytes.count)]
            let offset = String(start, radix: 16)
            var text = String(repeating: "0", count: max(0, 8 - offset.count)) + offset + " "
            for byte in row { text += " \(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])" }
            text += String(repeating: "   ", count: perLine - row.count) + "  "
            for byte in row { text += (0x20..<0x7F).contains(byte) ? String(Unicode.Scalar(byte)) : "." }
            lines.append(TextLine(text))
        }
        return lines
    }
}

/// The parts of a line of JSON that is laid out: names, texts, numbers, words and punctuation.
enum JSONLine {
    static func parts(of line: String) -> [(text: String, style: Style)] {
        var parts: [(text: String, style: Style)] = []
        // Every part begins at ASCII, so bytes are enough.
        var rest = line.utf8[...]
        while let first = rest.first {
            var style = Style.plain
            let end: Substring.UTF8View.Index
            switch first {
            case quote:
                end = endOfText(in: rest)
                style = end < rest.endIndex && rest[end] == UInt8(ascii: ":") ? .member : .string
            case minus, digits: (end, style) = (rest.end(of: isOfNumber), .number)
            case letters: (end, style) = (rest.end { letters.contains($0 | 0x20) }, .keyword)
            default:
                end = rest.end { $0 != quote && $0 != minus && !digits.contains($0) && !letters.contains($0) }
            }
            parts.append((String(rest[..<end]) ?? "", style))
            rest = rest[end...]
        }
        return parts
    }

    private static let quote = UInt8(ascii: "\"")
    private static let minus = UInt8(ascii: "-")
    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    private static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")

    private static func isOfNumber(_ byte: UInt8) -> Bool { digits.contains(byte) || "+-.eE".utf8.contains(byte) }

    /// The index after the closing quote of a string that the bytes begin with, or their end.
    private static func endOfText(in bytes: Substring.UTF8View) -> Substring.Index {
        var isEscaped = true
        return bytes.firstIndex { byte in
            defer { isEscaped = !isEscaped && byte == UInt8(ascii: "\\") }
            return byte == quote && !isEscaped
        }.map(bytes.index(after:)) ?? bytes.endIndex
    }
}

extension Substring.UTF8View {
    /// The end of the first bytes that fit.
    fileprivate func end(of isFitting: (UInt8) -> Bool) -> Index { firstIndex { !isFitting($0) } ?? endIndex }
}

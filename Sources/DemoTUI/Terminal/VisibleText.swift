/// Makes text from outside fit to be shown: no control, escape, invisible or reordering character is left in it.
/// `Canvas` does this by itself; everything that is printed to a terminal by other ways goes through here
/// (RELIABILITY E1-E3, E6). To a pipe or file, text goes as it is.
enum VisibleText {
    /// A text as one line; line ends are shown as `^J` and `^M`. The rules are those of `GlyphReader`.
    static func line(_ text: some StringProtocol) -> String {
        if TextWidth.asciiWidth(text) != nil { return String(text) }
        var reader = GlyphReader(text.unicodeScalars.makeIterator())
        var line = String.UnicodeScalarView()
        while let next = reader.next() { line.append(contentsOf: next.glyph.scalars) }
        return String(line)
    }

    /// Bytes that should be UTF-8 as one line; a byte that is not is shown as `<FF>`.
    static func line(_ bytes: some Sequence<UInt8>) -> String {
        line(text(bytes))
    }

    /// A text of several lines: each one made visible, joined by `\n`. CRLF ends a line too.
    static func lines(_ text: some StringProtocol) -> String {
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
            .map { line($0) }.joined(separator: "\n")
    }

    /// Bytes as text, malformed ones as `<FF>`. Line ends and controls stay: for splitting into lines before showing.
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        let bytes = Array(bytes)
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var text = String.UnicodeScalarView()
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var position = 0
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let encoded):
                text.append(Unicode.UTF8.decode(encoded))
                position += encoded.count
            case .error(let length):
                for byte in bytes[position..<min(position + length, bytes.count)] {
                    text.append(contentsOf: "<\(String(byte, radix: 16, uppercase: true))>".unicodeScalars)
                }
                position += length
            case .emptyInput: return String(text)
            }
        }
    }
}

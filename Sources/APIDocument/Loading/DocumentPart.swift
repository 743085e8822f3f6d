import JSONText

/// One file of a document.
struct DocumentPart: Sendable {
    /// Where it lies.
    let location: PartLocation
    /// Its text, for the lines of problems.
    let source: SourceText
    /// Its value; references to other files start with those files' names, references to the root with `#`.
    let value: JSONValue
    /// Where its parts stand in the text, where it was converted.
    let origins: PointerOrigins
    /// The places in it that have names of their own.
    let anchors: AnchorTable
}

extension SourceText {
    /// The first byte that is no white space and of no byte order mark.
    var firstByte: UInt8? {
        bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
    }

    /// The text as documents are read: without a byte order mark, and as JSON where it is JSON under a YAML name.
    func asDocument() -> SourceText {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
        // What is no JSON is read as YAML, which begins like that too and says what is wrong.
        if format == .yaml, firstByte == UInt8(ascii: "{"), (try? JSONValue(parsing: text)) != nil {
            return SourceText(name: name, bytes: text, format: .json)
        }
        return text.count == bytes.count ? self : SourceText(name: name, bytes: text, format: format)
    }
}

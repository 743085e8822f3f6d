import WireFormats

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
    /// The first byte that is no white space.
    var firstByte: UInt8? {
        bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    }

    /// The text as documents are read: as JSON where it is JSON under a YAML name.
    func asDocument() -> SourceText {
        // What is no JSON is read as YAML, which begins like that too and says what is wrong.
        if format == .yaml, firstByte == UInt8(ascii: "{"), (try? JSONValue(parsing: bytes)) != nil {
            return SourceText(name: name, bytes: bytes, format: .json)
        }
        return self
    }
}

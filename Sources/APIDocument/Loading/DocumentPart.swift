import WireFormats

struct DocumentPart: Sendable {
    let location: PartLocation
    /// For the lines of problems.
    let source: SourceText
    /// References to other files start with the file's name, references to the root with `#`.
    let value: JSONValue
    /// The original locations of converted parts.
    let origins: PointerOrigins
    let anchors: AnchorTable
}

extension SourceText {
    /// The first byte that is not white space.
    var firstByte: UInt8? {
        bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    }

    /// The text with its real format: JSON may have a YAML name.
    func asDocument() -> SourceText {
        // Invalid JSON is read as YAML, which reports the defect.
        if format == .yaml, firstByte == UInt8(ascii: "{"), (try? JSONValue(parsing: bytes)) != nil {
            return SourceText(name: name, bytes: bytes, format: .json)
        }
        return self
    }
}

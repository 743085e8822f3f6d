import APIDocument

/// Whether a text keeps to its format: what a sample must, and a document's own example may fail to.
enum FormatCheck {
    /// False only where the format is known and the text is not of it.
    static func fits(_ text: String, _ format: String) -> Bool {
        TextFormat(format == "url" ? "uri" : format)?.accepts(text) ?? patterns[format]?.isFound(in: text) ?? true
    }

    /// Formats that samples keep to and nobody else is held to.
    private static let patterns: [String: PatternText] = [
        "duration": "^P(([0-9]+[YMWD])+(T([0-9]+[HMS])+)?|T([0-9]+[HMS])+)$",
        "uri-reference": "^[^ <>\"{}|\\\\^`]*$",
        "json-pointer": "^(/([^~/]|~[01])*)*$",
    ].compactMapValues { PatternText($0) }
}

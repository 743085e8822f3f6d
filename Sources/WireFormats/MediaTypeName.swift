/// The name of a media type or range without its parameters: `application/json` of `Application/JSON; charset=utf-8`
/// (RFC 9110 section 8.3.1).
package struct MediaTypeName: Sendable, Hashable {
    /// In lower case, without blanks; empty without a type.
    package let text: String

    /// Reads the value of a `Content-Type` header or of a document.
    package init(_ written: (some StringProtocol)?) {
        let written = written.map { String($0) } ?? ""
        // Most names are written as they are read, and every request reads some.
        text =
            written.utf8.allSatisfy(Self.isPlain)
            ? written : written.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: ";")
            && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    /// True for JSON and formats based on it (RFC 6839 section 3.1).
    package var isJSON: Bool { text.hasSuffix("/json") || text.hasSuffix("+json") }

    /// True for JSON in which `null` removes a member (RFC 7396), and similar types.
    package var isMergePatch: Bool { text.hasSuffix("merge-patch+json") }

    /// True for a list of single changes (RFC 6902).
    package var isListOfChanges: Bool { text == "application/json-patch+json" }

    /// True for XML and formats based on it.
    package var isXML: Bool { text.hasSuffix("/xml") || text.hasSuffix("+xml") }

    /// True for one JSON value per line.
    package var isJSONLines: Bool { JSONLines.mediaTypes.contains(text) }

    /// The file extension of this type, without the dot; nil for types without a known one.
    package var fileExtension: String? {
        Self.fileExtensions[text] ?? (isJSON ? "json" : isXML ? "xml" : nil)
    }

    private static let fileExtensions = [
        "application/javascript": "js", "application/pdf": "pdf", "application/zip": "zip", "image/gif": "gif",
        "image/jpeg": "jpg", "image/png": "png", "image/svg+xml": "svg", "image/webp": "webp", "text/calendar": "ics",
        "text/css": "css", "text/csv": "csv", "text/html": "html", "text/javascript": "js", "text/markdown": "md",
        "text/plain": "txt",
    ]
}

/// The name of a media type or range without its parameters: `application/json` of `Application/JSON; charset=utf-8`
/// (RFC 9110 section 8.3.1).
package struct MediaTypeName: Sendable, Hashable {
    /// In lower case, without blanks; empty where no type is given.
    package let text: String

    /// The name in what a `Content-Type` header or a document says; of nothing, the empty one.
    package init(_ written: (some StringProtocol)?) {
        text = written.map { $0.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace } } ?? ""
    }

    /// True if it is JSON, by itself or as what another format is written in (RFC 6839 section 3.1).
    package var isJSON: Bool { text.hasSuffix("/json") || text.hasSuffix("+json") }

    /// True if it is JSON in which `null` takes a member away (RFC 7396), or written like it.
    package var isMergePatch: Bool { text.hasSuffix("merge-patch+json") }

    /// True if it is a list of changes, one by one (RFC 6902).
    package var isListOfChanges: Bool { text == "application/json-patch+json" }

    /// True if it is XML, likewise.
    package var isXML: Bool { text.hasSuffix("/xml") || text.hasSuffix("+xml") }

    /// True if it is one JSON value on each line.
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

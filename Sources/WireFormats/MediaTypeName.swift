/// The name of a media type or range without its parameters: `application/json` of `Application/JSON; charset=utf-8`
/// (RFC 9110 section 8.3.1).
package struct MediaTypeName: Sendable, Hashable {
    /// The name in lower case, without blanks; empty if missing.
    package let text: String

    /// Parses the value of a `Content-Type` header, or of a document.
    package init(_ written: (some StringProtocol)?) {
        let written = written.map { String($0) } ?? ""
        // Most names need no change, and each request reads several.
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

    /// True for JSON merge patches, in which `null` removes a member (RFC 7396).
    package var isMergePatch: Bool { text.hasSuffix("merge-patch+json") }

    /// True for JSON patches, which are lists of changes (RFC 6902).
    package var isListOfChanges: Bool { text == "application/json-patch+json" }

    /// True for XML and formats based on it.
    package var isXML: Bool { text.hasSuffix("/xml") || text.hasSuffix("+xml") }

    /// True for one JSON value per line.
    package var isJSONLines: Bool { Self.jsonLines.contains(text) }

    private static let jsonLines: Set = ["application/jsonl", "application/x-ndjson", "application/ndjson"]

    /// True for server-sent events.
    package var isEventStream: Bool { text == "text/event-stream" }

    /// True for values that arrive one by one, without a defined end.
    package var isStream: Bool { isJSONLines || isEventStream || text == "application/json-seq" }

    /// True for images, audio, video, fonts, PDF and archives, which are not read as text.
    package var isFile: Bool {
        !isXML
            && (["image/", "audio/", "video/", "font/"].contains { text.hasPrefix($0) }
                || ["application/pdf", "application/zip"].contains(text))
    }

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

/// The value of a header and its parameters, as in `form-data; name="a"` (RFC 9110 section 5.6.6).
package struct HeaderParameters {
    /// The text before the parameters.
    package let value: String
    /// The parameters, in order, with names in lower case.
    package let parameters: [(name: String, value: String)]

    /// - Parameter separators: the characters that end a parameter.
    package init(_ text: some StringProtocol, separatedBy separators: Set<Unicode.Scalar> = [";"]) {
        let parts = Self.parts(text, separators)
        value = parts[0]
        parameters = parts.compactMap { part in
            guard let mark = part.firstIndex(of: "="), mark > part.startIndex else { return nil }
            return (part[..<mark].lowercased(), String(part[part.index(after: mark)...]))
        }
    }

    package subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// Splits the text. Quoted text is unchanged (RFC 9110 section 5.6.4); blanks outside quotes are removed.
    private static func parts(_ text: some StringProtocol, _ separators: Set<Unicode.Scalar>) -> [String] {
        var parts = [String.UnicodeScalarView()]
        var isQuoted = false
        var isEscaped = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case _ where isEscaped: isEscaped = false
            case "\\" where isQuoted:
                isEscaped = true
                continue
            case "\"":
                isQuoted.toggle()
                continue
            case _ where !isQuoted && separators.contains(scalar):
                parts.append(String.UnicodeScalarView())
                continue
            case _ where !isQuoted && scalar.properties.isWhitespace: continue
            default: break
            }
            parts[parts.count - 1].append(scalar)
        }
        return parts.map { String($0) }
    }
}

/// A path of the document, such as `/users/{userId}/files/{name}.json`.
public struct PathTemplate: Hashable, Sendable, CustomStringConvertible {
    /// A piece of a segment.
    public enum Part: Hashable, Sendable {
        /// Text as the document has it.
        case literal(String)
        /// A parameter's name, without braces.
        case parameter(String)
    }

    /// What stands between two slashes: usually one part, sometimes a mix.
    public struct Segment: Hashable, Sendable {
        /// The pieces in order; none in an empty segment.
        public let parts: [Part]

        /// The parameter a segment wholly consists of.
        public var parameter: String? {
            if parts.count == 1, case .parameter(let name) = parts[0] { name } else { nil }
        }

        /// How much is said in it: most by a text, else the length of what is no parameter.
        public var weight: Int {
            if literal != nil { return .max }
            return parts.reduce(0) { sum, part in
                if case .literal(let text) = part { sum + text.utf8.count } else { sum }
            }
        }

        /// The segment with a text behind it.
        fileprivate func followed(by text: String) -> Segment {
            guard case .literal(let end)? = parts.last else { return Segment(parts: parts + [.literal(text)]) }
            return Segment(parts: parts.dropLast() + [.literal(end + text)])
        }

        /// The segment with every parameter written `{}`.
        var shape: String {
            parts.map { part in
                if case .literal(let text) = part { text } else { "{}" }
            }.joined()
        }

        /// The text of a segment without parameters.
        public var literal: String? {
            if parts.isEmpty { return "" }
            if parts.count == 1, case .literal(let text) = parts[0] { return text }
            return nil
        }
    }

    /// Whether the segments of a path have this form; a parameter takes any text but none.
    public static func fits(_ parts: some Collection<Substring>, _ segments: some Collection<Segment>) -> Bool {
        parts.count == segments.count && zip(segments, parts).allSatisfy { $0.takes($1) }
    }

    /// The template as written, always starting with `/`.
    public let text: String
    /// What stands between the slashes; the root path has none. A slash at the end begins no segment, so that
    /// `/users/{id}/` ends in its parameter, and a format is none of it.
    public let segments: [Segment]
    /// What stands behind the last segment, as the document writes it behind all of its paths: `.json`; empty where nothing
    /// does (``PathFormats``).
    public let format: String
    /// Whether a slash stands at the end, as Django's paths have it; not of the root.
    public let endsInSlash: Bool

    /// Reads a template; a missing first slash is added, and a brace without its partner is plain text.
    ///
    /// - Parameter format: what is no part of the last segment where that ends so.
    public init(_ text: String, format: String = "") {
        self.text = text.hasPrefix("/") ? text : "/" + text
        let written = PathTemplate.segments(of: self.text)
        let bare = PathTemplate.without(format, written)
        segments = bare.map(PathTemplate.segment)
        endsInSlash = PathTemplate.endsInSlash(self.text)
        self.format = bare == written ? "" : format
    }

    /// The segments with the format behind the last one, as requests have them.
    public var written: [Segment] {
        guard !format.isEmpty, let last = segments.last else { return segments }
        return segments.dropLast() + [last.followed(by: format)]
    }

    /// The segments of a request's path, as far as they are the template's own: the last one without the format.
    public func bare(_ path: [Substring]) -> [Substring] { PathTemplate.without(format, path) }

    private static func without(_ format: String, _ path: [Substring]) -> [Substring] {
        guard !format.isEmpty, let last = path.last, last.hasSuffix(format), last.count > format.count else {
            return path
        }
        return path.dropLast() + [last.dropLast(format.count)]
    }

    /// What stands between the slashes of a path without query: a slash at the end begins no segment.
    public static func segments(of path: some StringProtocol) -> [Substring] {
        let body = Substring(path).dropFirst(path.hasPrefix("/") ? 1 : 0)
        guard !body.isEmpty else { return [] }
        return (body.last == "/" ? body.dropLast() : body).split(separator: "/", omittingEmptySubsequences: false)
    }

    /// Whether a path without query has a slash behind its last segment; the root has none.
    public static func endsInSlash(_ path: some StringProtocol) -> Bool {
        path != "/" && path.hasSuffix("/")
    }

    /// The parameters' names, in order.
    public var parameterNames: [String] {
        segments.flatMap(\.parts).compactMap { part in
            if case .parameter(let name) = part { name } else { nil }
        }
    }

    /// The template with every parameter written `{}`: equal for paths that differ in parameter names only, or in a slash or
    /// a format at the end.
    public var shape: String { segments.map { "/" + $0.shape }.joined() }

    /// How much the path says, from left to right: of two that fit a request, the one whose list is greater answers (OpenAPI
    /// 3.1.0, "Path Templating Matching"), of equals the one that is declared last.
    public var concreteness: [Int] { written.map(\.weight) }

    /// The path's first segments, as a path of their own without a slash or a format at the end; the root where there are none.
    public func prefix(_ count: Int) -> PathTemplate {
        let kept = max(0, count)
        guard kept < segments.count || endsInSlash || !format.isEmpty else { return self }
        return PathTemplate(
            text: "/" + bare(PathTemplate.segments(of: text)).prefix(kept).joined(separator: "/"),
            segments: Array(segments.prefix(kept)))
    }

    private init(text: String, segments: [Segment]) {
        self.text = text
        self.segments = segments
        endsInSlash = false
        format = ""
    }

    /// The template as written.
    public var description: String { text }

    private static func segment(_ text: Substring) -> Segment {
        var parts: [Part] = []
        var rest = text
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = rest[rest.index(after: open)..<close]
            if open > rest.startIndex { parts.append(.literal(String(rest[..<open]))) }
            parts.append(.parameter(String(name)))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.literal(String(rest))) }
        return Segment(parts: parts)
    }
}

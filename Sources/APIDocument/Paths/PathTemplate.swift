/// A path of the document, such as `/users/{userId}/files/{name}.json`.
public struct PathTemplate: Hashable, Sendable, CustomStringConvertible {
    public enum Part: Hashable, Sendable {
        case literal(String)
        case parameter(String)

        var literal: String? { if case .literal(let text) = self { text } else { nil } }
        var parameter: String? { if case .parameter(let name) = self { name } else { nil } }
    }

    /// The part of a path between two slashes: usually one literal or parameter, sometimes several.
    public struct Segment: Hashable, Sendable {
        /// Empty for an empty segment.
        public let parts: [Part]

        /// The parameter, if the segment consists of one.
        public var parameter: String? { parts.count == 1 ? parts[0].parameter : nil }

        /// The specificity: the length of the literals, or the maximum without parameters.
        public var weight: Int {
            literal == nil ? parts.reduce(0) { $0 + ($1.literal?.utf8.count ?? 0) } : .max
        }

        fileprivate func followed(by text: String) -> Segment {
            guard let end = parts.last?.literal else { return Segment(parts: parts + [.literal(text)]) }
            return Segment(parts: parts.dropLast() + [.literal(end + text)])
        }

        /// The segment with every parameter as `{}`.
        var shape: String { parts.map { $0.literal ?? "{}" }.joined() }

        /// The text, if the segment has no parameters.
        public var literal: String? {
            if parts.isEmpty { return "" }
            return parts.count == 1 ? parts[0].literal : nil
        }
    }

    /// True if the segments of a path match; a parameter takes any nonempty text.
    public static func fits(_ parts: ArraySlice<Substring>, _ segments: ArraySlice<Segment>) -> Bool {
        parts.count == segments.count && zip(segments, parts).allSatisfy { $0.takes($1) }
    }

    /// The template as written, with a leading slash.
    public let text: String
    /// Empty for the root. A trailing slash adds no segment, and a format is not part of the last one.
    public let segments: [Segment]
    /// The suffix of the document's paths, such as `.json`; empty without one (``PathFormats``).
    public let format: String
    /// True for a trailing slash, as in Django's paths; false for the root.
    public let endsInSlash: Bool

    /// Reads a template. A missing leading slash is added, and an unpaired brace is literal text.
    ///
    /// - Parameter format: a suffix that is not part of the last segment.
    public init(_ text: String, format: String = "") {
        self.text = text.hasPrefix("/") ? text : "/" + text
        let written = PathTemplate.segments(of: self.text)
        let bare = PathTemplate.without(format, written)
        segments = bare.map(PathTemplate.segment)
        endsInSlash = PathTemplate.endsInSlash(self.text)
        self.format = bare == written ? "" : format
    }

    /// The segments as in requests, with the format.
    public var written: [Segment] {
        guard !format.isEmpty, let last = segments.last else { return segments }
        return segments.dropLast() + [last.followed(by: format)]
    }

    /// The segments of a request's path, without the format.
    public func bare(_ path: [Substring]) -> [Substring] { PathTemplate.without(format, path) }

    private static func without(_ format: String, _ path: [Substring]) -> [Substring] {
        guard !format.isEmpty, let last = path.last, last.hasSuffix(format), last.count > format.count else {
            return path
        }
        return path.dropLast() + [last.dropLast(format.count)]
    }

    /// The segments of a path without query; a trailing slash adds none.
    public static func segments(of path: Substring) -> [Substring] {
        let slash = UInt8(ascii: "/")
        var body = path.utf8[...]
        if body.first == slash { body.removeFirst() }
        guard !body.isEmpty else { return [] }
        if body.last == slash { body.removeLast() }
        // A third of the time of `split` and `map`.
        var segments: [Substring] = []
        segments.reserveCapacity(4)
        var start = body.startIndex
        while let end = body[start...].firstIndex(of: slash) {
            segments.append(path[start..<end])
            start = body.index(after: end)
        }
        segments.append(path[start..<body.endIndex])
        return segments
    }

    public static func segments(of path: String) -> [Substring] { segments(of: path[...]) }

    /// True if a path without query has a trailing slash; false for the root.
    public static func endsInSlash(_ path: Substring) -> Bool {
        path.utf8.last == UInt8(ascii: "/") && path.utf8.count > 1
    }

    public static func endsInSlash(_ path: String) -> Bool { endsInSlash(path[...]) }

    public var parameterNames: [String] { segments.flatMap(\.parts).compactMap(\.parameter) }

    /// The template with every parameter as `{}`: equal for paths that differ only in parameter names, a trailing
    /// slash or a format.
    public var shape: String { segments.map { "/" + $0.shape }.joined() }

    /// The specificity from left to right. Of two paths that match a request, the one with the greater list answers
    /// (OpenAPI 3.1.0, "Path Templating Matching"); of equal ones, the one declared last.
    public var concreteness: [Int] { written.map(\.weight) }

    /// The first segments as a path without trailing slash or format; the root for none.
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

/// Suffixes of paths that are not part of a name: `/products.json` beside `/products/{id}.json`.
enum PathFormats {
    private static let known = [".json", ".xml"]

    /// The operations, with the format split off their paths.
    ///
    /// A suffix is a format if some path has it after a parameter. It stays part of the name if the path also exists
    /// without it, or with another format.
    static func apart(_ operations: [Operation]) -> [Operation] {
        let paths = Set(operations.map(\.path))
        let used = known.filter { format in
            paths.contains { PathTemplate($0.text, format: format).isRow(in: format) }
        }
        guard !used.isEmpty else { return operations }
        var shapes = Set(paths.map(\.shape))
        var changed: [PathTemplate: PathTemplate] = [:]
        for format in used {
            for path in paths.sorted(by: { $0.text < $1.text }) where changed[path] == nil {
                let apart = PathTemplate(path.text, format: format)
                if apart.format == format, shapes.insert(apart.shape).inserted { changed[path] = apart }
            }
        }
        return operations.map { operation in
            var operation = operation
            operation.path = changed[operation.path] ?? operation.path
            return operation
        }
    }
}

extension PathTemplate {
    fileprivate func isRow(in format: String) -> Bool { self.format == format && segments.last?.parameter != nil }
}

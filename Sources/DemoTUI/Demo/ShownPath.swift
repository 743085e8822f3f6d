/// Paths as lists show them: without the path of the document's server, with which all of them begin.
enum ShownPath {
    /// A path, or a method and a path, without the server's.
    static func text(_ text: String, below prefix: String) -> String {
        guard !prefix.isEmpty else { return text }
        let start = text.firstIndex(of: " ").map(text.index(after:)) ?? text.startIndex
        let path = text[(text.hasPrefix("/") ? text.startIndex : start)...]
        guard path.hasPrefix(prefix) else { return text }
        let rest = path.dropFirst(prefix.count)
        guard rest.first == "/" else { return text }
        return String(text[..<path.startIndex] + rest)
    }
}

extension StubVerdict {
    /// The verdict in two columns, the stub's demands and the request, each differing line marked with `<<<<`. Secrets are
    /// replaced, and characters that would move a terminal's cursor are named.
    ///
    /// - Parameters:
    ///   - width: how many cells a line may take; at least 32.
    ///   - redactor: what replaces secrets; nil shows them.
    public func table(width: Int = 80, redactor: Redactor? = Redactor()) -> String {
        let column = max(12, (width - 8) / 2)
        let title = redactor?.text(title) ?? title
        var lines = [Cells.row("Stub \(title)", "Request", column)]
        lines.append(String(repeating: "-", count: column * 2 + 3))
        for part in parts {
            let part = redactor.map { part.redacted(by: $0) } ?? part
            let (expected, actual) = part.sides(column)
            let line = Cells.row(expected, actual, column)
            lines.append(part.isMatch ? line : line + " <<<<")
        }
        if let obstacle { lines.append(Cells.printable("But \(obstacle).")) }
        return lines.map { $0.droppingTrailingBlanks }.joined(separator: "\n")
    }
}

extension MatchPart {
    /// Both sides as one line each. Long texts that differ only behind the column's end begin shortly before they do.
    fileprivate func sides(_ column: Int) -> (expected: String, actual: String) {
        let prefix = name == "method" || name == "path" ? "" : "\(name): "
        guard !isMatch, let exact, let actual else { return (prefix + expected, actual ?? "(none)") }
        let common = zip(exact, actual).prefix { $0 == $1 }.count
        let room = column - Cells.width(prefix)
        guard common >= room - 4, room > 8 else { return (prefix + expected, actual) }
        let start = common - room / 3
        return (prefix + "…" + exact.dropFirst(start), "…" + actual.dropFirst(start))
    }
}

extension String {
    fileprivate var droppingTrailingBlanks: String {
        var text = self[...]
        while text.hasSuffix(" ") { text.removeLast() }
        return String(text)
    }
}

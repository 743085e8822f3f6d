import HTTPTypes

/// The result of comparing one stub with a request.
public struct StubVerdict: Sendable, Identifiable {
    /// The stub.
    public let id: StubID
    /// The stub's name, else its pattern.
    public let title: String
    /// Its place in a file or in code.
    package let origin: StubOrigin
    /// Its constraints, compared one by one.
    package let parts: [MatchPart]
    /// The reason why it does not answer although it matches, as a short sentence.
    package internal(set) var obstacle: String?
    /// True if it answers only a condition.
    var isForCondition = false

    package var isMatch: Bool { parts.allSatisfy(\.isMatch) }
    /// The distance from a match: 0 matches, 1 differs in everything. Path, host and port have weight 10, the method 3,
    /// all others 1.
    package var distance: Double {
        let weight = parts.reduce(0) { $0 + $1.weight }
        return weight > 0 ? parts.reduce(0) { $0 + $1.weight * $1.distance } / weight : 0
    }

    /// True if it cannot answer, whatever its rank.
    var isMiss: Bool { !isMatch || obstacle != nil }
}

extension StubVerdict {
    /// The comparison in two columns, the stub's constraints and the request; lines that differ are marked with `<<<<`.
    /// Secrets are redacted, and control characters are replaced by their codes.
    ///
    /// - Parameter width: the maximum width of a line, in cells; at least 32.
    public func table(width: Int = 80) -> String { table(width: width, redactor: Redactor()) }

    /// The table with a redactor's secrets replaced; nil shows them.
    package func table(width: Int = 80, redactor: Redactor?) -> String {
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
    /// Both sides as one line each. Long texts that first differ beyond the column begin shortly before the difference.
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

/// One constraint of a stub, with the request's value.
package struct MatchPart: Sendable {
    /// Its name: `method`, `path`, `query cursor`, `header Accept`, `body`.
    package let name: String
    /// The required value.
    package internal(set) var expected: String
    /// The request's value; nil for none.
    package internal(set) var actual: String?
    package internal(set) var isMatch = false
    /// The part of the request, which decides if the value may be secret.
    let subject: Subject
    /// The exact text that is required, if there is one.
    var exact: String?
    let weight: Double
    /// The distance: 0 matches, 1 differs in everything.
    var distance = 1.0

    init(
        _ name: String, _ expected: String, _ actual: String?, _ subject: Subject = .plain, exact: String? = nil,
        weight: Double = 1
    ) {
        (self.name, self.expected, self.actual) = (name, expected, actual)
        (self.subject, self.exact, self.weight) = (subject, exact, weight)
    }

    /// The part of a request, as far as redaction is concerned.
    enum Subject: Sendable {
        /// A value that is never secret.
        case plain
        case url
        case header(HTTPField.Name)
        /// The value of a parameter or field.
        case value(of: String)
        /// The value of a cookie, or of an unnamed header.
        case credential
        case body
    }

    /// The part with its secrets redacted.
    package func redacted(by redactor: Redactor = Redactor()) -> MatchPart {
        var copy = self
        switch subject {
        case .plain: break
        case .url: copy.map(redactor.url)
        case .body: copy.map { String(decoding: redactor.body(Array($0.utf8)), as: UTF8.self) }
        case .credential: copy.hide(redactor) { _ in redactor.placeholder }
        case .value(let name) where redactor.isSecret(name): copy.hide(redactor) { _ in redactor.placeholder }
        case .header(let name) where redactor.isSecret(name.rawName):
            copy.hide(redactor) { redactor.headerValue($0, of: name) }
        case .value, .header: copy.map(redactor.text)
        }
        return copy
    }

    private mutating func map(_ change: (String) -> String) {
        expected = change(expected)
        actual = actual.map(change)
        exact = exact.map(change)
    }

    /// Hides only values: the requirement to be present or absent is no secret.
    private mutating func hide(_ redactor: Redactor, _ change: (String) -> String) {
        if expected != ValueMatcher.absent.description && expected != ValueMatcher.present.description {
            expected = redactor.placeholder
        }
        actual = actual.map(change)
        exact = nil
    }
}

/// Text in the columns of a terminal.
package enum Cells {
    /// Two texts side by side, each `column` cells wide.
    static func row(_ left: String, _ right: String, _ column: Int) -> String {
        "\(fitted(left, to: column)) | \(fitted(right, to: column))"
    }

    /// `text` on one line, truncated or padded to the given number of cells.
    static func fitted(_ text: String, to cells: Int) -> String {
        let text = printable(text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " "))
        // A truncated text leaves one cell for the ellipsis.
        var (beginning, taken, width) = ("", 0, 0)
        func blanks(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
        for character in text {
            width += Self.width(of: character)
            guard width <= cells else { return beginning + "…" + blanks(cells - taken - 1) }
            guard width < cells else { continue }
            beginning.append(character)
            taken = width
        }
        return text + blanks(cells - width)
    }

    /// The width of a text in cells.
    static func width(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + width(of: $1) } }

    /// 0 for combining marks, 2 for wide East Asian characters and emoji (Unicode Annex 11), else 1.
    static func width(of character: Character) -> Int {
        if character.unicodeScalars.contains("\u{FE0F}") { return 2 }
        return character.unicodeScalars.map(width).max() ?? 0
    }

    private static func width(_ scalar: Unicode.Scalar) -> Int {
        guard scalar.value >= 0x300 else { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return scalar.properties.isEmojiPresentation || wide.contains { $0 ~= scalar.value } ? 2 : 1
        }
    }

    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
    ]

    /// `text` with characters that may control a terminal replaced by their codes: `<U+001B>`. Line breaks are kept.
    package static func printable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isObeyed) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard isObeyed(scalar) else {
                result.append(scalar)
                continue
            }
            result += "<U+\(String(scalar.value, radix: 16, uppercase: true).padded(to: 4))>".unicodeScalars
        }
        return String(result)
    }

    private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        // A joiner within an emoji is displayed.
        guard scalar != "\n", scalar != "\u{200D}" else { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: return true
        default: return false
        }
    }
}

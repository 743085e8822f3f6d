import APIModel
import WireFormats

/// A text with placeholders: `{person.first|lower}@{net.domain}`.
///
/// Braces contain a column of a list, a topic, `name` (of the object), `kind` (of object), `id`, or a range `1-254`.
/// Letters in braces stand for characters: `#` for digits, `x` for hexadecimal digits, `A` and `a` for letters.
struct Template: Sendable, Hashable {
    enum Part: Sendable, Hashable {
        case literal(String)
        case word(String, Filter)
        case range(ClosedRange<Int>)
        case letters(Character, Int)
    }

    /// A change to the inserted word.
    enum Filter: String, Sendable { case none, lower, upper, slug, word, first }

    let parts: [Part]

    /// The words that are neither topics nor columns.
    static let words = ["name", "kind", "id", "base64"]

    /// The names in braces.
    var words: [String] {
        parts.compactMap { part in
            guard case .word(let name, _) = part else { return nil }
            return name
        }
    }

    /// Nil for a text whose braces do not match, or that has an unknown filter.
    init?(_ text: String) {
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            if open > rest.startIndex { parts.append(.literal(String(rest[..<open]))) }
            rest = rest[rest.index(after: open)...]
            if rest.first == "{", let close = rest.firstIndex(of: "}") {
                // Doubled braces become single ones.
                parts.append(.literal(String(rest[...close])))
                rest = rest[rest.index(after: close)...].dropFirst()
                continue
            }
            guard let close = rest.firstIndex(of: "}"), let part = Template.part(rest[..<close]) else { return nil }
            parts.append(part)
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.literal(String(rest))) }
        self.parts = parts
    }

    private static func part(_ text: Substring) -> Part? {
        let pieces = text.split(separator: "|", omittingEmptySubsequences: false)
        guard let name = pieces.first, let first = name.first, pieces.count < 3 else { return nil }
        if pieces.count == 2 { return Filter(rawValue: String(pieces[1])).map { .word(String(name), $0) } }
        if "#xAa".contains(first), name.allSatisfy({ $0 == first }) { return .letters(first, name.count) }
        let ends = name.split(separator: "-").compactMap { Int($0) }
        if ends.count == 2, ends[0] <= ends[1] { return .range(ends[0]...ends[1]) }
        return .word(String(name), .none)
    }

    /// The lists of the words.
    var lists: [String] {
        words.compactMap { name in name.firstIndex(of: ".").map { String(name[..<$0]) } }
    }
}

extension Template.Filter {
    func applied(to text: String) -> String {
        switch self {
        case .none: text
        case .lower: text.lowercased()
        case .upper: text.uppercased()
        case .slug: Self.slug(text)
        case .word: Self.slug(text).replacing("-", with: "")
        case .first: String(text.prefix(1))
        }
    }

    /// The text in lower case with dashes, ASCII only.
    static func slug(_ text: String) -> String {
        var slug = ""
        for scalar in text.lowercased().unicodeScalars {
            if ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) {
                slug.unicodeScalars.append(scalar)
            } else if !slug.isEmpty, !slug.hasSuffix("-") {
                slug += "-"
            }
        }
        return slug.hasSuffix("-") ? String(slug.dropLast()) : slug
    }
}

/// The words of an identifier: `userID`, `user_id` and `User-Id` all have "user" and "id".
struct NameWords: Sendable, Hashable {
    /// The words in lower case.
    let words: [String]

    init(_ name: String) { words = name.nameWords.map { $0.lowercased() } }

    init(words: [String]) { self.words = words }

    /// The last word, or an empty string.
    var last: String { words.last ?? "" }

    /// All words joined.
    var key: String { words.joined() }

    /// All suffixes of the words, longest first, each joined.
    var endings: [String] { words.indices.map { words[$0...].joined() } }

    /// The singular: "line items" becomes "line item".
    var ofOne: NameWords { NameWords(words: words.isEmpty ? [] : words.dropLast() + [HumanName.singular(last)]) }

    /// The name without these words; unchanged if nothing else is left.
    func without(_ others: Set<String>) -> NameWords {
        let kept = words.filter { !others.contains($0) && $0.utf8.count > 1 }
        return kept.isEmpty ? self : NameWords(words: kept)
    }
}

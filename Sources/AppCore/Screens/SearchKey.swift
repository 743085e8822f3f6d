import WireFormats

/// A typed search text. One ranking serves all searches.
package struct SearchQuery: Sendable {
    private let whole: [UInt8]
    private let words: [[UInt8]]

    package init(_ text: String) {
        // A single `?` marks a screen with questions, and is not part of its title.
        let parts = text.lowercased().split(whereSeparator: \.isWhitespace).filter { $0 != "?" }
        words = parts.map { Array($0.utf8) }
        whole = Array(parts.joined(separator: " ").utf8)
    }

    package var isEmpty: Bool { words.isEmpty }

    /// The rank of a key, 0 or below for the best; nil if it does not match. First comes a call equal to the text, then
    /// an equal title or name, then a title with this prefix, then keys with every word.
    func rank(of key: SearchKey) -> Int? {
        if isEmpty { return 0 }
        if let rank = key.rank(ofCall: whole) ?? key.rank(ofWhole: whole) { return rank }
        var sum = 0
        for word in words {
            guard let rank = key.rank(of: word) else { return nil }
            sum += rank
        }
        return sum
    }

    /// More than the sum of the ranks of all typed words.
    private static let later = 1 << 10

    /// The indices of the matching keys, the best first. Among equals the earlier source, then the earlier key is
    /// first.
    ///
    /// - Parameter late: the sources whose keys come after all others, unless the text is the whole key or its prefix.
    package func places(in sources: [[SearchKey]], late: Set<Int> = []) -> [(source: Int, place: Int)] {
        var found: [(rank: Int, source: Int, place: Int)] = []
        for (source, keys) in sources.enumerated() {
            for (place, key) in keys.enumerated() {
                guard let rank = rank(of: key) else { continue }
                found.append((rank >= 0 && late.contains(source) ? rank + Self.later : rank, source, place))
            }
        }
        return found.sorted { ($0.rank, $0.source, $0.place) < ($1.rank, $1.source, $1.place) }
            .map { ($0.source, $0.place) }
    }
}

/// The searchable texts of an entry, in lower case.
package struct SearchKey: Sendable {
    private let title: [UInt8]
    private let names: [UInt8]
    private let around: [UInt8]
    private let calls: [[UInt8]]

    /// - Parameters:
    ///   - title: the most important text.
    ///   - names: names in the document, such as operations.
    ///   - around: other texts.
    ///   - calls: method and path of each of its calls, the main one first.
    package init(_ title: String, names: [String] = [], around: [String] = [], calls: [String] = []) {
        self.title = Array(title.lowercased().utf8)
        self.names = Array(names.joined(separator: "\n").lowercased().utf8)
        self.around = Array(around.joined(separator: "\n").lowercased().utf8)
        self.calls = calls.map { Array($0.lowercased().utf8) }
    }

    /// A rank below all others if the text is an operation's path, with or without its method, or a prefix of it; else
    /// nil. Of several longer paths, the shortest is first.
    func rank(ofCall text: [UInt8]) -> Int? {
        guard text.contains(UInt8(ascii: "/")) else { return nil }
        let path = [UInt8(ascii: " ")] + text
        if let place = calls.firstIndex(where: { $0 == text || $0.suffix(path.count) == path[...] }) {
            return place - 2_000
        }
        let longer = calls.filter { $0.starts(with: text) || $0.drop { $0 != path[0] }.starts(with: path) }
        return longer.map { min($0.count, 900) - 1_000 }.min()
    }

    /// A rank below those of words if the title or a name equals the text, or the title starts with it; else nil.
    func rank(ofWhole text: [UInt8]) -> Int? {
        if title == text || names.split(separator: UInt8(ascii: "\n")).contains(text[...]) { return -2 }
        return title.starts(with: text) ? -1 : nil
    }

    /// The rank of a word, 0 for the best; nil if no text contains it.
    func rank(of word: [UInt8]) -> Int? {
        if let place = title[...].place(of: word)?.lowerBound {
            return place == 0 ? 0 : SearchKey.isLetter(title[place - 1]) ? 2 : 1
        }
        if names[...].place(of: word) != nil { return 3 }
        return around[...].place(of: word) == nil ? nil : 4
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte >= 0x80
    }
}

import APIDocument
import HTTPTypes

/// Finds screens by words of their titles, groups, operations and paths. The texts are prepared once, so that a search
/// takes less than a frame for thousands of screens.
public struct ScreenIndex: Sendable {
    /// A screen as it is found.
    public struct Entry: Sendable, Hashable, Identifiable {
        /// The screen's id.
        public let id: String
        /// Its title behind those of the screens that lead to it: `Guild > Emojis`.
        public let title: String
        /// The group of the sidebar it belongs to.
        public let group: String?
        /// Method and path of its main operation.
        public let call: String
        /// True if a person has to type something before it shows anything.
        public let asks: Bool
    }

    /// All screens: those of the sidebar in its order, then the others.
    public let entries: [Entry]
    private let keys: [Key]

    /// The screens of a catalogue.
    public init(_ catalog: ScreenCatalog) {
        var entries: [Entry] = []
        var keys: [Key] = []
        for screen in catalog.screens {
            let trail = catalog.trail(of: screen.id)
            let request = screen.load ?? screen.create?.request
            let direct = screen.parent == nil ? screen : screen.openedDirectly
            let entry = Entry(
                id: screen.id, title: trail.map(\.title).joined(separator: " > "), group: trail.first?.group,
                call: request?.call ?? "", asks: !direct.questions.isEmpty)
            entries.append(entry)
            keys.append(
                Key(entry, own: screen.title, operations: screen.operations, calls: screen.requests.map(\.call)))
        }
        self.entries = entries
        self.keys = keys
    }

    /// The places in ``entries`` of the screens that fit, the best first. A call that is the text comes first, then a
    /// title that is the text, then one that begins with it. Next are screens with every word in one of their texts. If
    /// no screen has them all, the letters in their order are enough.
    public func matches(_ text: String) -> [Int] {
        let calls = places(ofCall: text)
        let others = calls.isEmpty ? matches(words: text) : matches(words: text).filter { !calls.contains($0) }
        return calls + others
    }

    /// The places in ``entries`` of the screens that make the call with this path, or method and path.
    public func places(ofCall text: String) -> [Int] {
        let text = Array(text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ").utf8)
        return ranked { $0.rank(ofCall: text) }
    }

    private func matches(words text: String) -> [Int] {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
        guard !words.isEmpty else { return Array(entries.indices) }
        let whole = Array(words.joined(separator: [UInt8(ascii: " ")]))
        let found = ranked { key in
            if let rank = key.rank(ofWhole: whole) { return rank }
            var sum = 0
            for word in words {
                guard let rank = key.rank(of: word) else { return nil }
                sum += rank
            }
            return sum
        }
        return found.isEmpty ? ranked { $0.span(of: words.flatMap(\.self)) } : found
    }

    private func ranked(_ rank: (Key) -> Int?) -> [Int] {
        keys.indices.compactMap { index in rank(keys[index]).map { (index, $0) } }
            .sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.0)
    }
}

extension Screen {
    /// All requests that can be made on it, the main one first.
    fileprivate var requests: [Request] { [load, create?.request, update?.request, delete].compactMap(\.self) }
}

extension Request {
    /// Its method and path.
    fileprivate var call: String { "\(method.rawValue) \(path.text)" }
}

extension ScreenIndex {
    /// The texts by which a screen is found, in lower case.
    struct Key: Sendable {
        private let title: [UInt8]
        private let operations: [UInt8]
        private let around: [UInt8]
        /// Method and path of each of its operations, the main one first.
        private let calls: [[UInt8]]

        init(_ entry: Entry, own title: String, operations: [String], calls: [String]) {
            self.calls = calls.map { Array($0.lowercased().utf8) }
            self.title = Array(title.lowercased().utf8)
            self.operations = Array(operations.joined(separator: "\n").lowercased().utf8)
            around = Array("\(entry.group ?? "")\n\(entry.title)\n\(entry.call)".lowercased().utf8)
        }

        /// Below all other ranks where the text is the path of an operation, with or without its method; else nil.
        func rank(ofCall text: [UInt8]) -> Int? {
            guard text.contains(UInt8(ascii: "/")) else { return nil }
            let path = [UInt8(ascii: " ")] + text
            return calls.firstIndex { $0 == text || $0.suffix(path.count) == path[...] }.map { $0 - 1_000 }
        }

        /// Below all ranks of words where the title is the text, or begins with it; else nil.
        func rank(ofWhole text: [UInt8]) -> Int? {
            title.starts(with: text) ? (title.count == text.count ? -2 : -1) : nil
        }

        /// How well a word fits, 0 is best; nil where it stands nowhere.
        func rank(of word: [UInt8]) -> Int? {
            if let place = Key.place(of: word, in: title) {
                return place == 0 ? 0 : Key.isLetter(title[place - 1]) ? 2 : 1
            }
            if Key.place(of: word, in: operations) != nil { return 3 }
            return Key.place(of: word, in: around) == nil ? nil : 4
        }

        /// How far apart the letters stand that occur in this order; nil where they do not.
        func span(of letters: [UInt8]) -> Int? {
            [Key.span(of: letters, in: title), Key.span(of: letters, in: operations)].compactMap { $0 }.min()
        }

        private static func isLetter(_ byte: UInt8) -> Bool {
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte >= 0x80
        }

        private static func place(of word: [UInt8], in text: [UInt8]) -> Int? {
            guard let first = word.first, text.count >= word.count else { return nil }
            return text.withUnsafeBufferPointer { text in
                word.withUnsafeBufferPointer { word in
                    var start = 0
                    while start <= text.count - word.count {
                        if text[start] == first {
                            var length = 1
                            while length < word.count, text[start + length] == word[length] { length += 1 }
                            if length == word.count { return start }
                        }
                        start += 1
                    }
                    return nil
                }
            }
        }

        private static func span(of letters: [UInt8], in text: [UInt8]) -> Int? {
            var next = 0
            var start = 0
            for (place, byte) in text.enumerated() where next < letters.count && byte == letters[next] {
                if next == 0 { start = place }
                next += 1
                if next == letters.count { return place - start }
            }
            return nil
        }
    }
}

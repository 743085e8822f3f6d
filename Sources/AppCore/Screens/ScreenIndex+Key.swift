extension ScreenIndex {
    /// What one screen is found by, in small letters.
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

/// Detects secrets by their shape, whatever their name.
///
/// A prefix and the following letters decide, so that one pass in linear time suffices.
enum SecretShape {
    /// Finds the secret that begins at or around an index.
    ///
    /// - Parameter start: the start of the searched bytes; the secret does not begin before it.
    /// - Returns: its range; nil if there is none.
    static func range(in bytes: [UInt8], at index: Int, from start: Int) -> Range<Int>? {
        switch bytes[index] {
        case UInt8(ascii: ":"): return userInfo(in: bytes, at: index) ?? botToken(in: bytes, at: index, from: start)
        case UInt8(ascii: " "): return credential(in: bytes, behind: index, from: start)
        case UInt8(ascii: "-") where has("-----BEGIN ", bytes, at: index): return privateKey(in: bytes, at: index)
        case UInt8(ascii: "-") where has("-u ", bytes, at: index): return login(in: bytes, at: index + 3)
        case UInt8(ascii: "-") where has("--user ", bytes, at: index): return login(in: bytes, at: index + 7)
        case UInt8(ascii: "/") where index == 0 && has("//", bytes, at: 0): return userInfo(in: bytes, from: 2)
        case let byte:
            // Few pairs of bytes begin a secret.
            guard index + 1 < bytes.count, beginnings[Int(byte) << 8 | Int(bytes[index + 1])] else { return nil }
            return byFirst[Int(byte)].lazy.compactMap { $0.range(in: bytes, at: index) }.first
        }
    }

    /// True if a text may contain a secret, of a known shape or after a name. Excludes most paths and words quickly.
    static func mayOccur(in text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { bytes in
            if bytes.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) { return true }
            return bytes.indices.contains { index in
                let next = index + 1 < bytes.count ? bytes[index + 1] : 0
                return suspicious[Int(bytes[index]) << 8 | Int(next)]
            }
        } ?? true
    }

    // MARK: Prefixes

    /// The first two bytes of a prefix, as one number.
    private static let beginnings: [Bool] = {
        var beginnings = [Bool](repeating: false, count: 1 << 16)
        for kind in SecretPrefix.all { beginnings[Int(kind.prefix[0]) << 8 | Int(kind.prefix[1])] = true }
        return beginnings
    }()

    /// The pairs of bytes of which every text with a secret contains one.
    private static let suspicious: [Bool] = {
        var pairs = beginnings
        for mark in "=:>; ".utf8 { for next in 0..<256 { pairs[Int(mark) << 8 | next] = true } }
        for next in "-u".utf8 { pairs[Int(UInt8(ascii: "-")) << 8 | Int(next)] = true }
        return pairs
    }()

    private static let byFirst: [[SecretPrefix]] = (0..<256).map { byte in
        SecretPrefix.all.filter { $0.prefix[0] == UInt8(byte) }
    }

    // MARK: Others

    /// Finds `-----BEGIN RSA PRIVATE KEY-----` up to its end, or to the end of the text.
    private static func privateKey(in bytes: [UInt8], at index: Int) -> Range<Int>? {
        let head = bytes[index..<min(bytes.count, index + 60)]
        guard head.firstRange(of: Array("PRIVATE KEY".utf8)) != nil else { return nil }
        let end = bytes[(index + 11)...].place(of: Array("-----END ".utf8))
        guard let end else { return index..<bytes.count }
        let close = bytes[end.upperBound...].place(of: Array("-----".utf8))
        return index..<(close?.upperBound ?? bytes.count)
    }

    /// Finds the user info of a URL with its `@`, which is removed.
    private static func userInfo(in bytes: [UInt8], at index: Int) -> Range<Int>? {
        has("://", bytes, at: index) ? userInfo(in: bytes, from: index + 3) : nil
    }

    private static func userInfo(in bytes: [UInt8], from start: Int) -> Range<Int>? {
        let end = bytes[start...].firstIndex { $0 <= 0x20 || authorityEnds.contains($0) } ?? bytes.count
        return bytes[start..<end].lastIndex(of: UInt8(ascii: "@")).map { start..<($0 + 1) }
    }

    private static let authorityEnds = Set("/?#\"'<>\\".utf8)

    /// Finds a Telegram bot token: `110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw`.
    private static func botToken(in bytes: [UInt8], at colon: Int, from start: Int) -> Range<Int>? {
        var first = colon
        while first > start, colon - first < 16, bytes[first - 1].isDigit { first -= 1 }
        guard colon - first > 2, colon + 1 < bytes.count, bytes[colon + 1] == UInt8(ascii: "A") else { return nil }
        let end = bytes[(colon + 1)...].firstIndex { !$0.isAlphanumeric && $0 != 0x5F && $0 != 0x2D } ?? bytes.count
        return end - colon > 30 ? first..<end : nil
    }

    /// Finds the credential after `Bearer ` or `Basic `. It must have a digit, a mark or an upper-case letter after a
    /// lower-case one, or be longer than words, so that sentences about authentication keep their words.
    private static func credential(in bytes: [UInt8], behind space: Int, from first: Int) -> Range<Int>? {
        let isNamed = schemes.contains { word in
            let start = space - word.count
            return start >= first && zip(bytes[start..<space], word).allSatisfy { $0 | 0x20 == $1 }
                && (start == 0 || !bytes[start - 1].isAlphanumeric)
        }
        guard isNamed else { return nil }
        let start = space + 1
        let end = bytes[start...].firstIndex { !$0.isAlphanumeric && !credentialMarks.contains($0) } ?? bytes.count
        // `Basic realm="x"` is a challenge.
        guard end > start, end == bytes.count || bytes[end] != UInt8(ascii: "\"") || bytes[end - 1] != UInt8(ascii: "=")
        else { return nil }
        let value = bytes[start..<end]
        let isTelling =
            value.contains { $0.isDigit || tellingMarks.contains($0) }
            || zip(value, value.dropFirst()).contains { isSmall($0) && isCapital($1) }
        return isTelling || value.prefix(while: \.isAlphanumeric).count >= 20 ? start..<end : nil
    }

    private static let schemes = [Array("bearer".utf8), Array("basic".utf8)]
    private static let tellingMarks = Set("_~+=".utf8)

    private static let credentialMarks = Set("._~+/-=".utf8)

    /// Finds `-u name:password` of curl.
    private static func login(in bytes: [UInt8], at start: Int) -> Range<Int>? {
        let before = bytes[max(0, start - 500)..<start]
        let line = before.lastIndex(of: 0x0A).map { before[$0...] } ?? before
        guard line.firstRange(of: Array("curl".utf8)) != nil else { return nil }
        let isQuoted = start < bytes.count && (bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'"))
        let first = isQuoted ? start + 1 : start
        let end = bytes[first...].firstIndex { $0 <= 0x20 || $0 == 0x22 || $0 == 0x27 || $0 == 0x5C } ?? bytes.count
        guard let colon = bytes[first..<end].firstIndex(of: UInt8(ascii: ":")), colon + 1 < end else { return nil }
        return first..<end
    }

    // MARK: Letters

    static func has(_ text: StaticString, _ bytes: [UInt8], at place: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard place >= 0, place + count <= bytes.count else { return false }
        return (0..<count).allSatisfy { bytes[place + $0] == text.utf8Start[$0] }
    }

    private static func isSmall(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

    fileprivate static func isCapital(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
}

extension SecretShape {
    /// True for a random-looking text: at least sixteen letters and digits, often mixed.
    static func isRandom(_ text: some StringProtocol) -> Bool {
        text.utf8.count <= 4_096
            && text.utf8.split { !$0.isAlphanumeric && $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
                .contains { part in
                    let letters = part.filter(\.isAlphanumeric)
                    let changes = zip(letters, letters.dropFirst()).count { $0.isDigit != $1.isDigit }
                    return letters.count >= 16
                        && (changes >= 3 && changes * 5 >= letters.count
                            || letters.count >= 40 && letters.count == part.count)
                }
    }
}

extension SecretPrefix {
    /// Finds the secret that begins here.
    func range(in bytes: [UInt8], at index: Int) -> Range<Int>? {
        guard bytes[index...].starts(with: prefix), isStart(in: bytes, at: index) else { return nil }
        let start = index + prefix.count
        let limit = counts.upperBound == .max ? bytes.count : min(bytes.count, start + counts.upperBound + 1)
        let end = bytes[start..<limit].firstIndex { !isPart($0) } ?? limit
        guard counts.contains(end - start) else { return nil }
        // A web token has at least two parts; a full stop after a word ends a sentence.
        guard
            prefix.count > 3 || prefix[0] != UInt8(ascii: "e")
                || bytes[start..<end].dropLast().contains(UInt8(ascii: "."))
        else { return nil }
        return index..<end
    }

    /// True at the start of a word, and also after `%3D` and the `\n` of JSON.
    private func isStart(in bytes: [UInt8], at index: Int) -> Bool {
        guard index > 0, bytes[index - 1].isAlphanumeric || marks.contains(bytes[index - 1]) else {
            return true
        }
        if index > 1, bytes[index - 2] == UInt8(ascii: "\\") { return true }
        // The mark of a setting or path is not part of a secret.
        if bytes[index - 1] == UInt8(ascii: "=") || bytes[index - 1] == UInt8(ascii: "/") { return true }
        return index > 2 && bytes[index - 3] == UInt8(ascii: "%")
    }

    private func isPart(_ byte: UInt8) -> Bool {
        if marks.contains(byte) { return true }
        return switch letters {
        case .all: byte.isAlphanumeric
        case .hexadecimal: byte.hexadecimal != nil
        case .capitals: byte.isDigit || SecretShape.isCapital(byte)
        }
    }
}

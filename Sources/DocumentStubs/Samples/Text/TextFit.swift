import APIDocument

/// Brings texts to the length a schema allows, in Unicode scalars.
struct TextFit {
    let least: Int
    let most: Int?

    // A schema may ask for gigabytes.
    private static let limit = 20_000

    init(_ schema: Schema) {
        least = min(max(0, schema.minLength ?? 0), TextFit.limit)
        most = schema.maxLength.map { max(0, $0) }
    }

    /// Whether the text is neither too short nor too long.
    func allows(_ text: String) -> Bool {
        let count = text.unicodeScalars.count
        return count >= least && count <= most ?? .max
    }

    /// The text, cut or extended. Where an ordinal is given, texts of different ordinals stay different when cut.
    func fitted(_ text: String, ordinal: Int?, _ maker: TextMaker) -> String {
        let count = text.unicodeScalars.count
        if let most, count > most { return shortened(text, most, ordinal) }
        return count < least ? extended(text, maker) : text
    }

    private func shortened(_ text: String, _ most: Int, _ ordinal: Int?) -> String {
        if let ordinal {
            let number = String(ordinal + 1)
            if let short = addressed(text, most, number) { return short }
            let head = text.unicodeScalars.prefix(max(0, most - number.count)).filter { $0.properties.isAlphabetic }
            let zeros = String(repeating: "0", count: max(0, least - head.count - number.count))
            let joined = String(String.UnicodeScalarView(head)) + zeros + number
            return allows(joined) ? joined : String(joined.unicodeScalars.suffix(most))
        }
        let cut = String(text.unicodeScalars.prefix(most))
        // At a word's end where that leaves enough.
        if let blank = cut.lastIndex(of: " ") {
            let words = cut[..<blank].trimmingSuffix { !$0.isLetter && !$0.isNumber && $0 != "." }
            if words.unicodeScalars.count >= max(least, most / 2) { return String(words) }
        }
        return cut
    }

    /// An address that stays one: what is cut is the name before the `@`, or the path behind the host. Nil for other texts, and
    /// where not even that fits.
    private func addressed(_ text: String, _ most: Int, _ number: String) -> String? {
        let short: String
        if let mark = text.lastIndex(of: "@"), !text.contains(" ") {
            let room = most - text[mark...].unicodeScalars.count - number.count
            let isShort = room < 1
            let domain = isShort ? "@b.test" : String(text[mark...])
            short = text[..<mark].prefix(max(1, isShort ? most - domain.count - number.count : room)) + number + domain
        } else if text.hasPrefix("https://") {
            let host = text.dropFirst(8).prefix { $0 != "/" }
            short = "https://\(host)/\(number)"
        } else {
            return nil
        }
        return allows(short) ? short : nil
    }

    private func extended(_ text: String, _ maker: TextMaker) -> String {
        var result = text
        let isProse = text.contains(" ")
        var turn = 0
        var count = text.unicodeScalars.count
        while count < least {
            turn += 1
            let index = maker.seed.pick(Vocabulary.sentences.count, turn)
            let more = isProse ? " " + Vocabulary.sentences[index] : maker.hexadecimal(8)
            result += more
            count += more.unicodeScalars.count
        }
        guard let most, count > most else { return result }
        return String(result.unicodeScalars.prefix(most))
    }
}

extension Substring {
    fileprivate func trimmingSuffix(where isUnwanted: (Character) -> Bool) -> Substring {
        var result = self
        while let last = result.last, isUnwanted(last) { result.removeLast() }
        return result
    }
}

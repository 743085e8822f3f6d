import APIModel
import WireFormats

/// The texts of one part of a sample, by topic. Members of one object agree.
struct Wording {
    let vocabulary: Vocabulary
    let place: SamplePlace

    func text(_ topic: Vocabulary.Topic) -> String {
        // Items of a list, and members about another object, have words of their own.
        let isOwn = topic.isOwn || place.item == nil && !topic.isApart
        let (seed, ordinal) = isOwn ? (place.object.seed, place.object.ordinal) : (place.seed, place.ordinal)
        return text(topic, seed, ordinal, depth: 0)
    }

    private func text(_ topic: Vocabulary.Topic, _ seed: Seed, _ ordinal: Int, depth: Int) -> String {
        if let format = topic.format { return text(format) }
        if let template = topic.template {
            let text = text(template, seed, ordinal, depth: depth)
            return topic.isDistinct ? text + lap(template, ordinal) : text
        }
        guard !topic.values.isEmpty else { return topic.part.map { String(part($0)) } ?? anything }
        guard topic.isDistinct || place.item != nil else {
            let inner = depth == 0 ? place.seed : seed.child(topic.name)
            return topic.values[inner.pick(topic.values.count, ordinal)]
        }
        let ordinal = max(0, ordinal)
        let start = seed.child(topic.name).pick(topic.values.count)
        let text = topic.values[(start + ordinal % topic.values.count) % topic.values.count]
        let lap = Self.lap(ordinal, of: topic.values.count)
        guard topic.isDistinct, lap > 0 else { return text }
        return text + (text.contains(where: \.isUppercase) ? " " : "-") + String(lap + 1)
    }

    /// A number after names that were all used before; empty in the first round.
    private func lap(_ template: Template, _ ordinal: Int) -> String {
        let isFree = template.parts.contains { part in
            switch part {
            case .letters(_, let count): count > 2
            case .word(let name, _): !name.contains(".") || vocabulary.topic(named: name) != nil
            default: false
            }
        }
        let rounds = template.lists.compactMap { vocabulary.lists[$0].map { $0.count * $0.rounds } }.max()
        guard !isFree, let rounds else { return "" }
        let lap = Self.lap(ordinal, of: rounds)
        return lap > 0 ? " \(lap + 1)" : ""
    }

    /// The number of complete rounds through all words. Rows far after any list get no number.
    private static func lap(_ ordinal: Int, of count: Int) -> Int { ordinal < 10_000 ? ordinal / count : 0 }

    private func text(_ template: Template, _ seed: Seed, _ ordinal: Int, depth: Int) -> String {
        var text = ""
        var choices = Choices(place.seed, ordinal: place.ordinal)
        for (index, part) in template.parts.enumerated() {
            switch part {
            case .literal(let literal): text += literal
            case .range(let range):
                // Numbers such as that of a house agree within an object.
                text += String(range.lowerBound + seed.child("range-\(index)").pick(range.count, ordinal))
            case .letters("x", let count): text += hexadecimal(count)
            case .letters(let kind, let count):
                let letters = Wording.letters[kind] ?? []
                for _ in 0..<count { text.append(letters[choices.next(letters.count)]) }
            case .word(let name, let filter):
                let word = filter.applied(to: word(name, seed, ordinal, depth: depth))
                text += word
                // An empty word removes the separator before it.
                if word.isEmpty, let last = text.last, " .-".contains(last) { text.removeLast() }
            }
        }
        return text
    }

    private func word(_ name: String, _ seed: Seed, _ ordinal: Int, depth: Int) -> String {
        switch name {
        case "name": return displayName(depth: depth).replacing(".jpg", with: "")
        case "kind": return place.object.name.without(Vocabulary.fillers).words.joined(separator: "_")
        case "id": return String(1001 + place.ordinal)
        case "base64": return base64
        default: break
        }
        if let dot = name.firstIndex(of: "."), let list = vocabulary.lists[String(name[..<dot])],
            let word = list.word(String(name[name.index(after: dot)...]), seed.child(String(name[..<dot])), ordinal)
        {
            return word
        }
        guard depth < 4, let topic = vocabulary.topic(named: name) else { return "" }
        return text(topic, seed, ordinal, depth: depth + 1)
    }

    /// The name of the object, as in its member `name`.
    private func displayName(depth: Int) -> String {
        let own = place.object
        let names = vocabulary.topic(NameWords(words: ["name"]), of: own.name, beside: own.members, .text)
        // The template of a name may contain the name.
        guard let topic = names, depth < 4 else { return anything }
        let text = text(topic, own.seed, own.ordinal, depth: depth + 1)
        return place.item.map { $0 > 0 ? "\(text) \($0 + 1)" : text } ?? text
    }

    /// A fallback text: the member's name and a number, as in "Aircraft 2".
    var anything: String {
        guard place.name.words.isEmpty else {
            return HumanName.capitalised(place.name.words.joined(separator: " ")) + " \(place.ordinal % 1000 + 1)"
        }
        func word(_ column: String) -> String {
            vocabulary.lists["plain"]?.word(column, place.seed, place.ordinal) ?? column
        }
        return word("adjective") + " " + word("noun").lowercased()
    }

    // MARK: Formats

    private func text(_ format: Vocabulary.Format) -> String {
        switch format {
        case .id: id
        case .uuid: uuid
        case .date: day.day.text
        case .dateTime: moment.text
        case .clock: time.clock
        case .time: time.time + "Z"
        case .localTime: time.time
        case .iban: iban
        case .yearMonth: String(moment.day.text.prefix(7))
        case .year, .month, .day, .minutes, .age, .tenure: String(part(format))
        }
    }

    func part(_ format: Vocabulary.Format) -> Int {
        switch format {
        case .month: moment.day.month
        case .day: moment.day.day
        case .age: years(since: .birth)
        case .tenure: years(since: .past)
        case .minutes: place.object.timeline.length / 60
        default: moment.day.year
        }
    }

    /// The whole years from an event in the object's life to the date of the demo.
    private func years(since stage: Timeline.Stage) -> Int {
        let (then, now) = (place.object.timeline.moment(stage).day, Timestamp.anchor.day)
        return now.year - then.year - ((then.month, then.day) > (now.month, now.day) ? 1 : 0)
    }

    var moment: Timestamp {
        let stage = vocabulary.stage(place.name) ?? .created
        if let days = vocabulary.term(of: place.name, at: stage, in: place.object.name) {
            return place.object.timeline.bound(ofTerm: days, isEnd: stage != .start)
        }
        return place.object.timeline.moment(stage) + min(place.item ?? 0, 12) * 7 * 86_400
    }

    /// The date of the member. Items of a list are a week apart; rows identified by their date have distinct dates.
    private var day: Timestamp {
        let own = place.object
        let isKey = place.isOwnID || ["date", "day"].contains(place.name.key) && !own.members.contains("id")
        if place.depth == 1, isKey {
            return Timestamp.anchor + own.ordinal % 150 * 86_400
        }
        let stage = vocabulary.stage(place.name) ?? .created
        if vocabulary.term(of: place.name, at: stage, in: own.name) != nil { return moment }
        return own.timeline.day(stage) + min(place.item ?? 0, 12) * 7 * 86_400
    }

    private var time: Timestamp {
        let stage = vocabulary.stage(place.name)
        let hour = (stage == .end || stage == .closed ? 17 : 8) + place.seed.pick(3, place.ordinal)
        return Timestamp(seconds: hour * 3600 + place.seed.pick(2, place.ordinal + 1) * 1800)
    }

    /// `order-1007`: the last word of the member or of its object, and a number.
    private var id: String {
        let words = place.name.words
        let own =
            NameClass.idWords.hasKey(place.name.last) || place.name.last == "ids" ? Array(words.dropLast()) : words
        let object = place.object.name
        let isItem = object.words.count > 1 && object.last == "item"
        let prefix = own.last ?? (isItem ? object : object.without(Vocabulary.fillers)).words.last ?? "item"
        let number = place.isOwnID ? place.ordinal : place.seed.pick(24, place.ordinal)
        return "\(prefix.prefix(12))-\(1001 + number)"
    }

    /// Hexadecimal digits, distinct in every row from a count of eight.
    func hexadecimal(_ count: Int) -> String {
        var text = ""
        var part = 0
        while text.count < count {
            let digits = String(place.seed.child("hexadecimal-\(part)").noise(place.ordinal), radix: 16)
            text += digits.padded(to: 16)
            part += 1
        }
        return String(text.prefix(count))
    }

    /// Letters and digits in groups of four, valid in both Base64 alphabets.
    private var base64: String {
        String(hexadecimal(24).map { $0.isNumber ? $0 : Character($0.uppercased()) })
    }

    /// A version 4 UUID (RFC 9562).
    private var uuid: String {
        var digits = Array(hexadecimal(32))
        digits[12] = "4"
        digits[16] = ["8", "9", "a", "b"][place.seed.pick(4, place.ordinal)]
        let parts = [digits[0..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20..<32]]
        return parts.map { String($0) }.joined(separator: "-")
    }

    /// An account of a non-existent bank (its code is zeros), with valid check digits (ISO 13616).
    private var iban: String {
        let body = "00000000000" + String(1_000_000 + place.seed.pick(8_999_999, place.ordinal))
        // The country DE in digits, then 00 in place of the check digits.
        let check = 98 - (body + "131400").utf8.reduce(0) { ($0 * 10 + Int($1 - 48)) % 97 }
        return "DE" + (check < 10 ? "0" : "") + String(check) + body
    }

    private static let letters: [Character: [Character]] = [
        "#": Array("0123456789"), "A": Array("ABCDEFGHJKLMNPRSTUVWXYZ"), "a": Array("abcdefghjkmnpqrstuvwxyz"),
    ]
}

extension SamplePlace {
    /// True if an identifier is that of its object.
    var isOwnID: Bool {
        if name.key == object.key { return true }
        return name.words.allSatisfy { NameClass.idWords.hasKey($0) || object.name.words.contains($0) }
    }
}

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

    enum Filter: String, Sendable { case none, lower, upper, slug, word, first }

    let parts: [Part]

    /// The words that are neither topics nor columns.
    static let words = ["name", "kind", "id", "base64"]

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
    let words: [String]

    init(_ name: String) { words = name.nameWords.map { $0.lowercased() } }

    init(words: [String]) { self.words = words }

    /// The key of a name in small letters with blanks, as vocabularies have thousands.
    static func key(ofPlain name: String) -> String {
        let isPlain = name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x20 || $0.isDigit }
        guard isPlain else { return NameWords(name).key }
        return name.utf8.contains(0x20) ? String(decoding: name.utf8.filter { $0 != 0x20 }, as: UTF8.self) : name
    }

    var last: String { words.last ?? "" }

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

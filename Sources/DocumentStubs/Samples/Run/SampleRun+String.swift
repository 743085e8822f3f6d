import APIDocument
import WireFormats

extension SampleRun {
    /// A string that satisfies the schema's format, pattern and lengths, and suits the member's name.
    mutating func text(_ schema: Schema, _ place: SamplePlace) -> String {
        let isIdentity = isIdentity(schema, place)
        let text =
            isIdentity && schema.pattern != nil && place.depth == 1 && place.item == nil
                && (0..<SampleRun.distinctRows).contains(place.ordinal)
            ? identity(schema, place) : plainText(schema, place)
        let isMisfit = schema.pattern.flatMap(Pattern.init)?.isFound(in: text) == false
        if isMisfit || !TextLength(schema).allows(text) { misfits += 1 }
        // Only the rows with the document's examples may have those values.
        guard isIdentity, place.ordinal < SamplePlace.behindLists,
            (schema.examples + [schema.default]).contains(.string(text))
        else { return text }
        return plainText(schema, place.inRow(place.ordinal + SamplePlace.behindLists))
    }

    /// A valid string that may repeat in other rows.
    func plainText(_ schema: Schema, _ place: SamplePlace) -> String {
        let wording = Wording(vocabulary: vocabulary, place: place)
        let topic = textTopic(schema, place)
        let candidate = candidate(schema, topic, place, wording)
        let length = TextLength(schema)
        guard let pattern = schema.pattern else {
            return length.fitted(candidate, number: isIdentity(schema, place) ? place.ordinal + 1 : nil, wording)
        }
        var usual = [candidate, candidate.uppercased(), candidate.lowercased(), Template.Filter.slug(candidate)]
        // Ids of digits count like numbers.
        if topic?.isDistinct == true, place.isOwnID { usual.append(String(1001 + place.ordinal)) }
        let check = Pattern(pattern)
        func fits(_ text: String) -> Bool {
            length.allows(text) && (check.map { $0.isFound(in: text) == true } ?? true)
        }
        if let text = usual.first(where: fits) { return text }
        // Patterns that look ahead mostly describe passwords.
        let passwords = ["Demo-Password-\(10 + place.ordinal % 90)", "DemoPassword\(10 + place.ordinal % 90)!"]
        // Patterns of timestamps and versions only fix where digits are; a real value is tried first.
        let isVague = ["0", "7391", "abc", "A1"].contains(where: fits)
        // There are too few currencies to identify rows.
        let others = isIdentity(schema, place) ? [] : [topicText("currency", wording)]
        if !isVague, let text = (shapes(place, wording) + others).first(where: fits) { return text }
        guard let parsed = PatternText(pattern) else {
            return (passwords + ["demo\(place.ordinal)", "1001"]).first(where: fits) ?? candidate
        }
        for extra in [3, 0, 1, 8, 32, length.least, length.least * 2] {
            for turn in 0..<4 {
                var choices = Choices(turn == 0 ? place.seed : place.seed.child("turn-\(turn)"), ordinal: place.ordinal)
                let text = parsed.text(&choices, extra: extra, limit: length.most ?? .max)
                if let text, length.allows(text) { return text }
            }
        }
        var choices = Choices(place.seed, ordinal: place.ordinal)
        return passwords.first(where: fits) ?? parsed.text(&choices, extra: 0, limit: length.most ?? .max) ?? candidate
    }

    /// The topic of a string; an id if its description says so.
    private func textTopic(_ schema: Schema, _ place: SamplePlace) -> Vocabulary.Topic? {
        if let topic = vocabulary.topic(of: schema, .text) {
            // The address of a picture has the same format as a URL.
            let named = self.topic(Schema.any, place, .text)
            return topic.name == "url" && named?.family == "url" ? named : topic
        }
        let topic = topic(schema, place, .text)
        let description = schema.description?.lowercased() ?? ""
        if ["person", "place", "city", "company", "product", nil].contains(topic?.family),
            description.prefix(48).split(whereSeparator: { !$0.isLetter }).contains(where: {
                $0 == "id" || $0 == "identifier" || $0 == "uuid"
            })
        {
            return vocabulary.topic(named: description.contains("uuid") ? "uuid" : "id")
        }
        guard topic?.name == "country" else { return topic }
        let isCode =
            schema.maxLength.map { $0 <= 3 } ?? false || description.contains("iso 3166")
            || description.contains("two-letter")
            // A pattern that no name of a country matches is that of its code.
            || schema.pattern != nil && !document.fits("Norway", schema)
        return isCode ? vocabulary.topic(named: "country.code") : topic
    }

    private func candidate(
        _ schema: Schema, _ topic: Vocabulary.Topic?, _ place: SamplePlace, _ wording: Wording
    ) -> String {
        if let topic, !topic.isAbsent { return wording.text(topic) }
        if place.object.isFault, topic?.isAbsent == true { return "not_found" }
        if let preset = schema.default?.stringValue, !preset.isEmpty, preset != "string" { return preset }
        if let number = self.topic(schema, place, .number), number.range != nil {
            return self.number(Schema(["type": "number"]), place).text
        }
        return place.depth == 0 ? topicText("text.message", wording) : wording.anything
    }

    private func topicText(_ name: String, _ wording: Wording) -> String {
        vocabulary.topic(named: name).map(wording.text) ?? wording.anything
    }

    /// Texts that patterns often describe.
    private func shapes(_ place: SamplePlace, _ wording: Wording) -> [String] {
        let moment = wording.moment
        let (date, time) = (moment.day.text, moment.time)
        let parts = date.split(separator: "-")
        return [
            moment.text, "\(date)T\(time).000Z", "\(date)T\(time)+00:00", "\(date)T\(time)", "\(date) \(time)",
            date, time, moment.clock, "\(parts[2]).\(parts[1]).\(parts[0])", "\(parts[2])/\(parts[1])/\(parts[0])",
            "\(parts[0])\(parts[1])\(parts[2])", "\(parts[0])-\(parts[1])", topicText("uuid", wording),
            topicText("email", wording), topicText("url", wording), topicText("version", wording),
            topicText("phone.e164", wording), topicText("color.hex", wording),
        ]
    }

    // MARK: Rows that differ

    /// The number of rows with distinct texts, more than any list shows.
    private static let distinctRows = 256

    /// The text of this row. It depends on the rows before, which are generated once per run.
    private mutating func identity(_ schema: Schema, _ place: SamplePlace) -> String {
        let kind = Identities.Kind(seed: place.seed, schema: schema)
        var known =
            identities[kind] ?? Identities(kept: (schema.examples + [schema.default]).compactMap { $0?.stringValue })
        while known.texts.count <= place.ordinal {
            let row = known.texts.count
            // A prime, so that rows rarely share their alternative texts.
            known.add { turn in plainText(schema, place.inRow(row + turn * 97)) }
        }
        identities[kind] = known
        return known.texts[place.ordinal]
    }
}

/// The distinct texts of a list's rows, from the first row on.
struct Identities: Sendable {
    struct Kind: Hashable, Sendable {
        let seed: Seed
        let schema: Schema
    }

    private(set) var texts: [String] = []
    private var taken: Set<String>
    /// True if no more distinct texts are found; from then on texts repeat.
    private var isExhausted = false

    /// - Parameter kept: texts of rows that are generated elsewhere.
    init(kept: [String]) { taken = Set(kept) }

    /// Adds the next row's text: the first offered one that is unused and not all zeros, else the first.
    mutating func add(_ offer: (Int) -> String) {
        let first = offer(0)
        var text = first
        var turn = 0
        while !isExhausted, taken.contains(text) || text.allSatisfy({ $0 == "0" }) {
            turn += 1
            isExhausted = turn == 64
            text = isExhausted ? first : offer(turn)
        }
        taken.insert(text)
        texts.append(text)
    }
}

/// The lengths that a schema allows, in Unicode scalars.
struct TextLength {
    let least: Int
    let most: Int?

    init(_ schema: Schema) {
        // A schema may require gigabytes.
        least = min(schema.minLength ?? 0, 20_000)
        most = schema.maxLength
    }

    func allows(_ text: String) -> Bool {
        let count = text.unicodeScalars.count
        return count >= least && count <= most ?? .max
    }

    /// The text, cut or extended; a cut text that must be distinct ends in the number.
    func fitted(_ text: String, number: Int?, _ wording: Wording) -> String {
        if allows(text) { return text }
        guard let most, text.unicodeScalars.count > most else { return extended(text, wording) }
        if let number { return shorter(text, most, String(number)) }
        let cut = String(text.unicodeScalars.prefix(most))
        // Cuts at the end of a word if enough text is left.
        guard let blank = cut.lastIndex(of: " ") else { return cut }
        var words = cut[..<blank]
        while let last = words.last, !last.isLetter, !last.isNumber, last != "." { words.removeLast() }
        return words.unicodeScalars.count >= max(least, most / 2) ? String(words) : cut
    }

    /// A short text of the same kind: e-mail addresses and URLs stay valid.
    private func shorter(_ text: String, _ most: Int, _ number: String) -> String {
        let name = String(text.unicodeScalars.prefix { $0.properties.isAlphabetic })
        var offers: [String] = []
        if text.contains("@"), !text.contains(" ") {
            let domain = text[(text.firstIndex(of: "@") ?? text.startIndex)...]
            offers = [name.prefix(4) + number + domain, "u\(number)@b.test", "u\(number)@b.co"]
        } else if text.hasPrefix("https://") {
            offers = ["https://example.com/\(number)", "https://b.test/\(number)"]
        }
        let head = String.UnicodeScalarView(name.unicodeScalars.prefix(max(0, most - number.count)))
        let zeros = String(repeating: "0", count: max(0, least - head.count - number.count))
        offers.append(String(head) + zeros + number)
        return offers.first(where: allows) ?? String((offers.last ?? number).unicodeScalars.suffix(most))
    }

    private func extended(_ text: String, _ wording: Wording) -> String {
        var result = text
        let list = wording.vocabulary.lists["sentence"]
        var turn = 0
        while result.unicodeScalars.count < least {
            turn += 1
            result +=
                text.contains(" ")
                ? " " + (list?.word("second", wording.place.seed, turn) ?? "and more") : wording.hexadecimal(8)
        }
        return most.map { String(result.unicodeScalars.prefix($0)) } ?? result
    }
}

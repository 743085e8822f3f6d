import WireFormats

/// Converts identifiers to words for people.
package enum HumanName {
    /// Turns "fromAccount", "from_account" and "from-account" into "From account". Words in capitals stay, and
    /// "icon_url" becomes "Icon URL".
    package static func sentence(_ name: String) -> String {
        // A fast path: most names are one lower-case word.
        if let first = name.utf8.first, name.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) {
            return acronyms[name] ?? String(Unicode.Scalar(first - 0x20)) + name.dropFirst()
        }
        guard !name.utf8.contains(UInt8(ascii: " ")) else { return capitalised(name) }
        let hasSmall = name != name.uppercased()
        let words = name.nameWords.map { word in
            if hasSmall && isAcronym(word) { return String(word) }
            let small = word.lowercased()
            return acronyms[small] ?? small
        }
        return capitalised(words.joined(separator: " "))
    }

    /// Words with the same capitals in any text.
    private static let acronyms: [String: String] = {
        let words = """
            acl afk api bic cdn chf cli cpu crm css csv cvc cvv dm dns ean eur faq ftp gbp gif gpu gtin html http https iban imei ip isbn \
            isrc json jwt kyc mfa mms nfc nsfw oidc otp pdf png qr rpc rss saml sdk sku sla sms smtp sql ssh ssl ssn sso svg tls totp \
            ttl ui upc uri url usb usd utc uuid vat vpn xml
            """
        let single = words.split(separator: " ").map { ($0.lowercased(), $0.uppercased()) }
        let several = ["api", "dm", "faq", "sdk", "sku", "sla", "url", "uri"].map { ($0 + "s", $0.uppercased() + "s") }
        let units = ["kW", "kWh", "MWh", "GWh", "Hz", "kHz", "MHz", "GHz", "GB", "TB"].map { ($0.lowercased(), $0) }
        let mixed = [("ai", "AI"), ("oauth", "OAuth"), ("oauth2", "OAuth2")]
        return Dictionary(single + several + units + mixed) { first, _ in first }
    }()

    /// True for a word of capitals and digits, also as a plural or with a version: `IDs`, `IPv4`.
    private static func isAcronym(_ word: Substring) -> Bool {
        guard word.unicodeScalars.dropFirst().first != nil else { return false }
        return word == word.uppercased() || word.prefix(2).allSatisfy(\.isUppercase) || isBrand(word)
    }

    /// True for one lower-case letter before several capitals: `iOS`.
    private static func isBrand(_ text: Substring) -> Bool {
        let capitals = text.dropFirst().prefix(2)
        return text.first?.isLowercase == true && capitals.count == 2 && capitals.allSatisfy(\.isUppercase)
    }

    /// The words of a name, in their original spelling.
    package static func words(of name: String) -> [String] { name.nameWords.map(String.init) }

    /// The name in lower case without separators, to compare names in any spelling.
    package static func key(_ name: String) -> String {
        name.nameWords.joined().lowercased()
    }

    /// The words for the resource that a description identifies: "origin station" in "The ID of the origin station".
    /// Nil for other descriptions.
    package static func identified(by description: String?) -> [String]? {
        guard let description, description.utf8.count < 80 else { return nil }
        var words = self.words(of: description.lowercased())[...]
        if words.first == "the" { words.removeFirst() }
        let subject = words.dropFirst(3)
        guard let first = words.first, NameClass.identity.has(first), words.dropFirst().first == "of",
            ["the", "a", "an"].contains(words.dropFirst(2).first), (1...3).contains(subject.count)
        else { return nil }
        return Array(subject)
    }

    /// The text with an initial capital; "iOS" stays, and so does "allOf" before other words.
    package static func capitalised(_ text: String) -> String {
        let first = text.prefix { $0 != " " }
        let isTerm = first.endIndex < text.endIndex && first.dropFirst().contains(where: \.isUppercase)
        return isTerm || isBrand(text[...]) ? text : text.prefix(1).uppercased() + text.dropFirst()
    }

    /// The text as part of a sentence: "Card" becomes "card", "API key" stays.
    package static func inSentence(_ text: String) -> String {
        guard let second = text.dropFirst().first, !second.isUppercase else { return text }
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}

extension HumanName {
    /// The singular of a word by regular English endings; of several words, the last one changes.
    package static func singular(_ word: String) -> String {
        let last = word.nameWords.last.map { $0.lowercased() } ?? ""
        if let one = irregular[last], word.count >= last.count, word.lowercased().hasSuffix(last) {
            let start = word.suffix(last.count).first?.isUppercase == true ? capitalised(one) : one
            return word.dropLast(last.count) + start
        }
        let small = word.lowercased()
        // The final S of an abbreviation is not a plural: "DNS", "iOS".
        if word.hasSuffix("S"), word.count <= 3 || word != word.uppercased() { return word }
        guard small.hasSuffix("s"), !unchanged.contains(where: small.hasSuffix) else { return word }
        for (endings, dropped, added) in rules where endings.contains(where: small.hasSuffix) {
            // "ties" and "pies" are not plurals of "ty" and "py".
            if added.isEmpty || word.count > 4 { return word.dropLast(dropped) + added }
        }
        return String(word.dropLast())
    }

    /// Endings of singular words with a final s.
    private static let unchanged = [
        "ss", "us", "sis", "xis", "iris", "tennis", "news", "series", "species", "alias", "canvas", "atlas", "bias",
        "lens",
    ]

    /// Plural endings, the number of letters to drop, and the letters to add; the first match counts.
    private static let rules: [(endings: [String], dropped: Int, added: String)] = [
        (["movies", "cookies", "calories", "zombies", "selfies", "hoodies", "shoes", "canoes"], 1, ""),
        (["ouses", "auses", "fuses", "excuses", "abuses", "caches", "niches", "headaches", "avalanches"], 1, ""),
        (["quizzes"], 3, ""), (["ies"], 3, "y"),
        (["aliases", "canvases", "atlases", "biases", "lenses", "oes"], 2, ""),
        (["sses", "shes", "ches", "xes", "uses", "zzes", "tzes"], 2, ""),
    ]

    private static let irregular = [
        "indices": "index", "vertices": "vertex", "matrices": "matrix", "appendices": "appendix",
        "analyses": "analysis",
        "diagnoses": "diagnosis", "hypotheses": "hypothesis", "crises": "crisis", "axes": "axis", "uses": "use",
        "people": "person", "children": "child", "men": "man", "women": "woman", "knives": "knife", "menus": "menu",
    ]
}

/// The unit of a number, by its name and maximum (`discountPercent`, `size_bytes`, `timeoutSeconds`), else by its
/// description: "in cents".
package enum Measure: Sendable, Hashable {
    /// A fraction of 1.
    case share
    case percent
    case bytes
    /// A duration in steps of this many milliseconds.
    case time(step: Int)
    /// Hundredths of a currency's unit.
    case hundredths
    /// A colour: two hexadecimal digits each of red, green and blue.
    case color

    /// - Parameter maximum: the maximum in the schema.
    package init?(name: String, maximum: JSONNumber?, description: String? = nil) {
        let words = name.nameWords.map { $0.lowercased() }
        let described = description?.lowercased() ?? ""
        guard let last = words.last, words.count <= 8, !words.contains("per") else { return nil }
        let isOfOne = maximum == JSONNumber(1)
        if Self.percents.contains(last) {
            self = isOfOne ? .share : .percent
        } else if isOfOne, Self.shares.contains(last) {
            self = .share
        } else if last == "bytes" || Self.byteNames.hasKey(HumanName.key(name))
            || NameClass.fileSize.hasKey(last) && described.contains("bytes")
        {
            self = .bytes
        } else if Self.cents.contains(last)
            || last == "minor" && words.dropLast().last.map(NameClass.moneyValue.hasKey) == true
            || Self.centWords.contains(where: described.contains)
        {
            self = .hundredths
        } else if NameClass.color.has(name), maximum.map({ $0 == JSONNumber(0xFF_FFFF) }) ?? true {
            self = .color
        } else if words.count > 1, let step = Self.steps[last], !words.contains(where: Self.speeds.contains) {
            self = .time(step: step)
        } else {
            return nil
        }
    }

    /// The name without its unit, which the value shows: `duration_ms` becomes `duration`.
    package static func nameWithoutUnit(_ name: String) -> String {
        var words = name.nameWords[...]
        guard words.count > 1, let last = words.last, units.contains(last.lowercased()) else { return name }
        words.removeLast()
        if words.count > 1, words.last?.lowercased() == "in" { words.removeLast() }
        return words.joined(separator: "_")
    }

    /// Words of quantities for which `ms` is metres per second.
    private static let speeds: Set<String> = ["speed", "velocity"]
    private static let units = percents.union(cents).union(["minor"]).union(steps.keys).union(["bytes"])
    private static let percents: Set<String> = ["percent", "percentage", "pct"]
    private static let shares: Set<String> = [
        "share", "ratio", "rate", "progress", "probability", "confidence", "completion", "fraction", "score",
    ]
    private static let byteNames = NameClass("filesize contentlength sizeinbytes")
    private static let cents: Set<String> = ["cents"]
    private static let centWords = ["in cents", "minor unit", "smallest currency unit", "smallest denomination"]
    private static let steps = [
        "ms": 1, "millis": 1, "milliseconds": 1, "seconds": 1_000, "secs": 1_000, "minutes": 60_000, "mins": 60_000,
        "hours": 3_600_000,
    ]
}

extension NameClass {
    /// The keys of the other objects that members refer to by ids: `carrier` of `carrier_id`. Without an `id`, the first id
    /// is the object's own.
    package static func objects(besides members: [String]) -> Set<String> {
        let ids = members.compactMap { $0.keyOfObject(by: .idEndings) }
        let isNamed = members.contains { NameClass.identity.has($0) }
        return Set(isNamed ? ids[...] : ids.dropFirst())
    }
}

extension String {
    /// The key of the object that a member is about by the last word of its name: `carrier` of `carrierId`. Nil for a name
    /// of one word, and for another last word.
    package func keyOfObject(by last: NameClass) -> String? {
        let words = nameWords.map { $0.lowercased() }
        guard words.count > 1, let word = words.last, last.hasKey(word) else { return nil }
        return words.dropLast().joined()
    }
}

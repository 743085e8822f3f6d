/// What a text is about, as its member's name says.
enum TextTopic: Sendable, Hashable {
    case id, name, person, firstName, lastName, username, initials, gender, job, email, phone, role
    case street, houseNumber, secondLine, address, city, region, postcode, country, countryCode, timeZone, place
    case location, size, branch, lastDigits, field
    case station, company, product, event, pet, species, title, sentence, message, slogan, status, type, label, slug
    case color, emoji, unit, permission, priority, payment, model
    case url, image, path, hostname, ipAddress, mac, mediaType, method, version, file, code, hash, secret, cursor,
        symbol
    case currency, language, locale, iban, bic, card, accountNumber, day, moment, time

    /// What a member of that name holds; nil where the name does not say.
    init?(_ name: NameWords) {
        if let topic = TextTopic.find(name) {
            self = topic
            return
        }
        // "city_name" and "name_of_city" are about the city.
        let rest = NameWords(words: name.words.filter { !TextTopic.plain.contains($0) })
        if rest.words.count < name.words.count, let topic = TextTopic.find(rest) {
            self = topic
            return
        }
        if let topic = TextTopic.weak[name.last] {
            self = topic
            return
        }
        // "image_24", "photo_48x48" and "thumb_url_small" are about the picture, of some size.
        let isSized = name.words.count > 1 && (name.last.first?.isNumber == true || TextTopic.sizes.contains(name.last))
        if isSized, let topic = TextTopic.find(NameWords(words: name.words.dropLast())) {
            self = topic
            return
        }
        guard Vocabulary.field(name) != nil else { return nil }
        self = .field
    }

    private static func find(_ name: NameWords) -> TextTopic? {
        let singular = NameWords(words: name.words.dropLast() + [name.singular])
        return name.endings.lazy.compactMap { topics[$0] }.first
            ?? singular.endings.lazy.compactMap { topics[$0] }.first
    }

    private static let plain: Set<String> = ["name", "label", "title", "text", "full", "of", "the", "value", "string"]

    private static let topics = WordTable.table(people + places + writing + technical)

    private static let sizes: Set<String> = [
        "small", "medium", "large", "thumb", "original", "full", "static", "preview", "hd",
    ]

    private static let weak: [String: TextTopic] = WordTable.table([
        (.name, "name"), (.title, "title"), (.moment, "at on"), (.label, "label"), (.message, "text"), (.id, "id"),
        (.person, "by"),
    ])
}

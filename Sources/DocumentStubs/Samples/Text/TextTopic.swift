/// What a text is about, as its member's name says.
enum TextTopic: Sendable, Hashable {
    case id, name, person, firstName, lastName, username, initials, gender, job, email, phone, role
    case street, houseNumber, secondLine, address, city, region, postcode, country, countryCode, timeZone, place
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
        guard let topic = TextTopic.weak[name.last] else { return nil }
        self = topic
    }

    private static func find(_ name: NameWords) -> TextTopic? {
        let singular = NameWords(words: name.words.dropLast() + [name.singular])
        return name.endings.lazy.compactMap { topics[$0] }.first
            ?? singular.endings.lazy.compactMap { topics[$0] }.first
    }

    private static let plain: Set<String> = ["name", "label", "title", "text", "full", "of", "the", "value", "string"]

    private static let topics = WordTable.table(people + places + writing + technical)

    private static let weak: [String: TextTopic] = WordTable.table([
        (.name, "name"), (.title, "title"), (.moment, "at on"), (.label, "label"), (.message, "text"), (.id, "id"),
        (.person, "by"),
    ])
}

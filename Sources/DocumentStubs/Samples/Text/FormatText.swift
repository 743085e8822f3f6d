extension TextMaker {
    /// A text of that format (JSON Schema, OpenAPI's registry and what is common beside it); nil for formats that say
    /// nothing about how a text looks.
    func text(format: String, topic: TextTopic?) -> String? {
        switch format.lowercased() {
        case "date": return day.date
        case "date-time", "datetime", "timestamp", "iso8601", "rfc3339": return moment.dateTime
        case "time": return time.time + "Z"
        case "partial-time", "local-time": return time.time
        case "duration": return pick(["PT45M", "PT1H30M", "P2D", "PT2H"])
        case "email", "idn-email": return email
        case "uuid", "guid", "uuid4", "uuidv4": return uuid
        case "uri", "url", "iri": return topic == .image ? technical(.image) : technical(.url)
        case "uri-reference", "iri-reference": return technical(.path)
        case "uri-template": return "https://example.com/\(pick(Vocabulary.pathWords))/{id}"
        case "hostname", "idn-hostname": return technical(.hostname)
        case "ipv4", "ip", "ip-address": return technical(.ipAddress)
        case "ipv6": return "2001:db8::\(String(1 + seed.pick(65_000, ordinal), radix: 16))"
        case "cidr", "ipv4-cidr": return "198.51.100.0/24"
        case "mac", "mac-address": return mac
        case "json-pointer": return "/\(pick(Vocabulary.pathWords))/0"
        case "relative-json-pointer": return "1/\(pick(Vocabulary.pathWords))"
        case "regex": return "^[a-z]+$"
        case "byte", "base64", "base64url": return base64
        case "password": return text(.secret)
        case "phone", "phone-number", "tel", "e164", "e-164":
            return format.lowercased().contains("164") ? phone.filter { $0 != "-" } : phone
        default: return rarer(format.lowercased())
        }
    }

    private func rarer(_ format: String) -> String? {
        switch format {
        case "color", "hex-color", "css-color": return "#" + hexadecimal(6)
        case "currency", "iso-4217", "iso4217", "currency-code": return text(.currency)
        case "country", "country-code", "iso-country-code", "iso-3166", "iso3166", "iso-3166-alpha-2",
            "iso-3166-1-alpha-2":
            return text(.countryCode)
        case "language", "iso-639", "iso-639-1": return text(.language)
        case "locale", "bcp47", "language-tag", "bcp-47": return text(.locale)
        case "timezone", "time-zone", "tz", "iana-timezone": return text(.timeZone)
        case "iban": return text(.iban)
        case "decimal", "money", "double", "float", "number":
            return "\(4 + seed.pick(240, ordinal)).\(10 + seed.pick(90, ordinal + 1))"
        case "int32", "int64", "integer", "int", "long", "bigint", "numeric", "uint64":
            return String(1001 + ordinal)
        case "snowflake": return snowflake
        case "objectid", "object-id", "mongo-id", "mongoid": return hexadecimal(24)
        case "slug": return text(.slug)
        case "semver": return text(.version)
        case "credit-card", "creditcard": return text(.card)
        case "year": return String(thing.timeline.moment(.created).year)
        case "year-month", "yearmonth", "month": return String(thing.timeline.moment(.created).date.prefix(7))
        case "mime-type", "media-type": return text(.mediaType)
        case "image", "image-url": return technical(.image)
        case "ulid": return ulid
        default: return nil
        }
    }

    private var moment: Moment { thing.timeline.moment(.init(name)) + min(item ?? 0, 12) * 7 * 86_400 }

    /// An address kept for documents (RFC 7042).
    var mac: String {
        let digits = Array(hexadecimal(8))
        return "00:00:5e:00:53:" + String(digits[0..<2])
    }

    private var base64: String {
        // Letters, digits and a length of full groups: valid in both alphabets.
        let text = hexadecimal(24)
        return String(text.map { $0.isNumber ? $0 : Character($0.uppercased()) })
    }

    /// A number of eighteen digits that grows with time, newest first.
    private var snowflake: String {
        String(1_050_000_000_000_000_000 + seed.pick(90_000_000_000_000_000) - ordinal % 90_000 * 1_000_003_000_037)
    }

    private var ulid: String {
        "01HZ" + String(hexadecimal(22).uppercased())
    }
}

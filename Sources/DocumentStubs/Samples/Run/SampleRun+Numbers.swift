import APIDocument
import APIModel
import WireFormats

extension SampleRun {
    /// A number that fits the schema and the member's name.
    func number(_ schema: Schema, _ place: SamplePlace) -> JSONNumber {
        let maker = NumberMaker(schema)
        var choices = Choices(drawn: place.seed, ordinal: place.ordinal)
        if let number = aboutList(place) {
            return maker.number(NumberTopic(number...number), &choices)
        }
        if isIdentity(place), TextTopic(place.name) == .id || place.name.last == "number" {
            // An own id counts through the rows, from what the first one's is; another's is one of the first of its rows.
            guard place.text.isOwnID else { return maker.number(counting: place.seed.pick(24, place.ordinal)) }
            return maker.number(counting: place.ordinal, from: written(in: schema)?.numberValue)
        }
        if place.depth == 1, place.thing.ownID != "id", place.name.words.joined() == place.thing.ownID {
            return maker.number(counting: place.ordinal, from: written(in: schema)?.numberValue)
        }
        if let seconds = instant(schema, place) { return maker.number(NumberTopic(seconds...seconds), &choices) }
        if let coordinate = coordinate(place) { return maker.number(coordinate, &choices) }
        if let example = schema.examples.lazy.compactMap(\.numberValue).first, let topic = NumberTopic(around: example)
        {
            return maker.number(topic, &choices)
        }
        if place.thing.isFault, ["status", "code"].contains(place.name.last) {
            return maker.number(NumberTopic(404...404), &choices)
        }
        if ["width", "height"].contains(place.name.last), !place.siblings.isDisjoint(with: SampleRun.pictorial) {
            return maker.number(NumberTopic(480...1920), &choices)
        }
        let isWhole = schema.types == [.integer]
        return maker.number(NumberTopic(place.name, isWhole: isWhole) ?? .unknown, &choices)
    }

    /// Members beside which a width is a picture's.
    private static let pictorial: Set<String> = [
        "url", "src", "imageurl", "proxyurl", "filename", "mimetype", "contenttype",
    ]

    /// Seconds, or milliseconds, since 1970 for members such as `createdAt`, and for all that the document says are such.
    private func instant(_ schema: Schema, _ place: SamplePlace) -> Int? {
        let words = place.name.words
        let description = schema.description?.lowercased() ?? ""
        let isTold =
            EpochName.isFormat(schema.format)
            || ["unix", "epoch", "timestamp", "since 1970"].contains(where: description.contains)
        let isNamed =
            Timeline.Stage.isNamed(by: place.name)
            && (SampleRun.momentEndings.contains(place.name.last) && words.count > 1
                || words.allSatisfy { SampleRun.momentWords.contains($0) }
                    && (words.count > 1 || SampleRun.momentsAlone.contains(place.name.last)))
        let isMilliseconds = ["ms", "millis", "milliseconds"].contains(place.name.last)
        guard isTold || isNamed || words.contains("timestamp") || words.contains("epoch") else { return nil }
        if words.contains("duration") || words.contains("offset") { return nil }
        let seconds = place.thing.timeline.moment(.init(place.name)).seconds
        return isMilliseconds || description.contains("millisecond") ? seconds * 1000 : seconds
    }

    private static let momentEndings: Set<String> = ["at", "timestamp", "date", "time", "on"]

    private static let momentsAlone: Set<String> = ["created", "updated", "modified", "expires"]

    /// Words that together name a moment where a number stands.
    private static let momentWords: Set<String> = [
        "created", "updated", "modified", "expires", "last", "first", "period", "trial", "current", "start", "end",
        "seen",
        "canceled", "cancelled", "closed", "date", "time",
    ]

    private func coordinate(_ place: SamplePlace) -> NumberTopic? {
        let city = place.thing.city
        // Within some kilometres of the city.
        let shift = place.seed.pick(4000, place.ordinal) - 2000
        switch place.name.last {
        case "latitude", "lat": return NumberTopic((city.latitude + shift)...(city.latitude + shift), places: 5)
        case "longitude", "lon", "lng", "long":
            return NumberTopic((city.longitude + shift)...(city.longitude + shift), places: 5)
        default: return nil
        }
    }

    /// What a number beside the list says about it.
    func aboutList(_ place: SamplePlace) -> Int? {
        isBesideList(place) ? listing?.number(place.name.words.joined(), beside: place.siblings) : nil
    }

    /// Whether a part stands beside the list, near the top: what is said there is about the list, not about its rows.
    func isBesideList(_ place: SamplePlace) -> Bool {
        guard let listing else { return false }
        let list = listing.pointer.tokens
        return place.path.count <= list.count + 2 && !place.path.starts(with: list)
    }

    /// Whether this member leads to the next page, of which there is none.
    func isLastPage(_ name: String, _ place: SamplePlace) -> Bool {
        guard let listing, listing.rows.upperBound >= listing.total, isBesideList(place) else { return false }
        return SampleRun.nextNames.contains(NameWords(name).words.joined())
    }

    private static let nextNames: Set<String> = [
        "next", "nextcursor", "nextpage", "nexttoken", "nextpagetoken", "cursor", "nexturl", "nextlink",
        "continuationtoken",
    ]
}

extension NumberTopic {
    /// Numbers of the size of an example, with as many digits behind the point.
    init?(around example: JSONNumber) {
        guard let fixed = Fixed(example), fixed.units != 0, let units = Int(exactly: fixed.units),
            units.magnitude < 1 << 50
        else { return nil }
        let low = units / 2
        let high = units + units / 2
        self.init(min(low, high)...max(low, high), places: -fixed.exponent)
    }
}

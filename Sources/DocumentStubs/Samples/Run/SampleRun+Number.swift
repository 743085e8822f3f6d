import APIDocument
import APIModel
import WireFormats

extension SampleRun {
    /// A number that fits the schema and the member's name.
    func number(_ schema: Schema, _ place: SamplePlace) -> JSONNumber {
        let maker = NumberMaker(schema)
        var choices = Choices(drawn: place.seed, ordinal: place.ordinal)
        let isWhole = schema.types == [.integer]
        if let number = place.listing?.number(place.name.key, beside: place.object.members) {
            return maker.number(NumberRange(number...number), &choices)
        }
        if let counted = counted(schema, place, maker) { return counted }
        if let seconds = seconds(schema, place) { return maker.number(NumberRange(seconds...seconds), &choices) }
        let topic = topic(schema, place, .number)
        if let part = topic?.part {
            let part = Wording(vocabulary: vocabulary, place: place).part(part)
            return maker.number(NumberRange(part...part), &choices)
        }
        if let example = schema.examples.lazy.compactMap(\.numberValue).first, let range = NumberRange(around: example)
        {
            return maker.number(range, &choices)
        }
        if let range = isWhole ? topic?.whole ?? topic?.range : topic?.range {
            return maker.number(half(of: range, place.name), &choices)
        }
        if let topic, topic.template != nil, topic.family != "id",
            let number = JSONNumber(text: Wording(vocabulary: vocabulary, place: place).text(topic)),
            let fixed = Fixed(number), let units = Int(exactly: fixed.units)
        {
            return maker.number(NumberRange(units...units, places: -fixed.exponent), &choices)
        }
        return maker.number(half(of: NumberRange(1...99), place.name), &choices)
    }

    /// A numeric id: a row's own id counts the rows, a foreign one refers to one of the first 24.
    private func counted(_ schema: Schema, _ place: SamplePlace, _ maker: NumberMaker) -> JSONNumber? {
        guard place.depth > 0 else { return nil }
        let isKey = place.depth == 1 && place.object.key != "id" && place.name.key == place.object.key
        let isNumber = place.name.last == "number" && place.isOwnID
        let isID = isNumber || place.name.last == "id" || topic(Schema.any, place, .text)?.name == "id"
        guard isKey || isID else { return nil }
        guard isKey || place.isOwnID else { return maker.number(counting: place.seed.pick(24, place.ordinal)) }
        return maker.number(counting: place.ordinal, from: written(in: schema)?.numberValue)
    }

    /// Seconds or milliseconds since 1970; nil for a number that is not a timestamp.
    private func seconds(_ schema: Schema, _ place: SamplePlace) -> Int? {
        let words = place.name.words
        let name = words.joined(separator: "_")
        let isNamed = EpochName.isNamed(name) && vocabulary.stage(place.name) != nil
        guard
            EpochName.isFormat(schema.format) || EpochName.isDescribed(name, schema.description) || isNamed
                || !Set(["timestamp", "epoch"]).isDisjoint(with: words),
            !words.contains("duration"), !words.contains("offset")
        else { return nil }
        let seconds = place.object.timeline.moment(vocabulary.stage(place.name) ?? .created).seconds
        let isInMilliseconds = EpochName.isInMilliseconds(name, schema.description)
        return isInMilliseconds ? seconds * 1000 : seconds
    }

    /// The lower half of the range for a minimum, the upper half for a maximum.
    private func half(of range: NumberRange, _ name: NameWords) -> NumberRange {
        guard let end = name.words.first(where: { SampleRun.ends[$0] != nil }).flatMap({ SampleRun.ends[$0] }) else {
            return range
        }
        return range.half(upper: end)
    }

    private static let ends: [String: Bool] = [
        "min": false, "minimum": false, "from": false, "start": false, "low": false, "lower": false, "least": false,
        "max": true, "maximum": true, "to": true, "end": true, "high": true, "upper": true, "most": true, "limit": true,
    ]
}

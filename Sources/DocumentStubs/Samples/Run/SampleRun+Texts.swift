import APIDocument
import WireFormats

extension SampleRun {
    /// A text that fits the schema's format, pattern and lengths, and the member's name.
    mutating func text(_ schema: Schema, _ place: SamplePlace) -> String {
        if tellsApart(schema, place) { return identity(schema, place) }
        let text = made(schema, place)
        // Rows that show the document's examples have those to themselves.
        guard isIdentity(place), place.ordinal < SamplePlace.farAway,
            (schema.examples + [schema.default]).contains(.string(text))
        else {
            return text
        }
        return made(schema, place.farAway)
    }

    /// A text that fits, whatever other rows have.
    func made(_ schema: Schema, _ place: SamplePlace) -> String {
        let topic = topic(of: schema, place)
        let candidate = candidate(schema, topic, place)
        let fit = TextFit(schema)
        guard let pattern = schema.pattern else {
            return fit.fitted(candidate, ordinal: isIdentity(place) ? place.ordinal : nil, place.text)
        }
        var variants = [candidate, candidate.uppercased(), candidate.lowercased(), TextMaker.slug(candidate)]
        // Ids of digits count, as numbers do.
        if isIdentity(place), topic == .id || topic == .code, place.text.isOwnID {
            variants.append(String(1001 + place.ordinal))
        }
        guard let parsed = PatternText(pattern) else {
            // A pattern beyond the subset: some texts that such patterns are usually about.
            let check = Pattern(pattern)
            let common = variants + ["Demo-Password-\(10 + place.ordinal % 90)", "demo\(place.ordinal)", "1001"]
            return common.first { fit.allows($0) && check?.isFound(in: $0) != false } ?? candidate
        }
        if let variant = variants.first(where: { fit.allows($0) && parsed.isFound(in: $0) == true }) { return variant }
        for extra in [3, 0, 1, 8, 32, fit.least, fit.least * 2] {
            for turn in 0..<4 {
                var choices = Choices(turn == 0 ? place.seed : place.seed.child("turn-\(turn)"), ordinal: place.ordinal)
                if let text = parsed.text(&choices, extra: extra, limit: fit.most ?? .max), fit.allows(text) {
                    return text
                }
            }
        }
        var choices = Choices(place.seed, ordinal: place.ordinal)
        return parsed.text(&choices, extra: 0, limit: fit.most ?? .max) ?? candidate
    }

    private func candidate(_ schema: Schema, _ topic: TextTopic?, _ place: SamplePlace) -> String {
        let maker = place.text
        if let format = schema.format, let text = maker.text(format: format, topic: topic) { return text }
        if topic == .name, place.depth == 0, place.name.words.isEmpty { return maker.anything }
        if let topic { return maker.text(topic) }
        if place.thing.kind == .writing, ["from", "to"].contains(place.name.words.joined()) {
            return maker.text(.person)
        }
        if topic == nil, let number = NumberTopic(place.name, isWhole: false) {
            var choices = Choices(place.seed, ordinal: place.ordinal)
            return NumberMaker(Schema(["type": "number"])).number(number, &choices).text
        }
        if let preset = schema.default?.stringValue, !preset.isEmpty, preset != "string" { return preset }
        return place.depth == 0 ? maker.pick(Vocabulary.messages) : maker.anything
    }

    /// The topic, by the name and what else the schema says.
    private func topic(of schema: Schema, _ place: SamplePlace) -> TextTopic? {
        guard let topic = TextTopic(place.name) else { return nil }
        return topic == .country && isCoded(schema) ? .countryCode : topic
    }

    private func isCoded(_ schema: Schema) -> Bool {
        let description = schema.description?.lowercased() ?? ""
        return schema.maxLength.map { $0 <= 3 } ?? false || description.contains("iso 3166")
            || description.contains("two-letter")
    }
}

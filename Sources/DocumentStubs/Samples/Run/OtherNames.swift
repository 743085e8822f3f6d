import APIDocument
import WireFormats

/// Names for members that a schema allows but does not declare.
struct OtherNames {
    private let patterns: [PatternText?]
    private let keys: PatternText?
    private let words: [String]
    /// Whether no other words may be.
    private let isClosed: Bool
    private let seed: Seed

    init(_ schema: Schema, _ place: SamplePlace) {
        patterns = (schema.json["patternProperties"]?.objectValue?.keys ?? []).map { PatternText($0) }
        let rule = schema.json["propertyNames"].map(Schema.init)
        keys = rule?.json["pattern"]?.stringValue.flatMap { PatternText($0) }
        seed = place.seed.child("names")
        let allowed = (rule?.const.map { [$0] } ?? rule?.enumValues)?.compactMap(\.stringValue)
        isClosed = allowed != nil
        let name = place.name.singular
        if let allowed {
            words = allowed
        } else if ["translation", "language", "locale", "localization"].contains(name) {
            words = ["en", "de", "fr", "es", "it", "pt"]
        } else if schema.additionalProperties?.types == [.integer] {
            words = ["active", "pending", "completed", "paused", "open", "closed"]
        } else if schema.additionalProperties.map({ $0.reference != nil || $0.types == [.object] }) ?? false {
            words = ["standard", "premium", "basic", "seasonal"]
        } else {
            words = ["category", "region", "group", "color", "unit", "note"]
        }
    }

    /// Names for that place, the best first; whether they may be there is another matter.
    func candidates(_ index: Int) -> [String] {
        let word = words.indices.contains(index) ? [words[index]] : []
        let forms = patterns.isEmpty ? [keys] : [patterns[index % patterns.count], keys]
        let made = forms.compactMap(\.self).flatMap { form -> [String] in
            let fitting = word.filter { form.isFound(in: $0) == true }
            return fitting
                + (0..<4).compactMap { turn in
                    var choices = Choices(turn == 0 ? seed : seed.child("turn-\(turn)"), ordinal: index)
                    return form.text(&choices, extra: 4, limit: 20)
                }
        }
        // A pattern that only says how a name begins has one text.
        let more = made.prefix(1).map { $0 + String(index + 1) }
        guard !words.isEmpty, !isClosed || index < words.count else { return made + more }
        let counted = words[index % words.count] + (index < words.count ? "" : String(index / words.count + 1))
        return made + more + [counted]
    }
}

import APIDocument
import JSONText

/// Names for members that a schema allows but does not declare.
struct OtherNames {
    private let patterns: [PatternText?]
    private let keys: PatternText?
    private let words: [String]
    /// Whether no other words may be.
    private let isClosed: Bool
    private let seed: Seed

    init(_ schema: Schema, patterns: [String], _ place: SamplePlace) {
        self.patterns = patterns.map { PatternText($0) }
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

    /// The name in that place, and which of the patterns it was made for.
    func name(_ index: Int) -> (text: String, pattern: Int?)? {
        var choices = Choices(seed, ordinal: index)
        if !patterns.isEmpty {
            let place = index % patterns.count
            let pattern = patterns[place]
            let word = words.indices.contains(index) && pattern?.isFound(in: words[index]) == true ? words[index] : nil
            return (word ?? pattern?.text(&choices, extra: 4, limit: 20)).map { ($0, place) }
        }
        if let keys {
            let word = words.indices.contains(index) && keys.isFound(in: words[index]) == true ? words[index] : nil
            return (word ?? keys.text(&choices, extra: 4, limit: 20)).map { ($0, nil) }
        }
        guard !words.isEmpty, !isClosed || index < words.count else { return nil }
        return (words[index % words.count] + (index < words.count ? "" : String(index / words.count + 1)), nil)
    }
}

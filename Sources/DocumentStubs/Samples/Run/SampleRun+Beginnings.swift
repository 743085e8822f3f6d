import APIDocument
import WireFormats

/// Things that were made just now have no past: nothing has happened to them yet.
extension SampleRun {
    /// What a member of such a thing is.
    enum Beginning {
        /// It has this value.
        case value(JSONValue)
        /// It is not there yet.
        case absent
    }

    /// What a member of a new thing starts as; nil where that is a sample like any other.
    func beginning(of property: Schema.Property, _ place: SamplePlace, isRequired: Bool) -> Beginning? {
        guard isNew, place.depth == 1 else { return nil }
        let schema = document.resolveChoices(property.schema)
        // What somebody wrote of the one thing there is stands.
        if place.ordinal == 0, !schema.examples.isEmpty { return nil }
        func fits(_ value: JSONValue) -> Bool { document.violations(of: value, against: property.schema).isEmpty }
        let isEdited = place.name.words.contains("edited") && fits(.null)
        if isEdited || SampleRun.isLaterMoment(place.name, schema) {
            return fits(.null) ? .value(.null) : isRequired ? nil : .absent
        }
        if Timeline.Stage.isLater(place.name), schema.types == [.boolean], fits(false) { return .value(false) }
        if schema.types.contains(.integer), SampleRun.isCount(place.name), fits(0) { return .value(0) }
        // What nobody chose is what it usually is: preset, or named first.
        let usual = schema.default ?? schema.enumValues?.first { !$0.isNull && $0 != "" }
        return usual.flatMap { fits($0) ? .value($0) : nil }
    }

    /// Whether a member says when something happened to a thing after it was made: `closedAt`, `shippedOn`.
    static func isLaterMoment(_ name: NameWords, _ schema: Schema) -> Bool {
        guard Timeline.Stage.isLater(name) else { return false }
        if let format = schema.format { return ["date", "date-time"].contains(format) }
        return name.words.count > 1 && ["at", "on", "date"].contains(name.last)
    }

    private static func isCount(_ name: NameWords) -> Bool {
        let words = name.words
        return words.count > 1 && (name.last == "count" || words[0] == "num" || words.starts(with: ["number", "of"]))
    }
}

extension Timeline.Stage {
    /// Whether a name speaks of what comes to a thing some time after it was made, if at all.
    static func isLater(_ name: NameWords) -> Bool {
        guard isNamed(by: name) else { return false }
        let stage = Timeline.Stage(name)
        return stage == .confirmed || stage == .closed
    }
}

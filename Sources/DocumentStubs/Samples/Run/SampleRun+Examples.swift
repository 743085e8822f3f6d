import APIDocument
import JSONText

extension SampleRun {
    /// The example to show in that row, if the schema has a good one; nil where a value is to be made.
    mutating func example(of schema: Schema, _ place: SamplePlace) -> JSONValue? {
        let examples = schema.examples
        guard !examples.isEmpty, attempt.salt == 0, !attempt.isSparse else { return nil }
        let kept = examples.filter { isShowable($0, schema) }
        guard !kept.isEmpty else { return nil }
        switch kept[0] {
        case .object: return whole(kept, schema, place)
        case .array: return listing?.pointer == place.pointer || place.ordinal >= kept.count ? nil : kept[place.ordinal]
        case .bool, .null: return nil
        case .number: return isIdentity(place) || place.ordinal >= kept.count ? nil : kept[place.ordinal]
        case .string: break
        }
        // Dates of one thing must keep their order, and stay within the year.
        if let format = schema.format, ["date", "date-time"].contains(format) { return nil }
        if place.ordinal < kept.count { return kept[place.ordinal] }
        return repeats(schema, kept.count, place) ? kept[place.ordinal % kept.count] : nil
    }

    /// Whether a text's examples stand in all rows: where nothing as good can be made.
    private func repeats(_ schema: Schema, _ count: Int, _ place: SamplePlace) -> Bool {
        if isIdentity(place) || schema.format == "uuid" || schema.format == "email" { return false }
        guard let topic = TextTopic(place.name) else { return schema.pattern == nil && schema.format == nil }
        switch topic {
        case .status, .type, .unit, .version, .mediaType, .method, .species, .language, .locale: return true
        case .message: return place.depth == 0
        default: return count > 1
        }
    }

    /// Whether rows are told apart by this member.
    func isIdentity(_ place: SamplePlace) -> Bool {
        guard place.depth > 0 else { return false }
        switch TextTopic(place.name) {
        case .id, .name, .username, .email: return true
        case .code: return place.text.isOwnID
        default: return false
        }
    }

    /// An object's example in whole, with the members that travel this way and those that are given.
    private mutating func whole(_ examples: [JSONValue], _ schema: Schema, _ place: SamplePlace) -> JSONValue? {
        guard place.ordinal < examples.count, var members = examples[place.ordinal].objectValue else { return nil }
        for property in schema.properties where members[property.name] != nil {
            let resolved = document.resolve(property.schema)
            let inner = place.member(property.name, of: place.thing)
            if isCurrency(inner) {
                currency = currency ?? members[property.name]
                members[property.name] = self.currency(resolved, inner) ?? members[property.name]
            }
            if direction == .request ? resolved.isReadOnly : resolved.isWriteOnly { members[property.name] = nil }
            // Ids count on through all rows, of which this is one.
            if property.name == "id", resolved.types == [.integer] {
                members["id"] = .number(NumberMaker(resolved).number(counting: place.ordinal))
            }
        }
        for (name, value) in place.pins.sorted(by: { $0.key < $1.key }) { members[name] = value }
        return .object(members)
    }

    /// Whether an example may be shown: somebody wrote it, and it fits.
    func isShowable(_ example: JSONValue, _ schema: Schema) -> Bool {
        guard !SampleRun.isJunk(example, depth: 0) else { return false }
        if let text = example.stringValue, let format = schema.format, !FormatCheck.fits(text, format) { return false }
        guard var own = schema.json.objectValue else { return true }
        own["example"] = nil
        own["examples"] = nil
        return document.violations(of: example, against: Schema(.object(own)), direction: direction).isEmpty
    }

    /// What tools write where nobody wrote anything.
    private static func isJunk(_ value: JSONValue, depth: Int) -> Bool {
        guard depth < 20 else { return true }
        switch value {
        case .null: return depth == 0
        case .bool: return false
        case .number(let number): return depth == 0 && number.isEqual(to: JSONNumber(0))
        case .string(let text):
            return ["", "string", "<string>", "str", "text", "example", "null", "n/a", "todo", "tbd"].contains(
                text.lowercased())
                && (depth == 0 || text.lowercased().contains("string"))
        case .array(let items): return items.isEmpty && depth == 0 || items.contains { isJunk($0, depth: depth + 1) }
        case .object(let object):
            return object.isEmpty && depth == 0 || object.members.contains { isJunk($0.value, depth: depth + 1) }
        }
    }
}

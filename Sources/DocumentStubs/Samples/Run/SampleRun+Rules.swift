import APIDocument
import WireFormats

extension SampleRun {
    /// A value for a schema with rules: one for what else it says, mended where a rule is broken. The last one made where nothing
    /// mends it, as the whole is checked later on.
    mutating func ruled(
        _ schema: Schema, _ rules: [SchemaRule], named reference: String?, _ place: SamplePlace
    ) throws(SampleError) -> JSONValue {
        var own = schema.json.objectValue ?? JSONObject()
        for keyword in SchemaRule.keywords + ["allOf"] { own[keyword] = nil }
        var base = Schema(.object(own))
        var value = try made(base, named: reference, place)
        for _ in 0..<(2 * rules.count) {
            guard let broken = rules.first(where: { !keeps(value, $0.schema) }) else { return value }
            guard let mended = mended(base, broken, value, named: reference, place) else { break }
            (base, value) = mended
        }
        // What is excluded by a value or a pattern may just be another one.
        for turn in 1...4 where !rules.allSatisfy({ keeps(value, $0.schema) }) {
            value = try made(base, named: reference, place.inRow(place.ordinal + turn * SamplePlace.farAway))
        }
        return value
    }

    /// The schema that says enough besides, with a value that keeps the rule.
    private mutating func mended(
        _ base: Schema, _ rule: SchemaRule, _ value: JSONValue, named reference: String?, _ place: SamplePlace
    ) -> (schema: Schema, value: JSONValue)? {
        for repair in rule.repairs(in: document, isMet: { [self] in keeps(value, $0) }) {
            let joined = Schema(["allOf": [base.json, repair]])
            do {
                let other = try self.value(joined, named: reference, place)
                guard keeps(other, rule.schema), keeps(other, base) else { continue }
                return (document.resolve(joined), other)
            } catch {
                // Nothing fits both: another way may.
                continue
            }
        }
        return nil
    }

    private func keeps(_ value: JSONValue, _ schema: Schema) -> Bool {
        document.violations(of: value, against: schema, direction: direction, isThorough: true).isEmpty
    }
}

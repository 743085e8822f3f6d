import APIDocument
import WireFormats

extension SampleRun {
    /// The value without the members that break its schema, where it need not have them; nil where that does not mend it.
    func pruned(_ value: JSONValue, of schema: Schema, _ violations: [SchemaViolation]) -> Sample? {
        var pruned = value
        for violation in violations {
            guard let place = optional(on: violation.pointer, in: schema) else { return nil }
            pruned = pruned.setting(nil, at: place)
        }
        let left = document.violations(
            of: unproven(pruned), against: schema, direction: direction, isThorough: isRare)
        return left.isEmpty ? Sample(value: pruned) : nil
    }

    /// The innermost member on the way to a place that is declared and need not be there.
    private func optional(on way: JSONPointer, in schema: Schema) -> JSONPointer? {
        for count in way.tokens.indices.reversed() {
            let (parent, name) = (JSONPointer(tokens: Array(way.tokens[..<count])), way.tokens[count])
            guard let whole = document.part(of: schema, at: parent).map(document.resolveChoices),
                whole.properties.contains(where: { $0.name == name }), !whole.required.contains(name)
            else { continue }
            return parent.appending(name)
        }
        return nil
    }
}

import APIDocument
import WireFormats

extension APIDocument {
    /// A changed body as its schema allows it: what does not fit is as it was, or left out. A body that did not fit before the
    /// change stays as it is changed.
    func fitted(_ body: JSONValue, to schema: Schema, was old: JSONValue) -> JSONValue {
        // Examples of a document may break its formats.
        let isThorough = violations(of: old, against: schema, isThorough: true).isEmpty
        func flaws(_ value: JSONValue) -> [SchemaViolation] {
            violations(of: value, against: schema, isThorough: isThorough)
        }
        guard !flaws(body).isEmpty, isThorough || flaws(old).isEmpty else { return body }
        var fitted = body
        for _ in 0..<20 {
            guard let violation = flaws(fitted).first else { return fitted }
            let place = violation.pointer
            let own = old[place].flatMap { $0 == fitted[place] ? nil : $0 }
            if case .missing(let name) = violation.reason, let value = old[place.appending(name)] {
                fitted = fitted.setting(value, at: place.appending(name))
            } else if let own, !place.leadsIntoList {
                fitted = fitted.setting(own, at: place)
            } else if place != .root {
                fitted = fitted.setting(nil, at: place)
            } else {
                break
            }
        }
        return flaws(fitted).isEmpty ? fitted : old
    }

    /// True if a value fits a schema, its formats included.
    func allows(_ value: JSONValue, _ schema: Schema) -> Bool {
        violations(of: value, against: schema, isThorough: true).isEmpty
    }

    /// What of a value its schema allows; nil where that is nothing.
    func fitting(_ value: JSONValue, _ schema: Schema) -> JSONValue? {
        let part: JSONValue
        switch value {
        case .object(let object):
            let whole = resolveChoices(schema)
            let own = Dictionary(whole.properties.map { ($0.name, $0.schema) }) { first, _ in first }
            part = .object(
                JSONObject(
                    object.members.compactMap { member in
                        let inner = own[member.key] ?? whole.additionalProperties
                        let value = inner.map { fitting(member.value, $0) } ?? member.value
                        return value.map { .init(key: member.key, value: $0) }
                    }))
        case .array(let items):
            let item = resolveChoices(schema).items ?? .any
            part = .array(items.compactMap { fitting($0, item) })
        default:
            if allows(value, schema) { return value }
            return value.respelt.flatMap { allows($0, schema) ? $0 : nil }
        }
        if allows(part, schema) { return part }
        return allows(value, schema) ? value : nil
    }
}

extension JSONPointer {
    fileprivate var leadsIntoList: Bool { tokens.contains { Int($0) != nil } }
}

import APIDocument
import JSONText

extension SampleRun {
    /// A value for one of the schema's `oneOf` or `anyOf`, another from row to row; nil where there is no choice.
    mutating func choice(of schema: Schema, _ place: SamplePlace) throws(SampleError) -> JSONValue? {
        guard var own = schema.json.objectValue else { return nil }
        if schema.oneOf.isEmpty, schema.anyOf.isEmpty { return try inherited(own, place) }
        let keyword = schema.oneOf.isEmpty ? "anyOf" : "oneOf"
        let all = keyword == "oneOf" ? schema.oneOf : schema.anyOf
        let discriminator = own["discriminator"]
        own[keyword] = nil
        own["discriminator"] = nil
        let isPlain = own.keys.allSatisfy { SampleRun.annotations.contains($0) || $0.hasPrefix("x-") }
        let branches = inTurn(all.filter { $0.json["type"] != "null" && $0.const?.isNull != true }, place)
        var fallback: JSONValue?
        var fault: SampleError?
        for branch in branches {
            var inner = place
            pin(discriminator, branch, &inner.pins)
            do {
                let joined = isPlain ? branch : Schema(["allOf": [.object(own), branch.json]])
                let value = try value(joined, inner)
                let isAlone = branches.count == 1 || keyword == "anyOf"
                if isAlone || fits(value, Schema([keyword: .array(all.map(\.json))])) { return value }
                fallback = fallback ?? value
            } catch {
                fault = fault ?? error
            }
        }
        if let fallback { return fallback }
        if branches.count < all.count { return .null }
        if let fault { throw fault }
        return nil
    }

    /// The choices in the order they are tried.
    private func inTurn(_ branches: [Schema], _ place: SamplePlace) -> [Schema] {
        guard branches.count > 1 else { return branches }
        var choices = Choices(place.seed, ordinal: place.ordinal + attempt.salt)
        let start = choices.next(branches.count)
        return Array(branches[start...] + branches[..<start])
    }

    private func fits(_ value: JSONValue, _ schema: Schema) -> Bool {
        document.violations(of: value, against: schema, direction: direction).isEmpty
    }

    /// Where a base schema names its kinds, a value of one of them.
    private mutating func inherited(_ own: JSONObject, _ place: SamplePlace) throws(SampleError) -> JSONValue? {
        guard let property = own["discriminator"]?["propertyName"]?.stringValue, place.pins[property] == nil,
            let mapping = own["discriminator"]?["mapping"]?.objectValue, !mapping.isEmpty
        else { return nil }
        var choices = Choices(place.seed, ordinal: place.ordinal + attempt.salt)
        let member = mapping.members[choices.next(mapping.count)]
        guard let target = member.value.stringValue else { return nil }
        var inner = place
        inner.pins[property] = .string(member.key)
        let reference = target.contains("/") ? target : "#/components/schemas/" + target
        return try value(Schema(["$ref": .string(reference)]), inner)
    }

    /// Gives the member that tells the choices apart the name of this one.
    private func pin(_ discriminator: JSONValue?, _ branch: Schema, _ pins: inout [String: JSONValue]) {
        guard let property = discriminator?["propertyName"]?.stringValue, let reference = branch.reference else {
            return
        }
        let mapped = discriminator?["mapping"]?.objectValue?.members.first {
            $0.value.stringValue == reference || $0.value.stringValue == branch.referenceName
        }
        let declared = document.resolve(branch).properties.first { $0.name == property }.map {
            document.resolve($0.schema)
        }
        guard let name = mapped?.key ?? branch.referenceName else { return }
        // A choice that says itself what stands there knows best.
        if let declared, declared.const != nil || declared.enumValues?.contains(.string(name)) == false { return }
        pins[property] = .string(name)
    }

    private static let annotations: Set<String> = [
        "description", "title", "nullable", "deprecated", "readOnly", "writeOnly", "example", "examples", "default",
        "xml",
        "externalDocs", "$comment",
    ]
}

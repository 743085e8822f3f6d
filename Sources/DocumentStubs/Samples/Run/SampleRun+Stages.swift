import APIDocument
import APIModel
import WireFormats

extension SampleRun {
    /// Takes away moments of what has not come yet: an open ticket has no `closedAt`. A status's values are taken to stand in
    /// the order in which they come.
    func settle(_ members: inout JSONObject, _ schema: Schema, pins: [String: JSONValue]) {
        let moments = schema.properties.compactMap { property -> (Schema.Property, stage: String)? in
            guard members[property.name] != nil, pins[property.name] == nil else { return nil }
            return NameWords(property.name).stage.map { (property, $0) }
        }
        guard !moments.isEmpty,
            let status = schema.properties.first(where: { TextTopic(NameWords($0.name)) == .status }),
            let values = document.resolveChoices(status.schema).enumValues?.map({ HumanName.key($0.stringValue ?? "") }
            ),
            let now = members[status.name]?.stringValue.flatMap({ values.firstIndex(of: HumanName.key($0)) })
        else { return }
        for (property, stage) in moments {
            guard let place = values.firstIndex(of: stage), now < place else { continue }
            if document.violations(of: .null, against: property.schema).isEmpty {
                members[property.name] = .null
            } else if !schema.required.contains(property.name) {
                members[property.name] = nil
            }
        }
    }
}

extension NameWords {
    /// What happened at the moment of that name, in one word: closed at `closedAt`. Nil for other names.
    var stage: String? {
        words.count > 1 && ["at", "on", "date", "time"].contains(last) ? words.dropLast().joined() : nil
    }
}

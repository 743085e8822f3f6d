import APIDocument
import WireFormats

/// The change that the name of an action declares: `POST /orders/{id}/cancel` sets the order's status to `cancelled`.
package struct ActionEffect: Sendable {
    private let status: (name: String, value: JSONValue)
    /// The members with the time at which the state begins, and if they are dates alone.
    private let times: [(name: String, isDay: Bool)]
    /// The item's members for sent ones that it has under a longer name: `cancellation_reason` for `reason`.
    private let longer: [String: String]
    /// The members of other states, which the action clears.
    package let cleared: [String]

    /// Nil if the name is not that of a state of the item.
    package init?(_ path: PathTemplate, on itemSchema: Schema, in document: APIDocument) {
        guard let action = path.segments.last?.literal else { return nil }
        let states = itemSchema.properties.lazy.filter { NameClass.status.has($0.name) }.compactMap { status in
            let values = document.resolveChoices(status.schema).enumValues?.compactMap(\.stringValue) ?? []
            return values.first { StateWord($0).isReached(by: action) }.map { (status.name, $0, values) }
        }
        guard let (name, value, values) = states.first else { return nil }
        status = (name, .string(value))
        let word = StateWord(value)
        times = itemSchema.properties.filter { word.isTimed(by: $0.name) }.compactMap { time in
            let format = document.resolveChoices(time.schema).format
            return ["date", "date-time"].contains(format) ? (time.name, format == "date") : nil
        }
        let names = itemSchema.properties.map(\.name)
        let explaining = names.filter(word.isExplained).compactMap { name in
            name.nameWords.last.map { ($0.lowercased(), name) }
        }
        longer = Dictionary(explaining.filter { !names.contains($0.0) }) { first, _ in first }
        let members = StateMembers(values, among: names)
        let required = Set(itemSchema.required)
        cleared = names.filter { members.isForeign($0, to: value) && !required.contains($0) }
    }

    /// The members that the action sets at a time, with those sent under a shorter name.
    package func members(from sent: JSONObject, at time: Timestamp) -> JSONObject {
        let explained = sent.members.compactMap { member in
            longer[member.key].map { JSONObject.Member(key: $0, value: member.value) }
        }
        return JSONObject(
            [.init(key: status.name, value: status.value)]
                + times.map { .init(key: $0.name, value: .string($0.isDay ? time.day.text : time.text)) } + explained)
    }
}

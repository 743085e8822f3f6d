import APIDocument
import WireFormats

/// The change that the name of an action declares: `POST /orders/{id}/cancel` sets the order's status to `cancelled`.
package struct ActionEffect: Sendable {
    private let status: (name: String, value: JSONValue)
    /// The members with the time at which the state begins, and if they are dates alone.
    private let times: [(name: String, isDay: Bool)]
    /// The item's members for sent ones that it has under a longer name: `cancellation_reason` for `reason`.
    private let longer: [String: String]

    /// Nil if the name is not that of a state of the item.
    package init?(_ path: PathTemplate, on itemSchema: Schema, in document: APIDocument) {
        guard let action = path.segments.last?.literal else { return nil }
        let states = itemSchema.properties.lazy.filter { NameClass.status.has($0.name) }.compactMap { status in
            let values = document.resolveChoices(status.schema).enumValues?.compactMap(\.stringValue) ?? []
            return values.first { StateWord($0).isReached(by: action) }.map { (status.name, $0) }
        }
        guard let (name, value) = states.first else { return nil }
        status = (name, .string(value))
        let word = StateWord(value)
        times = itemSchema.properties.filter { word.isTimed(by: $0.name) }.compactMap { time in
            let format = document.resolveChoices(time.schema).format
            return ["date", "date-time"].contains(format) ? (time.name, format == "date") : nil
        }
        let own = Set(itemSchema.properties.map(\.name))
        let explaining = itemSchema.properties.filter { word.isExplained(by: $0.name) }
        longer = Dictionary(
            explaining.compactMap { member in
                let last = member.name.nameWords.last.map { $0.lowercased() } ?? ""
                return own.contains(last) ? nil : (last, member.name)
            }
        ) { first, _ in first }
    }

    /// The sent members under the item's names.
    package func spelt(_ sent: JSONObject) -> JSONObject {
        sent.members.reduce(into: JSONObject()) { $0[longer[$1.key] ?? $1.key] = $1.value }
    }

    /// The members that the action sets at a time.
    package func members(at time: Timestamp) -> JSONObject {
        JSONObject(
            [.init(key: status.name, value: status.value)]
                + times.map { .init(key: $0.name, value: .string($0.isDay ? time.day.text : time.text)) })
    }
}

import APIDocument
import WireFormats

/// The change that the name of an action declares: `POST /orders/{id}/cancel` sets the order's status to `cancelled`,
/// `/messages/{id}/read` its `read` to true, and `/cards/{id}/unblock` ends the state `blocked`.
package struct ActionEffect: Sendable {
    /// The status or flag.
    private let state: (name: String, value: JSONValue)
    /// The members with the time at which the state begins, and if they are dates alone.
    private let times: [(name: String, isDay: Bool)]
    /// The item's members for sent ones that it has under a longer name: `cancellation_reason` for `reason`.
    private let longer: [String: String]
    /// The members of other states, which the action clears.
    package let cleared: [String]

    /// Nil if the name is not that of a state of the item.
    package init?(_ path: PathTemplate, on itemSchema: Schema, in document: APIDocument) {
        guard let action = path.segments.last?.literal else { return nil }
        self.init(action, on: itemSchema, in: document)
    }

    /// The effect of an action on all rows of a list, such as `POST /messages/mark-all-read`; nil if its name does not
    /// say that.
    package init?(onAll path: PathTemplate, on row: Schema, in document: APIDocument) {
        let words = path.segments.last?.literal?.nameWords.map { $0.lowercased() } ?? []
        guard words.contains("all"), words.count > 1 else { return nil }
        self.init(words.filter { $0 != "all" }.joined(separator: "-"), on: row, in: document)
    }

    /// The effect of a write that sets a status; nil for one that sets none.
    package init?(setting sent: JSONObject, on itemSchema: Schema, in document: APIDocument) {
        let found = itemSchema.properties.lazy.filter { NameClass.status.has($0.name) }.compactMap { status in
            let values = document.resolveChoices(status.schema).enumValues?.compactMap(\.stringValue) ?? []
            return sent[status.name]?.stringValue.flatMap { values.contains($0) ? (status.name, $0, values) : nil }
        }
        guard let (name, value, values) = found.first else { return nil }
        state = (name, .string(value))
        (times, longer) = Self.members(of: StateWord(value), among: itemSchema, in: document)
        let members = StateMembers(values, among: itemSchema.properties.map(\.name))
        let required = Set(itemSchema.required)
        cleared = itemSchema.properties.map(\.name).filter {
            members.isForeign($0, to: value) && !required.contains($0)
        }
    }

    private init?(_ action: String, on itemSchema: Schema, in document: APIDocument) {
        let names = itemSchema.properties.map(\.name)
        let required = Set(itemSchema.required)
        let undone = StateWord.undone(by: action)
        let states = itemSchema.properties.lazy.filter { NameClass.status.has($0.name) }.compactMap { status in
            let values = document.resolveChoices(status.schema).enumValues?.compactMap(\.stringValue) ?? []
            return Self.state(after: action, undoing: undone, of: values).map { (status.name, $0, values) }
        }
        if let (name, value, values) = states.first {
            state = (name, .string(value))
            (times, longer) = Self.members(of: StateWord(value), among: itemSchema, in: document)
            let members = StateMembers(values, among: names)
            let ended = undone.map { action in
                values.filter { StateWord($0).isReached(by: action) }.map { StateWord($0) }
            }
            cleared = names.filter { name in
                let isEnded = ended?.contains { $0.isTimed(by: name) || $0.isExplained(by: name) } ?? false
                return (isEnded || members.isForeign(name, to: value)) && !required.contains(name)
            }
            return
        }
        let flags = itemSchema.properties.lazy.filter { document.resolveChoices($0.schema).type == .boolean }
            .compactMap { flag -> (name: String, word: StateWord, isSet: Bool)? in
                let words = flag.name.nameWords.map { $0.lowercased() }
                let own = words.count > 1 && NameClass.flagStart.hasKey(words[0]) ? Array(words.dropFirst()) : words
                let word = StateWord(own.joined(separator: "-"))
                if word.isReached(by: action) { return (flag.name, word, true) }
                let isEnded =
                    undone.map(word.isReached) ?? false || word.opposites.contains { $0.isReached(by: action) }
                return isEnded ? (flag.name, word, false) : nil
            }
        guard let (name, word, isSet) = flags.first else { return nil }
        state = (name, .bool(isSet))
        (times, longer) = isSet ? Self.members(of: word, among: itemSchema, in: document) : ([], [:])
        cleared =
            isSet ? [] : names.filter { !required.contains($0) && (word.isTimed(by: $0) || word.isExplained(by: $0)) }
    }

    /// The value of a status after an action; for one that ends a state the value of a usual item.
    private static func state(after action: String, undoing undone: String?, of values: [String]) -> String? {
        if let reached = values.first(where: { StateWord($0).isReached(by: action) }) { return reached }
        guard let undone, values.contains(where: { StateWord($0).isReached(by: undone) }) else { return nil }
        return values.first { NameClass.wellState.has($0) && !StateWord($0).isReached(by: undone) }
    }

    private static func members(
        of word: StateWord, among itemSchema: Schema, in document: APIDocument
    ) -> (times: [(name: String, isDay: Bool)], longer: [String: String]) {
        let names = itemSchema.properties.map(\.name)
        let times = itemSchema.properties.filter { word.isTimed(by: $0.name) }.compactMap { time in
            let format = document.resolveChoices(time.schema).format
            return ["date", "date-time"].contains(format) ? (time.name, format == "date") : nil
        }
        let explaining = names.filter(word.isExplained).compactMap { name in
            name.nameWords.last.map { ($0.lowercased(), name) }
        }
        return (times, Dictionary(explaining.filter { !names.contains($0.0) }) { first, _ in first })
    }

    /// True if the item gets the state, or the request sets no other one.
    package func applies(to sent: JSONObject) -> Bool { sent[state.name].map { $0 == state.value } ?? true }

    /// The members that the action sets at a time, with those sent under a shorter name.
    package func members(from sent: JSONObject, at time: Timestamp) -> JSONObject {
        let explained = sent.members.compactMap { member in
            longer[member.key].map { JSONObject.Member(key: $0, value: member.value) }
        }
        return JSONObject(
            [.init(key: state.name, value: state.value)]
                + times.map { .init(key: $0.name, value: .string($0.isDay ? time.day.text : time.text)) } + explained)
    }
}

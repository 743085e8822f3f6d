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
    package let longer: [String: String]
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
        let effect = Self.ofStatus(on: itemSchema, in: document) { name, values in
            sent[name]?.stringValue.flatMap { values.contains($0) ? $0 : nil }
        }
        guard let effect else { return nil }
        self = effect
    }

    private init?(_ action: String, on itemSchema: Schema, in document: APIDocument) {
        let undone = StateWord.undone(by: action)
        let status = Self.ofStatus(on: itemSchema, undoing: undone, in: document) { _, values in
            Self.state(after: action, undoing: undone, of: values)
        }
        guard let effect = status ?? Self.ofFlag(action, undoing: undone, on: itemSchema, in: document) else {
            return nil
        }
        self = effect
    }

    private init(
        _ name: String, _ value: JSONValue, _ word: StateWord?, on itemSchema: Schema, in document: APIDocument,
        clearing isCleared: (String) -> Bool
    ) {
        state = (name, value)
        (times, longer) = word.map { Self.members(of: $0, among: itemSchema, in: document) } ?? ([], [:])
        let required = Set(itemSchema.required)
        cleared = itemSchema.properties.map(\.name).filter { isCleared($0) && !required.contains($0) }
    }

    /// The effect on the first status that gets a state.
    ///
    /// - Parameters:
    ///   - undone: the action whose states end; nil for none.
    ///   - state: returns the new state of a status, from its name and values.
    private static func ofStatus(
        on itemSchema: Schema, undoing undone: String? = nil, in document: APIDocument,
        _ state: (_ name: String, _ values: [String]) -> String?
    ) -> ActionEffect? {
        for status in itemSchema.properties where NameClass.status.has(status.name) {
            let values = document.resolveChoices(status.schema).enumValues?.compactMap(\.stringValue) ?? []
            guard let value = state(status.name, values) else { continue }
            let members = StateMembers(values, among: itemSchema.properties.map(\.name))
            let ended = undone.map { action in values.map { StateWord($0) }.filter { $0.isReached(by: action) } } ?? []
            return ActionEffect(status.name, .string(value), StateWord(value), on: itemSchema, in: document) { name in
                ended.contains { $0.owns(name) } || members.isForeign(name, to: value)
            }
        }
        return nil
    }

    /// The effect on the first flag that an action sets or ends.
    private static func ofFlag(
        _ action: String, undoing undone: String?, on itemSchema: Schema, in document: APIDocument
    ) -> ActionEffect? {
        for flag in itemSchema.properties where document.resolveChoices(flag.schema).type == .boolean {
            let word = StateWord(flag: flag.name)
            if word.isReached(by: action) {
                return ActionEffect(flag.name, true, word, on: itemSchema, in: document) { _ in false }
            }
            guard undone.map(word.isReached) ?? false || word.opposites.contains(where: { $0.isReached(by: action) })
            else { continue }
            return ActionEffect(flag.name, false, nil, on: itemSchema, in: document, clearing: word.owns)
        }
        return nil
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
        return (times, Dictionary(explaining) { first, _ in first })
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

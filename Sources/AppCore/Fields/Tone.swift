import APIModel
import WireFormats

/// The meaning of a value, for its colour. The text always has it, too.
package enum Tone: Sendable, Hashable {
    case plain
    /// In good order.
    case well
    /// In progress or waiting.
    case waiting
    /// In need of action.
    case bad
    /// Over, off or absent.
    case quiet
    /// One of several kinds, by its index.
    case category(Int)

    /// The tone of a state's name; nil for other words.
    init?(state word: String) {
        guard word.utf8.count <= 24 else { return nil }
        let key = HumanName.key(word)
        if NameClass.wellState.hasKey(key) {
            self = .well
        } else if NameClass.waitingState.hasKey(key) {
            self = .waiting
        } else if NameClass.badState.hasKey(key) {
            self = .bad
        } else if NameClass.overState.hasKey(key) {
            self = .quiet
        } else {
            return nil
        }
    }
}

extension Field {
    /// True if the field has a few kinds of values, which get different tones.
    package var hasTones: Bool {
        if isConstant { return false }
        if case .choice = kind { return true }
        return kind == .text && !isInner && NameClass.status.has(name)
    }

    package func tone(of value: JSONValue?) -> Tone {
        guard let value else { return .plain }
        if value.isNull || value == .bool(false) { return .quiet }
        switch kind {
        case .choice(let values):
            if isOfStates, let tone = value.stringValue.flatMap(Tone.init(state:)) { return tone }
            return values.firstIndex(of: value).map { .category($0) } ?? .plain
        case .text: return hasTones ? value.stringValue.flatMap(Tone.init(state:)) ?? .plain : .plain
        default: return .plain
        }
    }

    /// True for a choice of states: by its name, or if most of its values are names of states.
    private var isOfStates: Bool {
        guard case .choice(let values) = kind else { return false }
        if NameClass.status.has(name) { return true }
        return values.count { $0.stringValue.flatMap(Tone.init(state:)) != nil } * 2 > values.count
    }
}

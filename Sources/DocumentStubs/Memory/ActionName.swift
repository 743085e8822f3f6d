import APIDocument
import APIModel
import JSONText

/// The name of an action, and what a thing is after it: closed by `close`, paid by `pay`, active by `activate`.
struct ActionName {
    private let verb: String
    /// The forms in which English says that it was done.
    private let forms: Set<String>

    /// - Parameter name: the last segment of the action's path.
    init(_ name: String) {
        verb = HumanName.key(name)
        var forms = [verb, verb + "ed", verb + "d"]
        if let last = verb.last {
            let stem = String(verb.dropLast())
            switch last {
            case "y": forms += [stem + "ied", stem + "id"]
            case "e": forms += [stem + "ing"]
            case "d": forms += [stem + "t"]
            default: forms += [verb + String(last) + "ed"]
            }
        }
        self.forms = Set(forms + [verb + "ing"])
    }

    /// Members of the thing that say it was done: the status whose value is a form of the name, a Boolean or a moment called
    /// by one; in JSON:API's `attributes` as beside them.
    func outcome(for thing: Schema, in document: APIDocument) -> JSONObject {
        guard verb.count > 1 else { return JSONObject() }
        var outcome = JSONObject()
        for property in thing.properties {
            let schema = document.resolveChoices(property.schema)
            if TextTopic(NameWords(property.name)) == .status, let value = state(of: schema.enumValues ?? []) {
                outcome[property.name] = value
            } else if schema.type == .boolean, let isDone = answer(to: property.name) {
                outcome[property.name] = .bool(isDone)
            } else if let moment = moment(property.name, schema) {
                outcome[property.name] = moment
            } else if property.name == "attributes", schema.type == .object {
                let inner = self.outcome(for: schema, in: document)
                if !inner.isEmpty { outcome[property.name] = .object(inner) }
            }
        }
        return outcome
    }

    /// When it was done: on the day of all samples.
    private func moment(_ member: String, _ schema: Schema) -> JSONValue? {
        guard let stage = NameWords(member).stage, forms.contains(stage) else { return nil }
        switch schema.format {
        case "date-time": return .string(Moment.anchor.dateTime)
        case "date": return .string(Moment.anchor.date)
        default: return nil
        }
    }

    /// The one value that says it was done.
    private func state(of values: [JSONValue]) -> JSONValue? {
        let texts = values.compactMap { value in value.stringValue.map { (value, NameWords($0).words) } }
        if let whole = texts.first(where: { forms.contains($0.1.joined()) }) { return whole.0 }
        for fits in [{ forms.contains($0.last ?? "") }, { isAkin($0.joined()) }] as [([String]) -> Bool] {
            let found = texts.filter { fits($0.1) }
            if found.count == 1 { return found[0].0 }
        }
        // What is done again is as it was when it was done first.
        return verb.hasPrefix("re") && verb.count > 5 ? ActionName(String(verb.dropFirst(2))).state(of: values) : nil
    }

    /// What a Boolean of that name is afterwards: `isArchived` after `archive` and `unarchive`. Nil where it is about something else.
    private func answer(to member: String) -> Bool? {
        let word = NameWords(member).words.filter { !["is", "was", "has", "been"].contains($0) }.joined()
        if forms.contains(word) || isAkin(word) { return true }
        for prefix in ["un", "de", "dis"] where verb.hasPrefix(prefix) && verb.count > prefix.count + 3 {
            let opposite = ActionName(String(verb.dropFirst(prefix.count)))
            if opposite.forms.contains(word) || opposite.isAkin(word) { return false }
        }
        return nil
    }

    /// Whether a word begins as the name does and ends otherwise: `active` is akin to `activate`.
    private func isAkin(_ word: String) -> Bool {
        let common = zip(verb, word).prefix { $0 == $1 }.count
        return common >= 4 && verb.count - common <= 3 && word.count - common <= 2
    }
}

import WireFormats

extension JSONValue {
    /// The value as the steps of a JSON Patch (RFC 6902) leave it; nil for what is no patch, or leads nowhere. Tests are taken to
    /// hold.
    func patched(by steps: [JSONValue]) -> JSONValue? {
        guard !steps.isEmpty else { return nil }
        do {
            return try steps.reduce(Optional(self)) { value, step in try value.flatMap { try $0.patched(by: step) } }
        } catch {
            // A path that is no JSON pointer: nothing is changed, as where one leads nowhere.
            return nil
        }
    }

    private func patched(by step: JSONValue) throws(JSONError) -> JSONValue? {
        guard let operation = step["op"]?.stringValue, let path = step["path"]?.stringValue else { return nil }
        let place = try JSONPointer(path)
        guard operation != "test" else { return self }
        let source = try step["from"]?.stringValue.map { text throws(JSONError) in try JSONPointer(text) }
        switch operation {
        case "add": return step["value"].flatMap { adding($0, at: place) }
        case "replace": return self[place] == nil ? nil : step["value"].map { setting($0, at: place) }
        case "remove": return self[place] == nil || place == .root ? nil : setting(nil, at: place)
        case "copy": return source.flatMap { self[$0] }.flatMap { adding($0, at: place) }
        case "move":
            guard let source, source != .root, let value = self[source] else { return nil }
            return setting(nil, at: source).adding(value, at: place)
        default: return nil
        }
    }

    /// With a value at that place; in an array what stands there and behind it moves on.
    private func adding(_ value: JSONValue, at place: JSONPointer) -> JSONValue? {
        guard let parent = place.parent, let last = place.tokens.last else { return value }
        switch self[parent] {
        case .object?: return setting(value, at: place)
        case .array(var items)?:
            guard let index = last == "-" ? items.count : Int(last), (0...items.count).contains(index) else {
                return nil
            }
            items.insert(value, at: index)
            return setting(.array(items), at: parent)
        default: return nil
        }
    }
}

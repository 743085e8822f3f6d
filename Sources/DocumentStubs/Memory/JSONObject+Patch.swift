import JSONText

extension JSONObject {
    /// The members that a JSON Patch (RFC 6902) sets in an object; those it removes become null. Nil for what is no patch, or
    /// moves, copies or changes items of lists, which cannot be said by members alone. Tests are taken to hold.
    init?(patch: [JSONValue]) {
        guard !patch.isEmpty else { return nil }
        var result = JSONValue.object(JSONObject())
        for step in patch {
            guard let operation = step["op"]?.stringValue, let path = step["path"]?.stringValue else { return nil }
            if operation == "test" { continue }
            let pointer: JSONPointer
            do {
                pointer = try JSONPointer(path)
            } catch {
                return nil
            }
            let isOfList = pointer.tokens.contains { $0 == "-" || Int($0) != nil }
            guard !pointer.tokens.isEmpty, !isOfList else { return nil }
            switch operation {
            case "add", "replace":
                guard let value = step["value"] else { return nil }
                result = result.merged(with: JSONObject(path: pointer.tokens, value))
            case "remove": result = result.merged(with: JSONObject(path: pointer.tokens, .null))
            default: return nil
            }
        }
        guard case .object(let object) = result, !object.isEmpty else { return nil }
        self = object
    }

    /// Objects within one another, with the value in the innermost.
    private init(path: [String], _ value: JSONValue) {
        let inner = path.dropFirst().reversed().reduce(value) { .object(JSONObject([.init(key: $1, value: $0)])) }
        self.init([.init(key: path[0], value: inner)])
    }
}

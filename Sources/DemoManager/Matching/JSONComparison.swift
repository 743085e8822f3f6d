import WireFormats

/// WireMock's `equalToJson`: numbers by value, null is not missing, member order never counts.
struct JSONComparison {
    /// Arrays are multisets, at every depth.
    var ignoresArrayOrder = false
    /// Extra members may be anywhere, extra items only at an array's end (anywhere when order does not count).
    var ignoresExtraElements = false

    /// True if `actual` is what was expected.
    func matches(_ actual: JSONValue, expected: JSONValue) -> Bool {
        switch (expected, actual) {
        case (.object(let expected), .object(let actual)): matches(actual, expected: expected)
        case (.array(let expected), .array(let actual)): matches(actual, expected: expected)
        case (.string(let expected), .string(let actual)): expected.utf8.elementsEqual(actual.utf8)
        case (.number(let expected), .number(let actual)): expected.isEqual(to: actual)
        case (.bool(let expected), .bool(let actual)): expected == actual
        case (.null, .null): true
        default: false
        }
    }

    private func matches(_ actual: JSONObject, expected: JSONObject) -> Bool {
        let names = Set(expected.keys.map { Array($0.utf8) })
        guard ignoresExtraElements || actual.keys.allSatisfy({ names.contains(Array($0.utf8)) }) else { return false }
        return expected.keys.allSatisfy { key in
            guard let value = actual[key], let wanted = expected[key] else { return false }
            return matches(value, expected: wanted)
        }
    }

    private func matches(_ actual: [JSONValue], expected: [JSONValue]) -> Bool {
        guard expected.count <= actual.count, ignoresExtraElements || expected.count == actual.count else {
            return false
        }
        guard ignoresArrayOrder else {
            return zip(actual, expected).allSatisfy { matches($0, expected: $1) }
        }
        return assignment(of: expected, to: actual)
    }

    /// True if every expected item has an actual one of its own. A greedy choice would fail where an item fits two:
    /// augmenting paths (Kuhn's algorithm) move earlier choices.
    private func assignment(of expected: [JSONValue], to actual: [JSONValue]) -> Bool {
        var owner = [Int?](repeating: nil, count: actual.count)
        func place(_ item: Int, _ tried: inout [Bool]) -> Bool {
            for index in actual.indices where !tried[index] && matches(actual[index], expected: expected[item]) {
                tried[index] = true
                var isFree = true
                if let other = owner[index] { isFree = place(other, &tried) }
                if isFree {
                    owner[index] = item
                    return true
                }
            }
            return false
        }
        return expected.indices.allSatisfy { item in
            var tried = [Bool](repeating: false, count: actual.count)
            return place(item, &tried)
        }
    }
}

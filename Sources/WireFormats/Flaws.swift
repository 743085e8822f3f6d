/// The flaws of one text, by pointer; they become problems with positions at the end, in one reading of the text.
package final class Flaws {
    package private(set) var list: [(pointer: JSONPointer, message: String, severity: Problem.Severity)] = []
    /// Problems in files that the text names.
    package var elsewhere: [Problem] = []

    package init() {}

    package func add(_ message: String, at pointer: JSONPointer, severity: Problem.Severity = .error) {
        list.append((pointer, message, severity))
    }

    /// How many make something unusable.
    package var errorCount: Int { list.count { $0.severity == .error } }
}

/// A value of a text with its place, read with complaints: what is not as expected is noted and reads as nil.
package struct Node {
    package let value: JSONValue
    package let pointer: JSONPointer
    package let flaws: Flaws

    package init(value: JSONValue, pointer: JSONPointer, flaws: Flaws) {
        (self.value, self.pointer, self.flaws) = (value, pointer, flaws)
    }

    package func flaw(_ message: String) { flaws.add(message, at: pointer) }

    /// The result of a closure; an error it throws is a flaw of this value.
    package func attempt<Result>(_ body: () throws -> Result) -> Result? {
        do {
            return try body()
        } catch {
            flaw("\(error)")
            return nil
        }
    }

    /// The object's members; every key must be in `known`, once. `what` names the object in messages.
    package func members(of what: String, _ known: Set<String>) -> [String: Node]? {
        guard case .object(let object) = value else {
            flaw("\(what) must be an object")
            return nil
        }
        var members: [String: Node] = [:]
        for member in object.members {
            let node = Node(value: member.value, pointer: pointer.appending(member.key), flaws: flaws)
            if !known.contains(member.key) {
                node.flaw(
                    "\"\(member.key)\" is not supported in \(what); known are \(known.inOrder(<).joined(separator: ", "))"
                )
            } else if members.updateValue(node, forKey: member.key) != nil {
                node.flaw("\"\(member.key)\" stands twice in \(what)")
            }
        }
        return members
    }

    /// The members of an object whose keys are names, each once.
    package func named(_ what: String) -> [(name: String, node: Node)] {
        guard case .object(let object) = value else {
            flaw("\(what) must be an object")
            return []
        }
        var names: Set<[UInt8]> = []
        return object.members.map { member in
            let node = Node(value: member.value, pointer: pointer.appending(member.key), flaws: flaws)
            // One of the two would silently be lost, or both demanded of one value.
            if !names.insert(Array(member.key.utf8)).inserted { node.flaw("\"\(member.key)\" stands twice in \(what)") }
            return (member.key, node)
        }
    }

    /// The items of an array.
    package func items(_ what: String) -> [Node]? {
        guard case .array(let items) = value else {
            flaw("\(what) must be a list")
            return nil
        }
        return items.enumerated().map { Node(value: $1, pointer: pointer.appending($0), flaws: flaws) }
    }

    /// A text; numbers and booleans as they are written, since YAML makes them of unquoted texts.
    package func text(_ what: String) -> String? {
        if let text = value.scalarText { return text }
        flaw("\(what) must be a text")
        return nil
    }

    /// A whole number in `range`.
    package func integer(_ what: String, in range: ClosedRange<Int>) -> Int? {
        guard let number = value.intValue, range.contains(number) else {
            flaw("\(what) must be a whole number from \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        return number
    }

    /// A number, not negative.
    package func number(_ what: String) -> Double? {
        guard let number = value.numberValue?.double, number.isFinite, number >= 0 else {
            flaw("\(what) must be a number that is not negative")
            return nil
        }
        return number
    }

    /// true or false.
    package func boolean(_ what: String) -> Bool? {
        guard let value = value.boolValue else {
            flaw("\(what) must be true or false")
            return nil
        }
        return value
    }

    /// One of the cases of `Choice`, by its raw value.
    package func choice<Choice: RawRepresentable & CaseIterable>(_ what: String, of type: Choice.Type) -> Choice?
    where Choice.RawValue == String {
        if let text = value.stringValue, let choice = Choice(rawValue: text) { return choice }
        flaw("\(what) must be one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
        return nil
    }
}

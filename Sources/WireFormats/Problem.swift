import Foundation

/// A defect in a file: shown in the app, printed by `check`.
public struct Problem: LocalizedError, Hashable, Sendable, CustomStringConvertible {
    package enum Severity: Sendable, Equatable {
        /// A part could not be used.
        case error
        /// Everything works, but probably not as intended.
        case warning
    }

    package let severity: Severity
    /// True if everything works, but probably not as intended; false for a part that could not be used.
    public var isWarning: Bool { severity == .warning }
    /// The displayed name of the file.
    public let file: String
    /// The path of the file, if it is known and differs from the name.
    package let path: String?
    /// The position in the file, if known.
    package let position: TextPosition?
    /// The JSON Pointer to the defective part, if known.
    package let pointer: String?
    /// The defect and its remedy, in one sentence.
    public let message: String

    /// Creates a problem with its place, as far as known.
    package init(
        _ message: String,
        file: String,
        path: String? = nil,
        position: TextPosition? = nil,
        pointer: String? = nil,
        severity: Severity = .error
    ) {
        self.severity = severity
        self.file = file
        self.path = path
        self.position = position
        self.pointer = pointer
        self.message = message
    }

    /// `file:line:column: message`, in the format of compilers.
    public var description: String {
        let place = position.map { "\(file):\($0)" } ?? file
        return "\(place): \(severity == .warning ? "warning: " : "")\(message)"
    }

    /// The message with its place.
    public var errorDescription: String? { description }
}

/// The reason why an operation failed, with the remedy unless obvious: one sentence for people.
package struct Complaint: Error, Equatable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// The error for an invalid text, such as an expression, a path or a template.
public struct InvalidText: LocalizedError, Hashable, CustomStringConvertible {
    /// One sentence with the text and the reason.
    public let description: String

    package init(_ description: String) {
        self.description = description
    }

    /// The description.
    public var errorDescription: String? { description }
}

/// The flaws of one text by pointer. They are converted to problems with positions at the end, in one pass.
package final class Flaws {
    package private(set) var list: [(pointer: JSONPointer, message: String, severity: Problem.Severity)] = []
    /// Problems in other files that the text refers to.
    package var elsewhere: [Problem] = []
    /// The number of flaws that are errors, with those that are not kept.
    package private(set) var errorCount = 0
    private let mostErrors: Int

    /// - Parameter mostErrors: the number of errors that are kept, for texts of strangers with any number of them.
    package init(mostErrors: Int = .max) { self.mostErrors = mostErrors }

    /// Adds a flaw, unless it is one error too many.
    package func add(_ message: @autoclosure () -> String, at pointer: JSONPointer, severity: Problem.Severity = .error)
    {
        if severity == .error {
            errorCount += 1
            guard errorCount <= mostErrors else { return }
        }
        list.append((pointer, message(), severity))
    }
}

/// A value with its place in a text. Unexpected values are recorded as flaws and read as nil.
package struct Node {
    package let value: JSONValue
    package let pointer: JSONPointer
    package let flaws: Flaws

    package init(value: JSONValue, pointer: JSONPointer, flaws: Flaws) {
        (self.value, self.pointer, self.flaws) = (value, pointer, flaws)
    }

    package func flaw(_ message: @autoclosure () -> String) { flaws.add(message(), at: pointer) }

    /// The result of a closure; nil if it throws, which is recorded as a flaw.
    package func attempt<Result>(_ body: () throws -> Result) -> Result? {
        do {
            return try body()
        } catch {
            flaw("\(error)")
            return nil
        }
    }

    /// The members of an object, whose keys must be in `known` and unique. `what` names the object in messages.
    package func members(of what: String, _ known: Set<String>) -> [String: Node]? {
        guard case .object(let object) = value else {
            flaw("\(what) must be an object")
            return nil
        }
        var members: [String: Node] = [:]
        for member in object.members {
            let node = Node(value: member.value, pointer: pointer.appending(member.key), flaws: flaws)
            if !known.contains(member.key) {
                let question = NearNames(of: member.key, in: known).question
                let help = question.isEmpty ? "; known are \(known.inOrder(<).joined(separator: ", "))" : "." + question
                node.flaw("\"\(member.key)\" is not supported in \(what)\(help)")
            } else if members.updateValue(node, forKey: member.key) != nil {
                node.flaw("\"\(member.key)\" stands twice in \(what)")
            }
        }
        return members
    }

    /// The members of an object with arbitrary unique keys.
    package func named(_ what: String) -> [(name: String, node: Node)] {
        guard case .object(let object) = value else {
            flaw("\(what) must be an object")
            return []
        }
        var names: Set<[UInt8]> = []
        return object.members.map { member in
            let node = Node(value: member.value, pointer: pointer.appending(member.key), flaws: flaws)
            // One of the two would be ignored, or both required of one value.
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

    /// A string. Numbers and booleans are accepted as written, because YAML reads them from unquoted text.
    package func text(_ what: String) -> String? {
        if let text = value.scalarText { return text }
        flaw("\(what) must be a text")
        return nil
    }

    /// An integer in `range`.
    package func integer(_ what: String, in range: ClosedRange<Int>) -> Int? {
        guard let number = value.intValue, range.contains(number) else {
            flaw("\(what) must be a whole number from \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        return number
    }

    /// A nonnegative number.
    package func number(_ what: String) -> Double? {
        guard let number = value.numberValue?.double, number.isFinite, number >= 0 else {
            flaw("\(what) must be a number that is not negative")
            return nil
        }
        return number
    }

    package func boolean(_ what: String) -> Bool? {
        guard let value = value.boolValue else {
            flaw("\(what) must be true or false")
            return nil
        }
        return value
    }

    /// One of the names.
    package func choice(_ what: String, among names: [String]) -> String? {
        if let text = value.stringValue, names.contains(text) { return text }
        flaw("\(what) must be one of \(names.joined(separator: ", "))")
        return nil
    }

    /// A case of `Choice` by its raw value.
    package func choice<Choice: RawRepresentable & CaseIterable>(_ what: String, of type: Choice.Type) -> Choice?
    where Choice.RawValue == String {
        choice(what, among: Choice.allCases.map(\.rawValue)).flatMap(Choice.init)
    }
}

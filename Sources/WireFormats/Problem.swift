import Foundation

/// A defect in a file: listed in the app, printed by `check`.
public struct Problem: LocalizedError, Hashable, Sendable, CustomStringConvertible {
    /// The weight of a problem.
    package enum Severity: Sendable, Equatable {
        /// A part could not be used.
        case error
        /// Everything works, but hardly as intended.
        case warning
    }

    /// The weight of the problem.
    package let severity: Severity
    /// As shown to the user.
    public let file: String
    /// The path to open the file, if it is known and differs from the name.
    package let path: String?
    /// The position in the file, if known.
    package let position: TextPosition?
    /// The JSON Pointer of the part, if there is one.
    package let pointer: String?
    /// The defect and its remedy, in one sentence.
    public let message: String

    /// A problem, with its place as far as it is known.
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

    /// `file:line:column: message`, as compilers print it.
    public var description: String {
        let place = position.map { "\(file):\($0)" } ?? file
        return "\(place): \(severity == .warning ? "warning: " : "")\(message)"
    }

    /// The message with its place.
    public var errorDescription: String? { description }
}

/// The reason that something cannot be done, with the remedy if it is not obvious: one sentence for people.
package struct Complaint: Error, Equatable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// A text that is not what it should be: an expression, a path, a template.
public struct InvalidText: LocalizedError, Hashable, CustomStringConvertible {
    /// One sentence with the text and the reason.
    public let description: String

    package init(_ description: String) {
        self.description = description
    }

    /// The same sentence.
    public var errorDescription: String? { description }
}

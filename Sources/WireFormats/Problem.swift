import Foundation

/// A defect in a file: shown in the app, printed by `check`.
public struct Problem: LocalizedError, Hashable, Sendable, CustomStringConvertible {
    /// The severity of a problem.
    package enum Severity: Sendable, Equatable {
        /// A part could not be used.
        case error
        /// Everything works, but probably not as intended.
        case warning
    }

    package let severity: Severity
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

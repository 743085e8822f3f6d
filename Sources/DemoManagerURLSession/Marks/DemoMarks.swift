package import DemoManager
import Foundation

/// The marks of a request for the demo manager, which describe its call.
package struct DemoMarks: Sendable, Hashable {
    /// The id of the screen the call belongs to; nil follows the global switch.
    package var screen: String?
    /// The id of the operation it performs.
    package var operation: String?
    /// The call's own condition, which makes it a demo call.
    package var condition: Condition?
    /// True to send it to the server whatever the switches say.
    package var isBypassed = false

    /// Creates empty marks.
    package init() {}

    /// Begins the call that the marks describe.
    func begin(with manager: DemoManager) -> Call {
        var begun = manager.beginCall(screen: screen, operation: operation, isBypassed: isBypassed)
        if let condition {
            begun.condition = condition
            begun.mode = .demo
        }
        return begun
    }
}

/// Marks are stored in the fragment of a request's URL: `https://api.example.com/me#~demo:screen=profile`.
///
/// A fragment is never sent (RFC 9110, 4.2.5 and 7.1; RFC 3986, 3.5). So no mark reaches a server: not on redirects,
/// through proxies, or from a session without the manager. A header would have to be removed in each of these cases,
/// and on Linux URLSession sends the headers that a task was created with.
extension DemoMarks {
    private static let sign = "~demo:"

    /// The marks in a fragment, and the app's own part of it.
    static func read(_ fragment: Substring) -> (marks: DemoMarks, own: Substring) {
        guard let range = fragment.range(of: sign) else { return (DemoMarks(), fragment) }
        var marks = DemoMarks()
        for item in fragment[range.upperBound...].split(separator: "&") {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let value = parts[1].removingPercentEncoding else { continue }
            marks.set(String(parts[0]), value)
        }
        return (marks, fragment[..<range.lowerBound])
    }

    /// The fragment with the marks; empty without any.
    var fragment: String {
        let items: [(name: String, value: String?)] = [
            ("screen", screen), ("operation", operation), ("condition", condition?.name),
            ("bypass", isBypassed ? "1" : nil),
        ]
        let written = items.compactMap { item in
            item.value.map { "\(item.name)=\($0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }
        }
        return written.isEmpty ? "" : Self.sign + written.joined(separator: "&")
    }

    private mutating func set(_ name: String, _ value: String) {
        switch name {
        case "screen": screen = value
        case "operation": operation = value
        case "condition": condition = Condition(name: value)
        case "bypass": isBypassed = value == "1"
        default: break
        }
    }
}

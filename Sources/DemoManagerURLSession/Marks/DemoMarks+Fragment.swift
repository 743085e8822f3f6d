import DemoManager
import Foundation

/// Marks travel in the fragment of a request's URL: `https://api.example.com/me#~demo:screen=profile`.
///
/// A fragment never leaves the client - it is no part of what HTTP sends (RFC 9110, 4.2.5 and 7.1; RFC 3986, 3.5) - so no
/// mark can reach a server: with demo off or on, on redirects, through proxies, and in a session nobody installed anything
/// in. A header would have to be taken out again on every one of these ways, and on Linux URLSession sends the headers a task
/// was made with.
extension DemoMarks {
    private static let sign = "~demo:"

    /// The marks in a fragment, and what of it is the app's own.
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

    /// The fragment that carries them; empty without marks.
    var fragment: String {
        guard !isEmpty else { return "" }
        let items: [(name: String, value: String?)] = [
            ("screen", screen), ("operation", operation), ("condition", condition?.name),
            ("bypass", isBypassed ? "1" : nil), ("call", call.map(String.init)), ("mode", mode?.rawValue),
            ("session", session), ("attempt", attempt == 1 ? nil : String(attempt)),
        ]
        let written = items.compactMap { item in
            item.value.map { "\(item.name)=\($0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }
        }
        return Self.sign + written.joined(separator: "&")
    }

    private mutating func set(_ name: String, _ value: String) {
        switch name {
        case "screen": screen = value
        case "operation": operation = value
        case "condition": condition = Condition(name: value)
        case "bypass": isBypassed = value == "1"
        case "call": call = UInt64(value)
        case "mode": mode = Mode(rawValue: value)
        case "session": session = value
        case "attempt": attempt = max(1, Int(value) ?? 1)
        default: break
        }
    }
}

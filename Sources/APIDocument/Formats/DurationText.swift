/// An ISO 8601 duration: `PT1H30M`.
package struct DurationText {
    /// The numbers as written, each with its word for display.
    private let parts: [(number: Substring, word: String)]

    private static let dayUnits: [(Character, String)] = [("Y", "y"), ("M", "months"), ("W", "weeks"), ("D", "d")]
    private static let timeUnits: [(Character, String)] = [("H", "h"), ("M", "min"), ("S", "s")]

    /// Reads a duration; nil for anything else.
    /// - Parameter isDeclared: true if the document declares a duration. Otherwise only texts with a time count,
    ///   because "P1D" may be a name.
    package init?(_ text: String, isDeclared: Bool) {
        guard (3...40).contains(text.utf8.count), text.first == "P", isDeclared || text.contains("T") else {
            return nil
        }
        var units = Self.dayUnits[...]
        var rest = text.dropFirst()
        var parts: [(Substring, String)] = []
        var isInTime = false
        while !rest.isEmpty {
            if rest.first == "T", !isInTime {
                isInTime = true
                units = Self.timeUnits[...]
                rest = rest.dropFirst()
            }
            let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            rest = rest.dropFirst(number.count)
            // Each unit appears once, and in this order.
            guard !number.isEmpty, let letter = rest.popFirst(),
                let place = units.firstIndex(where: { $0.0 == letter })
            else { return nil }
            parts.append((number, units[place].1))
            units = units[(place + 1)...]
        }
        // Weeks are not combined with other units (RFC 3339, appendix A).
        guard !parts.isEmpty, parts.count == 1 || !parts.contains(where: { $0.1 == "weeks" }) else { return nil }
        self.parts = parts
    }

    /// "1 h 30 min"; zero parts are left out unless all are zero.
    package var display: String {
        let telling = parts.filter { $0.number.contains { $0 != "0" && $0 != "." } }
        return (telling.isEmpty ? Array(parts.suffix(1)) : telling).map { "\($0.number) \($0.word)" }
            .joined(separator: " ")
    }
}

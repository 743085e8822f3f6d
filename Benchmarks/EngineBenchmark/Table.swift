/// A table of Markdown, ready for BENCHMARKS.md.
struct Table {
    let titles: [String]
    var rows: [[String]] = []

    /// The table's text; all columns but the first stand on the right.
    var text: String {
        let widths = titles.indices.map { column in
            ([titles] + rows).map { $0[column].count }.max() ?? 0
        }
        func line(_ row: [String]) -> String {
            let cells = row.enumerated().map { column, text in
                let blanks = String(repeating: " ", count: max(0, widths[column] - text.count))
                return column == 0 ? text + blanks : blanks + text
            }
            return "| " + cells.joined(separator: " | ") + " |"
        }
        let rule = widths.enumerated().map { $0 == 0 ? String(repeating: "-", count: $1) : dashes($1) }
        return ([line(titles), "| " + rule.joined(separator: " | ") + " |"] + rows.map(line)).joined(separator: "\n")
    }

    private func dashes(_ width: Int) -> String { String(repeating: "-", count: max(1, width - 1)) + ":" }
}

/// Numbers as a table shows them.
enum Shown {
    /// `1.08`, `12.5`, `950`.
    static func number(_ value: Double) -> String {
        let digits = abs(value) < 10 ? 2 : abs(value) < 100 ? 1 : 0
        return fixed(value, digits)
    }

    /// Whether an aim holds.
    static func verdict(_ holds: Bool) -> String { holds ? "holds" : "MISSED" }

    /// 10,000 with its comma.
    static func count(_ value: Int) -> String {
        var text = ""
        for (place, digit) in String(value).reversed().enumerated() {
            if place > 0, place % 3 == 0 { text = "," + text }
            text = String(digit) + text
        }
        return text
    }

    private static func fixed(_ value: Double, _ digits: Int) -> String {
        let scale = digits == 0 ? 1.0 : digits == 1 ? 10.0 : 100.0
        let scaled = Int((abs(value) * scale).rounded())
        let sign = value < 0 ? "-" : ""
        guard digits > 0 else { return sign + String(scaled) }
        let fraction = String(String(scaled % Int(scale) + Int(scale)).dropFirst())
        return "\(sign)\(scaled / Int(scale)).\(fraction)"
    }
}

import AppCore
import JSONText
import Terminal

/// The texts of a table, made once when rows come: painting and scrolling only read them. Only rows near those in sight
/// have texts.
struct TableCells: Hashable, Sendable {
    /// The columns, the most important first.
    private(set) var columns: [Column] = []
    /// The widest text of each column so far. Columns grow as rows come; scrolling alone never moves them.
    private(set) var widths: [Int] = []
    /// How many cells of each column that shows a name or a key the rows so far need to differ, each from the one before it.
    private(set) var telling: [Int] = []
    private var texts: [[String]] = []
    private var first = 0

    /// A table without rows yet.
    init(_ columns: [Column] = []) {
        self.columns = columns
        widths = columns.map { max(Column.leastWidth, TextWidth.width(of: $0.title, limit: Self.widest)) }
        telling = columns.map { _ in 0 }
        tellers = columns.indices.filter { columns[$0].isName || columns[$0].isKey }
    }

    /// The columns that show a name or a key.
    private var tellers: [Int] = []
    /// Wider than any screen: texts are not measured further.
    private static let widest = 400

    /// The texts of a row by column; nil if it is not at hand.
    subscript(index: Int) -> [String]? {
        texts.indices.contains(index - first) ? texts[index - first] : nil
    }

    /// Makes the texts of the rows near one; those that are made already stay.
    mutating func show(_ window: RowWindow, near index: Int) {
        let made = first..<first + texts.count
        let near = wanted(of: window, near: index)
        // As long as there is room on both sides, or nothing more to show, moving makes nothing.
        let edge = RowLimits.texts / 4
        let inner = (index - edge..<index + edge).clamped(to: window.range)
        if inner.isEmpty || (made.lowerBound <= inner.lowerBound && inner.upperBound <= made.upperBound),
            window.range.count > RowLimits.texts || made == window.range
        {
            return
        }
        let kept = made.clamped(to: near)
        guard !kept.isEmpty else {
            texts = make(window, near)
            first = near.lowerBound
            return
        }
        texts =
            make(window, near.lowerBound..<kept.lowerBound)
            + texts[(kept.lowerBound - first)..<(kept.upperBound - first)]
            + make(window, kept.upperBound..<near.upperBound)
        first = near.lowerBound
    }

    /// Makes the texts of the rows near one anew: rows changed or moved.
    mutating func remake(_ window: RowWindow, near index: Int) {
        texts = []
        show(window, near: index)
    }

    /// The texts of a row, made for the purpose.
    func texts(of row: JSONValue) -> [String] { columns.map { $0.text(of: row) } }

    private func wanted(of window: RowWindow, near index: Int) -> Range<Int> {
        let range = window.range
        let half = RowLimits.texts / 2
        guard range.count > RowLimits.texts else { return range }
        let center = min(max(index, range.lowerBound), range.upperBound - 1)
        return (center - half..<center + half).clamped(to: range)
    }

    private mutating func make(_ window: RowWindow, _ range: Range<Int>) -> [[String]] {
        var before: [String]?
        return range.compactMap { index in
            guard let row = window[index] else { return nil }
            let cells = texts(of: row)
            for (column, text) in cells.enumerated() {
                widths[column] = max(widths[column], TextWidth.width(of: text, limit: Self.widest))
            }
            for column in tellers {
                guard let other = before?[column] else { continue }
                telling[column] = max(telling[column], Self.telling(cells[column], from: other))
            }
            before = cells
            return cells
        }
    }

    /// How many cells show that two texts differ, with a letter behind the first that does; none where they are equal.
    private static func telling(_ text: String, from other: String) -> Int {
        guard text != other else { return 0 }
        let shared = zip(text.unicodeScalars, other.unicodeScalars).prefix(widest).prefix { $0 == $1 }.count
        let beginning = String(text.unicodeScalars.prefix(shared + 2))
        // One cell more says that the text goes on.
        return min(TextWidth.width(of: beginning) + 1, TextWidth.width(of: text, limit: widest))
    }
}

/// How much of a list is kept. All limits of long lists stand here.
enum RowLimits {
    /// From this many rows before the end of what is at hand on, the next page is asked for.
    static let lookAhead = 25
    /// At most so many rows are kept, around the selected one; those far away go and load again when they are needed.
    static let kept = 600
    /// Three pages are kept however large a page is: the one in sight and one on each side of it.
    static let keptPages = 3
    /// At most so many rows have their texts made, whatever the number of rows that came at once.
    static let texts = 1200
}

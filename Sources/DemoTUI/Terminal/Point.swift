/// A cell's place: column `x` and row `y`, both from 0, from the top left. May lie outside of a canvas.
struct Point: Hashable, Sendable {
    /// The column.
    var x: Int
    /// The row.
    var y: Int

    /// A place.
    init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }

    /// The top left cell.
    static let zero = Point(x: 0, y: 0)
}

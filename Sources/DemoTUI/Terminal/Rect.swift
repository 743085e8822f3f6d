/// An area of cells. Its size is never negative, however it was cut.
struct Rect: Hashable, Sendable {
    /// The leftmost column.
    var x: Int
    /// The topmost row.
    var y: Int
    /// Columns, 0 or more.
    var width: Int
    /// Rows, 0 or more.
    var height: Int

    /// An area; a negative width or height counts as 0.
    init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = max(0, width)
        self.height = max(0, height)
    }

    /// The whole of a screen.
    init(_ size: Size) {
        self.init(x: 0, y: 0, width: size.columns, height: size.rows)
    }

    /// The top left cell.
    var origin: Point { Point(x: x, y: y) }
    /// Width and height.
    var size: Size { Size(columns: width, rows: height) }
    /// The first column to the right of the area.
    var maxX: Int { x + width }
    /// The first row below the area.
    var maxY: Int { y + height }
    /// True if it holds no cell.
    var isEmpty: Bool { width == 0 || height == 0 }
    /// The columns of the area.
    var columns: Range<Int> { x..<maxX }
    /// The rows of the area.
    var rows: Range<Int> { y..<maxY }

    /// True if the cell lies inside.
    func contains(_ point: Point) -> Bool { columns.contains(point.x) && rows.contains(point.y) }

    /// The area without `dx` columns left and right and `dy` rows above and below.
    func inset(dx: Int, dy: Int) -> Rect {
        inset(top: dy, left: dx, bottom: dy, right: dx)
    }

    /// The area without the given columns and rows at its sides; empty where nothing is left.
    func inset(top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0) -> Rect {
        Rect(x: x + left, y: y + top, width: width - left - right, height: height - top - bottom)
    }

    /// What both areas cover; empty if they do not meet.
    func intersection(_ other: Rect) -> Rect {
        let left = max(x, other.x)
        let top = max(y, other.y)
        return Rect(x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
    }

    /// Cuts off the first `rows` rows, as many as there are.
    func splitTop(_ rows: Int) -> (top: Rect, rest: Rect) {
        let cut = max(0, min(rows, height))
        return (
            Rect(x: x, y: y, width: width, height: cut),
            Rect(x: x, y: y + cut, width: width, height: height - cut)
        )
    }

    /// Cuts off the first `columns` columns, as many as there are.
    func splitLeft(_ columns: Int) -> (left: Rect, rest: Rect) {
        let cut = max(0, min(columns, width))
        return (
            Rect(x: x, y: y, width: cut, height: height),
            Rect(x: x + cut, y: y, width: width - cut, height: height)
        )
    }

    /// An area of the given size in the middle of this one, no larger than this one.
    func centered(_ size: Size) -> Rect {
        let width = min(size.columns, self.width)
        let height = min(size.rows, self.height)
        return Rect(x: x + (self.width - width) / 2, y: y + (self.height - height) / 2, width: width, height: height)
    }
}

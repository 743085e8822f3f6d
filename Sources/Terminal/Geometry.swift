/// A cell's position: column `x` and row `y`, both from 0 at the top left. It may lie outside of a canvas.
package struct Point: Hashable, Sendable {
    package var x: Int
    package var y: Int

    package init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }

    package static let zero = Point(x: 0, y: 0)
}

/// The size of a screen or an area, in character cells.
package struct Size: Hashable, Sendable {
    package var columns: Int
    package var rows: Int

    /// Negative numbers count as 0.
    package init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }

    package static let zero = Size(columns: 0, rows: 0)
}

/// An area of cells. Its size is never negative, however it was cut.
package struct Rect: Hashable, Sendable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int

    /// A negative width or height counts as 0.
    package init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = max(0, width)
        self.height = max(0, height)
    }

    package init(_ size: Size) { self.init(x: 0, y: 0, width: size.columns, height: size.rows) }

    package var origin: Point { Point(x: x, y: y) }
    package var size: Size { Size(columns: width, rows: height) }
    /// The first column to the right of the area.
    package var maxX: Int { x + width }
    /// The first row below the area.
    package var maxY: Int { y + height }
    package var isEmpty: Bool { width == 0 || height == 0 }
    package var columns: Range<Int> { x..<maxX }
    package var rows: Range<Int> { y..<maxY }

    package func contains(_ point: Point) -> Bool { columns.contains(point.x) && rows.contains(point.y) }

    /// The area without `dx` columns left and right and `dy` rows above and below; empty if nothing is left.
    package func inset(dx: Int, dy: Int) -> Rect {
        Rect(x: x + dx, y: y + dy, width: width - 2 * dx, height: height - 2 * dy)
    }

    package func row(_ y: Int) -> Rect { Rect(x: x, y: y, width: width, height: 1) }

    /// The cells of both areas.
    package func intersection(_ other: Rect) -> Rect {
        let left = max(x, other.x)
        let top = max(y, other.y)
        return Rect(x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
    }

    /// An area of the given size in the middle of this one, no larger than this one.
    package func centered(_ size: Size) -> Rect {
        let width = min(size.columns, self.width)
        let height = min(size.rows, self.height)
        return Rect(x: x + (self.width - width) / 2, y: y + (self.height - height) / 2, width: width, height: height)
    }
}

import Testing

@testable import DemoTUI

@Suite("Areas")
struct RectTests {
    @Test("cutting takes no more than there is", arguments: [-3, 0, 2, 99])
    func splits(length: Int) {
        let area = Rect(x: 1, y: 1, width: 4, height: 5)
        let (top, below) = area.splitTop(length)
        #expect(top.height == max(0, min(length, 5)))
        #expect(top.height + below.height == 5 && below.maxY == area.maxY)
        let (left, right) = area.splitLeft(length)
        #expect(left.width == max(0, min(length, 4)))
        #expect(left.width + right.width == 4 && right.maxX == area.maxX)
    }

    @Test("an area is never negative")
    func negative() {
        let area = Rect(x: 0, y: 0, width: 1, height: 1).inset(dx: 2, dy: 2)
        #expect(area.isEmpty)
        #expect(area.intersection(Rect(x: 9, y: 9, width: 1, height: 1)).isEmpty)
        #expect(
            Rect(x: 0, y: 0, width: 3, height: 1).centered(Size(columns: 9, rows: 9)).size == Size(columns: 3, rows: 1))
    }
}

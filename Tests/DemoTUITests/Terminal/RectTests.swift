import Testing

@testable import DemoTUI

@Suite("Areas")
struct RectTests {
    @Test("cutting takes no more than there is", arguments: [-3, 0, 2, 99])
    func splits(length: Int) {
        let area = Rect(x: 1, y: 1, width: 4, height: 5)
        let cut = max(0, min(length, 5))
        #expect(area.splitTop(length).top.height == cut)
        #expect(area.splitBottom(length).bottom.height == cut)
        #expect(area.splitBottom(length).bottom.maxY == area.maxY)
        let (rest, right) = area.splitRight(length)
        #expect(rest.width + right.width == 4)
        #expect(right.maxX == area.maxX)
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

/// Which line of a list is selected and which one stands at the top. Lists draw only what is visible, so its cost does
/// not grow with the list.
struct Selection: Hashable, Sendable {
    /// The selected line, from 0; 0 in an empty list.
    private(set) var index = 0
    /// The first visible line.
    private(set) var top = 0

    /// Nothing selected but the first line.
    init() {}

    /// The line that `other` selects, with `top` as the first visible one.
    init(_ other: Selection, top: Int) {
        index = other.index
        self.top = top
    }

    /// Moves to a line of a list of `count` lines.
    mutating func select(_ line: Int, of count: Int) {
        index = max(0, min(line, count - 1))
    }

    /// Follows a moving action; `page` is the visible height.
    /// - Returns: false if the action does not move.
    mutating func follow(_ action: Action, count: Int, page: Int) -> Bool {
        switch action {
        case .up: select(index - 1, of: count)
        case .down: select(index + 1, of: count)
        case .pageUp: select(index - max(1, page - 1), of: count)
        case .pageDown: select(index + max(1, page - 1), of: count)
        case .first: select(0, of: count)
        case .last: select(count - 1, of: count)
        default: return false
        }
        scroll(count: count, height: page)
        return true
    }

    /// Stays on the same row and at the same height after lines above it came or went.
    mutating func shift(by lines: Int, of count: Int) {
        top = max(0, top + lines)
        select(index + lines, of: count)
    }

    /// Keeps the selected line visible in a window of `height` lines.
    mutating func scroll(count: Int, height: Int) {
        top = firstVisible(count: count, height: height)
    }

    /// The first visible line for a window of `height` lines: the last one, moved as little as possible.
    func firstVisible(count: Int, height: Int) -> Int {
        let height = max(1, height)
        let lowest = max(0, index - height + 1)
        return max(lowest, min(top, index, max(0, count - height)))
    }
}

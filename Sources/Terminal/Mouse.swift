/// A report of the mouse: the left button, or the wheel.
package struct Mouse: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case press, drag, release, wheelUp, wheelDown }

    package let kind: Kind
    package let point: Point

    package init(_ kind: Kind, at point: Point) {
        self.kind = kind
        self.point = point
    }

    /// The report of `ESC [ < code ; column ; row M`, or `m` for a release (xterm, mode 1006). Nil for other buttons, and
    /// for modifiers, which belong to the terminal.
    init?(code: Int, column: Int, row: Int, isRelease: Bool) {
        // A place beyond any screen means nothing.
        guard (1...4_096).contains(column), (1...4_096).contains(row) else { return nil }
        switch code {
        case 0: kind = isRelease ? .release : .press
        case 32: kind = .drag
        case 64: kind = .wheelUp
        case 65: kind = .wheelDown
        default: return nil
        }
        point = Point(x: column - 1, y: row - 1)
    }
}

/// The meaning of a click on an area of a canvas.
package enum Target: Hashable, Sendable {
    case key(Key)
    /// A pane, by the number that the program gives it.
    case pane(Int)
    case line(Int, isSelected: Bool)

    package struct Area: Hashable, Sendable {
        package let target: Target
        package let area: Rect
    }
}

extension Canvas {
    /// Notes the meaning of an area, if this canvas is painted for a click.
    package mutating func aim(_ target: Target, _ area: Rect) {
        targets?.append(Target.Area(target: target, area: area))
    }

    /// The targets of the pane in front at a point, and of what lies over it, the last painted one first; the pane ends
    /// them.
    package func targets(at point: Point) -> [Target] {
        var found: [Target] = []
        for target in (targets ?? []).reversed() where target.area.contains(point) {
            found.append(target.target)
            if case .pane = target.target { break }
        }
        return found
    }

    /// The selected line of the pane painted last with this number; nil for none in sight.
    package func selectedLine(ofPane number: Int) -> Int? {
        guard let targets, let start = targets.lastIndex(where: { $0.target == .pane(number) }) else { return nil }
        for target in targets[(start + 1)...] {
            switch target.target {
            case .line(let line, isSelected: true): return line
            case .pane: return nil
            default: continue
            }
        }
        return nil
    }
}

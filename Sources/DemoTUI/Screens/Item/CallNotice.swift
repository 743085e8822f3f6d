import APIDocument
import AppCore
import HTTPTypes
import Terminal

/// What a screen says that calls nothing before a person asks for it: what it would call, why it waits, and what to press.
struct CallNotice: Sendable {
    /// What it says, before anything is wrapped.
    let lines: [(text: String, style: Style)]

    init(of screen: Screen, at place: Place, in world: World) {
        let needed = Self.questions(of: screen, at: place, in: world).map(\.title).joined(separator: ", ")
        lines = [
            (screen.load.map { "\($0.method.rawValue) \($0.path.text)" } ?? screen.title, .strong),
            ("The document describes no body of its reply.", .plain),
            ("The call may change something, so it waits for you.", .plain), ("", .plain),
            (needed.isEmpty ? "Enter calls it." : "Enter asks for \(needed) and calls it.", .accent),
        ]
    }

    /// What a person is still to be asked before the screen can be called.
    static func questions(of screen: Screen, at place: Place, in world: World) -> [Field] {
        screen.load?.questions(in: world.known(place, of: screen)) ?? []
    }

    /// Paints the notice near the top of `area`.
    func draw(on canvas: inout Canvas, in area: Rect) {
        var y = area.y + 1
        for line in lines {
            for text in TextLayout.wrapped(line.text, width: max(0, area.width - 4)) where y < area.maxY {
                canvas.write(text, at: Point(x: area.x + 2, y: y), width: area.width - 4, style: line.style)
                y += 1
            }
        }
    }
}

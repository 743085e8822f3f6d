/// One key press. Letters stand for their result: `D` is `.character("D")`.
package enum Key: Hashable, Sendable {
    /// A character, space included.
    case character(Character)
    /// A letter (always lower case) or one of `@ [ \ ] ^ _` and space with Control held.
    case control(Character)
    /// A character with Alt held, or Escape quickly followed by it.
    case alt(Character)
    case up, down, left, right, home, end, pageUp, pageDown
    case insert, delete, backspace, enter, escape, tab, backTab
    /// A function key, from 1.
    case function(Int)

    /// The key as help and footer show it: `D`, `^Z`, `M-x`, `PgDn`, `F2`, `Space`.
    package var name: String {
        switch self {
        case .character(" "): "Space"
        case .character(let character): String(character)
        case .control(" "): "^Space"
        case .control(let character): "^" + character.uppercased()
        case .alt(let character): "M-" + String(character)
        case .function(let number): "F\(number)"
        case .up: "Up"
        case .down: "Down"
        case .left: "Left"
        case .right: "Right"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .insert: "Ins"
        case .delete: "Del"
        case .backspace: "Bksp"
        case .enter: "Enter"
        case .escape: "Esc"
        case .tab: "Tab"
        case .backTab: "S-Tab"
        }
    }
}

/// One key press. Letters stand for their result: `D` is `.character("D")`.
package enum Key: Hashable, Sendable {
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

extension Key {
    /// The key of a name, as help and documentation write it.
    package init?(spelled name: String) {
        let special: [Key] = [
            .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .insert, .delete, .backspace, .enter, .escape,
            .tab, .backTab, .character(" "), .control(" "),
        ]
        let aliases: [String: Key] = [
            "↑": .up, "↓": .down, "←": .left, "→": .right, "PageDown": .pageDown, "PageUp": .pageUp,
            "Backspace": .backspace, "Delete": .delete, "Escape": .escape,
        ]
        if let key = (special + (1...12).map(Key.function)).first(where: { $0.name == name }) ?? aliases[name] {
            self = key
        } else if let only = name.first, name.count == 1 {
            self = .character(only)
        } else if let letter = name.last, ["^", "C-"].contains(name.dropLast()) {
            // Terminals send Tab, Enter, Backspace and Escape for these.
            guard !"ijmhIJMH[".contains(letter) else { return nil }
            self = .control(Character(letter.lowercased()))
        } else if let letter = name.last, name.dropLast() == "M-" {
            self = .alt(letter)
        } else {
            return nil
        }
    }

    /// True for keys that write or edit text where text is typed.
    package var editsText: Bool {
        var input = TextInput("a")
        return input.handle(self)
    }
}

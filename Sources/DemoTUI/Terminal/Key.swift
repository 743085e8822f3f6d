/// One key press, as the terminal told it. Letters are what they produce: `D` is `.character("D")`.
enum Key: Hashable, Sendable {
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
}

extension Key {
    /// The keys with a name of their own: the name that is shown, then other spellings that are understood.
    private static let named: [(key: Key, name: String, spellings: [String])] = [
        (.up, "Up", ["↑"]), (.down, "Down", ["↓"]), (.left, "Left", ["←"]), (.right, "Right", ["→"]),
        (.home, "Home", []), (.end, "End", []),
        (.pageUp, "PgUp", ["PageUp"]), (.pageDown, "PgDn", ["PageDown", "PgDown"]),
        (.insert, "Ins", ["Insert"]), (.delete, "Del", ["Delete"]), (.backspace, "Bksp", ["Backspace", "BS"]),
        (.enter, "Enter", ["Return"]), (.escape, "Esc", ["Escape"]), (.tab, "Tab", []),
        (.backTab, "S-Tab", ["BackTab", "Shift-Tab"]), (.character(" "), "Space", []),
        (.control(" "), "^Space", ["^@"]),
    ]

    /// The key as help and footer show it: `D`, `^Z`, `M-x`, `PgDn`, `F2`, `Space`.
    var name: String {
        if let entry = Self.named.first(where: { $0.key == self }) { return entry.name }
        return switch self {
        case .character(let character): String(character)
        case .control(let character): "^" + character.uppercased()
        case .alt(let character): "M-" + String(character)
        case .function(let number): "F\(number)"
        default: ""
        }
    }

    /// The key of a name: what `name` gives, the longer names of keys, `C-z` and `Ctrl-Z` for `^Z`, `Alt-x` for `M-x`.
    /// Names are read in any case; a single character is that character. Nil if no key has that name.
    init?(spelled text: String) {
        if let only = text.first, text.count == 1 {
            self = .character(only)
            if only == "↑" || only == "↓" || only == "←" || only == "→", let key = Self.key(named: text) { self = key }
            return
        }
        if let key = Self.key(named: text) {
            self = key
        } else if let letter = Self.letter(of: text, after: ["^", "C-", "Ctrl-"]) {
            self = .control(Character(letter.lowercased()))
        } else if let letter = Self.letter(of: text, after: ["M-", "Alt-", "A-"]) {
            self = .alt(letter)
        } else if text.uppercased().hasPrefix("F"), let number = Int(text.dropFirst()), (1...63).contains(number) {
            self = .function(number)
        } else {
            return nil
        }
    }

    private static func key(named text: String) -> Key? {
        let text = text.lowercased()
        return named.first { entry in
            entry.name.lowercased() == text || entry.spellings.contains { $0.lowercased() == text }
        }?.key
    }

    /// The one character that follows one of the prefixes.
    private static func letter(of text: String, after prefixes: [String]) -> Character? {
        for prefix in prefixes where text.lowercased().hasPrefix(prefix.lowercased()) {
            let rest = text.dropFirst(prefix.count)
            if rest.count == 1 { return rest.first }
        }
        return nil
    }
}

/// Replacements for scalars that a terminal cannot show: outside of UTF-8 locales everything but ASCII.
enum PlainFallback {
    /// A printable ASCII scalar of one column.
    static func scalar(for scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "─", "━", "═", "–", "—", "‐", "‑", "−", "┄", "┈", "╌": "-"
        case "│", "║", "┆", "┊", "╎": "|"
        case "┌", "┐", "└", "┘", "├", "┤", "┬", "┴", "┼", "╭", "╮", "╰", "╯", "╔", "╗", "╚", "╝": "+"
        case "…": "~"
        case "·": "-"
        case "∅": "0"
        case "•", "●", "◆", "■", "▪", "∙": "*"
        case "○", "◇", "□": "o"
        case "→", "▸", "▶", "›", "»": ">"
        case "←", "◂", "◀", "‹", "«": "<"
        case "↑", "▲", "▴": "^"
        case "↓", "▼", "▾": "v"
        case "✓", "✔": "+"
        case "✗", "✘", "×": "x"
        case "‘", "’": "'"
        case "“", "”", "„": "\""
        case "▁", "▂": "_"
        case "▃", "▄", "▅": "-"
        case "▆": "="
        case "▇", "┃", "█", "▓", "▒", "░", "▐", "▉", "▊", "▋": "#"
        case "▌": ">"
        case "▍", "▎", "▏": " "
        case "◐": "%"
        case "\u{A0}", "\u{2007}", "\u{202F}", "\u{3000}": " "
        default: "?"
        }
    }
}

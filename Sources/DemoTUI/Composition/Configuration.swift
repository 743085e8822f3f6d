import Foundation
import SourceTexts
import Terminal
import WireFormats

/// The user's choices for every document: colours, mouse and keys, from the configuration file.
struct Configuration: Sendable {
    /// Nil asks the terminal if it is dark or light.
    var theme: Theme?
    /// The theme chosen in the screens of an earlier run; nil for the default.
    var chosenTheme: Theme?
    var takesMouse = false
    private(set) var keys = KeyTable.standard
    /// The themes of the program, and those of the file.
    private(set) var themes = Theme.all
    /// The entries without effect, each with its place in the file.
    private(set) var problems: [Problem] = []

    init() {}

    /// Reads a file. Without a file nothing is done.
    init(file path: String) {
        guard access(path, F_OK) == 0 else { return }
        do throws(Problem) {
            let source = try SourceText(file: path)
            let root = Node(value: try source.parse(), pointer: .root, flaws: Flaws())
            read(root)
            problems = root.flaws.problems(of: source).sorted { ($0.position?.line ?? 0) < ($1.position?.line ?? 0) }
        } catch {
            problems = [error]
        }
    }

    func theme(named name: String) -> Theme? { themes.first { $0.name == name } }

    private mutating func read(_ root: Node) {
        guard !root.value.isNull else { return }
        let members = root.members(of: "the configuration", ["theme", "mouse", "keys", "themes"]) ?? [:]
        readThemes(members["themes"])
        theme = members["theme"]?.choice("theme", among: themes.map(\.name)).flatMap(theme(named:))
        takesMouse = members["mouse"]?.boolean("mouse") ?? false
        readKeys(members["keys"])
    }

    private mutating func readThemes(_ node: Node?) {
        for (name, node) in node?.entries("themes") ?? [] {
            var base = Theme.dark
            var colors: [Theme.Role: RGB] = [:]
            for (part, node) in node.entries("a theme") {
                let value = node.value
                if part == "base" {
                    let named = value.stringValue.flatMap(theme(named:))
                    if named == nil { node.flaw("\(value.text()) is neither a built-in theme nor one above this line") }
                    base = named ?? base
                } else if let role = Theme.Role(rawValue: part) {
                    colors[role] = value.stringValue.flatMap(RGB.init(hex:))
                    if colors[role] == nil {
                        node.flaw("\(value.text()) is not a colour; write one as \"#7aa2f7\", with quotes")
                    }
                } else {
                    let all = Theme.Role.allCases.map(\.rawValue).joined(separator: ", ")
                    node.flaw("\(part) is not a role; there are base, \(all)")
                }
            }
            if theme(named: name) == nil {
                themes.append(base.changed(name, colors))
            } else {
                node.flaw("the theme \(name) exists; choose another name")
            }
        }
    }

    private mutating func readKeys(_ node: Node?) {
        var changes: [(action: Action, keys: [Key])] = []
        var nodes: [Node] = []
        for (name, node) in node?.entries("keys") ?? [] {
            guard let action = Action(rawValue: name) else {
                node.flaw("\(name) is not an action; the reference lists them under Keys")
                continue
            }
            let texts = (node.value.arrayValue ?? [node.value]).map { $0.scalarText ?? "" }
            let keys = texts.compactMap(Key.init(spelled:))
            guard keys.count == texts.count, !keys.isEmpty else {
                let unknown = texts.first { Key(spelled: $0) == nil }.map { "\"\($0)\"" } ?? node.value.text()
                node.flaw("\(unknown) names no key; write [\"T\", \"^T\", \"F5\", \"Space\"]")
                continue
            }
            changes.append((action, keys))
            nodes.append(node)
        }
        for (index, clash) in keys.rebind(changes).sorted(by: { $0.key < $1.key }) {
            let other = clash.actions.first { $0 != changes[index].action } ?? changes[index].action
            nodes[index].flaw("\(clash.key.name) is the key of \(other.rawValue), too; this entry has no effect")
        }
    }
}

extension Node {
    /// The members; none for null, which a name without entries is.
    fileprivate func entries(_ what: String) -> [(name: String, node: Node)] { value.isNull ? [] : named(what) }
}

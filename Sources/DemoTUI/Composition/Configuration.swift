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
            read(try source.parse(), of: source)
        } catch {
            problems = [error]
        }
    }

    func theme(named name: String) -> Theme? { themes.first { $0.name == name } }

    private mutating func read(_ value: JSONValue, of source: SourceText) {
        var faults: [(place: JSONPointer, message: String)] = []
        let names = ["theme", "mouse", "keys", "themes"]
        for entry in value.entries(at: .root, &faults) where !names.contains(entry.name) {
            let all = names.joined(separator: ", ")
            faults.append((entry.place, "\(entry.name) is no setting; there are \(all)"))
        }
        readThemes(value["themes"], &faults)
        if let name = value["theme"] {
            theme = name.stringValue.flatMap(theme(named:))
            let all = themes.map(\.name).joined(separator: ", ")
            if theme == nil {
                faults.append((.root.appending("theme"), "\(name.text()) is no theme; there are \(all)"))
            }
        }
        if let mouse = value["mouse"] {
            takesMouse = mouse.boolValue ?? false
            if mouse.boolValue == nil {
                faults.append((.root.appending("mouse"), "\(mouse.text()) is neither true nor false"))
            }
        }
        readKeys(value["keys"], &faults)
        problems = faults.map { source.problem($0.message, at: $0.place) }
            .sorted { ($0.position?.line ?? 0) < ($1.position?.line ?? 0) }
    }

    private mutating func readThemes(_ value: JSONValue?, _ faults: inout [(place: JSONPointer, message: String)]) {
        for entry in value?.entries(at: .root.appending("themes"), &faults) ?? [] {
            var base = Theme.dark
            var colors: [Theme.Role: RGB] = [:]
            for (name, value, place) in entry.value.entries(at: entry.place, &faults) {
                if name == "base" {
                    let named = value.stringValue.flatMap(theme(named:))
                    if named == nil {
                        faults.append((place, "\(value.text()) is neither a built-in theme nor one above this line"))
                    }
                    base = named ?? base
                } else if let role = Theme.Role(rawValue: name) {
                    colors[role] = value.stringValue.flatMap(RGB.init(hex:))
                    if colors[role] == nil {
                        faults.append((place, "\(value.text()) is not a colour; write one as \"#7aa2f7\", with quotes"))
                    }
                } else {
                    let all = Theme.Role.allCases.map(\.rawValue).joined(separator: ", ")
                    faults.append((place, "\(name) is not a role; there are base, \(all)"))
                }
            }
            if theme(named: entry.name) == nil {
                themes.append(base.changed(entry.name, colors))
            } else {
                faults.append((entry.place, "the theme \(entry.name) exists; choose another name"))
            }
        }
    }

    private mutating func readKeys(_ value: JSONValue?, _ faults: inout [(place: JSONPointer, message: String)]) {
        var changes: [(action: Action, keys: [Key])] = []
        var places: [JSONPointer] = []
        for (name, value, place) in value?.entries(at: .root.appending("keys"), &faults) ?? [] {
            guard let action = Action(rawValue: name) else {
                faults.append((place, "\(name) is not an action; the reference lists them under Keys"))
                continue
            }
            let texts = (value.arrayValue ?? [value]).map { $0.scalarText ?? "" }
            let keys = texts.compactMap(Key.init(spelled:))
            guard keys.count == texts.count, !keys.isEmpty else {
                let unknown = texts.first { Key(spelled: $0) == nil }.map { "\"\($0)\"" } ?? value.text()
                faults.append((place, "\(unknown) names no key; write [\"T\", \"^T\", \"F5\", \"Space\"]"))
                continue
            }
            changes.append((action, keys))
            places.append(place)
        }
        for (index, clash) in keys.rebind(changes).sorted(by: { $0.key < $1.key }) {
            let other = clash.actions.first { $0 != changes[index].action } ?? changes[index].action
            faults.append(
                (places[index], "\(clash.key.name) is the key of \(other.rawValue), too; this entry has no effect"))
        }
    }
}

extension JSONValue {
    /// The members with their places. Anything but an object, or null for none, is a fault.
    fileprivate func entries(
        at place: JSONPointer, _ faults: inout [(place: JSONPointer, message: String)]
    ) -> [(name: String, value: JSONValue, place: JSONPointer)] {
        guard let object = objectValue else {
            if !isNull { faults.append((place, "write NAME: VALUE on lines of their own")) }
            return []
        }
        return object.members.map { ($0.key, $0.value, place.appending($0.key)) }
    }
}

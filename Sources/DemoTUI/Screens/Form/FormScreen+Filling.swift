import AppCore
import Foundation
import Terminal
import WireFormats

extension FormScreen {
    mutating func type(_ key: Key, in world: World) -> [Effect] {
        guard let node = focusedNode, !load.isLoading else { return [] }
        switch node.content {
        case .text:
            guard input.handle(key) else { return [] }
            takeOver(node.id)
        case .pick(let selected):
            var choice = FieldInput.choice(node.field.options, selected: selected)
            guard choice.handle(key, isRequired: node.field.isRequired), case .choice(_, let picked) = choice else {
                return []
            }
            tree.pick(picked, of: node.id)
            note(change: node.id)
        case .variants(let variants, let selected, _):
            let step = key == .left ? -1 : key == .right || key == .character(" ") ? 1 : 0
            guard step != 0 else { return [] }
            let count = variants.count
            choose(selected.map { ($0 + step + count) % count } ?? (step > 0 ? 0 : count - 1), of: node.id)
        case .picks, .fixed, .group, .list, .map: break
        }
        return []
    }

    mutating func paste(_ text: String, in world: World) -> [Effect] {
        guard let node = focusedNode, case .text = node.content, !load.isLoading else { return [] }
        let effects = input.paste(text)
        takeOver(node.id)
        return effects
    }

    private mutating func takeOver(_ node: FormNode.ID) {
        let text = input.text
        if case .text(text) = tree[node].content { return }
        tree.setText(text, of: node)
        note(change: node)
    }

    /// Enter: a line end in long text, the picker of a choice, a new entry, the next field, or sending from the
    /// button.
    mutating func accept(in world: World) -> [Effect] {
        guard let line = focusedLine else { return submit(in: world) }
        let node = tree[line.node]
        switch node.content {
        case .text where input.isMultiline:
            input.insert("\n")
            takeOver(node.id)
        case .text:
            if let list = listInFocus {
                return [.present(RowPicker(list, for: node.id, named: node.field.name, of: id))]
            }
            moveOn()
        case .pick(let selected): return choose(node.field.options.indices.map(node.field.optionTitle), selected, node)
        case .variants(let variants, let selected, _): return choose(variants.map(\.name), selected, node)
        case .picks(let options, let chosen):
            let titles = options.map(node.field.choiceTitle)
            return [.present(PicksPopup(node.field.title, titles, chosen: chosen, panel: id, field: node.id))]
        case .list, .map, .group(_, isPresent: false): addEntry()
        case .group, .fixed: moveOn()
        }
        return []
    }

    private func choose(_ options: [String], _ selected: Int?, _ node: FormNode) -> [Effect] {
        let popup = PickPopup.choice(node.field, options, selected: selected, panel: id, at: node.id)
        return [.present(popup)]
    }

    mutating func pick(_ choice: Int?, of node: FormNode.ID) {
        if case .variants = tree[node].content { return choose(choice, of: node) }
        tree.pick(choice, of: node)
        note(change: node)
    }

    private mutating func choose(_ variant: Int?, of node: FormNode.ID) {
        tree.choose(variant, of: node)
        note(change: node)
        layOut()
    }

    // MARK: Entries

    /// Adds an entry behind the focused one, or the missing part, and focuses it.
    mutating func addEntry() {
        guard let line = focusedLine, let growth = tree.growth(at: line.node),
            let added = tree.add(to: growth.list, after: growth.entry)
        else { return }
        note(change: growth.list)
        layOut(focusing: added)
    }

    mutating func removeEntry() {
        guard let line = focusedLine, let removable = tree.removable(at: line.node) else { return }
        let list = tree[removable].parent
        guard let next = tree.remove(removable) else { return }
        note(change: list ?? removable)
        layOut(focusing: next)
    }

    mutating func moveEntry(_ step: Int) -> [Effect] {
        guard let line = focusedLine, let item = tree.item(at: line.node) else { return [] }
        guard tree.move(item, by: step) else {
            return [.note(.info(step < 0 ? "It is the first one." : "It is the last one."))]
        }
        note(change: item)
        layOut(focusing: line.node)
        return []
    }
}

enum FieldInput: Hashable, Sendable {
    case text(TextInput)
    /// One of the field's values; nil is none.
    case choice([JSONValue], selected: Int?)
    /// Any of these values, which go with commas between them.
    case picks([JSONValue], chosen: [Int])

    /// - Parameters:
    ///   - value: the current value of the field.
    ///   - usesDefault: true if no value means the field's default; an unset filter is not its default.
    init(_ field: Field, value: JSONValue?, usesDefault: Bool = true) {
        let value = value ?? (usesDefault ? field.default : nil)
        switch field.kind {
        case .choice(let options):
            self = .choice(options, selected: value.flatMap { options.firstIndex(of: $0) })
        case .boolean:
            self = .choice([true, false], selected: value?.boolValue.map { $0 ? 0 : 1 })
        case .multiline: self = .text(TextInput(field.text(for: value), isMultiline: true))
        case .text where !field.entryOptions.isEmpty:
            let options = field.entryOptions
            let texts = field.text(for: value).split(separator: ",")
            self = .picks(options, chosen: texts.compactMap { text in options.firstIndex { $0.plainText == text } })
        default: self = .text(TextInput(field.text(for: value)))
        }
    }

    var isText: Bool { if case .text = self { true } else { false } }

    var shown: String {
        switch self {
        case .text(let input): input.text
        case .choice(let options, let selected): selected.map { options[$0].plainText } ?? ""
        case .picks(let options, let chosen): chosen.map { options[$0].plainText }.joined(separator: ",")
        }
    }

    func value(for field: Field) -> JSONValue? {
        switch self {
        case .text(let input): input.isEmpty ? nil : field.value(from: input.text)
        case .choice(let options, let selected): selected.map { options[$0] }
        case .picks(_, let chosen): chosen.isEmpty ? nil : .string(shown)
        }
    }

    /// The sentence to show if the input does not satisfy the field; nil if it does.
    func violation(of field: Field) -> String? {
        switch self {
        case .text(let input): field.validate(input.text)
        case .choice(_, let selected): selected == nil && field.isRequired ? "Choose one." : nil
        case .picks(_, let chosen): chosen.isEmpty && field.isRequired ? "Choose at least one." : nil
        }
    }

    /// Handles a key: text is edited, a choice moves with the arrows, Space, or the first letter of an option.
    /// - Returns: false if the key has no meaning here.
    mutating func handle(_ key: Key, isRequired: Bool) -> Bool {
        switch self {
        case .text(var input):
            guard input.handle(key) else { return false }
            self = .text(input)
            return true
        case .choice(let options, let selected):
            switch key {
            case .left: step(-1, isRequired: isRequired)
            case .right, .character(" "): step(1, isRequired: isRequired)
            case .backspace, .delete:
                guard !isRequired else { return false }
                self = .choice(options, selected: nil)
            case .character(let letter):
                let start = (selected ?? -1) + 1
                let found = (Array(start..<options.count) + Array(0..<start)).first {
                    options[$0].plainText.lowercased().hasPrefix(letter.lowercased())
                }
                guard let found else { return false }
                self = .choice(options, selected: found)
            default: return false
            }
            return true
        case .picks(let options, _):
            guard key == .backspace || key == .delete else { return false }
            self = .picks(options, chosen: [])
            return true
        }
    }

    /// Moves a choice by one, wrapping around; an optional field has "none" between last and first.
    mutating func step(_ step: Int, isRequired: Bool) {
        guard case .choice(let options, let selected) = self, !options.isEmpty else { return }
        let count = options.count + (isRequired ? 0 : 1)
        let current = selected ?? (isRequired ? (step > 0 ? -1 : 0) : options.count)
        let next = ((current + step) % count + count) % count
        self = .choice(options, selected: next < options.count ? next : nil)
    }
}

extension FormScreen {
    var editorAvailability: Availability {
        switch form.body?.encoding {
        case nil: .disabled("There is no body to edit: only parameters are sent.")
        case .text: .disabled("The body is text, not JSON; type it here.")
        case .file: .disabled("The body is a file, not JSON; name its path here.")
        case .json, .form, .multipart: .enabled
        }
    }

    /// Opens the body as JSON, or an earlier draft that could not be used.
    func editJSON() -> [Effect] {
        let value = tree.value ?? .object(JSONObject())
        return [.editText(id, draft ?? value.text(.pretty) + "\n")]
    }

    /// Uses the editor's result: inputs show what they can, the rest is kept and sent.
    mutating func take(_ edited: EditedText) -> [Effect] {
        switch edited {
        case .failed(let sentence): return [.note(.error(sentence))]
        case .unchanged: return [.note(.info(draft == nil ? "Nothing was changed." : "The JSON is as it was."))]
        case .text(let text):
            do throws(JSONError) {
                let value = try JSONValue(parsing: text)
                tree.replaceBody(with: value)
            } catch {
                draft = text
                outcome = .failed(
                    "The JSON has an error in line \(error.position.line), column \(error.position.column): "
                        + "\(error.message).",
                    wayOut: [
                        "Press \(keyWhileTyping: .editJSON) to correct it: your text is kept. The fields are as they were before."
                    ])
                return []
            }
            draft = nil
            outcome = nil
            isWarned = false
            layOut()
            focus(first: 0)
            complaints = tree.faults
            complaints.merge(violations.placed) { own, _ in own }
            return [.note(.info("Taken over from the editor. \(keyWhileTyping: .submit) sends it."))]
        }
    }
}

/// The completion of a typed path, as in shells.
enum PathCompletion {
    /// The path with everything that all files have in common that begin like it; a folder ends with a slash.
    ///
    /// - Returns: no path if that is nothing more; then the names to choose from, none if the path is one of them.
    static func longer(than path: String) -> (path: String?, names: [String]) {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        let beginning = path.dropFirst(folder.count)
        let place = folder.isEmpty ? "." : NSString(string: String(folder)).expandingTildeInPath
        // A folder that cannot be read completes nothing.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
        // Hidden files are meant by their dot alone.
        let fitting = names.filter { $0.hasPrefix(beginning) && $0.hasPrefix(".") == beginning.hasPrefix(".") }
        guard let first = fitting.first else { return (nil, []) }
        var name = fitting.reduce(first[...]) { shared, name in shared.prefix(zip(shared, name).prefix(while: ==).count)
        }
        if fitting.count == 1, FileManager.default.isFolder(atPath: place + "/" + first) { name += "/" }
        if name.count > beginning.count { return (String(folder + name), []) }
        return (nil, fitting.contains(String(beginning)) ? [] : fitting.sorted())
    }
}

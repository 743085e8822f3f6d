import AppCore
import Foundation
import Terminal
import WireFormats

extension FormScreen {
    mutating func type(_ key: Key, in world: World) -> [Effect] {
        guard !load.isLoading else { return [.note(.info(Self.sending))] }
        guard fill(by: key) else { return [] }
        if case .variants? = focusedNode?.content { layOut() }
        return []
    }

    mutating func paste(_ text: String, in world: World) -> [Effect] {
        load.isLoading ? [.note(.info(Self.sending))] : fill(pasting: text)
    }

    /// Enter: a line end in long text, the picker of a choice, a new entry, the next field, or sending from the
    /// button.
    mutating func accept(in world: World) -> [Effect] {
        guard let node = focusedNode else { return submit(in: world) }
        if let picker { return [.present(picker)] }
        switch node.content {
        case .text where input.isMultiline:
            input.insert("\n")
            takeOver()
        case .entries, .group(_, isPresent: false): addEntry()
        default: moveOn()
        }
        return []
    }

    // MARK: Entries

    /// Adds an entry after the focused one, or the missing part, and focuses it.
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

extension FormScreen {
    var editorAvailability: Availability {
        switch form.body?.encoding {
        case nil: .disabled("There is no body to edit: only parameters are sent.")
        case .text: .disabled("The body is text, not JSON; type it here.")
        case .file: .disabled("The body is a file, not JSON; name its path here.")
        case .json, .form, .multipart: .enabled
        }
    }

    /// Opens the body as JSON, or an earlier draft that could not be used. A PATCH may be any part of it.
    func editJSON() -> [Effect] {
        let value = (isPartial ? tree.inputs(changedFrom: initial) : tree.value) ?? .object(JSONObject())
        return [.editText(id, draft ?? value.text(.pretty) + "\n")]
    }

    private var isPartial: Bool { form.style == .merge }

    /// Uses the editor's result: inputs show the values they can, the rest is kept and sent.
    mutating func take(_ edited: EditedText) -> [Effect] {
        switch edited {
        case .failed(let sentence): return [.note(.error(sentence))]
        case .unchanged: return [.note(.info(draft == nil ? "Nothing was changed." : "The JSON is as it was."))]
        case .text(let text):
            do throws(JSONError) {
                let value = try JSONValue(parsing: text)
                tree.replaceBody(with: isPartial ? (initial ?? .null).overlaid(with: value) : value)
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
            let rest = isPartial ? "; members left out stay as they are" : ""
            return [.note(.info("Taken over from the editor\(rest). \(keyWhileTyping: .submit) sends it."))]
        }
    }
}

extension JSONValue {
    /// The object with the members of another; `null` is a value.
    fileprivate func overlaid(with other: JSONValue) -> JSONValue {
        guard objectValue != nil, case .object(let object) = other else { return other }
        return object.members.reduce(self) { $0.setting($1.value, at: JSONPointer(tokens: [$1.key])) }
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

import Foundation
import Terminal

/// The editor of a person: `$VISUAL` or `$EDITOR`, else `vi`. A variable that is set to nothing counts as not set.
struct EditorCommand: Hashable, Sendable {
    /// The command with its own arguments, as the variable has it.
    let name: String
    /// The variable that names it; nil for the usual one.
    private let variable: String?

    init(environment: [String: String]) {
        variable = ["VISUAL", "EDITOR"].first { !(environment[$0] ?? "").isEmpty }
        name = variable.flatMap { environment[$0] } ?? "vi"
    }

    /// Those that take `+LINE` before the file.
    private static let takesPlus: Set<String> = [
        "vi", "vim", "nvim", "view", "nano", "pico", "emacs", "emacsclient", "micro", "kak", "joe", "mg",
    ]
    /// Those that take `--goto FILE:LINE`, and hand the file to a window unless they are told to wait.
    private static let takesGoto: Set<String> = ["code", "code-insiders", "codium", "cursor", "windsurf"]

    /// The command that opens a file, at a line if one is named and the editor is known to take one. The editor's own
    /// arguments are split by the shell, the path never is.
    func opening(_ path: String, line: Int? = nil) -> [String] {
        let words = name.split(separator: " ")
        let program = words.first?.split(separator: "/").last.map(String.init) ?? ""
        var command = name
        var file = "\"$1\""
        if Self.takesGoto.contains(program) {
            if !words.contains("--wait"), !words.contains("-w") { command += " --wait" }
            if let line { (command, file) = (command + " --goto", "\"$1\":\(line)") }
        } else if let line, Self.takesPlus.contains(program) {
            command += " +\(line)"
        }
        return ["/bin/sh", "-c", "\(command) \(file)", "sh", path]
    }

    /// Why nothing came of it; nil for a status that says it went well.
    func failure(status: Int32) -> String? {
        let editor = variable.map { "$\($0) is '\(name)'" } ?? "$EDITOR is not set, and 'vi' is used"
        switch status {
        case 0: return nil
        case 126: return "\(editor): the command cannot be run."
        case 127: return "\(editor): command not found."
        case 129...: return "The editor was ended by signal \(status - 128)."
        default: return "The editor ended with status \(status)."
        }
    }
}

/// Opens a text in the person's editor, in a file that only the person may read and that is gone afterwards.
struct TextEditor: Sendable {
    let editor: EditorCommand

    func edit(_ text: String, named name: String = "body.json", run: ([String]) -> Int32) -> EditedText {
        let file: ScratchFile
        do {
            file = try ScratchFile(text, named: name)
        } catch {
            return .failed(error.sentence)
        }
        defer { file.remove() }
        if let failure = editor.failure(status: run(editor.opening(file.path))) {
            return .failed("\(failure) Nothing was taken over.")
        }
        do {
            let edited = try String(contentsOfFile: file.path, encoding: .utf8)
            return edited == text ? .unchanged : .text(edited)
        } catch {
            return .failed("What the editor left is no text in UTF-8; nothing was taken over.")
        }
    }
}

enum EditedText: Hashable, Sendable {
    case text(String)
    case unchanged
    case failed(String)
}

extension EffectRunner {
    func edit(_ text: String, for panel: PanelID) {
        guard let app else { return }
        let edited = app.textEditor.edit(text) { command in
            terminal.runOutside { NcursesTerminal.run(command) }
        }
        post(.panel(panel, .edited(edited)))
    }
}

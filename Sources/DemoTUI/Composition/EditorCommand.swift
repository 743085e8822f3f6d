import Foundation
import Terminal

/// The user's editor: `$VISUAL` or `$EDITOR`, else `vi`. An empty variable counts as unset.
struct EditorCommand: Hashable, Sendable {
    /// The command with its arguments, as in the variable.
    let name: String
    /// The variable it is from; nil for the default.
    private let variable: String?

    init(environment: [String: String]) {
        variable = ["VISUAL", "EDITOR"].first { !(environment[$0] ?? "").isEmpty }
        name = variable.flatMap { environment[$0] } ?? "vi"
    }

    /// Editors that take `+LINE` before the file.
    private static let takesPlus: Set<String> = [
        "vi", "vim", "nvim", "view", "nano", "pico", "emacs", "emacsclient", "micro", "kak", "joe", "mg",
    ]
    /// Editors that take `--goto FILE:LINE`, and need an option to wait for their window.
    private static let takesGoto: Set<String> = ["code", "code-insiders", "codium", "cursor", "windsurf"]

    /// The command that opens a file, at a line if the editor is known to take one. The shell splits the editor's own
    /// arguments, never the path.
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

    /// The reason of a failure; nil for a successful status.
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

enum EditedText: Hashable, Sendable {
    case text(String)
    case unchanged
    case failed(String)
}

extension EffectRunner {
    /// Opens a text in the user's editor, in a private file that is removed afterwards.
    func edited(_ text: String, named name: String = "body.json", by app: OpenedApp.Services) -> EditedText {
        let editor = app.stubEditor.editor
        let file: ScratchFile
        do {
            file = try ScratchFile(text, named: name)
        } catch {
            return .failed(error.sentence)
        }
        defer { file.remove() }
        let status = terminal.runOutside { SystemTerminal.run(editor.opening(file.path)) }
        if let failure = editor.failure(status: status) {
            return .failed("\(failure) Nothing was taken over.")
        }
        do {
            let edited = try String(contentsOfFile: file.path, encoding: .utf8)
            return edited == text ? .unchanged : .text(edited)
        } catch {
            return .failed("The edited file is not UTF-8 text; nothing was changed.")
        }
    }
}

import Foundation
import Terminal

/// Opens a text in the person's editor, in a file that only the person may read and that is gone afterwards.
struct TextEditor: Sendable {
    let editor: EditorCommand

    /// The text as the editor left it. `run` carries the command out and gives its exit status.
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

/// What came of a text that was opened in an editor.
enum EditedText: Hashable, Sendable {
    /// It was saved with a change.
    case text(String)
    /// It is as it was.
    case unchanged
    /// There is no new text; the sentence says why.
    case failed(String)
}

extension EffectRunner {
    /// Opens a text in the editor for a panel.
    func edit(_ text: String, for panel: PanelID) {
        guard let app else { return }
        let edited = app.textEditor.edit(text) { command in
            terminal.runOutside { NcursesTerminal.run(command) }
        }
        post(.panel(panel, .edited(edited)))
    }
}

import Foundation

/// Opens a text in the person's editor, in a file that only the person may read and that is gone afterwards.
struct TextEditor: Sendable {
    let editor: EditorCommand

    /// The text as the editor left it. `run` carries the command out and gives its exit status.
    func edit(_ text: String, named name: String = "body.json", run: ([String]) -> Int32) -> EditedText {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("demo-tui-\(UUID().uuidString)")
        let file = folder.appendingPathComponent(name)
        let files = FileManager.default
        do {
            try files.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            return .failed(
                "No file could be made in \(folder.deletingLastPathComponent().path); set TMPDIR to a folder.")
        }
        defer { remove(folder) }
        // Made with its rights, not given them later: nobody else may look into it for a moment.
        guard files.createFile(atPath: file.path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        else { return .failed("\(file.path) could not be written.") }
        let status = run(editor.opening(file.path))
        guard status == 0 else {
            return .failed(
                status == 127
                    ? "The editor \"\(editor.name)\" was not found; set EDITOR to the one to use."
                    : "The editor ended with status \(status); nothing was taken over.")
        }
        do {
            let edited = try String(contentsOf: file, encoding: .utf8)
            return edited == text ? .unchanged : .text(edited)
        } catch {
            return .failed("What the editor left is no text in UTF-8; nothing was taken over.")
        }
    }

    private func remove(_ folder: URL) {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            // The person, or the editor, took it away already; in the temporary folder nothing reads it.
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

import APIDocument
import AppCore
import ArgumentParser
import Foundation
import SourceTexts
import WireFormats

struct InitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Write an app folder: the document, a stub file for each operation, fixtures.",
        discussion: """
            `demo-tui DIR` then opens it with the same replies, each in a file to edit. Run it again after a change of the document: \
            new files are added, untouched ones are updated, files that you changed stay, and stubs of removed operations are listed.

            Exit codes: 0 done, 2 if nothing could be done.
            """)

    @Argument(help: "The OpenAPI document: a file, a folder with one, or a URL.", completion: .document)
    var document: String

    @Argument(help: "The folder to write.", completion: .directory)
    var dir: String

    @Option(
        help: ArgumentHelp(
            "The server that you will start with, if it is not the document's: the stubs contain its path.",
            valueName: "url"))
    var baseURL: String?

    @Flag(help: "Say what would be written, and write nothing.")
    var dryRun = false

    @OptionGroup var reading: ReadingOptions

    func run() async throws {
        let lines = try await StandardError.exiting { try await carryOut() }
        for line in lines { StandardOutput.write(line) }
    }

    func carryOut() async throws -> [String] {
        var options = AppOptions(document: document, reading: reading, environment: ProcessInfo.processInfo.environment)
        options.writesOverlays = true
        let folder = try AppFolder(dir)
        var loaded = try await ReadDocument(options).loaded
        let manifest = try AppFolderManifest(of: dir)
        let name = AppFolderContents(loaded).documentName
        if let rival = try folder.rival(of: name) {
            throw Complaint(
                "\(dir): the folder has \(rival), the document is to be \(name). Delete \(rival), then run it again.")
        }
        let prefix = try baseURL.map { text in try BaseURL(text).pathPrefix }
        let copies = AppFolderContents(loaded).document
        // A document that the user changed in the folder will be opened, so the stubs are created for it.
        if let own = try folder.bytes(name), own != loaded.document.source.bytes,
            manifest.files[name]?.digest != FileDigest.text(own)
        {
            loaded = try await DocumentLoader().load(.path(dir))
        }
        let files = copies + (try AppFolderContents(loaded, below: prefix).stubs()) + [AppFolderReadme.file]
        let plan = try AppFolderPlan(files, after: manifest) { path throws(Complaint) in
            folder.isThere ? try folder.bytes(path) : nil
        }
        let isNew = !folder.isThere
        if !dryRun {
            let record = AppFolderFile(path: AppFolderManifest.name, bytes: try plan.manifest.bytes())
            let isRecorded = try folder.bytes(record.path) == record.bytes
            let written = plan.writes.map { ($0.path, $0.bytes) } + (isRecorded ? [] : [(record.path, record.bytes)])
            if !written.isEmpty { try folder.write(written) }
        }
        return report(plan, loaded, isNew: isNew)
    }

    private func report(_ plan: AppFolderPlan, _ loaded: LoadedDocument, isNew: Bool) -> [String] {
        // A new folder is not listed file by file.
        let listed = plan.steps.filter { $0.act != .none && !(isNew && $0.act == .add && !dryRun) }
        var lines = listed.map { step in
            let act = step.act.rawValue
            let padding = String(repeating: " ", count: max(0, 9 - act.count))
            return act + padding + step.path + (step.reason.isEmpty ? "" : ": \(step.reason)")
        }
        lines.append("\(dir): \(plan.summary)\(dryRun ? "; nothing was written" : "").")
        if isNew, !dryRun { lines.append("Open it: demo-tui \(dir) --demo") }
        let isHostless = URL(string: loaded.document.servers.first?.url ?? "/")?.host() == nil
        if loaded.url != nil, isHostless, let server = loaded.serverURL {
            lines.append("The document names no server: for live calls start with --base-url \(server.absoluteString)")
        }
        return lines + problems(of: loaded)
    }

    private static let mostProblems = 5

    private func problems(of loaded: LoadedDocument) -> [String] {
        let all = loaded.document.problems.map(\.description)
        let rest = all.count - Self.mostProblems
        return all.prefix(Self.mostProblems) + (rest > 0 ? ["and \(rest) more: demo-tui check \(document)"] : [])
    }
}

import ArgumentParser
import DemoManager
import DemoManagerFiles
import Foundation
import Recordings
import SourceTexts
import WireFormats

struct ExportCommand: AsyncParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable { case har, wiremock }

    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write recordings or stubs as an HTTP Archive (HAR) or for WireMock.",
        discussion: """
            har: one file, to --output or to standard output. wiremock: the folders mappings and __files in --output, for WireMock's \
            --root-dir; form fields and path templates need WireMock 3. Exit code 1 if a stub cannot be expressed in that format; all others are written.
            """)

    @Argument(
        help: ArgumentHelp("A folder with recordings or stubs, or an app folder with stubs in it.", valueName: "dir"),
        completion: .directory)
    var folder: String

    @Option(help: "What to write.")
    var format: Format = .har

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The file or folder to write to.", valueName: "path"),
        completion: .file())
    var output: String?

    func validate() throws {
        if format == .wiremock, output == nil { throw ValidationError("--format wiremock needs --output DIR.") }
    }

    func run() async throws {
        let manager = DemoManager()
        let (stubs, fixtures) = Self.folders(in: folder)
        var problems = manager.loadStubs(folder: stubs, fixtures: fixtures)
        // From the oldest to the newest, as in their files.
        let list = manager.stubs.reversed().map(\.stub)
        guard !list.isEmpty else {
            for problem in problems.dropLast() { StandardError.write(problem.description) }
            throw StandardError.exit(2, problems.last?.description ?? "\(folder): there are no stubs in this folder.")
        }
        switch format {
        case .har:
            let (text, unsaid) = HARWriter.text(of: list, version: DemoTUICommand.version, redactor: manager.redactor)
            problems += unsaid
            try StandardError.exiting { try write(text) }
        case .wiremock:
            let layout = WireMockLayout(of: list)
            problems += layout.problems
            try StandardError.exiting { try layout.write(to: output ?? "") }
        }
        for problem in problems { StandardError.write(problem.description) }
        if problems.contains(where: { $0.severity == .error }) { throw ExitCode(1) }
    }

    private func write(_ text: String) throws(Complaint) {
        guard let output else { return StandardOutput.write(Array(text.utf8)) }
        try Output.write(Array(text.utf8), toFile: output, mode: 0o600)
    }

    /// The stubs of an app folder with the folder of their bodies; else the folder itself.
    private static func folders(in folder: String) -> (stubs: String, fixtures: String?) {
        let files = FileManager.default
        let stubs = folder + "/stubs"
        guard files.fileExists(atPath: stubs) else { return (folder, nil) }
        let fixtures = folder + "/fixtures"
        return (stubs, files.fileExists(atPath: fixtures) ? fixtures : folder)
    }
}

struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Make stubs of an HTTP Archive (HAR).",
        discussion: """
            Every reply becomes a stub in DIR, without secrets; several replies to one request become a sequence. Stubs that an \
            earlier import or recording made for the same requests are replaced. Exit code 1 if entries were left out because \
            they are invalid, too large or too many, each with its reason; all others are imported.
            """)

    @Argument(
        help: ArgumentHelp("The archive: a .har file.", valueName: "file"), completion: .file(extensions: ["har"]))
    var file: String

    @Argument(
        help: ArgumentHelp("The folder for the stubs: name it with --stubs or --record later.", valueName: "dir"),
        completion: .directory)
    var folder: String

    @Option(help: ArgumentHelp("Import what this host answered, and nothing else.", valueName: "name"))
    var host: String?

    @Flag(help: "Keep the cookies that replies set, without their values.")
    var cookies = false

    func run() async throws {
        let (archive, recording) = try StandardError.exiting {
            let archive = try HARFile(try SourceText(file: file), host: host, keepsCookies: cookies)
            let recording = Recording(of: DemoManager(), into: folder, tellsEach: true)
            try recording.start()
            return (archive, recording)
        }
        for problem in archive.problems { StandardError.write(problem.description) }
        await recording.record(archive.exchanges)
        await recording.finish()
        for await case .skipped(let sentence) in recording.news { StandardError.write(sentence) }
        for doubt in recording.doubts { StandardError.write("\(doubt).") }
        let status = recording.status
        if let failure = status.failure { throw StandardError.exit(1, failure) }
        StandardOutput.write(
            "Imported \(status.recorded) of \(archive.entryCount.of("entry", "entries")) into \(folder).")
        let isBroken = archive.problems.contains { $0.severity == .error }
        if isBroken || status.skipped > 0 { throw ExitCode(1) }
    }
}

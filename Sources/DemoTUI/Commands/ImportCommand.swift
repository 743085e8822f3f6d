import ArgumentParser
import DemoManager
import Foundation
import Recordings
import SourceTexts
import WireFormats

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

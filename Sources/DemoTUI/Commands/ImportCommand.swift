import ArgumentParser
import Foundation
import Recordings
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
        let archive: HARFile
        let recorder: Recorder
        let skips = Skips()
        do {
            archive = try HARFile(try SourceText(file: file), host: host, keepsCookies: cookies)
            recorder = try Recorder(folder: folder, onChange: { skips.follow($0) })
        } catch {
            throw StandardError.exit(2, error.description)
        }
        for problem in archive.problems { StandardError.write(problem.description) }
        for exchange in archive.exchanges {
            recorder.record(exchange)
            // Replies of a file can wait for the disk.
            if recorder.isFilling { await recorder.flush() }
        }
        await recorder.flush()
        for skip in skips.sentences { StandardError.write(skip) }
        for doubt in recorder.doubts { StandardError.write("\(doubt).") }
        let status = recorder.status
        if let failure = status.failure { throw StandardError.exit(1, failure) }
        let count = status.recorded
        StandardOutput.write(
            "Imported \(count) of \(archive.entryCount) \(archive.entryCount == 1 ? "entry" : "entries") into \(folder)."
        )
        let isBroken = archive.problems.contains { $0.severity == .error }
        if isBroken || status.skipped > 0 { throw ExitCode(1) }
    }
}

final class Skips: Sendable {
    private struct State {
        var count = 0
        var sentences: [String] = []
    }

    private let state = Lock(State())

    var sentences: [String] { state.withLock { $0.sentences } }

    func follow(_ status: Recorder.Status) {
        state.withLock { state in
            guard status.skipped > state.count, let sentence = status.lastSkip else { return }
            state.count = status.skipped
            state.sentences.append(sentence)
        }
    }
}

import APIDocument
import AppCore
import ArgumentParser
import DemoManager
import DemoManagerFiles
import Foundation
import WireFormats

/// Reads a document with its stubs and fixtures and lists the problems; with a server, also its deviations.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract:
            "List the problems of a document, its stubs and fixtures, and with --base-url of the server's replies.",
        discussion: """
            With --base-url it calls only GET and HEAD operations, with parameters from earlier replies, links, examples and defaults. \
            It never changes data.

            With --coverage it also lists the operations that no client of a gateway called.

            Exit codes: 0 without errors and warnings, 1 with some, 2 for wrong options.
            """)

    @OptionGroup var source: DocumentOptions

    @Option(help: "How to write the list.")
    var format: ListFormat = .text

    @OptionGroup var connection: ConnectionOptions

    @OptionGroup var coverage: CoverageOptions

    func run() async throws {
        let options = try StandardError.exiting { try connection.options(source, isDemo: false) }
        var problems: [CheckProblem]
        do {
            problems = try await Self.found(options, coverage)
        } catch let problem as Problem {
            problems = [CheckProblem(problem, .document)]
        } catch {
            throw StandardError.exit(2, "\(error)")
        }
        if format == .json {
            StandardOutput.write(lines: JSONValue.array(problems.map(\.json)).text(.pretty))
        } else {
            for problem in problems { StandardOutput.write("\(problem)") }
        }
        guard problems.allSatisfy({ $0.severity == .note }) else { throw ExitCode(1) }
        if format == .text {
            StandardOutput.write(problems.isEmpty ? "No problems." : "No problems beside these notes.")
        }
    }

    static func found(_ options: AppOptions, _ coverage: CoverageOptions? = nil) async throws -> [CheckProblem] {
        let read = try await ReadDocument(options)
        let loaded = read.loaded
        let manager = DemoManager()
        for folder in read.stubFolders { manager.load(folder) }
        let document = loaded.document
        let base = try options.baseURL.map { text in try BaseURL(text) }
        let report = ContractReport(
            document, below: base?.pathPrefix ?? loaded.serverPath, describedBelow: loaded.serverPath)
        let stubs = manager.stubs.map(\.stub)
        let catalog = ScreenCatalog(document)
        var found = (read.problems + catalog.problems).map { CheckProblem($0, .document) }
        // An error in the user's own keys or colours fails no document.
        found += Configuration(file: options.configurationFile).problems.map { CheckProblem($0, .configuration, .note) }
        found += report.exampleProblems() + report.sampleNotes()
        let bodies = Set(stubs.flatMap(\.sequence).compactMap(\.reply.bodyFile))
        let problems = manager.problems
        found += problems.map { CheckProblem($0, $0.path.map(bodies.contains) == true ? .fixture : .stub) }
        // Invalid JSON bodies were reported with their position.
        let broken = bodies.intersection(problems.compactMap(\.path))
        found += report.problems(of: stubs).filter { !broken.contains($0.file) }
        found += report.problems(of: stubs, among: catalog)
        // Recordings are not checked.
        found += read.stubFolders.filter { $0.isOwn || !$0.mayBeMissing }.flatMap {
            UnusedFixtures.notes(in: $0, of: stubs, besides: loaded.files)
        }
        if let server = options.baseURL {
            found += try await compare(options, with: server, stubbed: report.operations(of: stubs))
        }
        found += try coverage?.problems(of: document, below: loaded.serverPath) ?? []
        // An omission is reported once, however many bodies have it.
        var reported: Set<CheckProblem> = []
        return found.filter { $0.severity != .note || reported.insert($0).inserted }
    }

    private static func compare(_ options: AppOptions, with server: String, stubbed: Set<String>) async throws
        -> [CheckProblem]
    {
        let composition = AppComposition(options, manager: DemoManager())
        let result: Result<[CheckProblem], any Error>
        do {
            let clock = ContinuousClock()
            var last = clock.now
            var check = ServerCheck(try await composition.prepare(), at: server, stubbed: stubbed) { done, all in
                guard last.duration(to: clock.now) > .seconds(2) else { return }
                last = clock.now
                StandardError.write("\(done) of \(all) operations called.")
            }
            result = .success(await check.run())
        } catch {
            result = .failure(error)
        }
        await composition.stop()
        return try result.get()
    }
}

struct CheckProblem: Hashable, Sendable, CustomStringConvertible {
    enum Kind: String, Sendable { case document, example, stub, fixture, server, configuration, coverage }
    /// Notes alone do not fail the check.
    enum Severity: String, Sendable { case error, warning, note }

    let kind: Kind
    var severity: Severity = .error
    let file: String
    var position: TextPosition?
    var pointer: JSONPointer?
    /// The JSON Pointer in the file, for problems found by reading; only in JSON output.
    var filePointer: String?
    var operation: String?
    let message: String

    /// `openapi.yaml:12:5: note: what is wrong`.
    var description: String {
        let place = position.map { "\(file):\($0)" } ?? file
        let shown = (pointer?.tokens.isEmpty ?? true) ? "" : " at \(pointer ?? .root)"
        return "\(place): \(severity == .error ? "" : "\(severity.rawValue): ")\(message)\(shown)"
    }

    /// As JSON. Keys are never left out.
    var json: JSONValue {
        [
            "kind": .string(kind.rawValue), "severity": .string(severity.rawValue), "file": .string(file),
            "line": position.map { .number($0.line) } ?? .null,
            "column": position.map { .number($0.column) } ?? .null,
            "pointer": (pointer?.description ?? filePointer).map(JSONValue.string) ?? .null,
            "operation": operation.map(JSONValue.string) ?? .null, "message": .string(message),
        ]
    }
}

extension CheckProblem {
    init(_ problem: Problem, _ kind: Kind, _ severity: Severity? = nil) {
        self.init(
            kind: kind, severity: severity ?? (problem.severity == .error ? .error : .warning),
            file: problem.path ?? problem.file,
            position: problem.position, filePointer: problem.pointer, message: problem.message)
    }
}

enum UnusedFixtures {
    static func notes(in folder: ReadDocument.StubFolder, of stubs: [Stub], besides document: [String])
        -> [CheckProblem]
    {
        let used = Set(stubs.flatMap(\.sequence).compactMap(\.reply.bodyFile).map(UserStubs.real))
        let known = Set(document.map(UserStubs.real))
        let below = UserStubs.real(folder.stubs) + "/"
        // Unreadable folders were reported when their stubs were loaded.
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.fixtures)) ?? []
        return names.sorted().compactMap { name in
            let path = "\(folder.fixtures)/\(name)"
            let whole = UserStubs.real(path)
            guard FileManager.default.fileExists(atPath: path), !FileManager.default.isFolder(atPath: path),
                !name.split(separator: "/").contains(where: { $0.hasPrefix(".") }), !used.contains(whole),
                !known.contains(whole), !whole.hasPrefix(below), !name.lowercased().hasSuffix(".md")
            else { return nil }
            return CheckProblem(
                kind: .fixture, severity: .note, file: path,
                message: "no stub names this file; name it as bodyFileName, or delete it")
        }
    }
}

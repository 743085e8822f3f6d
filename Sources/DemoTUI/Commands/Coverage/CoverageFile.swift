import APIDocument
import AppCore
import ArgumentParser
import Foundation
import SourceTexts
import WireFormats

/// The file with the counts of a gateway: written while it runs at most every ten seconds, and at its end.
final class CoverageFile: Sendable {
    private static let pause = Duration.seconds(10)

    private let path: String
    /// The documents of reports.
    private let parts: [CoverageReport.Part]
    private let counter: CoverageCounter
    /// The counts of earlier runs.
    private let earlier: Coverage
    private let writing = Lock<Task<Void, Never>?>(nil)
    /// Held from reading the counts to the end of writing them, so that older ones never replace newer ones.
    private let file = Lock(())

    /// The format, by the file's name.
    enum Format: String { case json, html, xml }

    static func format(of path: String) -> Format? {
        Format(rawValue: URL(fileURLWithPath: path).pathExtension.lowercased())
    }

    /// Begins to write.
    ///
    /// - Parameters:
    ///   - path: ends with `.json`, `.html` or `.xml`; the counts of an existing JSON file are added to.
    /// - Throws: A complaint if the file has other content, which stays unchanged, or cannot be written.
    init(_ path: String, of counter: CoverageCounter, _ parts: [CoverageReport.Part]) throws(Complaint) {
        (self.path, self.counter, self.parts) = (path, counter, parts)
        counter.use(parts)
        var earlier = Coverage()
        do throws(Problem) {
            if Self.format(of: path) == .json, let counted = try Coverage.read(path) { earlier = counted }
        } catch {
            throw Complaint("--coverage \(error)")
        }
        guard Self.format(of: path) == .json || !parts.isEmpty else {
            throw Complaint("--coverage \(path) reports on a document, and there is none; name a .json file.")
        }
        self.earlier = earlier
        guard Output.mayWrite(to: path) else { throw Complaint("--coverage \(path) cannot be written.") }
        counter.onCount { [weak self] in self?.writeSoon() }
    }

    private func writeSoon() {
        writing.withLock { writing in
            guard writing == nil else { return }
            writing = Task { [weak self] in
                do { try await Task.sleep(for: Self.pause) } catch { return }
                self?.write()
            }
        }
    }

    /// Writes the counts.
    /// - Returns: a sentence if the file cannot be written.
    @discardableResult
    func write() -> String? {
        file.withLock { _ in writeNow() }
    }

    private func writeNow() -> String? {
        writing.withLock { writing in
            writing?.cancel()
            writing = nil
        }
        let coverage = earlier.adding(counter.coverage)
        let report = CoverageReport(coverage, of: parts)
        let text =
            switch Self.format(of: path) {
            case .html: report.html
            case .xml: report.junit
            case .json, nil: coverage.json.text(.pretty) + "\n"
            }
        do throws(Complaint) {
            try Output.write(Array(text.utf8), toFile: path)
            return nil
        } catch {
            return "--coverage \(error)"
        }
    }
}

/// The comparison of a document with the calls that gateways counted.
struct CoverageOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "List the operations that were never called, by the JSON file of gateway --coverage.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var coverage: String?

    @Option(help: ArgumentHelp("Fail if fewer operations were called. Needs --coverage.", valueName: "percent"))
    var atLeast: Int?

    func validate() throws {
        try require(
            coverage != nil || atLeast == nil,
            "--at-least compares with the calls that a gateway counted: name them with --coverage FILE.")
        try require((0...100).contains(atLeast ?? 0), "--at-least takes a number of percent from 0 to 100.")
    }

    /// Notes on everything that was never called or answered, and an error below the bound.
    ///
    /// - Parameter path: the document's base path.
    /// - Throws: The fault of the file, or a complaint if there is none.
    func problems(of document: APIDocument, below path: String) throws -> [CheckProblem] {
        guard let coverage else { return [] }
        guard let counted = try Coverage.read(coverage) else {
            throw Complaint("--coverage \(coverage): there is no such file; gateway --coverage writes it.")
        }
        let report = CoverageReport(counted.counts(below: path), of: [.init(document: document)])
        let file = document.source.name
        let notes = report.rows.compactMap { row -> CheckProblem? in
            let operation = row.operation ?? row.title
            var words = "\(operation) (\(row.title)) was never called"
            if row.calls.count > 0 {
                guard !row.missing.isEmpty else { return nil }
                words = "\(operation) was never answered with \(row.missing.joined(separator: ", "))"
            }
            return CheckProblem(kind: .coverage, severity: .note, file: file, operation: row.operation, message: words)
        }
        let isEnough = report.percent >= atLeast ?? 0
        let bound = isEnough ? "" : "; --at-least asks for \(atLeast ?? 0) %"
        return notes + [
            CheckProblem(
                kind: .coverage, severity: isEnough ? .note : .error, file: coverage, message: report.sentence + bound)
        ]
    }
}

import APIDocument
import ArgumentParser
import DemoManager
import Foundation
import WireFormats

/// Counts the calls of a gateway into a file: while it runs at most every ten seconds, and at its end.
final class CoverageFile: Sendable {
    private struct State: Sendable {
        var coverage: Coverage
        var writing: Task<Void, Never>?
    }

    private static let pause = Duration.seconds(10)

    private let path: String
    /// The document of reports, as it is now; nil without one.
    private let document: @Sendable () -> APIDocument?
    private let headers: [String: [String]]
    private let state: Lock<State>
    /// Held from reading the counts to the end of writing them, so that older ones never replace newer ones.
    private let file = Lock(())

    /// The format, by the file's name.
    enum Format: String { case json, html, xml }

    static func format(of path: String) -> Format? {
        Format(rawValue: URL(fileURLWithPath: path).pathExtension.lowercased())
    }

    /// Begins to count.
    ///
    /// - Parameters:
    ///   - path: ends with `.json`, `.html` or `.xml`; the counts of an existing JSON file are added to.
    /// - Throws: a complaint for a file that is something else; it stays as it is.
    init(_ path: String, of manager: DemoManager, _ document: @escaping @Sendable () -> APIDocument?)
        throws(Complaint)
    {
        self.path = path
        self.document = document
        var coverage = Coverage()
        do throws(Problem) {
            if Self.format(of: path) == .json, let earlier = try Coverage.read(path) { coverage = earlier }
        } catch {
            throw Complaint("--coverage \(error)")
        }
        guard Self.format(of: path) == .json || document() != nil else {
            throw Complaint("--coverage \(path) reports on a document, and there is none; name a .json file.")
        }
        state = Lock(State(coverage: coverage))
        headers = Dictionary(
            (document()?.operations ?? []).map { operation in
                (operation.id, operation.parameters.filter { $0.location == .header }.map(\.name))
            }, uniquingKeysWith: { first, _ in first })
        manager.onFinish = { [weak self] in self?.count($0) }
    }

    private func count(_ exchange: Exchange) {
        guard exchange.call.callback == nil else { return }
        state.withLock { state in
            state.coverage.count(exchange, headers: exchange.call.operation.flatMap { headers[$0] } ?? [])
            guard state.writing == nil else { return }
            state.writing = Task { [weak self] in
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
        let coverage = state.withLock { state in
            state.writing?.cancel()
            state.writing = nil
            return state.coverage
        }
        let report = document().map { CoverageReport(coverage, of: $0) }
        let text =
            switch Self.format(of: path) {
            case .html: report?.html
            case .xml: report?.junit
            case .json, nil: coverage.json.text(.pretty) + "\n"
            }
        do throws(Complaint) {
            try Output.write(Array((text ?? "").utf8), toFile: path)
            return nil
        } catch {
            return "--coverage \(path): \(error)"
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

    @Option(
        help: ArgumentHelp("Fail if fewer operations were called. Needs --coverage.", valueName: "percent"))
    var atLeast: Int?

    func validate() throws {
        guard coverage != nil || atLeast == nil else {
            throw ValidationError(
                "--at-least compares with the calls that a gateway counted: name them with --coverage FILE.")
        }
        guard (0...100).contains(atLeast ?? 0) else {
            throw ValidationError("--at-least takes a number of percent from 0 to 100.")
        }
    }

    /// Notes on everything that was never called or answered, and an error below the bound.
    ///
    /// - Throws: the fault of the file.
    func problems(of document: APIDocument) throws(Problem) -> [CheckProblem] {
        guard let coverage else { return [] }
        guard let counted = try Coverage.read(coverage) else {
            throw Problem("there is no such file; gateway --coverage writes it", file: coverage)
        }
        let report = CoverageReport(counted, of: document)
        let file = document.source.name
        let notes = report.rows.compactMap { row -> CheckProblem? in
            var words = "\(row.operation) (\(row.title)) was never called"
            if row.calls.count > 0 {
                guard !row.missing.isEmpty else { return nil }
                words = "\(row.operation) was never answered with \(row.missing.joined(separator: ", "))"
            }
            return CheckProblem(
                kind: .coverage, severity: .note, file: file, operation: row.operation, message: words)
        }
        let isEnough = report.percent >= atLeast ?? 0
        let bound = isEnough ? "" : "; --at-least asks for \(atLeast ?? 0) %"
        return notes + [
            CheckProblem(
                kind: .coverage, severity: isEnough ? .note : .error, file: coverage, message: report.sentence + bound)
        ]
    }
}

import APIDocument
import ArgumentParser
import WireFormats

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

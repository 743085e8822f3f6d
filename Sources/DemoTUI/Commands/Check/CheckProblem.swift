import JSONText

/// Something that `check` found.
struct CheckProblem: Hashable, Sendable, CustomStringConvertible {
    /// What it is in.
    enum Kind: String, Sendable { case document, example, stub, fixture, server }
    /// How bad it is; notes alone are no reason to fail.
    enum Severity: String, Sendable { case error, warning, note }

    let kind: Kind
    var severity: Severity = .error
    /// The file it is in, or would be mended in.
    let file: String
    var position: TextPosition?
    /// Where in the body, for what breaks a schema.
    var pointer: JSONPointer?
    /// Where in the file, for what reading found: the place's JSON Pointer, told to programs only.
    var filePointer: String?
    /// The operation it concerns.
    var operation: String?
    /// What is wrong, in one sentence.
    let message: String

    /// `openapi.yaml:12:5: note: what is wrong`.
    var description: String {
        let place = position.map { "\(file):\($0)" } ?? file
        let shown = (pointer?.tokens.isEmpty ?? true) ? "" : " at \(pointer ?? .root)"
        return "\(place): \(severity == .error ? "" : "\(severity.rawValue): ")\(message)\(shown)"
    }

    /// The same for programs. Keys are never left out.
    var json: JSONValue {
        [
            "kind": .string(kind.rawValue), "severity": .string(severity.rawValue), "file": .string(file),
            "line": position.map { .number(JSONNumber($0.line)) } ?? .null,
            "column": position.map { .number(JSONNumber($0.column)) } ?? .null,
            "pointer": (pointer?.description ?? filePointer).map(JSONValue.string) ?? .null,
            "operation": operation.map(JSONValue.string) ?? .null, "message": .string(message),
        ]
    }
}

extension CheckProblem {
    /// A problem that reading found.
    init(_ problem: Problem, _ kind: Kind) {
        self.init(
            kind: kind, severity: problem.severity == .error ? .error : .warning,
            file: kind == .fixture ? problem.path ?? problem.file : problem.file,
            position: problem.position, filePointer: problem.pointer, message: problem.message)
    }
}

import DemoManager
import Foundation
import HTTPTypes
import JSONText

/// Opens the stub that answered in `$VISUAL` or `$EDITOR`, or starts a new one for a request that none answered.
struct StubEditor: Sendable {
    /// A file and the line to open it at.
    struct Target: Hashable, Sendable {
        let path: String
        let line: Int?
        /// The folder a new stub was written to, which may not be loaded yet.
        var newFolder: String?
    }

    /// Why nothing can be opened.
    struct Refusal: Error, Hashable, Sendable {
        let sentence: String
    }

    /// Where new stubs are written: `--stubs`, else a folder of the user's own.
    let newStubsFolder: String
    let environment: [String: String]

    /// The file behind an exchange, made if no stub answered it.
    func target(of exchange: ExchangeNumber?, journal: DemoJournal) -> Result<Target, Refusal> {
        guard let exchange, let found = journal.exchange(exchange) else {
            return .failure(Refusal(sentence: "No request was made yet; there is no stub to open."))
        }
        if let stub = found.stub {
            if let body = stub.bodyFile { return .success(Target(path: body, line: nil)) }
            if let path = stub.origin.path { return .success(Target(path: path, line: stub.origin.position()?.line)) }
            if case .condition = stub.kind {
                return .failure(Refusal(sentence: "A built-in condition answered; press c to choose another."))
            }
            return .failure(Refusal(sentence: "That stub was not read from a file: \(stub.origin)."))
        }
        return newStub(for: found)
    }

    /// The command that opens a file; the editor's own arguments are split by the shell, the path never is.
    func command(for target: Target) -> [String] {
        let editor = environment["VISUAL"] ?? environment["EDITOR"] ?? "vi"
        // `+N` is what vi, vim, nano, emacs, micro and less understand.
        let line = target.line.map { "+\($0) " } ?? ""
        return ["/bin/sh", "-c", "\(editor) \(line)\"$1\"", "sh", target.path]
    }

    private func newStub(for exchange: Exchange) -> Result<Target, Refusal> {
        let path = exchange.request.path ?? "/"
        let bare = path.split(separator: "?", maxSplits: 1).first.map(String.init) ?? "/"
        let method = exchange.request.method.rawValue
        let slug = "\(method)\(bare)".lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        let file = URL(fileURLWithPath: newStubsFolder).appendingPathComponent(String(String(slug).prefix(100)) + ".yaml")
        guard !FileManager.default.fileExists(atPath: file.path) else {
            return .success(Target(path: file.path, line: nil, newFolder: newStubsFolder))
        }
        let quoted = JSONValue.string(bare).text()
        let text = """
            # Answers \(method) \(bare) in demo mode.
            request:
              method: \(method)
              urlPath: \(quoted)
            response:
              status: 200
              headers:
                Content-Type: application/json
              jsonBody: {}

            """
        do {
            try FileManager.default.createDirectory(atPath: newStubsFolder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
            return .success(Target(path: file.path, line: 9, newFolder: newStubsFolder))
        } catch {
            return .failure(Refusal(sentence: "No stub could be written to \(newStubsFolder); name a folder with --stubs."))
        }
    }
}

import DemoManager
import Foundation
import HTTPTypes
import JSONText

/// Opens the stub that answered in `$VISUAL` or `$EDITOR`, or starts a new one for a request that none answered, or that
/// was answered from the document: it starts with that reply.
struct StubEditor: Sendable {
    /// A file and the line to open it at.
    struct Target: Hashable, Sendable {
        let path: String
        let line: Int?
        /// Set if the file is the draft of a new stub.
        var draft: Draft?
    }

    /// A new stub while it is written: it lies outside of the stubs folder, so that it answers nothing before it is saved.
    struct Draft: Hashable, Sendable {
        let destination: String
        let text: String
    }

    /// Why nothing can be opened.
    struct Refusal: Error, Hashable, Sendable {
        let sentence: String
    }

    /// Where new stubs are written: `--stubs`, else a folder of the user's own.
    let newStubsFolder: String
    /// What an operation answers by the document; the body a new stub starts with.
    let example: @Sendable (String) -> JSONValue?
    let editor: EditorCommand

    /// The file behind an exchange, made if no stub of a file answered it.
    func target(of exchange: ExchangeNumber?, journal: DemoJournal) -> Result<Target, Refusal> {
        guard let exchange, let found = journal.exchange(exchange) else {
            return .failure(Refusal(sentence: "No request was made yet; there is no stub to open."))
        }
        if let stub = found.stub {
            if let body = stub.bodyFile { return .success(Target(path: body, line: nil)) }
            if let path = stub.origin.path { return .success(Target(path: path, line: stub.origin.position()?.line)) }
            if case .condition = stub.kind, stub.id == nil {
                return .failure(Refusal(sentence: "A built-in condition answered; press c to choose another."))
            }
            guard journal.isOfDocument(stub) else {
                return .failure(Refusal(sentence: "That stub was not read from a file: \(stub.origin)."))
            }
            return newStub(for: found, beginningWith: found.reply)
        }
        return newStub(for: found, beginningWith: nil)
    }

    /// The file a stub was read from, at its line.
    func target(of stub: StubNumber, in manager: DemoManager) -> Result<Target, Refusal> {
        guard let found = manager.state(of: stub)?.stub else {
            return .failure(Refusal(sentence: "That stub is gone."))
        }
        let origin = found.origin
        guard let path = origin.path else {
            if [.documentExample, .generated].contains(found.source) {
                return .failure(
                    Refusal(sentence: "That reply is the document's: press E on its screen to write your own."))
            }
            return .failure(Refusal(sentence: "That stub was not read from a file: \(origin)."))
        }
        return .success(Target(path: path, line: origin.position()?.line))
    }

    /// The command that opens a file.
    func command(for target: Target) -> [String] { editor.opening(target.path, line: target.line) }

    /// A draft of a stub. Where a condition answered it is one for that condition: switched off, by its name.
    private func newStub(
        for exchange: Exchange, beginningWith answer: (status: Int, body: JSONValue?)?
    ) -> Result<Target, Refusal> {
        let condition = exchange.condition
        let path = exchange.request.path ?? "/"
        let bare = path.split(separator: "?", maxSplits: 1).first.map(String.init) ?? "/"
        let method = exchange.request.method.rawValue
        let file = URL(fileURLWithPath: newStubsFolder).appendingPathComponent(
            Self.fileName(method, bare, condition))
        guard !FileManager.default.fileExists(atPath: file.path) else {
            return .success(Target(path: file.path, line: nil))
        }
        let example = answer?.body ?? exchange.call.operation.flatMap(example) ?? .object(JSONObject([]))
        let body = example.text(.pretty).split(separator: "\n").joined(separator: "\n    ")
        let text = """
            # Answers \(method) \(bare) in demo mode\(condition == nil ? "" : ", while that condition is chosen").
            \(condition.map { "name: \(JSONValue.string($0).text())\nenabled: false\n" } ?? "")request:
              method: \(method)
              urlPath: \(JSONValue.string(bare).text())
            response:
              status: \(answer?.status ?? 200)
              headers:
                Content-Type: application/json
              jsonBody:
                \(body)

            """
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("demo-tui-\(UUID().uuidString)")
        let draft = folder.appendingPathComponent(file.lastPathComponent)
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try Data(text.utf8).write(to: draft)
            return .success(Target(path: draft.path, line: 10, draft: Draft(destination: file.path, text: text)))
        } catch {
            return .failure(Refusal(sentence: "No draft could be written to \(folder.path)."))
        }
    }

    /// `get-a-b.yaml` for `GET /a/b`. What does not say all it was made of - `/a-b`, capital letters, a long path, a
    /// condition - ends in a digest of that, so that no two requests share a file.
    static func fileName(_ method: String, _ path: String, _ condition: String?) -> String {
        let words = "\(method)\(path)\(condition.map { "-" + $0 } ?? "")"
        let slug = String(words.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }.prefix(90))
        let isWhole =
            condition == nil && slug.count == words.count
            && path.allSatisfy { $0 == "/" || $0.isASCII && ($0.isLowercase || $0.isNumber) }
        guard !isWhole else { return slug + ".yaml" }
        let whole = [method, path, condition ?? ""].joined(separator: "\n")
        return "\(slug)-\(FileDigest.text(Array(whole.utf8)).prefix(8)).yaml"
    }

    /// Takes over what the editor left: a new stub goes to the stubs folder only if it was saved.
    /// - Returns: nil if there is nothing to load.
    func finish(_ target: Target, status: Int32) -> Refusal? {
        guard let draft = target.draft else {
            return status == 0 ? nil : Refusal(sentence: "The editor ended with status \(status).")
        }
        let files = FileManager.default
        defer { removeDraft(target.path) }
        guard status == 0 else {
            return Refusal(sentence: "No stub was written: the editor ended with status \(status).")
        }
        do {
            guard try String(contentsOfFile: target.path, encoding: .utf8) != draft.text else {
                return Refusal(sentence: "No stub was written: the draft was not saved with a change.")
            }
            try files.createDirectory(atPath: newStubsFolder, withIntermediateDirectories: true)
            try files.moveItem(atPath: target.path, toPath: draft.destination)
            return nil
        } catch {
            return Refusal(sentence: "No stub could be written to \(newStubsFolder); name a folder with --stubs.")
        }
    }

    private func removeDraft(_ path: String) {
        do {
            try FileManager.default.removeItem(at: URL(fileURLWithPath: path).deletingLastPathComponent())
        } catch {
            // A draft in the system's temporary folder may stay; nothing reads it.
        }
    }
}

extension DemoJournal {
    /// Whether the document answered, by an example or a value made from a schema, so that there is no file.
    fileprivate func isOfDocument(_ stub: StubRef) -> Bool {
        let source: StubSource? =
            if case .stub(let source) = stub.kind { source } else {
                stub.id.flatMap { manager.state(of: $0)?.stub.source }
            }
        return source == .documentExample || source == .generated
    }
}

extension Exchange {
    /// The condition that answered, by its name.
    fileprivate var condition: String? {
        if case .condition(let condition)? = stub?.kind { condition.name } else { nil }
    }

    /// What was answered: the status, and the body if it is JSON as a whole.
    fileprivate var reply: (status: Int, body: JSONValue?)? {
        guard let outcome, case .status(let status) = outcome.end else { return nil }
        guard !outcome.isCut, !outcome.body.isEmpty else { return (status, nil) }
        do {
            return (status, try JSONValue(parsing: outcome.body))
        } catch {
            // XML, a file: the example of the operation has to do.
            return (status, nil)
        }
    }
}

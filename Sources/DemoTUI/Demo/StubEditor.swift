import APIModel
import DemoManager
import DemoManagerFiles
import Foundation
import HTTPTypes
import SourceTexts
import Terminal
import WireFormats

/// Opens the stub that answered in `$VISUAL` or `$EDITOR`. Without one, or for a reply of the document, starts a new
/// stub with that reply.
struct StubEditor: Sendable {
    struct Target: Hashable, Sendable {
        let path: String
        let line: Int?
        /// The file that is saved in the end; `path` itself if that is opened.
        let destination: String
        let before: [UInt8]
        /// The file that is opened instead of the destination, which changes only when it is saved.
        var scratch: ScratchFile?
        /// The installed file that the destination replaces.
        var original: String?

        func isPlace(of problem: Problem) -> Bool {
            URL(fileURLWithPath: problem.path ?? problem.file).lastPathComponent
                == URL(fileURLWithPath: destination).lastPathComponent
        }
    }

    enum Outcome: Hashable, Sendable {
        case failed(String)
        case unchanged
        case saved
    }

    /// The stubs of the document that has an operation with this id; nil takes the first document's.
    let own: @Sendable (String?) -> UserStubs
    /// The document's success of an operation, for a new stub.
    let example: @Sendable (String) -> (status: Int, body: JSONValue?)?
    let editor: EditorCommand

    /// The file of an exchange's stub, created if no stub of a file answered it.
    func target(of exchange: ExchangeNumber?, journal: DemoJournal) throws(Complaint) -> Target {
        guard let exchange, let found = journal.exchange(exchange) else {
            throw Complaint("No request was made yet; there is no stub to open.")
        }
        guard let stub = found.stub else { return try newStub(for: found, nil, in: journal.manager) }
        if let path = stub.bodyFile ?? stub.origin.path {
            let line = stub.bodyFile == nil ? stub.origin.position()?.line : nil
            let whole = stub.id.flatMap { journal.manager.state(of: $0)?.stub }
            return try opening(path, line: line, of: whole)
        }
        if case .condition(let condition) = stub.kind, stub.id == nil {
            guard let operation = found.call.operation else {
                throw Complaint("A built-in condition answered; press \(key: .chooseCondition) to choose another.")
            }
            return try target(of: condition.name, for: operation, in: journal.manager)
        }
        guard journal.isOfDocument(stub) else { throw Complaint("That stub was not read from a file: \(stub.origin).") }
        return try newStub(for: found, found.reply, in: journal.manager)
    }

    /// The stub that answers a condition of an operation, or a new one with the reply it has now.
    func target(of condition: String, for operation: String, in manager: DemoManager) throws(Complaint) -> Target {
        guard let answer = manager.answer(to: Condition(name: condition), ofOperation: operation),
            answer.reply.fault == nil, let described = manager.operations.first(where: { $0.id == operation })
        else { throw Complaint("\(operation) has no such reply to edit.") }
        if answer.stub.origin.path != nil, let id = answer.stub.id { return try target(of: id, in: manager) }
        let body = try? JSONValue(parsing: answer.reply.body)
        return try newStub(
            described.method.rawValue, described.pathTemplate, of: operation, condition: condition,
            status: answer.reply.status.code, body: body ?? .object(JSONObject()))
    }

    func target(of stub: StubNumber, in manager: DemoManager) throws(Complaint) -> Target {
        guard let found = manager.state(of: stub)?.stub else { throw Complaint("That stub is gone.") }
        let origin = found.origin
        guard let path = origin.path else {
            if [.documentExample, .generated].contains(found.source) {
                throw Complaint(
                    "That reply is the document's: press \(key: .editStub) on its screen to write your own.")
            }
            throw Complaint("That stub was not read from a file: \(origin).")
        }
        return try opening(path, line: origin.position()?.line, of: found)
    }

    func target(of problem: Problem) throws(Complaint) -> Target {
        try opening(problem.path ?? problem.file, line: problem.position?.line, of: nil)
    }

    func command(for target: Target) -> [String] { editor.opening(target.path, line: target.line) }

    func finish(_ target: Target, status: Int32) -> Outcome {
        var isKept = false
        defer { if !isKept { target.scratch?.remove() } }
        if let failure = editor.failure(status: status) { return .failed(failure) }
        do {
            let after = try [UInt8](Data(contentsOf: URL(fileURLWithPath: target.path)))
            if after == target.before { return .unchanged }
            guard let scratch = target.scratch else { return .saved }
            guard let bytes = asWritten(after, for: target) else { return .unchanged }
            do {
                try Output.write(bytes, toFile: target.destination)
                return .saved
            } catch {
                isKept = true
                return .failed("\(error) Your text is in \(scratch.keep()).")
            }
        } catch {
            return .failed("\(target.path) is gone: the editor left nothing to read.")
        }
    }

    // MARK: Opening

    /// A file unchanged; one line of JSON laid out; a copy of a file that is not the user's.
    private func opening(_ path: String, line: Int?, of stub: Stub?) throws(Complaint) -> Target {
        let own = own(stub?.operation)
        guard own.mayChange(path) else {
            // A copy beside the file itself would not override it.
            guard let stub, stub.origin.path?.hasPrefix(own.folder + "/") != true else {
                throw Complaint(
                    FileManager.default.fileExists(atPath: path)
                        ? "\(path) is read-only: it is part of the installed program, or not writable."
                        : "\(path) was deleted; its stubs stay until the program ends. After a restart, E writes a new one."
                )
            }
            return try copy(of: stub, in: path)
        }
        let bytes: [UInt8]
        do {
            bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
        } catch {
            throw Complaint("\(path) cannot be read.")
        }
        guard let value = Self.oneLine(bytes) else {
            return Target(path: path, line: line, destination: path, before: bytes)
        }
        let text = value.text(.pretty) + "\n"
        let scratch = try scratchFile(text, named: URL(fileURLWithPath: path).lastPathComponent)
        return Target(path: scratch.path, line: nil, destination: path, before: Array(text.utf8), scratch: scratch)
    }

    private func scratchFile(_ text: String, named name: String) throws(Complaint) -> ScratchFile {
        do { return try ScratchFile(text, named: name) } catch { throw Complaint(error.sentence) }
    }

    /// JSON on one line that is longer than a screen is wide.
    private static func oneLine(_ bytes: [UInt8]) -> JSONValue? {
        guard bytes.count > 120, !bytes.dropLast().contains(0x0A) else { return nil }
        return try? JSONValue(parsing: bytes)
    }

    /// The bytes to save: JSON that was laid out for the editor becomes one line again. Nil if no value changed.
    private func asWritten(_ bytes: [UInt8], for target: Target) -> [UInt8]? {
        guard target.original == nil, FileManager.default.fileExists(atPath: target.destination) else { return bytes }
        do {
            let value = try JSONValue(parsing: bytes)
            if try value == JSONValue(parsing: target.before) { return nil }
            let end = try Data(contentsOf: URL(fileURLWithPath: target.destination)).last == 0x0A ? "\n" : ""
            return Array((value.text() + end).utf8)
        } catch {
            // Saved unchanged: the stubs keep their earlier content, and report the mistake.
            return bytes
        }
    }

    // MARK: New files

    /// The user's stub in place of one in a file that is not theirs: it has precedence.
    private func copy(of stub: Stub, in path: String) throws(Complaint) -> Target {
        let digest = FileDigest.text(Array("\(stub.origin)".utf8)).prefix(8)
        let name = "\(Self.slug(stub.title))-\(digest).json"
        var copy = stub
        copy.uuid = nil
        for place in copy.sequence.indices {
            copy.sequence[place].reply.bodyFile = nil
            if let value = try? JSONValue(parsing: copy.sequence[place].reply.body) {
                copy.sequence[place].reply.body = value.bytes()
            }
        }
        let text: String
        do throws(Problem) {
            text = try MappingWriter().text(of: [copy])
        } catch {
            throw Complaint("\(path) is read-only, and cannot be copied: \(error.message).")
        }
        let source = SourceText(name: name, bytes: Array(text.utf8))
        let line = source.position(of: JSONPointer(tokens: ["mappings", "0", "response"]))?.line
        var target = try draft(text, named: name, line: line, in: own(stub.operation))
        target.original = path
        return target
    }

    /// A new file of the user, written when it is saved with a change; the existing file if there is one.
    private func draft(_ text: String, named name: String, line: Int?, in own: UserStubs) throws(Complaint) -> Target {
        let destination = own.folder + "/" + name
        guard !FileManager.default.fileExists(atPath: destination) else {
            return try opening(destination, line: nil, of: nil)
        }
        guard own.mayWrite else {
            throw Complaint("No stub can be written to \(own.folder); name a writable folder with --stubs.")
        }
        let scratch = try scratchFile(text, named: name)
        return Target(
            path: scratch.path, line: line, destination: destination, before: Array(text.utf8), scratch: scratch)
    }

    /// A stub for a request that none answered, or that a reply of the document did. A condition's reply becomes a
    /// stub for that condition: disabled, with its name.
    private func newStub(
        for exchange: Exchange, _ answer: (status: Int, body: JSONValue?)?, in manager: DemoManager
    ) throws(Complaint) -> Target {
        let path = exchange.request.path ?? "/"
        let described = exchange.call.operation.flatMap(example)
        let parts = path.split(separator: "?", maxSplits: 1).map(String.init)
        let query = Dictionary(FormItem.items(parts.dropFirst().first ?? "").map { ($0.name, $0.value) }) { $1 }
        let paging = manager.operations.first { $0.id == exchange.call.operation }?.pageParameters ?? []
        // The links of a server name the parameters.
        let names = paging.isEmpty ? query.keys.filter(PagingNames.ofLinks.has).sorted() : paging
        return try newStub(
            exchange.request.method.rawValue, parts.first ?? "/",
            of: exchange.call.operation, condition: exchange.condition,
            page: names.map { Page(name: $0, value: query[$0]) },
            hasFilters: query.keys.contains { !names.contains($0) },
            status: answer?.status ?? described?.status ?? 200,
            body: answer?.body ?? described?.body ?? .object(JSONObject([])))
    }

    private func newStub(
        _ method: String, _ path: String, of operation: String?, condition: String?, page: [Page] = [],
        hasFilters: Bool = false, status: Int, body: JSONValue
    ) throws(Complaint) -> Target {
        let scope = hasFilters ? ", whatever the rest of its query" : ""
        let matchers = page.map { "\n    \(JSONValue.string($0.name).text()): \($0.matcher)" }.joined()
        let pages = page.isEmpty ? "" : "\n  queryParameters:" + matchers
        let time = condition == nil ? "" : ", while that failure is chosen"
        let text = """
            # Answers \(method) \(path) in demo mode\(time)\(scope).
            \(condition.map { "name: \(JSONValue.string($0).text())\nenabled: false\n" } ?? "")request:
              method: \(method)
              \(path.contains("{") ? "urlPathTemplate" : "urlPath"): \(JSONValue.string(path).text())\(pages)
            response:
              status: \(status)
              headers:
                Content-Type: application/json
              jsonBody:
                \(body.text(.pretty).split(separator: "\n").joined(separator: "\n    "))

            """
        let later = page.compactMap { page in page.value.map { "\(page.name)=\($0)" } }
        let name = Self.fileName(method, path, condition ?? (later.isEmpty ? nil : later.joined(separator: "&")))
        return try draft(text, named: name, line: page.isEmpty ? 10 : 11 + page.count, in: own(operation))
    }

    /// A parameter that chooses the page of a list: a file holds one page, and others are generated.
    private struct Page {
        let name: String
        let value: String?

        var matcher: String { value.map { "{equalTo: \(JSONValue.string($0).text())}" } ?? "{absent: true}" }
    }

    /// `get-a-b.yaml` for `GET /a/b`. Ambiguous names - of `/a-b`, capital letters, long paths, conditions - end in a
    /// digest, so that no two requests share a file.
    static func fileName(_ method: String, _ path: String, _ condition: String?) -> String {
        let words = "\(method)\(path)\(condition.map { "-" + $0 } ?? "")"
        let slug = slug(words)
        let isWhole =
            condition == nil && slug.count == words.count
            && path.allSatisfy { $0 == "/" || $0.isASCII && ($0.isLowercase || $0.isNumber) }
        guard !isWhole else { return slug + ".yaml" }
        let whole = [method, path, condition ?? ""].joined(separator: "\n")
        return "\(slug)-\(FileDigest.text(Array(whole.utf8)).prefix(8)).yaml"
    }

    private static func slug(_ words: String) -> String {
        String(words.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }.prefix(90))
    }
}

extension DemoJournal {
    /// True if an example or generated sample of the document answered, which has no file.
    fileprivate func isOfDocument(_ stub: StubRef) -> Bool {
        let source: StubSource? =
            if case .stub(let source) = stub.kind { source } else {
                stub.id.flatMap { manager.state(of: $0)?.stub.source }
            }
        return source == .documentExample || source == .generated
    }
}

extension Exchange {
    fileprivate var condition: String? {
        if case .condition(let condition)? = stub?.kind { condition.name } else { nil }
    }

    fileprivate var reply: (status: Int, body: JSONValue?)? {
        guard let outcome, case .status(let status) = outcome.end else { return nil }
        // XML and files get the operation's example.
        return (status, outcome.isCut ? nil : try? JSONValue(parsing: outcome.body))
    }
}

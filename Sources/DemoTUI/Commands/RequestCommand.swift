import APIDocument
import AppCore
import ArgumentParser
import DemoManager
import Foundation
import HTTPTypes
import Recordings
import WireFormats

import struct APIDocument.Operation

struct RequestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "request", abstract: "Make one call of the API, live or demo, and print the reply.",
        discussion: """
            Exit codes: 0 for 2xx; 3, 4 and 5 for 3xx, 4xx and 5xx; 5 for one above, 6 without a reply, 7 if demo mode \
            refused the call, 1 if the recording, the output or the file of --output failed, 2 for wrong options, 141 if the \
            reader of the output left early.
            """)

    @Argument(help: "The operation's id, or its method and path: 'GET /users/{id}'.", completion: .operation)
    var operation: String

    @OptionGroup var source: DocumentOptions

    @Option(
        help: ArgumentHelp(
            "A parameter's value; may be repeated, also for the items of a list.", valueName: "name=value"))
    var param: [String] = []

    @Option(
        help: ArgumentHelp(
            "The body to send: text, @file, or - for standard input. For a form its fields as JSON.",
            valueName: "body"))
    var body: String?

    @Flag(help: "Answer by stubs; no connection is made.")
    var demo = false

    @Flag(help: "Do not remember writes.")
    var stateless = false

    @Flag(name: .shortAndLong, help: "Print the status and the headers before the body.")
    var include = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write the body into this file instead; an existing file is replaced.", valueName: "file"))
    var output: String?

    @OptionGroup var connection: ConnectionOptions

    /// All other commands take the document first, so both orders work.
    mutating func validate() throws {
        guard let document = source.document, Self.isThere(operation), !Self.isThere(document) else { return }
        (source.document, operation) = (operation, document)
    }

    private static func isThere(_ text: String) -> Bool {
        switch DocumentLocation(text) {
        case .remote: true
        case .path(let path): FileManager.default.fileExists(atPath: path)
        }
    }

    func run() async throws {
        var options = try StandardError.exiting { try connection.options(source, isDemo: demo) }
        options.remembersWrites = !stateless
        let composition = AppComposition(options)
        var code: Int32
        do {
            code = try await run(composition)
        } catch {
            StandardError.write("\(error)")
            code = 2
        }
        await composition.stop()
        if let failure = composition.recording.status.failure {
            StandardError.write(failure)
            code = code == 0 ? 1 : code
        }
        guard code == 0 else { throw ExitCode(code) }
    }

    private func run(_ composition: AppComposition) async throws -> Int32 {
        let app = try await composition.prepare()
        let problems = app.opened.read.overlayProblems + composition.manager.problems.filter { $0.severity == .error }
        for problem in problems { StandardError.write("\(problem)") }
        let endpoint = try endpoint(of: try operation(in: app.document), in: app.document)
        do throws(APIError) {
            return write(try await app.client.send(endpoint, in: CallContext(session: demo ? .demo : .live))) ? 0 : 1
        } catch {
            if let response = error.response, !write(response) { return 1 }
            if case .notSent = error.kind, case .unknown = app.server, !demo {
                StandardError.write(
                    "The document names no server: add --base-url URL, or --demo for an answer by stubs.")
                return Self.exitCode(error)
            }
            StandardError.write(error.userMessage)
            let isUnsigned = error.status == 401 && !error.isRefusingCredentials
            if isUnsigned, connection.secrets == nil, let advice = Secrets.advice(for: app.catalog.authentications) {
                StandardError.write(advice)
            }
            return Self.exitCode(error)
        }
    }

    private func operation(in document: APIDocument) throws(Complaint) -> Operation {
        if let found = Self.find(operation, in: document) { return found }
        let near =
            Self.advice(on: operation, in: document) ?? NearNames(of: operation, in: Self.names(in: document)).question
        throw Complaint(
            "There is no operation \"\(operation)\".\(near) List them: demo-tui screens \(named)--operations")
    }

    private func endpoint(of operation: Operation, in document: APIDocument) throws -> Endpoint {
        let request = Request(direct: operation, in: document)
        let texts = try parameters()
        if operation.requestBody?.isRequired == true, body == nil {
            throw Complaint("The operation needs a body: add --body '{...}', --body @file, or --body - to read it.")
        }
        var endpoint: Endpoint
        do {
            let values = try request.values(of: texts)
            for (name, text) in texts {
                if let fault = request.fault(in: text, for: name) {
                    throw Complaint("--param \(name)=\(text): \(fault)")
                }
            }
            if let name = texts.map(\.name).first(where: { name in
                request.takesOne(name) && texts.count { $0.name == name } > 1
            }) {
                throw Complaint("--param \(name) is given several times, but the parameter takes one value.")
            }
            endpoint = try request.endpoint(values)
        } catch let unknown as UnknownParameter {
            throw Complaint("--param: \(unknown)\(NearNames(of: unknown.name, in: unknown.known).question)")
        } catch let missing as MissingParameter {
            throw Complaint("The operation needs --param \(missing.parameter.name)=…")
        }
        guard let written = try bytes() else { return endpoint }
        let body: DirectBody
        do {
            body = try DirectBody(written, for: operation, in: document) { try FilePart(path: $0) }
        } catch let problem as Complaint {
            throw Complaint("--body cannot be sent to this operation: \(problem).")
        } catch let unread as APIError {
            throw Complaint("--body: \(unread.userMessage)")
        }
        let type = endpoint.headers[.contentType] ?? body.contentType ?? "application/json"
        endpoint.headers[.contentType] = type
        if let fault = Self.fault(of: body.bytes, as: type) {
            throw Complaint("--body is not JSON, but the operation takes \(type): \(fault)")
        }
        endpoint.body = body.bytes
        if let flaws = Self.flaws(in: body.bytes, as: type, of: operation, document) {
            StandardError.write("The body is sent although it is not as the document describes it: \(flaws).")
        }
        return endpoint
    }

    /// The first flaws of a JSON body; nil if it fits its schema.
    static func flaws(
        in body: [UInt8], as type: String, of operation: Operation, _ document: APIDocument
    ) -> String? {
        guard MediaTypeName(type).isJSON, let schema = operation.requestBody?.content.json?.schema,
            let value = try? JSONValue(parsing: body)
        else { return nil }
        return document.violations(of: value, against: schema, direction: .request, isThorough: true).listed(3)
    }

    private func parameters() throws(Complaint) -> [(name: String, text: String)] {
        try param.map { text throws(Complaint) in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else { throw Complaint("--param \(text): write name=value.") }
            return (name: parts[0], text: parts[1])
        }
    }

    /// The syntax error of a JSON body; nil for other types and for an empty body.
    private static func fault(of body: [UInt8], as type: String) -> String? {
        guard !body.isEmpty, MediaTypeName(type).isJSON else { return nil }
        do {
            _ = try JSONValue(parsing: body)
            return nil
        } catch {
            return "\(error.message) at \(error.position)."
        }
    }

    private var named: String {
        guard let document = source.document else { return "" }
        let isPlain = document.allSatisfy { $0.isLetter || $0.isNumber || "/._-+:@%=,~".contains($0) }
        return (isPlain ? document : "'" + document.replacingOccurrences(of: "'", with: "'\\''") + "'") + " "
    }

    /// The operation of an id, else of a method and a path of the document.
    static func find(_ text: String, in document: APIDocument) -> Operation? {
        if let operation = document.operation(text) { return operation }
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        return document.operations.first { $0.method.rawValue == parts[0].uppercased() && $0.path.text == parts[1] }
    }

    /// Advice for a path with its values filled in; nil if no operation has such a path.
    static func advice(on text: String, in document: APIDocument) -> String? {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        let words = parts[1].prefix { $0 != "?" }.split(separator: "/")
        let found = document.operations.first { operation in
            guard operation.method.rawValue == parts[0].uppercased() else { return false }
            let segments = operation.path.text.split(separator: "/")
            return segments.count == words.count
                && zip(segments, words).allSatisfy { $0 == $1 || $0.hasPrefix("{") && $0.hasSuffix("}") }
        }
        guard let found else { return nil }
        let values = zip(found.path.text.split(separator: "/"), words).filter { $0 != $1 }
            .map { " --param \($0.dropFirst().dropLast())=\($1)" }.joined()
        return " Write the path as the document does: '\(found.method.rawValue) \(found.path.text)'\(values)."
    }

    private static func names(in document: APIDocument) -> [String] {
        document.operations.flatMap { [$0.id, "\($0.method.rawValue) \($0.path.text)"] }
    }

    private static func exitCode(_ error: APIError) -> Int32 {
        if let status = error.status, status >= 300 { return min(Int32(status / 100), 5) }
        if case .notSent = error.kind { return 7 }
        return 6
    }

    private func bytes() throws -> [UInt8]? {
        guard let body else { return nil }
        guard body == "-" || body.hasPrefix("@") else { return Array(body.utf8) }
        do {
            if body == "-" { return [UInt8](try FileHandle.standardInput.readToEnd() ?? Data()) }
            return [UInt8](try Data(contentsOf: URL(fileURLWithPath: String(body.dropFirst()))))
        } catch {
            throw Complaint("--body \(body): there is no such file, or it cannot be read.")
        }
    }

    /// Writes a reply: unchanged to a pipe or a file, to a terminal safe and with JSON laid out. The head goes to
    /// standard output if the body goes into a file.
    /// - Returns: false if the file could not be written.
    private func write(_ response: APIResponse) -> Bool {
        var bytes: [UInt8] = []
        if include {
            bytes += Array("HTTP/1.1 \(response.status)\n".utf8)
            for field in response.head.headerFields { bytes += Array("\(field.name): \(field.value)\n".utf8) }
            bytes.append(UInt8(ascii: "\n"))
        }
        if let output {
            do {
                try Output.write(response.body, toFile: output)
            } catch {
                StandardError.write("--output \(error)")
                return false
            }
        } else if StandardOutput.isTerminal, BodyLines.isBinary(response.body) {
            let name = ContentKind.name(of: response.body) ?? "Binary data"
            StandardError.write(
                "\(name), \(ContentKind.size(response.body.count)): not shown. Add --output FILE to save it.")
        } else {
            let value = StandardOutput.isTerminal ? try? JSONValue(parsing: response.body) : nil
            bytes += value?.bytes(.pretty) ?? response.body
        }
        guard !bytes.isEmpty else { return true }
        StandardOutput.write(bytes)
        return true
    }
}

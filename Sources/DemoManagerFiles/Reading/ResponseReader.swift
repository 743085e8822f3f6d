import DemoManager
import Foundation
import HTTPTypes
import WireFormats

/// Reads a `response` of a stub file, or an entry of a `sequence`.
struct ResponseReader {
    /// True for an entry of a `sequence`: a response, or a fault or `passThrough`, given `repeat` times.
    let isEntry: Bool
    let bodies: BodyFiles?
    var path: URLTemplate?

    private static let responseKeys = ReplyReader.keys.union(ownProxyKeys).union([
        "bodyFileName", "events", "webSocket", "transformers", "transformerParameters",
    ])
    /// The keys of a response that forwards; the server's response replaces all others.
    private static let proxyKeys = ownProxyKeys.union([
        "status", "fixedDelayMilliseconds", "delayDistribution", "fromConfiguredStub", "repeat",
    ])
    private static let ownProxyKeys: Set<String> = [
        "proxyBaseUrl", "proxyUrlPrefixToRemove", "additionalProxyRequestHeaders",
    ]

    /// Reads the reply and its number of repetitions; nil if it is invalid.
    func read(_ node: Node) -> SequenceEntry? {
        var known = Self.responseKeys
        if isEntry { known.formUnion(["repeat", "passThrough"]) }
        guard let members = node.members(of: "a response", known) else { return nil }
        let isTemplate = members["transformers"] != nil
        var reply = ReplyReader.reply(members) { readFile($0, of: node, isTemplate: isTemplate, into: &$1) }
        if let passes = members["passThrough"] { reply.passesThrough = passes.boolean("passThrough") ?? false }
        if let base = members["proxyBaseUrl"] {
            reply.proxyBase = Self.proxyBase(base, beside: members)
        } else {
            let keys = Self.ownProxyKeys.sorted().filter { members[$0] != nil }
            for key in keys { members[key]?.flaw("\(key) stands beside proxyBaseUrl alone") }
        }
        if let template = template(members, of: reply) { reply.maker = ReplyMaker(template) }
        if let events = members["events"] { Self.readEvents(events, beside: Set(members.keys), into: &reply) }
        if let socket = members["webSocket"] { Self.readSocket(socket, beside: Set(members.keys), into: &reply) }
        let count = members["repeat"]?.integer("repeat", in: 1...1_000_000) ?? 1
        return SequenceEntry(reply, count: count)
    }

    /// Reads the events that make up the body of a reply.
    static func readEvents(_ node: Node, beside keys: Set<String>, into reply: inout Reply) {
        let others = ["body", "jsonBody", "base64Body", "bodyFileName", "chunkedDribbleDelay", "transformers"]
        if let other = others.first(where: keys.contains) {
            node.flaw("events are the body; \(other) cannot stand beside them")
        }
        guard let script = EventScript(node, contentType: reply.headers[.contentType]) else { return }
        if !reply.headers.contains(.contentType) { reply.headers[.contentType] = EventScript.contentType }
        var whole = StubReply()
        script.write(to: &whole)
        (reply.body, reply.pacing, reply.maker) = (whole.body, whole.pacing, script.maker)
    }

    /// Reads the script of a WebSocket, which replaces status and body.
    static func readSocket(_ node: Node, beside keys: Set<String>, into reply: inout Reply) {
        let others = [
            "status", "statusMessage", "body", "jsonBody", "base64Body", "bodyFileName", "chunkedDribbleDelay", "fault",
            "events", "passThrough",
        ]
        if let other = others.first(where: keys.contains) {
            node.flaw("a webSocket answers with messages; \(other) cannot stand beside it")
        }
        reply.webSocket = SocketScript(node, templates: reply.maker?.template)
        reply.status = SocketScript.plainStatus
    }

    private static func proxyBase(_ node: Node, beside members: [String: Node]) -> ProxyBase? {
        for key in members.keys.sorted() where !proxyKeys.contains(key) {
            members[key]?.flaw("\(key) is not supported beside proxyBaseUrl: the other server answers")
        }
        guard let text = node.text("proxyBaseUrl") else { return nil }
        guard !text.contains("{{") else {
            node.flaw("proxyBaseUrl cannot be a template")
            return nil
        }
        var base = node.attempt { try ProxyBase(text) }
        if let prefix = members["proxyUrlPrefixToRemove"] {
            base?.removedPrefix = prefix.text("proxyUrlPrefixToRemove") ?? ""
        }
        if let fields = members["additionalProxyRequestHeaders"] { base?.addedHeaders = ReplyReader.headers(fields) }
        return base
    }

    private func readFile(_ file: Node, of node: Node, isTemplate: Bool, into reply: inout Reply) {
        guard let name = file.text("bodyFileName") else { return }
        guard let bodies else { return file.flaw("bodyFileName needs a fixtures folder, and here is none") }
        do throws(Problem) {
            let body = try bodies.read(name)
            (reply.body, reply.bodyFile) = (body.bytes, body.path)
            // Not an error of the mapping: the body is sent unchanged.
            if let problem = body.problem, !isTemplate { node.flaws.elsewhere.append(problem) }
        } catch {
            file.flaw(error.message)
        }
    }
}

// MARK: - Templates

extension ResponseReader {
    /// The templates of a reply, if it has the transformer.
    private func template(_ members: [String: Node], of reply: Reply) -> ResponseTemplate? {
        let parameters = members["transformerParameters"]
        let names = members["transformers"]?.items("transformers") ?? []
        for name in names where name.value.stringValue != ResponseTemplate.name {
            name.flaw("the transformer \(name.value.text()) is not supported; there is \(ResponseTemplate.name)")
        }
        guard !names.isEmpty else {
            parameters?.flaw("transformerParameters need transformers: [\(ResponseTemplate.name)]")
            return nil
        }
        if let parameters, parameters.value.objectValue == nil {
            parameters.flaw("transformerParameters must be an object")
        }
        return ResponseTemplate(
            body: bodyTemplate(members, of: reply), headers: headerTemplates(members["headers"], of: reply),
            parameters: parameters?.value, path: path)
    }

    private func headerTemplates(_ node: Node?, of reply: Reply) -> [(place: Int, template: Template)] {
        guard let node else { return [] }
        return reply.headers.enumerated().filter { $1.value.contains("{{") }.compactMap { place, field in
            let name = field.name.rawName
            let node = Node(value: .null, pointer: node.pointer.appending(name), flaws: node.flaws)
            return Self.parsed(Array(field.value.utf8), "the header \(name)", at: node).map { (place, $0) }
        }
    }

    private func bodyTemplate(_ members: [String: Node], of reply: Reply) -> Template? {
        if let body = members["body"] ?? members["jsonBody"] { return Self.parsed(reply.body, "the body", at: body) }
        guard let file = members["bodyFileName"] else { return nil }
        let name = file.value.scalarText ?? ""
        if name.contains("{{") { file.flaw("the name of a body file cannot be a template; its content can") }
        // Binary data has no templates.
        let isText = String(utf8: reply.body) != nil
        guard isText, members["transformerParameters"]?.value["disableBodyFileTemplating"] != true else { return nil }
        return Self.parsed(reply.body, "the body file \(name)", at: file)
    }

    static func parsed(_ text: [UInt8], _ what: String, at node: Node) -> Template? {
        do throws(TemplateFault) {
            return try TemplateParser.template(text)
        } catch {
            node.flaw("\(what): \(error.description)")
            return nil
        }
    }
}

/// The body files of one load, each read once.
final class BodyFiles {
    struct Body {
        let bytes: [UInt8]
        let path: String
        /// The problem of its content: a file named `.json` must be JSON.
        let problem: Problem?
    }

    private let folder: FixtureFolder
    private var known: [String: Body] = [:]

    init(_ folder: FixtureFolder) {
        self.folder = folder
    }

    func read(_ name: String) throws(Problem) -> Body {
        if let body = known[name] { return body }
        let (bytes, path) = try folder.read(name)
        let body = Body(bytes: bytes, path: path, problem: problem(of: bytes, named: name, path))
        known[name] = body
        return body
    }

    private func problem(of bytes: [UInt8], named name: String, _ path: String) -> Problem? {
        // A recorded body is kept as the server sent it; the hash of its content is part of its name.
        guard name.lowercased().hasSuffix(".json"), !name.hasSuffix("-\(ByteHash(bytes).text).json") else {
            return nil
        }
        do throws(JSONError) {
            _ = try JSONValue(parsing: bytes)
            return nil
        } catch {
            let lines = try? JSONValue(lines: bytes)
            guard lines?.arrayValue?.isEmpty ?? true else { return nil }
            let shown = URL(fileURLWithPath: folder.root).lastPathComponent + "/" + name
            return Problem("not valid JSON: \(error.message)", file: shown, path: path, position: error.position)
        }
    }
}

extension DelayReader {
    /// The maximum number of messages in a script.
    static let mostRepeats = 10_000

    /// Reads the pause before a message of a script, and its number of repetitions.
    static func timing(_ members: [String: Node]) -> (after: Duration, count: Int) {
        let after = members["after"].flatMap { milliseconds($0, "after") }
        return (after ?? .zero, members["repeat"]?.integer("repeat", in: 1...mostRepeats) ?? 1)
    }
}

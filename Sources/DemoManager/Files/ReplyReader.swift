import Foundation
import HTTPTypes
import WireFormats

/// Reads a `response` of a stub file, an entry of a `sequence`, or a seed.
struct ReplyReader {
    /// The kind of reply; each has keys of its own.
    enum Kind {
        /// WireMock's `response`.
        case response
        /// An entry of a `sequence`: a response, or a fault or `passThrough`, given `repeat` times.
        case sequenceEntry
        /// A seeded reply: its `body` may be any JSON.
        case seed
    }

    let kind: Kind
    /// Reads a body file; nil where there are none.
    let bodies: BodyFiles?
    /// The path with parameters that the stub matches, for templates.
    var path: URLTemplate?

    private static let responseKeys: Set<String> = [
        "status", "statusMessage", "headers", "body", "jsonBody", "base64Body", "bodyFileName",
        "fixedDelayMilliseconds", "delayDistribution", "chunkedDribbleDelay", "fault", "fromConfiguredStub",
        "events", "webSocket",
    ]
    private static let templateKeys: Set<String> = ["transformers", "transformerParameters"]
    /// The keys of a response that forwards; the server's answer replaces everything else.
    private static let proxyKeys = ownProxyKeys.union([
        "status", "fixedDelayMilliseconds", "delayDistribution", "fromConfiguredStub", "repeat",
    ])
    private static let ownProxyKeys: Set<String> = [
        "proxyBaseUrl", "proxyUrlPrefixToRemove", "additionalProxyRequestHeaders",
    ]

    /// The reply, and how often it is given; nil where something is wrong with it.
    func read(_ node: Node) -> SequenceEntry? {
        var known = Self.responseKeys
        // Seeds answer alone: nothing leaves.
        if kind != .seed { known.formUnion(Self.templateKeys.union(Self.ownProxyKeys)) }
        if kind == .sequenceEntry { known.formUnion(["repeat", "passThrough"]) }
        guard let members = node.members(of: kind == .seed ? "a seeded reply" : "a response", known) else { return nil }
        var reply = Reply()
        if let status = members["status"] {
            reply.status = status.integer("status", in: 200...999) ?? 200
        }
        if let message = members["statusMessage"] { reply.statusMessage = reasonPhrase(message) }
        if let headers = members["headers"] { reply.headers = Self.headers(headers) }
        readBody(members, node, into: &reply)
        reply.delay = DelayReader.delay(members)
        reply.pacing = members["chunkedDribbleDelay"].flatMap(DelayReader.pacing)
        if let fault = members["fault"] { reply.fault = fault.choice("fault", of: Fault.self) }
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

    /// Reads the events of a reply, which are its body.
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

    /// Reads the script of a WebSocket, which answers instead of a status and a body.
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
        if let fields = members["additionalProxyRequestHeaders"] { base?.addedHeaders = headers(fields) }
        return base
    }

    private func reasonPhrase(_ node: Node) -> String? {
        guard let text = node.text("statusMessage") else { return nil }
        guard HTTPField.isValidValue(text) else {
            node.flaw("statusMessage must not contain line breaks or control characters")
            return nil
        }
        return text
    }

    /// Headers by name; a list gives a header several times.
    static func headers(_ node: Node) -> HTTPFields {
        var fields = HTTPFields()
        for (text, value) in node.named("headers") {
            guard let name = HTTPField.Name(text) else {
                value.flaw("\"\(text)\" is not a header's name")
                continue
            }
            let values = value.value.arrayValue == nil ? [value] : value.items("the header \(text)") ?? []
            for item in values {
                guard let content = item.text("the header \(text)") else { continue }
                // A line break would begin a header of its own.
                guard HTTPField.isValidValue(content) else {
                    item.flaw("the header \(text) must not contain line breaks or control characters")
                    continue
                }
                fields.append(HTTPField(name: name, value: content))
            }
        }
        return fields
    }

    private func readBody(_ members: [String: Node], _ node: Node, into reply: inout Reply) {
        let given = ["body", "jsonBody", "base64Body", "bodyFileName"].compactMap { members[$0] }
        guard given.count <= 1 else {
            given[1].flaw("a response has one body; keep one of body, jsonBody, base64Body, bodyFileName")
            return
        }
        if let body = members["body"] {
            if kind == .seed, body.value.stringValue == nil {
                reply.body = body.value.bytes()
                if !reply.headers.contains(.contentType) { reply.headers[.contentType] = "application/json" }
            } else {
                reply.body = Array((body.text("body") ?? "").utf8)
            }
        } else if let body = members["jsonBody"] {
            reply.body = body.value.bytes()
        } else if let body = members["base64Body"] {
            guard let text = body.text("base64Body"), let data = Data(base64Encoded: text) else {
                return body.flaw("base64Body is not Base64")
            }
            reply.body = [UInt8](data)
        } else if let file = members["bodyFileName"], let name = file.text("bodyFileName") {
            guard let bodies else { return file.flaw("bodyFileName needs a fixtures folder, and here is none") }
            do throws(Problem) {
                let body = try bodies.read(name)
                (reply.body, reply.bodyFile) = (body.bytes, body.path)
                // Not a flaw of the mapping, which may be the first to give this body: it is then given as it is.
                if let problem = body.problem, members["transformers"] == nil { node.flaws.elsewhere.append(problem) }
            } catch {
                file.flaw(error.message)
            }
        }
    }
}

// MARK: - Templates

extension ReplyReader {
    /// The templates of a reply that has the transformer for them.
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
        // A picture has no templates.
        let isText = String(utf8: reply.body) != nil
        guard isText, members["transformerParameters"]?.value["disableBodyFileTemplating"] != true else { return nil }
        return Self.parsed(reply.body, "the body file \(name)", at: file)
    }

    /// A template; its fault is noted.
    static func parsed(_ text: [UInt8], _ what: String, at node: Node) -> Template? {
        do throws(TemplateFault) {
            return try TemplateParser.template(text)
        } catch {
            node.flaw("\(what): \(error.description)")
            return nil
        }
    }
}

/// Body files of one load, each read once.
final class BodyFiles {
    /// One body file.
    struct Body {
        let bytes: [UInt8]
        let path: String
        /// The fault in it: a file that is called JSON has to be JSON.
        let problem: Problem?
    }

    private let folder: FixtureFolder
    private var known: [String: Body] = [:]

    init(_ folder: FixtureFolder) {
        self.folder = folder
    }

    /// The body called `name`.
    func read(_ name: String) throws(Problem) -> Body {
        if let body = known[name] { return body }
        let (bytes, path) = try folder.read(name)
        let body = Body(bytes: bytes, path: path, problem: problem(of: bytes, named: name, path))
        known[name] = body
        return body
    }

    private func problem(of bytes: [UInt8], named name: String, _ path: String) -> Problem? {
        // A recorded body stays as the server sent it; its name has the hash of its content.
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
            return Problem(
                "not valid JSON: \(error.message)", file: shown, path: path, position: error.position)
        }
    }
}

/// Reads the delays of a response: `fixedDelayMilliseconds`, `delayDistribution` and `chunkedDribbleDelay`.
enum DelayReader {
    /// The longest delay in milliseconds: a day is past every deadline.
    static let longest = 24 * 3_600_000

    /// The most messages of a script.
    static let mostRepeats = 10_000

    /// The keys of each kind of `delayDistribution`; those it needs come first.
    private static let kinds: [String: (needed: [String], optional: [String])] = [
        "uniform": (["lower", "upper"], []), "lognormal": (["median", "sigma"], ["maxValue"]),
        "fixed": (["milliseconds"], []),
    ]

    /// How long the response waits; what is wrong is noted and left out.
    ///
    /// - Parameter key: what the fixed one is called.
    static func delay(_ members: [String: Node], fixed key: String = "fixedDelayMilliseconds") -> Delay {
        var delay = Delay.none
        if let fixed = members[key] { delay.fixed = milliseconds(fixed, key) ?? .zero }
        if let node = members["delayDistribution"] { add(node, to: &delay) }
        return delay
    }

    /// How the body is paced.
    static func pacing(_ node: Node) -> Pacing? {
        let keys: Set<String> = ["numberOfChunks", "totalDuration"]
        guard let parts = node.members(of: "chunkedDribbleDelay", keys) else { return nil }
        if parts.count < keys.count { node.flaw("chunkedDribbleDelay needs numberOfChunks and totalDuration") }
        let chunks = parts["numberOfChunks"]?.integer("numberOfChunks", in: 1...1_000_000)
        let duration = parts["totalDuration"].flatMap { milliseconds($0, "totalDuration") }
        guard let chunks, let duration else { return nil }
        return .even(chunks: chunks, duration: duration)
    }

    /// The pause before a message of a script, and how often it is sent.
    static func timing(_ members: [String: Node]) -> (after: Duration, count: Int) {
        let after = members["after"].flatMap { milliseconds($0, "after") }
        return (after ?? .zero, members["repeat"]?.integer("repeat", in: 1...mostRepeats) ?? 1)
    }

    private static func add(_ node: Node, to delay: inout Delay) {
        guard let (kind, keys) = kind(of: node) else { return }
        guard let parts = node.members(of: "a \(kind) delayDistribution", Set(keys.needed + keys.optional + ["type"]))
        else { return }
        guard keys.needed.allSatisfy({ parts[$0] != nil }) else {
            return node.flaw("a \(kind) delayDistribution needs \(keys.needed.joined(separator: " and "))")
        }
        func duration(_ key: String) -> Duration? { parts[key].flatMap { milliseconds($0, key) } }
        switch kind {
        case "uniform":
            guard let lower = duration("lower"), let upper = duration("upper") else { return }
            guard lower <= upper else { return node.flaw("lower of a delayDistribution must not be above upper") }
            delay.random = .uniform(lower...upper)
        case "lognormal":
            guard let median = duration("median"), let sigma = parts["sigma"]?.number("sigma") else { return }
            let maximum = parts["maxValue"]?.number("maxValue").map { Duration(milliseconds: $0) }
            delay.random = .lognormal(median: median, sigma: sigma, maximum: maximum)
        default: delay.fixed += duration("milliseconds") ?? .zero
        }
    }

    /// The kind by its `type`, else by its keys.
    private static func kind(of node: Node) -> (String, (needed: [String], optional: [String]))? {
        let keys = Set(node.value.objectValue?.keys ?? [])
        let kind =
            node.value["type"].map { $0.stringValue ?? "" }
            ?? kinds.keys.sorted().first { kind in
                kinds[kind]?.needed.allSatisfy(keys.contains) == true
            }
        guard let kind, let known = kinds[kind] else {
            node.flaw("the type of a delayDistribution must be uniform, lognormal or fixed")
            return nil
        }
        return (kind, known)
    }

    private static func milliseconds(_ node: Node, _ key: String) -> Duration? {
        node.integer(key, in: 0...longest).map { .milliseconds($0) }
    }
}

extension Duration {
    /// A time in milliseconds, to the nanosecond; a day at most.
    init(milliseconds: Double) {
        self = .nanoseconds(Int64((min(milliseconds, Double(DelayReader.longest)) * 1e6).rounded()))
    }

    /// Its milliseconds, without the fraction of one.
    package var inMilliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
    }

    /// Its milliseconds where it is a whole number of them, at most a day: what a mapping can say.
    var wholeMilliseconds: Int? {
        let (seconds, attoseconds) = components
        guard attoseconds % 1_000_000_000_000_000 == 0, (0...86_400).contains(seconds), attoseconds >= 0 else {
            return nil
        }
        return inMilliseconds <= DelayReader.longest ? inMilliseconds : nil
    }
}

/// A folder bodies are read from, and confined to after symlinks are resolved.
struct FixtureFolder: Sendable {
    /// Its real path, without a slash at the end.
    let root: String

    /// The folder at `path`.
    init(_ path: String) throws(Problem) {
        guard let real = FileManager.realPath(path) else {
            throw Problem("no such fixtures folder: \(path)", file: path)
        }
        root = real
    }

    /// The file called `name` below the folder, with its real path.
    func read(_ name: String) throws(Problem) -> (bytes: [UInt8], path: String) {
        guard !name.isEmpty, !name.hasPrefix("/"), !name.utf8.contains(0) else {
            throw Problem("\"\(name)\" must be a path below the fixtures folder", file: root)
        }
        guard let path = FileManager.realPath("\(root)/\(name)") else {
            throw Problem("no such body file: \(name) in \(root)", file: root)
        }
        // After resolving, so that neither `..` nor a symlink leads out; the slash keeps `fixtures-old` out.
        guard path.hasPrefix(root + "/") else {
            throw Problem("\"\(name)\" leads out of the fixtures folder \(root)", file: root)
        }
        do {
            return ([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))), path)
        } catch {
            throw Problem("the body file \(name) cannot be read: \(error.localizedDescription)", file: root)
        }
    }
}

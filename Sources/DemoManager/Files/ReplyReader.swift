import Foundation
import HTTPTypes
import JSONText

/// Reads a `response` of a stub file, an entry of a `sequence`, or a seed.
struct ReplyReader {
    /// What kind of reply it is; each has keys of its own.
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

    private static let responseKeys: Set<String> = [
        "status", "statusMessage", "headers", "body", "jsonBody", "base64Body", "bodyFileName",
        "fixedDelayMilliseconds", "delayDistribution", "chunkedDribbleDelay", "fault", "fromConfiguredStub",
    ]
    /// What a response that forwards may have; the server's answer takes the place of everything else.
    private static let proxyKeys: Set<String> = [
        "proxyBaseUrl", "status", "fixedDelayMilliseconds", "delayDistribution", "fromConfiguredStub", "repeat",
    ]

    /// The reply, and how often it is given; nil where something is wrong with it.
    func read(_ node: Node) -> SequenceEntry? {
        var known = Self.responseKeys
        // Seeds answer alone: nothing leaves.
        if kind != .seed { known.insert("proxyBaseUrl") }
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
        reply.dribble = members["chunkedDribbleDelay"].flatMap(DelayReader.dribble)
        if let fault = members["fault"] { reply.fault = fault.choice("fault", of: Fault.self) }
        if let passes = members["passThrough"] { reply.passesThrough = passes.boolean("passThrough") ?? false }
        if let base = members["proxyBaseUrl"] { reply.proxyBase = Self.proxyBase(base, beside: members) }
        let count = members["repeat"]?.integer("repeat", in: 1...1_000_000) ?? 1
        return SequenceEntry(reply, count: count)
    }

    private static func proxyBase(_ node: Node, beside members: [String: Node]) -> ProxyBase? {
        for key in members.keys.sorted() where !proxyKeys.contains(key) {
            members[key]?.flaw("\(key) is not supported beside proxyBaseUrl: the other server answers")
        }
        guard let text = node.text("proxyBaseUrl") else { return nil }
        do throws(ProxyBase.InvalidURL) {
            return try ProxyBase(text)
        } catch {
            node.flaw("\(error)")
            return nil
        }
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
                if let problem = body.problem { node.flaws.elsewhere.append(problem) }
            } catch {
                file.flaw(error.message)
            }
        }
    }
}

/// Body files of one load, each read once.
final class BodyFiles {
    /// One body file.
    struct Body {
        let bytes: [UInt8]
        let path: String
        /// What is wrong in it: a file that is called JSON has to be JSON.
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
        // What was recorded stays as the server sent it; its name says what it holds.
        guard name.lowercased().hasSuffix(".json"), !name.hasSuffix("-\(ByteHash(bytes).text).json") else {
            return nil
        }
        do throws(JSONError) {
            _ = try JSONValue(parsing: bytes)
            return nil
        } catch {
            guard !isLines(bytes) else { return nil }
            let shown = URL(fileURLWithPath: folder.root).lastPathComponent + "/" + name
            return Problem(
                "not valid JSON: \(error.message)", file: shown, path: path, position: error.position)
        }
    }

    private func isLines(_ bytes: [UInt8]) -> Bool {
        do throws(JSONError) {
            return try JSONValue(lines: bytes).arrayValue?.isEmpty == false
        } catch {
            return false
        }
    }
}

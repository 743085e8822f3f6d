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

    /// The reply, and how often it is given; nil where something is wrong with it.
    func read(_ node: Node) -> SequenceEntry? {
        var known = Self.responseKeys
        if kind == .sequenceEntry { known.formUnion(["repeat", "passThrough"]) }
        guard let members = node.members(of: kind == .seed ? "a seeded reply" : "a response", known) else { return nil }
        var reply = Reply()
        if let status = members["status"] {
            reply.status = status.integer("status", in: 200...999) ?? 200
        }
        if let message = members["statusMessage"] { reply.statusMessage = reasonPhrase(message) }
        if let headers = members["headers"] { reply.headers = Self.headers(headers) }
        readBody(members, node, into: &reply)
        readDelay(members, into: &reply)
        if let fault = members["fault"] { reply.fault = fault.choice("fault", of: Fault.self) }
        if let passes = members["passThrough"] { reply.passesThrough = passes.boolean("passThrough") ?? false }
        let count = members["repeat"]?.integer("repeat", in: 1...1_000_000) ?? 1
        return SequenceEntry(reply, count: count)
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
            do throws(FixtureFolder.Unreadable) {
                (reply.body, reply.bodyFile) = try bodies.read(name)
            } catch {
                file.flaw(error.message)
            }
        }
    }

    private func readDelay(_ members: [String: Node], into reply: inout Reply) {
        let longest = 24 * 3_600_000
        if let fixed = members["fixedDelayMilliseconds"] {
            reply.delay.fixed = .milliseconds(fixed.integer("fixedDelayMilliseconds", in: 0...longest) ?? 0)
        }
        if let dribble = members["chunkedDribbleDelay"],
            let parts = dribble.members(of: "chunkedDribbleDelay", ["numberOfChunks", "totalDuration"])
        {
            let chunks = parts["numberOfChunks"]?.integer("numberOfChunks", in: 1...1_000_000)
            let duration = parts["totalDuration"]?.integer("totalDuration", in: 0...longest)
            if parts.count < 2 { dribble.flaw("chunkedDribbleDelay needs numberOfChunks and totalDuration") }
            if let chunks, let duration { reply.dribble = Dribble(chunks: chunks, duration: .milliseconds(duration)) }
        }
        guard let node = members["delayDistribution"] else { return }
        let keys: Set<String> = ["type", "lower", "upper", "median", "sigma", "maxValue", "milliseconds"]
        guard let parts = node.members(of: "delayDistribution", keys) else { return }
        func milliseconds(_ key: String) -> Duration? {
            parts[key]?.integer(key, in: 0...longest).map { .milliseconds($0) }
        }
        switch parts["type"]?.value.stringValue {
        case "uniform":
            guard let lower = milliseconds("lower"), let upper = milliseconds("upper"), lower <= upper else {
                return node.flaw("a uniform delay needs lower and upper, lower first")
            }
            reply.delay.random = .uniform(lower...upper)
        case "lognormal":
            guard let median = milliseconds("median"), let sigma = parts["sigma"]?.number("sigma") else {
                return node.flaw("a lognormal delay needs median and sigma")
            }
            let maximum = parts["maxValue"]?.number("maxValue").map { Duration.seconds(min($0 / 1_000, 3_600)) }
            reply.delay.random = .lognormal(median: median, sigma: sigma, maximum: maximum)
        case "fixed":
            guard let fixed = milliseconds("milliseconds") else {
                return node.flaw("a fixed delay needs milliseconds")
            }
            reply.delay.fixed += fixed
        default: node.flaw("the type of a delayDistribution must be uniform, lognormal or fixed")
        }
    }
}

/// Body files of one load, each read once.
final class BodyFiles {
    private let folder: FixtureFolder
    private var known: [String: (bytes: [UInt8], path: String)] = [:]

    init(_ folder: FixtureFolder) {
        self.folder = folder
    }

    /// The body called `name`, with its path.
    func read(_ name: String) throws(FixtureFolder.Unreadable) -> (bytes: [UInt8], path: String) {
        if let body = known[name] { return body }
        let body = try folder.read(name)
        known[name] = body
        return body
    }
}

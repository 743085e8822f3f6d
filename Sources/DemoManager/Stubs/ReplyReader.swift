import Foundation
import HTTPTypes
import WireFormats

/// Reads the parts that replies of seeds and of stub files share.
package enum ReplyReader {
    /// The keys of these parts.
    package static let keys: Set<String> = [
        "status", "statusMessage", "headers", "body", "jsonBody", "base64Body", "fixedDelayMilliseconds",
        "delayDistribution", "chunkedDribbleDelay", "fault", "fromConfiguredStub",
    ]

    /// The reply of a UI test's seed: its `body` may be any JSON value. It cannot pass through to a server.
    static func seed(_ node: Node) -> SequenceEntry? {
        guard let members = node.members(of: "a seeded reply", keys) else { return nil }
        return SequenceEntry(reply(members, isSeed: true) { _, _ in })
    }

    /// The reply with these members. Invalid ones are reported as flaws and ignored.
    ///
    /// - Parameters:
    ///   - isSeed: true if `body` may be any JSON value.
    ///   - readFile: reads `bodyFileName` into the reply.
    package static func reply(
        _ members: [String: Node], isSeed: Bool = false, readFile: (Node, inout Reply) -> Void
    ) -> Reply {
        var reply = Reply()
        if let status = members["status"] {
            reply.status = status.integer("status", in: 200...999) ?? 200
        }
        if let message = members["statusMessage"] { reply.statusMessage = reasonPhrase(message) }
        if let headers = members["headers"] { reply.headers = Self.headers(headers) }
        readBody(members, isSeed, into: &reply, readFile)
        reply.delay = DelayReader.delay(members)
        reply.pacing = members["chunkedDribbleDelay"].flatMap(DelayReader.pacing)
        if let fault = members["fault"] { reply.fault = fault.choice("fault", of: Fault.self) }
        return reply
    }

    private static func reasonPhrase(_ node: Node) -> String? {
        guard let text = node.text("statusMessage") else { return nil }
        guard HTTPField.isValidValue(text) else {
            node.flaw("statusMessage must not contain line breaks or control characters")
            return nil
        }
        return text
    }

    /// Headers by name; an array repeats a header.
    package static func headers(_ node: Node) -> HTTPFields {
        var fields = HTTPFields()
        for (text, value) in node.named("headers") {
            guard let name = HTTPField.Name(text) else {
                value.flaw("\"\(text)\" is not a header's name")
                continue
            }
            let values = value.value.arrayValue == nil ? [value] : value.items("the header \(text)") ?? []
            for item in values {
                guard let content = item.text("the header \(text)") else { continue }
                // A line break would begin another header.
                guard HTTPField.isValidValue(content) else {
                    item.flaw("the header \(text) must not contain line breaks or control characters")
                    continue
                }
                fields.append(HTTPField(name: name, value: content))
            }
        }
        return fields
    }

    private static func readBody(
        _ members: [String: Node], _ isSeed: Bool, into reply: inout Reply, _ readFile: (Node, inout Reply) -> Void
    ) {
        let given = ["body", "jsonBody", "base64Body", "bodyFileName"].compactMap { members[$0] }
        guard given.count <= 1 else {
            given[1].flaw("a response has one body; keep one of body, jsonBody, base64Body, bodyFileName")
            return
        }
        if let body = members["body"] {
            if isSeed, body.value.stringValue == nil {
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
        } else if let file = members["bodyFileName"] {
            readFile(file, &reply)
        }
    }
}

/// Reads the delays of a response: `fixedDelayMilliseconds`, `delayDistribution` and `chunkedDribbleDelay`.
package enum DelayReader {
    /// The maximum delay in milliseconds: a day exceeds every deadline.
    package static let longest = 24 * 3_600_000

    /// The keys of each kind of `delayDistribution`.
    private static let kinds: [String: (needed: [String], optional: [String])] = [
        "uniform": (["lower", "upper"], []), "lognormal": (["median", "sigma"], ["maxValue"]),
        "fixed": (["milliseconds"], []),
    ]

    /// The delay before the response. Invalid members are reported as flaws and ignored.
    ///
    /// - Parameter key: the key of the fixed delay.
    package static func delay(_ members: [String: Node], fixed key: String = "fixedDelayMilliseconds") -> Delay {
        var delay = Delay.none
        if let fixed = members[key] { delay.fixed = milliseconds(fixed, key) ?? .zero }
        if let node = members["delayDistribution"] { add(node, to: &delay) }
        return delay
    }

    /// The pacing of the body.
    package static func pacing(_ node: Node) -> Pacing? {
        let keys: Set<String> = ["numberOfChunks", "totalDuration"]
        guard let parts = node.members(of: "chunkedDribbleDelay", keys) else { return nil }
        if parts.count < keys.count { node.flaw("chunkedDribbleDelay needs numberOfChunks and totalDuration") }
        let chunks = parts["numberOfChunks"]?.integer("numberOfChunks", in: 1...1_000_000)
        let duration = parts["totalDuration"].flatMap { milliseconds($0, "totalDuration") }
        guard let chunks, let duration else { return nil }
        return .even(chunks: chunks, duration: duration)
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
            ?? kinds.keys.inOrder(<).first { kind in
                kinds[kind]?.needed.allSatisfy(keys.contains) == true
            }
        guard let kind, let known = kinds[kind] else {
            node.flaw("the type of a delayDistribution must be uniform, lognormal or fixed")
            return nil
        }
        return (kind, known)
    }

    package static func milliseconds(_ node: Node, _ key: String) -> Duration? {
        node.integer(key, in: 0...longest).map { .milliseconds($0) }
    }
}

extension Duration {
    /// A duration in milliseconds, rounded to nanoseconds; at most a day.
    package init(milliseconds: Double) {
        self = .nanoseconds(Int64((min(milliseconds, Double(DelayReader.longest)) * 1e6).rounded()))
    }

    /// The whole milliseconds.
    package var inMilliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}

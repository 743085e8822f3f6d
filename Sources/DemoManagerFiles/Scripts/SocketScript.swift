import DemoManager
import Foundation
import HTTPTypes
import WireFormats

/// The script of a WebSocket: its opening messages, and the replies to messages of the client.
package final class SocketScript: WebSocketScript {
    /// A message to send, or the close of the connection.
    package struct Step: Sendable {
        enum Content: Sendable, Hashable {
            case text(String)
            case json(JSONValue)
            case binary([UInt8])
            case close(code: Int, reason: String)
        }

        package fileprivate(set) var after = Duration.zero
        package fileprivate(set) var count = 1
        let content: Content
        /// The text as a template; nil if it is sent unchanged.
        fileprivate(set) var template: Template?
    }

    struct Rule: Sendable {
        let matcher: ValueMatcher?
        let steps: [Step]
    }

    /// A step in the form in which it is sent.
    package enum Output: Sendable, Hashable {
        case text(String)
        case binary([UInt8])
        case close(code: Int, reason: String)
    }

    /// The subprotocol to select, if the client offers it.
    package let subprotocol: String?
    package let opening: [Step]
    let rules: [Rule]
    /// `transformerParameters` and the stub's path, for templates; nil without them.
    private let templates: ResponseTemplate?
    /// True to send only the first half of each message.
    private let isCut: Bool

    private init(
        subprotocol: String?, opening: [Step], rules: [Rule], templates: ResponseTemplate?, isCut: Bool = false
    ) {
        (self.subprotocol, self.opening, self.rules, self.templates) = (subprotocol, opening, rules, templates)
        self.isCut = isCut
    }

    package func derived(by condition: Condition) -> any WebSocketScript {
        switch condition {
        case .empty: SocketScript(subprotocol: subprotocol, opening: [], rules: [], templates: nil)
        case .malformed:
            SocketScript(subprotocol: subprotocol, opening: opening, rules: rules, templates: templates, isCut: true)
        default: self
        }
    }

    /// The status for a request without an upgrade.
    static let plainStatus = 426

    /// The steps of the first rule that matches a message.
    package func steps(answering message: [UInt8]) -> [Step] {
        rules.first { $0.matcher?.matches(message) ?? true }?.steps ?? []
    }

    /// Converts a step to the form in which it is sent.
    ///
    /// - Parameters:
    ///   - request: the request that opened the connection.
    ///   - message: the message that it replies to; empty at the start.
    /// - Throws: the error of a template that cannot be rendered.
    package func output(of step: Step, to request: HTTPRequest, message: [UInt8]) throws -> Output {
        let output = try wholeOutput(of: step, to: request, message: message)
        guard isCut else { return output }
        return switch output {
        case .text(let text): .text(String(text.prefix(text.count / 2)))
        case .binary(let bytes): .binary(Array(bytes.prefix(bytes.count / 2)))
        case .close: output
        }
    }

    private func wholeOutput(of step: Step, to request: HTTPRequest, message: [UInt8]) throws -> Output {
        if let template = step.template {
            var run = TemplateRun(
                request: TemplateRequest(ReceivedRequest(request, body: message), path: templates?.path),
                parameters: templates?.parameters, now: Date(), random: TemplateRandom())
            return .text(try run.text(of: template))
        }
        return switch step.content {
        case .text(let text): .text(text)
        case .json(let value): .text(value.text(.compact))
        case .binary(let bytes): .binary(bytes)
        case .close(let code, let reason): .close(code: code, reason: reason)
        }
    }
}

// MARK: - Stub files

extension SocketScript {
    private static let mostBytes = 16 << 20

    /// Reads the `webSocket` of a response; reports errors as flaws.
    ///
    /// - Parameter templates: the templates of a response with the transformer, which also apply to its messages.
    convenience init?(_ node: Node, templates: ResponseTemplate?) {
        guard let members = node.members(of: "a webSocket", ["subprotocol", "send", "replies"]) else { return nil }
        if members["send"] == nil, members["replies"] == nil { node.flaw("a webSocket needs send or replies") }
        let before = node.flaws.errorCount
        let isTemplate = templates != nil
        let subprotocol = members["subprotocol"].flatMap(Self.subprotocol)
        let opening = members["send"].map { Self.steps($0, isTemplate: isTemplate) } ?? []
        let rules = (members["replies"]?.items("replies") ?? []).compactMap { Self.rule($0, isTemplate: isTemplate) }
        guard node.flaws.errorCount == before else { return nil }
        self.init(subprotocol: subprotocol, opening: opening, rules: rules, templates: templates)
    }

    private static func subprotocol(_ node: Node) -> String? {
        guard let text = node.text("subprotocol") else { return nil }
        // It must be a token, like the name of a header (RFC 6455 section 4.1).
        if HTTPField.Name(text) == nil { node.flaw("subprotocol must be one word, like chat.v1") }
        return text
    }

    private static func rule(_ node: Node, isTemplate: Bool) -> Rule? {
        guard let members = node.members(of: "a reply of a webSocket", ["when", "send"]) else { return nil }
        guard let send = members["send"] else {
            node.flaw("a reply of a webSocket needs send")
            return nil
        }
        let steps = steps(send, isTemplate: isTemplate)
        return Rule(matcher: members["when"].flatMap(MatcherReader.read), steps: steps)
    }

    private static func steps(_ node: Node, isTemplate: Bool) -> [Step] {
        let items = node.items("send") ?? []
        let steps = items.compactMap { step($0, isTemplate: isTemplate) }
        let (count, bytes) = steps.reduce((0, 0)) { ($0.0 + $1.count, $0.1 + $1.count * $1.size) }
        let most = DelayReader.mostRepeats
        if count > most { node.flaw("send has at most \(most) messages, not \(count)") }
        if bytes > mostBytes { node.flaw("the messages of send have at most \(mostBytes >> 20) MB together") }
        for (index, step) in steps.dropLast().enumerated() where items.count == steps.count {
            if case .close = step.content { items[index + 1].flaw("nothing can follow close") }
        }
        return steps
    }

    private static let contents = ["text", "json", "base64", "close"]

    private static func step(_ node: Node, isTemplate: Bool) -> Step? {
        let known = Set(contents + ["after", "repeat", "reason"])
        guard let members = node.members(of: "a message", known) else { return nil }
        let given = contents.filter { members[$0] != nil }
        guard given.count == 1, let value = members[given[0]] else {
            node.flaw("a message has exactly one of \(contents.joined(separator: ", "))")
            return nil
        }
        let isClose = given[0] == "close"
        if !isClose { members["reason"]?.flaw("only close has a reason") }
        if isClose { members["repeat"]?.flaw("close is sent once") }
        guard let content = content(given[0], value, reason: members["reason"]) else { return nil }
        var step = Step(content: content)
        (step.after, step.count) = DelayReader.timing(members)
        if isTemplate { step.template = template(content, value) }
        return step
    }

    private static func content(_ key: String, _ node: Node, reason: Node?) -> Step.Content? {
        switch key {
        case "text": return node.text("text").map { .text($0) }
        case "json": return .json(node.value)
        case "base64":
            guard let text = node.text("base64"), let data = Data(base64Encoded: text) else {
                node.flaw("base64 is not Base64")
                return nil
            }
            return .binary([UInt8](data))
        default:
            let text = reason?.text("reason") ?? ""
            if text.utf8.count > 123 { reason?.flaw("a reason has at most 123 bytes") }
            // RFC 6455 section 7.4: other codes must not be sent.
            guard let code = node.integer("close", in: 1_000...4_999), isSent(code) else {
                if node.value.intValue != nil {
                    node.flaw("close must be 1000 to 1003, 1007 to 1014, or 3000 to 4999")
                }
                return nil
            }
            return .close(code: code, reason: text)
        }
    }

    private static func isSent(_ code: Int) -> Bool {
        (1_000...1_003).contains(code) || (1_007...1_014).contains(code) || code >= 3_000
    }

    private static func template(_ content: Step.Content, _ node: Node) -> Template? {
        let text: String
        switch content {
        case .text(let own): text = own
        case .json(let value): text = value.text(.compact)
        case .binary, .close: return nil
        }
        return text.contains("{{") ? ResponseReader.parsed(Array(text.utf8), "the message", at: node) : nil
    }

    func written() throws(Unwritable) -> JSONValue {
        var object = JSONObject()
        object["subprotocol"] = subprotocol.map { .string($0) }
        if !opening.isEmpty { object["send"] = try Self.written(opening) }
        var replies: [JSONValue] = []
        for rule in rules {
            var reply = JSONObject()
            if let matcher = rule.matcher { reply["when"] = try MatcherWriter.matcher(matcher) }
            reply["send"] = try Self.written(rule.steps)
            replies.append(.object(reply))
        }
        if !replies.isEmpty || opening.isEmpty { object["replies"] = .array(replies) }
        return .object(object)
    }

    private static func written(_ steps: [Step]) throws(Unwritable) -> JSONValue {
        var items: [JSONValue] = []
        for step in steps {
            var object = try JSONObject(after: step.after, count: step.count)
            switch step.content {
            case .text(let text): object["text"] = .string(text)
            case .json(let value): object["json"] = value
            case .binary(let bytes): object["base64"] = .string(Data(bytes).base64EncodedString())
            case .close(let code, let reason):
                object["close"] = .number(code)
                if !reason.isEmpty { object["reason"] = .string(reason) }
            }
            items.append(.object(object))
        }
        return .array(items)
    }
}

extension Reply {
    var socketScript: SocketScript? { webSocket as? SocketScript }
}

extension SocketScript.Step {
    fileprivate var size: Int {
        switch content {
        case .text(let text): text.utf8.count
        case .json(let value): value.bytes(.compact).count
        case .binary(let bytes): bytes.count
        case .close: 0
        }
    }
}

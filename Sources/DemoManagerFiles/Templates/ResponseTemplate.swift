import DemoManager
import Foundation
import HTTPTypes
import WireFormats

/// The templates of a reply, parsed when the stub is read: WireMock's `response-template`, Handlebars without HTML
/// escapes. A class, so that replies without one stay small.
final class ResponseTemplate: Sendable {
    static let name = "response-template"

    /// Limits, so that no request can block a thread or exhaust memory.
    enum Limit {
        static let text = 1 << 20
        static let depth = 32
        /// The maximum number of steps per reply: one per value, and one per 256 bytes of it.
        static let steps = 200_000
        /// The maximum output per reply in bytes, including variables.
        static let output = 16 << 20
        /// The maximum number of items of a `range`, and of characters of a `randomValue`.
        static let items = 10_000
    }

    let body: Template?
    let headers: [(place: Int, template: Template)]
    let parameters: JSONValue?
    let path: URLTemplate?

    init(
        body: Template?, headers: [(place: Int, template: Template)] = [], parameters: JSONValue?, path: URLTemplate?
    ) {
        (self.body, self.headers, self.parameters, self.path) = (body, headers, parameters, path)
    }

    var readsBody: Bool { body?.readsBody == true || headers.contains { $0.template.readsBody } }

    /// Renders the reply, starting with that of the stub. Throws a ``TemplateFault``.
    func render(
        _ request: ReceivedRequest, into reply: inout StubReply, now: Date = Date(),
        random: TemplateRandom = TemplateRandom()
    ) throws {
        var run = TemplateRun(
            request: TemplateRequest(request, path: path), parameters: parameters, now: now, random: random)
        for (place, template) in headers {
            let field = reply.headers[place]
            let value = try run.text(of: template)
            // A line break would begin another header.
            guard HTTPField.isValidValue(value) else {
                throw TemplateFault("the header \(field.name.rawName) has line breaks or control characters")
            }
            reply.headers[place] = HTTPField(name: field.name, value: value)
        }
        if let body { reply.body = Array(try run.text(of: body).utf8) }
    }
}

extension ReplyMaker {
    init(_ template: ResponseTemplate) {
        self.init(needsBody: template.readsBody) { request, reply in try template.render(request, into: &reply) }
        script = template
    }

    var template: ResponseTemplate? { script as? ResponseTemplate }
}

struct TemplateFault: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// The source of random values; tests use a repeatable one.
struct TemplateRandom: RandomNumberGenerator {
    var source: () -> UInt64 = {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }

    mutating func next() -> UInt64 { source() }
}

struct Template: Sendable {
    let nodes: [TemplateNode]
    let readsBody: Bool
}

indirect enum TemplateNode: Sendable {
    case text(String)
    case value(TemplateExpression)
    case block(TemplateBlock)
}

/// `{{#helper ...}}body{{else}}inverse{{/helper}}`.
struct TemplateBlock: Sendable {
    let call: TemplateCall
    let names: [String]
    let body: [TemplateNode]
    let inverse: [TemplateNode]
}

indirect enum TemplateExpression: Sendable {
    case literal(TemplateValue)
    case path(TemplatePath)
    case call(TemplateCall)
}

struct TemplateCall: Sendable {
    let helper: TemplateHelper
    var arguments: [TemplateExpression] = []
    var options: [String: TemplateExpression] = [:]
}

/// `request.query.a`, `../name`, `@index`.
struct TemplatePath: Sendable {
    var parents = 0
    /// True if it begins with `this` or `.`, and so ignores names of blocks and variables.
    var isOwn = false
    var isData = false
    var parts: [String] = []
}

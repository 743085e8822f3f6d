import DemoManager
import Foundation
import HTTPTypes
import WireFormats

/// The templates of one reply: WireMock's `response-template`, Handlebars without HTML escapes. Parsed when the stub is read.
/// An object, so that replies without one are no larger to copy.
final class ResponseTemplate: Sendable {
    /// WireMock's name in `transformers`.
    static let name = "response-template"

    /// Limits, so that a request can never keep a thread or the memory.
    enum Limit {
        /// Bytes of a template's text.
        static let text = 1 << 20
        /// Blocks and parentheses within each other.
        static let depth = 32
        /// Steps for a reply: a value, or a part of 256 bytes of one.
        static let steps = 200_000
        /// Bytes a reply may produce, with those kept in variables.
        static let output = 16 << 20
        /// Items of a `range`, characters of a `randomValue`.
        static let items = 10_000
    }

    /// Nil where the body is no template: Base64, a picture.
    let body: Template?
    /// Templates of header values by their place in the headers.
    let headers: [(place: Int, template: Template)]
    /// `transformerParameters`; an object.
    let parameters: JSONValue?
    /// The path with parameters that the stub matches.
    let path: URLTemplate?

    init(
        body: Template?, headers: [(place: Int, template: Template)] = [], parameters: JSONValue?, path: URLTemplate?
    ) {
        (self.body, self.headers, self.parameters, self.path) = (body, headers, parameters, path)
    }

    /// True if the request's body has to be collected.
    var readsBody: Bool { body?.readsBody == true || headers.contains { $0.template.readsBody } }

    /// Completes a reply that begins as the stub has it. Throws a ``TemplateFault``.
    func render(
        _ request: ReceivedRequest, into reply: inout StubReply, now: Date = Date(),
        random: TemplateRandom = TemplateRandom()
    ) throws {
        var run = TemplateRun(
            request: TemplateRequest(request, path: path), parameters: parameters, now: now, random: random)
        for (place, template) in headers {
            let field = reply.headers[place]
            let value = try run.text(of: template)
            // It would begin a header of its own.
            guard HTTPField.isValidValue(value) else {
                throw TemplateFault("the header \(field.name.rawName) has line breaks or control characters")
            }
            reply.headers[place] = HTTPField(name: field.name, value: value)
        }
        if let body { reply.body = Array(try run.text(of: body).utf8) }
    }
}

extension ReplyMaker {
    /// A maker whose reply is written as a template.
    init(_ template: ResponseTemplate) {
        self.init(needsBody: template.readsBody) { request, reply in try template.render(request, into: &reply) }
        script = template
    }

    /// The templates it completes.
    var template: ResponseTemplate? { script as? ResponseTemplate }
}

/// A mistake in a template, or a template that cannot be completed.
struct TemplateFault: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// The source of random values; tests have one that repeats.
struct TemplateRandom: RandomNumberGenerator {
    var source: () -> UInt64 = {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }

    mutating func next() -> UInt64 { source() }
}

/// A parsed template.
struct Template: Sendable {
    let nodes: [TemplateNode]
    let readsBody: Bool
}

/// A part of a template.
indirect enum TemplateNode: Sendable {
    case text(String)
    case value(TemplateExpression)
    case block(TemplateBlock)
}

/// `{{#helper ...}}body{{else}}inverse{{/helper}}`.
struct TemplateBlock: Sendable {
    let call: TemplateCall
    /// The names behind `as`.
    let names: [String]
    let body: [TemplateNode]
    let inverse: [TemplateNode]
}

/// Something with a value.
indirect enum TemplateExpression: Sendable {
    case literal(TemplateValue)
    case path(TemplatePath)
    case call(TemplateCall)
}

/// A helper with its arguments.
struct TemplateCall: Sendable {
    let helper: TemplateHelper
    var arguments: [TemplateExpression] = []
    var options: [String: TemplateExpression] = [:]
}

/// `request.query.a`, `../name`, `@index`.
struct TemplatePath: Sendable {
    /// The number of `../` at its beginning.
    var parents = 0
    /// True if it begins with `this` or `.`: names of blocks and variables do not count.
    var isOwn = false
    /// True if it begins with `@`.
    var isData = false
    var parts: [String] = []
}

import DemoManager
import Foundation
import WireFormats

/// Renders the templates of one reply. Counts steps and output, and stops at the limits.
struct TemplateRun {
    let request: TemplateRequest
    let parameters: JSONValue?
    let now: Date
    var random: TemplateRandom
    var variables: [String: TemplateValue] = [:]
    private var frames = [Frame(context: .root)]
    private var output = ""
    private var steps = 0
    private var produced = 0

    static let dataNames = ["index", "key", "first", "last", "odd", "even", "root"]

    struct Frame {
        var context: TemplateValue
        var data: [String: TemplateValue] = [:]
        var names: [String: TemplateValue] = [:]
    }

    init(request: TemplateRequest, parameters: JSONValue?, now: Date, random: TemplateRandom) {
        (self.request, self.parameters, self.now, self.random) = (request, parameters, now, random)
    }

    mutating func text(of template: Template) throws(TemplateFault) -> String { try captured(template.nodes) }

    mutating func captured(_ nodes: [TemplateNode]) throws(TemplateFault) -> String {
        let before = output
        output = ""
        defer { output = before }
        try render(nodes)
        return output
    }

    /// Renders nodes, in their own frame if one is given.
    mutating func render(_ nodes: [TemplateNode], in frame: Frame? = nil) throws(TemplateFault) {
        if let frame { frames.append(frame) }
        defer { if frame != nil { frames.removeLast() } }
        for node in nodes {
            try spend(1)
            switch node {
            case .text(let text): try write(text)
            case .value(let expression): try write(try value(expression).text(request))
            case .block(let block): try render(block)
            }
        }
    }

    private mutating func render(_ block: TemplateBlock) throws(TemplateFault) {
        switch block.call.helper.work {
        case .block(let work): try work(&self, block)
        case .condition(let work):
            let arguments = try arguments(of: block.call)
            try render(try work(&self, arguments) ? block.body : block.inverse)
        case .text(let work):
            var arguments = try arguments(of: block.call)
            arguments.values.insert(.text(try captured(block.body)), at: 0)
            try write(try work(&self, arguments).text(request))
        case .value: throw TemplateFault("\(block.call.helper.name) is not a block")
        }
    }

    private mutating func write(_ text: String) throws(TemplateFault) {
        produced += text.utf8.count
        guard produced <= ResponseTemplate.Limit.output else {
            throw TemplateFault("its template produces more than \(ResponseTemplate.Limit.output >> 20) MB")
        }
        output += text
    }

    mutating func spend(_ count: Int) throws(TemplateFault) {
        steps += count
        guard steps <= ResponseTemplate.Limit.steps else {
            throw TemplateFault("its template takes more than \(ResponseTemplate.Limit.steps) steps")
        }
    }

    // MARK: Values

    mutating func value(_ expression: TemplateExpression) throws(TemplateFault) -> TemplateValue {
        try spend(1)
        switch expression {
        case .literal(let value): return value
        case .path(let path): return try value(at: path)
        case .call(let call):
            let arguments = try arguments(of: call)
            switch call.helper.work {
            case .value(let work), .text(let work): return try work(&self, arguments)
            case .condition(let work):
                let isMet = try work(&self, arguments)
                return arguments.options[isMet ? "yes" : "no"] ?? .json(.bool(isMet))
            case .block: throw TemplateFault("\(call.helper.name) is a block")
            }
        }
    }

    mutating func arguments(of call: TemplateCall) throws(TemplateFault) -> TemplateArguments {
        var arguments = TemplateArguments(request: request)
        for expression in call.arguments { arguments.values.append(try value(expression)) }
        for (name, expression) in call.options { arguments.options[name] = try value(expression) }
        for value in arguments.values {
            if case .body = value { try spend(request.bodySize / 256) } else { try spend(value.cost) }
        }
        return arguments
    }

    private mutating func value(at path: TemplatePath) throws(TemplateFault) -> TemplateValue {
        var parts = path.parts[...]
        var depth = frames.count - 1 - path.parents
        guard depth >= 0 else { return .missing }
        var value: TemplateValue = .missing
        if path.isData {
            let name = parts.removeFirst()
            value = name == "root" ? .root : frames[...depth].last { $0.data[name] != nil }?.data[name] ?? .missing
        } else if path.isOwn || parts.isEmpty {
            value = frames[depth].context
        } else {
            let name = parts.removeFirst()
            // As in Handlebars for Java, a name that the item lacks is looked up in the enclosing contexts.
            while depth >= 0, case .missing = value {
                value = frames[depth].names[name] ?? member(name, of: frames[depth].context)
                if depth == 0, case .missing = value { value = variables[name] ?? .missing }
                depth -= 1
            }
        }
        for part in parts {
            value = member(part, of: value)
            if case .fields = value { try spend(value.cost / 16) }
        }
        return value
    }

    /// A member by name, or an item by index.
    func member(_ name: String, of value: TemplateValue) -> TemplateValue {
        switch value {
        case .root:
            switch name {
            case "request": return .request
            case "parameters": return .json(parameters ?? [:])
            default: return .missing
            }
        case .request: return request.member(name)
        case .path: return request.pathMember(name)
        case .json(.object(let object)): return object[name].map { .json($0) } ?? .missing
        case .json(.array(let items)): return Self.item(name, of: items).map { .json($0) } ?? .missing
        case .texts(let texts): return Self.item(name, of: texts).map { .text($0) } ?? .missing
        case .fields(let fields, let ignoresCase):
            let field = fields.first { ignoresCase ? $0.name.lowercased() == name.lowercased() : $0.name == name }
            if let field { return .texts(field.texts) }
            // `lookup request.query 'ids[].1'`.
            guard let dot = name.lastIndex(of: "."), Int(name[name.index(after: dot)...]) != nil else {
                return .missing
            }
            return member(String(name[name.index(after: dot)...]), of: member(String(name[..<dot]), of: value))
        case .missing, .json, .body, .query: return .missing
        }
    }

    /// WireMock's indices: `last` is the last item, -1 the last but one.
    private static func item<Item>(_ name: String, of items: [Item]) -> Item? {
        if name == "first" { return items.first }
        if name == "last" { return items.last }
        guard let number = Int(name) else { return nil }
        let index = number < 0 ? items.count - 1 + number : number
        return items.indices.contains(index) ? items[index] : nil
    }
}

struct TemplateArguments {
    let request: TemplateRequest
    var values: [TemplateValue] = []
    var options: [String: TemplateValue] = [:]

    func text(_ place: Int) -> String { values.indices.contains(place) ? values[place].text(request) : "" }
    func option(_ name: String) -> String? { options[name].map { $0.text(request) } }
    func isSet(_ name: String, default usual: Bool = false) -> Bool { options[name]?.isTrue(request) ?? usual }
}

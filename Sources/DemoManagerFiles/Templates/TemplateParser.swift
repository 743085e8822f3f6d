import DemoManager
import WireFormats

/// Parses a template. Unknown helpers, options and values are errors, because a reply must not have silent gaps.
struct TemplateParser {
    private let bytes: [UInt8]
    private var place = 0
    private var depth = 0
    private var readsBody = false
    /// The names declared by the enclosing blocks, and the variables of `assign` and `parseJson`.
    private var names: [String]
    /// The number of enclosing `each` and `with` blocks, in which a name may be a member of the item.
    private var contexts = 0
    /// True if the last tag ended with `~}}`.
    private var trimsNext = false

    private enum Tag {
        case comment
        case value(TemplateExpression)
        case open(TemplateCall, names: [String])
        /// `else`, optionally with a condition.
        case alternative(TemplateCall?)
        case close(String)
    }

    static func template(_ text: [UInt8]) throws(TemplateFault) -> Template {
        guard text.count <= ResponseTemplate.Limit.text else {
            throw TemplateFault("a template has at most \(ResponseTemplate.Limit.text >> 20) MB")
        }
        var parser = TemplateParser(bytes: text, names: [])
        do throws(TemplateFault) {
            let (nodes, end) = try parser.nodes()
            if let end { throw TemplateFault("\(Self.text(of: end)) has no beginning") }
            return Template(nodes: nodes, readsBody: parser.readsBody)
        } catch {
            let line = text[..<min(parser.place, text.count)].count { $0 == UInt8(ascii: "\n") } + 1
            let position = text.contains(UInt8(ascii: "\n")) ? "template line \(line): " : ""
            throw TemplateFault(position + error.description)
        }
    }

    private init(bytes: [UInt8], names: [String]) { (self.bytes, self.names) = (bytes, names) }

    private static func text(of tag: Tag) -> String {
        if case .close(let name) = tag { "{{/\(name)}}" } else { "{{else}}" }
    }

    // MARK: Nodes

    private mutating func nodes() throws(TemplateFault) -> (nodes: [TemplateNode], end: Tag?) {
        var nodes: [TemplateNode] = []
        while true {
            let text = plainText()
            if !text.isEmpty { nodes.append(.text(text)) }
            guard place < bytes.count else { return (nodes, nil) }
            switch try tag() {
            case .comment: break
            case .value(let value): nodes.append(.value(value))
            case .open(let call, let names): nodes.append(try block(call, names, opened: call.helper.name))
            case let end: return (nodes, end)
            }
        }
    }

    private func checkDepth() throws(TemplateFault) {
        guard depth <= ResponseTemplate.Limit.depth else {
            throw TemplateFault("blocks and parentheses nest more than \(ResponseTemplate.Limit.depth) deep")
        }
    }

    /// Parses text up to the next tag. `\{{x}}` is the text `{{x}}`.
    private mutating func plainText() -> String {
        var text: [UInt8] = []
        let trimsStart = trimsNext
        trimsNext = false
        while place < bytes.count, !looking(at: "{{") {
            if looking(at: "\\{{") {
                place += 1
                while place < bytes.count, !looking(at: "}}") { text.append(next()) }
            } else {
                text.append(next())
            }
        }
        var part = text[...]
        if trimsStart { part = part.drop(while: Self.isSpace) }
        if looking(at: "{{~") { while let last = part.last, Self.isSpace(last) { part.removeLast() } }
        return String(decoding: part, as: UTF8.self)
    }

    /// - Parameter opened: the name in the opening tag, which the closing tag repeats.
    private mutating func block(
        _ call: TemplateCall, _ blockNames: [String], opened: String
    ) throws(TemplateFault) -> TemplateNode {
        depth += 1
        defer { depth -= 1 }
        try checkDepth()
        let name = call.helper.name
        guard call.helper.isBlock else { throw TemplateFault("\(name) is not a block; write {{\(name) ...}}") }
        let known = names
        let opens = ["each", "with"].contains(name)
        names += blockNames
        if opens { contexts += 1 }
        var (body, end) = try nodes()
        names = known + names.dropFirst(known.count + blockNames.count)
        if opens { contexts -= 1 }
        var inverse: [TemplateNode] = []
        if case .alternative(let condition) = end {
            if let condition {
                // `{{else if x}}` is a block in the inverse; one closing tag ends both.
                inverse = [try block(condition, [], opened: opened)]
                end = .close(opened)
            } else {
                (inverse, end) = try nodes()
            }
        }
        guard case .close(let closed) = end else { throw TemplateFault("{{#\(opened)}} is not closed") }
        guard closed == opened else { throw TemplateFault("{{#\(opened)}} is closed by {{/\(closed)}}") }
        return .block(TemplateBlock(call: call, names: blockNames, body: body, inverse: inverse))
    }

    // MARK: Tags

    private mutating func tag() throws(TemplateFault) -> Tag {
        if looking(at: "{{{{") { throw TemplateFault("raw blocks ({{{{) are not supported") }
        let end = looking(at: "{{{") ? "}}}" : "}}"
        place += end.utf8.count
        _ = take("~")
        if take("!") { return try comment() }
        if take(">") { throw TemplateFault("partials ({{>) are not supported") }
        let isOpen = take("#")
        let isClose = !isOpen && take("/")
        let isInverse = !isOpen && !isClose && take("^")
        if !isOpen, !isClose, !isInverse { _ = take("&") }
        skipSpace()
        let tag: Tag
        if isClose {
            tag = .close(word())
        } else if isInverse || !isOpen && takeElse() {
            skipSpace()
            tag = .alternative(atEnd ? nil : try call(asBlock: true))
        } else if isOpen {
            let call = try call(asBlock: true)
            tag = .open(call, names: try blockNames())
        } else {
            tag = .value(try value())
        }
        skipSpace()
        trimsNext = take("~")
        guard take(end) else { throw unexpected("to end the tag with \(end)") }
        return tag
    }

    /// `{{! }}` ends with the next braces, `{{!-- --}}` with its dashes.
    private mutating func comment() throws(TemplateFault) -> Tag {
        let end = looking(at: "--") ? "--" : ""
        place += end.utf8.count
        while place < bytes.count {
            for mark in ["~}}", "}}"] where take(end + mark) {
                trimsNext = mark == "~}}"
                return .comment
            }
            place += 1
        }
        throw TemplateFault("a comment is not closed")
    }

    private mutating func takeElse() -> Bool {
        let start = place
        if word() == "else", atEnd || place < bytes.count && Self.isSpace(bytes[place]) { return true }
        place = start
        return false
    }

    private mutating func blockNames() throws(TemplateFault) -> [String] {
        skipSpace()
        guard take("as ") else { return [] }
        skipSpace()
        guard take("|") else { throw unexpected("names such as |item| behind \"as\"") }
        var found: [String] = []
        while true {
            skipSpace()
            if take("|") { return found }
            let name = word()
            guard !name.isEmpty else { throw unexpected("a name, or | at the end of the names") }
            found.append(name)
        }
    }

    // MARK: Expressions

    /// Parses a helper with arguments, or a value.
    private mutating func value() throws(TemplateFault) -> TemplateExpression {
        let start = place
        let name = word()
        let isName = !name.isEmpty && (atEnd || place < bytes.count && Self.isSpace(bytes[place]))
        skipSpace()
        let hasArguments = isName && !atEnd
        place = start
        // As in Handlebars, a helper hides a member with its name; use `this.name` for the member.
        if isName, TemplateHelper.named[name] != nil || hasArguments { return .call(try inlineCall()) }
        return try argument()
    }

    private mutating func inlineCall() throws(TemplateFault) -> TemplateCall {
        let call = try call(asBlock: false)
        guard !call.helper.isOnlyBlock else {
            throw TemplateFault("\(call.helper.name) is a block; write {{#\(call.helper.name) ...}}")
        }
        return call
    }

    private mutating func call(asBlock: Bool) throws(TemplateFault) -> TemplateCall {
        let name = word()
        guard let helper = TemplateHelper.named[name] else {
            let what = name.isEmpty ? unexpected("a helper").description : "\"\(name)\" is not a helper"
            throw TemplateFault("\(what); there are \(TemplateHelper.list)")
        }
        var call = TemplateCall(helper: helper)
        while true {
            let hasSpace = place < bytes.count && Self.isSpace(bytes[place])
            skipSpace()
            if atEnd || looking(at: ")") || looking(at: "as |") { break }
            guard hasSpace else { throw unexpected("a blank") }
            let start = place
            let option = word()
            if !option.isEmpty, take("=") {
                guard helper.options.contains(option) else {
                    let known = helper.options.sorted().joined(separator: ", ")
                    throw TemplateFault("\(name) has no option \(option); it has \(known.isEmpty ? "none" : known)")
                }
                call.options[option] = try argument()
            } else {
                place = start
                call.arguments.append(try argument())
            }
        }
        do {
            try helper.prepare(&call, asBlock: asBlock)
        } catch {
            throw TemplateFault("\(name): \(error)")
        }
        if let variable = call.variable { names.append(variable) }
        return call
    }

    private mutating func argument() throws(TemplateFault) -> TemplateExpression {
        guard place < bytes.count else { throw unexpected("a value") }
        switch bytes[place] {
        case UInt8(ascii: "("):
            depth += 1
            defer { depth -= 1 }
            try checkDepth()
            place += 1
            skipSpace()
            let call = try inlineCall()
            guard take(")") else { throw unexpected("a parenthesis at the end of \(call.helper.name)") }
            return .call(call)
        case UInt8(ascii: "'"), UInt8(ascii: "\""): return .literal(.json(.string(try quoted())))
        default: break
        }
        let start = place
        let word = word()
        switch word {
        case "true": return .literal(.json(true))
        case "false": return .literal(.json(false))
        case "null", "undefined": return .literal(.json(.null))
        default: break
        }
        place = start
        let digits = bytes[start...].prefix { Self.isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
        if let number = JSONNumber(text: String(decoding: digits, as: UTF8.self)) {
            place += digits.count
            return .literal(.json(.number(number)))
        }
        return .path(try path())
    }

    private mutating func quoted() throws(TemplateFault) -> String {
        let quote = next()
        var text: [UInt8] = []
        while place < bytes.count {
            let byte = next()
            if byte == quote { return String(decoding: text, as: UTF8.self) }
            if byte == UInt8(ascii: "\\"), place < bytes.count, bytes[place] == quote {
                text.append(next())
            } else {
                text.append(byte)
            }
        }
        throw TemplateFault("a quote is not closed")
    }

    private mutating func path() throws(TemplateFault) -> TemplatePath {
        var path = TemplatePath()
        while take("../") { path.parents += 1 }
        path.isData = take("@")
        if !path.isData, take("..") {
            path.parents += 1
        } else if takeWord("this") || !looking(at: "..") && take(".") {
            path.isOwn = true
            _ = take("/") || take(".")
        }
        while place < bytes.count {
            if take("[") {
                let name = bytes[place...].prefix { $0 != UInt8(ascii: "]") }
                place += name.count
                guard take("]") else { throw TemplateFault("a [ is not closed") }
                path.parts.append(String(decoding: name, as: UTF8.self))
            } else {
                let name = word()
                guard !name.isEmpty else { break }
                path.parts.append(name)
            }
            guard take(".") || take("/") else { break }
        }
        guard path.isOwn || path.parents > 0 || !path.parts.isEmpty else { throw unexpected("a value") }
        try check(path)
        return path
    }

    /// Rejects names that cannot have a value.
    private mutating func check(_ path: TemplatePath) throws(TemplateFault) {
        let first = path.parts.first ?? ""
        if path.isData {
            guard TemplateRun.dataNames.contains(first) else {
                throw TemplateFault(
                    "there is no @\(first); there are @\(TemplateRun.dataNames.joined(separator: ", @"))")
            }
            if first == "root" { readsBody = true }
            return
        }
        if first == "request" {
            let member = path.parts.dropFirst().first
            if let member, !TemplateRequest.members.contains(member) {
                let known = TemplateRequest.members.joined(separator: ", ")
                throw TemplateFault("request has no \"\(member)\"; it has \(known)")
            }
            if member.map({ $0.hasPrefix("body") }) ?? true { readsBody = true }
            return
        }
        // It may refer to the request.
        if first.isEmpty { readsBody = true }
        if first.isEmpty || first == "parameters" || names.contains(first) || contexts > 0 { return }
        throw TemplateFault(
            "there is no value and no helper \"\(first)\"; values are request and parameters, helpers are \(TemplateHelper.list)"
        )
    }

    // MARK: Bytes

    private mutating func word() -> String {
        let name = bytes[place...].prefix { !Self.isSpace($0) && !"()[]{}=~|.'\"/\\@".utf8.contains($0) }
        place += name.count
        return String(decoding: name, as: UTF8.self)
    }

    private mutating func takeWord(_ name: String) -> Bool {
        let start = place
        if word() == name { return true }
        place = start
        return false
    }

    private var atEnd: Bool { looking(at: "}}") || looking(at: "~}}") }

    private func unexpected(_ wanted: String) -> TemplateFault {
        guard place < bytes.count else { return TemplateFault("the template ends where it needs \(wanted)") }
        let found = String(decoding: bytes[place...].prefix(10), as: UTF8.self)
        let hint = bytes[place] == UInt8(ascii: "\\") ? "; in a jsonBody write 'single quotes'" : ""
        return TemplateFault("\"\(found)\" stands where the template needs \(wanted)\(hint)")
    }

    private func looking(at text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

    private mutating func take(_ text: String) -> Bool {
        guard looking(at: text) else { return false }
        place += text.utf8.count
        return true
    }

    private mutating func next() -> UInt8 {
        defer { place += 1 }
        return bytes[place]
    }

    private mutating func skipSpace() {
        while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

import DemoManager
import Foundation
import WireFormats

/// A helper of templates. The parser rejects names that are not in the table, and a test checks its documentation.
struct TemplateHelper: Sendable {
    enum Work: Sendable {
        /// Returns a value: `{{size x}}`.
        case value(@Sendable (inout TemplateRun, TemplateArguments) throws(TemplateFault) -> TemplateValue)
        /// Returns a value; its first argument can be the text of a block: `{{#trim}} x {{/trim}}`.
        case text(@Sendable (inout TemplateRun, TemplateArguments) throws(TemplateFault) -> TemplateValue)
        /// Returns true or false, which selects the part of a block.
        case condition(@Sendable (inout TemplateRun, TemplateArguments) throws(TemplateFault) -> Bool)
        case block(@Sendable (inout TemplateRun, TemplateBlock) throws(TemplateFault) -> Void)
    }

    let name: String
    let arguments: ClosedRange<Int>
    let options: Set<String>
    let work: Work
    /// Rejects arguments that are never valid.
    private let check: (@Sendable (inout TemplateCall) throws -> Void)?

    static let named: [String: TemplateHelper] = Dictionary(all.map { ($0.name, $0) }) { $1 }
    static let list = named.keys.sorted().joined(separator: ", ")

    init(
        _ name: String, _ arguments: ClosedRange<Int>, _ options: Set<String> = [], _ work: Work,
        check: (@Sendable (inout TemplateCall) throws -> Void)? = nil
    ) {
        (self.name, self.arguments, self.work, self.check) = (name, arguments, work, check)
        if case .condition = work { self.options = options.union(["yes", "no"]) } else { self.options = options }
    }

    var isBlock: Bool { if case .value = work { false } else { true } }
    var isOnlyBlock: Bool { if case .block = work { true } else { false } }

    /// Checks a call when it is parsed, and computes all that needs no request.
    func prepare(_ call: inout TemplateCall, asBlock: Bool) throws {
        var count = call.arguments.count
        if asBlock, case .text = work { count += 1 }
        guard arguments.contains(count) else {
            let (least, most) = (arguments.lowerBound, arguments.upperBound)
            let wanted = least == most ? "\(least)" : most == .max ? "\(least) or more" : "\(least) to \(most)"
            throw TemplateFault("it takes \(wanted) \(wanted == "1" ? "argument" : "arguments"), not \(count)")
        }
        try check?(&call)
    }
}

extension TemplateCall {
    var variable: String? {
        guard ["assign", "parseJson"].contains(helper.name), case .literal(.json(.string(let name)))? = arguments.last
        else { return nil }
        return name
    }

    fileprivate func literal(_ option: String) -> String? {
        if case .literal(.json(let value))? = options[option] { value.scalarText } else { nil }
    }
}

extension TemplateHelper {
    static let all: [TemplateHelper] = blocks + conditions + values + texts + random

    private static let blocks = [
        choice("if", isWanted: true), choice("unless", isWanted: false),
        TemplateHelper(
            "each", 1...1, [],
            .block { run, block throws(TemplateFault) in
                let items = try run.arguments(of: block.call).values[0].items ?? []
                if items.isEmpty { try run.render(block.inverse) }
                for (index, item) in items.enumerated() {
                    let number = TemplateValue.json(.number(index))
                    let key = item.key.map { TemplateValue.text($0) }
                    func mark(_ name: String, _ isSet: Bool) -> TemplateValue { .text(isSet ? name : "") }
                    let data = [
                        "index": number, "key": key ?? number, "first": mark("first", index == 0),
                        "last": mark("last", index == items.count - 1), "odd": mark("odd", index % 2 == 1),
                        "even": mark("even", index % 2 == 0),
                    ]
                    let names = Dictionary(zip(block.names, [item.value, key ?? number])) { $1 }
                    try run.render(block.body, in: .init(context: item.value, data: data, names: names))
                }
            }),
        TemplateHelper(
            "with", 1...1, [],
            .block { run, block throws(TemplateFault) in
                let arguments = try run.arguments(of: block.call)
                guard arguments.isTrue(0) else { return try run.render(block.inverse) }
                let names = Dictionary(zip(block.names, arguments.values)) { $1 }
                try run.render(block.body, in: .init(context: arguments.values[0], names: names))
            }),
        TemplateHelper(
            "assign", 1...1, [],
            .block { run, block throws(TemplateFault) in
                guard let name = block.call.variable else { return }
                run.variables[name] = .text(try run.captured(block.body))
            }, check: needsVariable),
    ]

    private static func choice(_ name: String, isWanted: Bool) -> TemplateHelper {
        TemplateHelper(
            name, 1...1, [],
            .block { run, block throws(TemplateFault) in
                let isMet = try run.arguments(of: block.call).isTrue(0)
                try run.render(isMet == isWanted ? block.body : block.inverse)
            })
    }

    private static let conditions = [
        TemplateHelper("eq", 2...2, [], .condition { _, arguments in arguments.areEqual }),
        TemplateHelper("neq", 2...2, [], .condition { _, arguments in !arguments.areEqual }),
        TemplateHelper("gt", 2...2, [], .condition { _, of throws(TemplateFault) in try of.isLess(1, 0) }),
        TemplateHelper("gte", 2...2, [], .condition { _, of throws(TemplateFault) in try !of.isLess(0, 1) }),
        TemplateHelper("lt", 2...2, [], .condition { _, of throws(TemplateFault) in try of.isLess(0, 1) }),
        TemplateHelper("lte", 2...2, [], .condition { _, of throws(TemplateFault) in try !of.isLess(1, 0) }),
        TemplateHelper("and", 1...(.max), [], .condition { _, of in of.values.indices.allSatisfy(of.isTrue) }),
        TemplateHelper("or", 1...(.max), [], .condition { _, of in of.values.indices.contains(where: of.isTrue) }),
        TemplateHelper("not", 1...1, [], .condition { _, of in !of.isTrue(0) }),
        TemplateHelper(
            "contains", 2...2, [],
            .condition { _, of in
                let part = of.text(1)
                if let items = of.values[0].items, items.contains(where: { $0.value.text(of.request) == part }) {
                    return true
                }
                // A value that may repeat is also a text.
                if case .json(.array) = of.values[0] { return false }
                return part.isEmpty || of.text(0).contains(part)
            }),
    ]

    private static let values = [
        TemplateHelper(
            "jsonPath", 2...2, ["default"],
            .value { run, of throws(TemplateFault) in
                let path = if case .query(let path) = of.values[1] { path } else { try jsonPath(of.text(1)) }
                return try selected(of.values[0], path, of)
            },
            check: { call in
                guard case .literal(.json(.string(let text))) = call.arguments[1] else { return }
                call.arguments[1] = .literal(.query(try jsonPath(text)))
            }),
        TemplateHelper("lookup", 2...2, [], .value { run, of in run.member(of.text(1), of: of.values[0]) }),
        TemplateHelper(
            "size", 1...1, [],
            .value { _, of in
                .json(.number(of.values[0].items?.count ?? of.text(0).count))
            }),
        TemplateHelper(
            "array", 0...(.max), [],
            .value { run, of in .json(.array(of.values.map { $0.plain(of.request) })) }),
        TemplateHelper(
            "range", 2...2, [],
            .value { run, of throws(TemplateFault) in
                guard let first = Int(of.text(0)), let last = Int(of.text(1)), first <= last,
                    last.subtractingReportingOverflow(first).partialValue < ResponseTemplate.Limit.items,
                    !last.subtractingReportingOverflow(first).overflow
                else { throw TemplateFault("range needs two integers, at most \(ResponseTemplate.Limit.items) apart") }
                try run.spend(last - first)
                return .json(.array((first...last).map { .number($0) }))
            }),
        TemplateHelper(
            "join", 2...(.max), ["prefix", "suffix"],
            .value { run, of throws(TemplateFault) in
                let lists = of.values.dropLast().map { $0.items?.map(\.value) ?? [$0] }
                let parts = lists.joined().map { $0.text(of.request) }
                let separator = of.text(of.values.count - 1)
                try run.spend(parts.count * (1 + separator.utf8.count / 256))
                let text = parts.joined(separator: separator)
                return .text((of.option("prefix") ?? "") + text + (of.option("suffix") ?? ""))
            }),
        TemplateHelper(
            "math", 3...3, [],
            .value { _, of throws(TemplateFault) in try TemplateMath.result(of.text(0), of.text(1), of.text(2)) },
            check: { call in
                guard case .literal(.json(let value)) = call.arguments[1] else { return }
                try TemplateMath.check(value.scalarText ?? "")
            }),
        TemplateHelper(
            "now", 0...0, ["offset", "format", "timezone"],
            .value { run, of throws(TemplateFault) in
                let date = TemplateDate(
                    offset: of.option("offset"), format: of.option("format"), timezone: of.option("timezone"))
                return .text(try date.text(of: run.now))
            },
            check: { call in
                let (offset, format, zone) = (call.literal("offset"), call.literal("format"), call.literal("timezone"))
                _ = try TemplateDate(offset: offset, format: format, timezone: zone).text(of: Date())
            }),
    ]

    private static let texts = [
        TemplateHelper("trim", 1...1, [], .text { _, of in .text(of.text(0).trimmed) }),
        TemplateHelper("upper", 1...1, [], .text { _, of in .text(of.text(0).uppercased()) }),
        TemplateHelper("lower", 1...1, [], .text { _, of in .text(of.text(0).lowercased()) }),
        TemplateHelper(
            "capitalize", 1...1, ["fully"],
            .text { _, of in
                var (text, isStart) = ("", true)
                for letter in of.isSet("fully") ? of.text(0).lowercased() : of.text(0) {
                    text += isStart ? letter.uppercased() : String(letter)
                    isStart = letter.isWhitespace
                }
                return .text(text)
            }),
        TemplateHelper("defaultIfEmpty", 2...2, [], .value { _, of in of.isTrue(0) ? of.values[0] : of.values[1] }),
        TemplateHelper(
            "base64", 1...1, ["decode", "padding"],
            .text { _, of throws(TemplateFault) in
                guard of.isSet("decode") else {
                    let text = Data(of.text(0).utf8).base64EncodedString()
                    return .text(of.isSet("padding", default: true) ? text : String(text.prefix { $0 != "=" }))
                }
                guard let data = Data(base64Encoded: of.text(0).trimmed) else {
                    throw TemplateFault("base64 cannot decode a text that is not Base64")
                }
                return .text(String(decoding: data, as: UTF8.self))
            }),
        TemplateHelper(
            "urlEncode", 1...1, ["decode"],
            .text { _, of in
                if of.isSet("decode") { return .text(PercentCode.decoded(form: of.text(0))) }
                // As in Java: `*` is kept, `~` is escaped, a blank becomes `+`.
                let text = PercentCode.encoded(of.text(0)) { byte in
                    PercentCode.isUnreserved(byte) && byte != UInt8(ascii: "~") || "* ".utf8.contains(byte)
                }
                return .text(text.replacing(" ", with: "+"))
            }),
        TemplateHelper(
            "parseJson", 1...2, [],
            .text { run, of throws(TemplateFault) in
                let value = TemplateValue.json(try json(of.values[0], of))
                guard of.values.count == 2 else { return value }
                run.variables[of.text(1)] = value
                return .missing
            },
            check: { call in if call.arguments.count == 2 { try needsVariable(&call) } }),
    ]

    private static let random = [
        TemplateHelper(
            "randomValue", 0...0, ["length", "type", "uppercase"],
            .value { run, of throws(TemplateFault) in
                let kind = try TemplateText.kind(of.option("type"))
                let length = try TemplateText.length(of.option("length"))
                try run.spend(length / 16)
                return .text(kind.text(length, isUpper: of.isSet("uppercase"), using: &run.random))
            },
            check: { call in
                _ = try TemplateText.kind(call.literal("type"))
                _ = try TemplateText.length(call.literal("length"))
            }),
        TemplateHelper(
            "pickRandom", 1...(.max), [],
            .value { run, of in
                let list = of.values.count == 1 ? of.values[0].items?.map(\.value) : nil
                return (list ?? of.values).randomElement(using: &run.random) ?? .missing
            }),
        TemplateHelper(
            "randomInt", 0...0, ["lower", "upper"],
            .value { run, of throws(TemplateFault) in
                let lower = Int(of.option("lower") ?? "\(Int32.min)")
                guard let lower, let upper = Int(of.option("upper") ?? "\(Int32.max)"), lower < upper else {
                    throw TemplateFault("randomInt needs integers, lower below upper")
                }
                return .json(.number(Int.random(in: lower..<upper, using: &run.random)))
            }),
        TemplateHelper(
            "randomDecimal", 0...0, ["lower", "upper"],
            .value { run, of throws(TemplateFault) in
                let lower = Double(of.option("lower") ?? "0")
                guard let lower, let upper = Double(of.option("upper") ?? "\(lower + 1e9)"), lower < upper,
                    (upper - lower).isFinite
                else { throw TemplateFault("randomDecimal needs numbers, lower below upper") }
                return JSONNumber(Double.random(in: lower..<upper, using: &run.random)).map { .json(.number($0)) }
                    ?? .missing
            }),
    ]

    @Sendable private static func needsVariable(_ call: inout TemplateCall) throws {
        guard call.variable != nil else { throw TemplateFault("the name of its variable must be a text in quotes") }
    }

    /// A path in WireMock's form, in which `$` is optional.
    private static func jsonPath(_ text: String) throws(TemplateFault) -> JSONPath {
        do throws(InvalidText) {
            return try JSONPath(text.hasPrefix("$") ? text : "$.\(text)")
        } catch {
            throw TemplateFault(error.description)
        }
    }

    private static func json(_ value: TemplateValue, _ of: TemplateArguments) throws(TemplateFault) -> JSONValue {
        switch value {
        case .json(let value) where value.stringValue == nil: return value
        case .body:
            guard let json = of.request.json else { throw TemplateFault("the request's body is not JSON") }
            return json
        default:
            do throws(JSONError) {
                return try JSONValue(parsing: Array(value.text(of.request).utf8))
            } catch {
                throw TemplateFault("a text to read as JSON is not JSON: \(error.message)")
            }
        }
    }

    private static func selected(
        _ value: TemplateValue, _ path: JSONPath, _ of: TemplateArguments
    ) throws(TemplateFault) -> TemplateValue {
        if case .missing = value { return .missing }
        let found = path.values(in: try json(value, of))
        guard path.isDefinite else { return .json(.array(found)) }
        guard let first = found.first, !first.isNull else { return of.options["default"] ?? .missing }
        return .json(first)
    }
}

extension TemplateArguments {
    fileprivate func isTrue(_ place: Int) -> Bool { values[place].isTrue(request) }

    /// A number never equals a text, as in WireMock.
    fileprivate var areEqual: Bool {
        values[0].plain(request).isEquivalent(to: values[1].plain(request))
    }

    /// Compares texts by their characters, and numbers by value. A text beside a number is read as a number.
    fileprivate func isLess(_ first: Int, _ second: Int) throws(TemplateFault) -> Bool {
        let pair = (values[first].plain(request), values[second].plain(request))
        if case (.string(let one), .string(let other)) = pair {
            return one.unicodeScalars.lexicographicallyPrecedes(other.unicodeScalars)
        }
        let numbers = [pair.0, pair.1].compactMap { $0.scalarText.flatMap { JSONNumber(text: $0.trimmed) } }
        guard numbers.count == 2 else { throw TemplateFault("gt, gte, lt and lte compare two numbers or two texts") }
        return numbers[0].isLess(than: numbers[1])
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}

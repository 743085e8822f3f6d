import WireFormats

/// Checks one value against a schema (JSON Schema 2020-12 as far as OpenAPI documents use it, and OpenAPI 3.0's dialect).
struct SchemaCheck {
    let document: APIDocument
    let direction: SchemaDirection
    /// True if formats and rare keywords count too.
    let isThorough: Bool
    // Deeper checks would not fit the stack of a secondary thread; parts that are cut count as valid.
    private static let depthLimit = 100
    // The remaining steps. A search in a text costs one, and more if it is slow.
    private(set) var budget = 100_000
    private var path: [String] = []
    // The schema's location: the reference followed last, or the start of the check, and the steps from there.
    private var place: String
    private var steps: [String] = []
    private var depth = 0
    private var violations: [SchemaViolation] = []
    // The references followed at the current value; their violations are noted already.
    private var followed: Set<String> = []
    // The schemas around the current value, from the outermost to the innermost.
    private var enclosing: [Schema] = []
    // True if there may be more violations: something was cut, or a pattern gave no answer.
    private var isUnsure = false
    private var patterns: [String: Pattern?] = [:]
    /// Parts of the schema that apply to the value but were not checked; each once.
    private(set) var omissions: [SchemaOmission] = []
    private static let omissionLimit = 20

    /// - Parameter place: the schema's location as a reference.
    init(document: APIDocument, direction: SchemaDirection, place: String = "", isThorough: Bool = false) {
        (self.document, self.direction, self.place, self.isThorough) = (document, direction, place, isThorough)
    }

    mutating func check(_ value: JSONValue, _ schema: Schema) -> [SchemaViolation] {
        violations = []
        visit(value, schema)
        return violations
    }

    /// Enters a level that ``ascend()`` leaves; false if the budget or the depth is used up. Parts that are cut count as
    /// valid.
    mutating func descend() -> Bool {
        guard budget > 0, depth < SchemaCheck.depthLimit else {
            giveUp()
            return false
        }
        budget -= 1
        depth += 1
        return true
    }

    mutating func ascend() { depth -= 1 }

    /// True if the pattern is found in the text; nil if it is unreadable, too slow, or the budget is used up. Four
    /// searches that are stopped use up the whole budget.
    mutating func isFound(_ pattern: String, in text: String) -> Bool? {
        guard budget > 0 else {
            giveUp()
            return nil
        }
        let expression = patterns[pattern] ?? Pattern(pattern)
        patterns.updateValue(expression, forKey: pattern)
        let search = expression?.search(text)
        let result = search?.isFound
        budget -= 1 + text.utf8.count / 1_000 + (search?.reports ?? 0) * 20
        if result == nil {
            let reason = expression == nil ? "is not a readable regular expression" : "took too long"
            giveUp("the pattern \(pattern) was not checked: it \(reason)")
            if expression != nil { budget -= 25_000 }
        }
        return result
    }

    /// Notes a part that may be violated without an answer.
    private mutating func giveUp(_ message: String = "the schema is too complex to be checked completely") {
        isUnsure = true
        omit(message)
    }

    private mutating func omit(_ message: String) {
        let omission = SchemaOmission(message: message, place: current)
        guard omissions.count < SchemaCheck.omissionLimit, !omissions.contains(omission) else { return }
        omissions.append(omission)
    }

    private var current: String { place.isEmpty ? "" : "\(place)\(JSONPointer(tokens: steps))" }

    mutating func report(_ message: String, _ reason: SchemaViolation.Reason = .value) {
        violations.append(
            SchemaViolation(
                pointer: JSONPointer(tokens: path), message: message, place: current, reason: reason))
    }

    mutating func visit(
        _ value: JSONValue, _ schema: Schema, at token: String, by keyword: String, _ name: String? = nil
    ) {
        path.append(token)
        let here = (followed, enclosing)
        (followed, enclosing) = ([], [])
        visit(value, schema, by: keyword, name)
        (followed, enclosing) = here
        path.removeLast()
    }

    mutating func visit(_ value: JSONValue, _ schema: Schema, by keyword: String, _ name: String? = nil) {
        steps.append(keyword)
        if let name { steps.append(name) }
        visit(value, schema)
        steps.removeLast(name == nil ? 1 : 2)
    }

    private mutating func visit(_ value: JSONValue, _ schema: Schema) {
        if schema.json == false { return report("must not be there") }
        guard case .object(let object) = schema.json, descend() else { return }
        enclosing.append(schema)
        defer {
            enclosing.removeLast()
            ascend()
        }
        if let reference = schema.reference {
            if followed.insert(reference).inserted { follow(reference, value) }
            if document.ignoresSiblings || object.count == 1 { return }
        }
        if object["$dynamicRef"] != nil || object["$recursiveRef"] != nil { omitReference(object) }
        if value.isNull, object["nullable"]?.boolValue == true { return }
        if !checkType(value, schema) { return }
        checkValue(value, schema)
        checkCombinations(value, schema)
        switch value {
        case .string(let text): checkText(text, schema)
        case .number(let number): checkNumber(number, schema)
        case .array(let items): checkItems(items, schema)
        case .object(let members): checkMembers(members, schema)
        case .null, .bool: break
        }
        checkUnevaluated(value, schema)
    }

    // Separate from `visit`, whose stack frame is needed for every level.
    private mutating func follow(_ reference: String, _ value: JSONValue) {
        guard case .found(let target) = document.references.target(of: reference) else { return }
        let here = (place, steps)
        (place, steps) = (reference, [])
        visit(value, Schema(target))
        (place, steps) = here
    }

    /// True for a member that only the other side sends. `required` may be apart from `readOnly`: in another part of
    /// an `allOf`, or beside the choices that declare the member.
    func isOthers(_ name: String) -> Bool {
        func property(_ schema: Schema) -> Schema? {
            schema.properties.first { $0.name == name }.map { document.resolve($0.schema) }
        }
        var declared = enclosing.compactMap { property(document.resolve($0)) }
        if declared.isEmpty { declared = enclosing.prefix(1).compactMap { property(document.resolveChoices($0)) } }
        return declared.contains { direction == .request ? $0.isReadOnly : $0.isWriteOnly }
    }

    /// Notes a reference with a dynamic scope (JSON Schema 2020-12, section 8.2.3.2, and 2019-09).
    private mutating func omitReference(_ schema: JSONObject) {
        omit("\(schema["$dynamicRef"] == nil ? "$recursiveRef" : "$dynamicRef") is not followed")
    }

    private mutating func checkType(_ value: JSONValue, _ schema: Schema) -> Bool {
        guard let declared = schema.json["type"] else { return true }
        let names = (declared.arrayValue ?? [declared]).compactMap(\.stringValue)
        let types = names.compactMap(Schema.DataType.init)
        // Unknown types are ignored.
        guard types.count == names.count, !types.isEmpty, !types.contains(where: { value.isOf($0) }) else {
            return true
        }
        report("must be \(types.map(\.words).joined(separator: " or ")), not \(value.kindName)")
        return false
    }

    private mutating func checkValue(_ value: JSONValue, _ schema: Schema) {
        if let const = schema.const, !const.isEquivalent(to: value) {
            report("must be \(const.text())")
        }
        if let values = schema.enumValues, !values.contains(where: { $0.isEquivalent(to: value) }) {
            report("must be one of \(values.map { $0.scalarText ?? $0.text() }.joined(separator: ", "))")
        }
    }

    private mutating func checkCombinations(_ value: JSONValue, _ schema: Schema) {
        for (index, part) in schema.allOf.enumerated() { visit(value, part, by: "allOf", String(index)) }
        if let named = document.choice(of: schema, named: value) {
            visit(value, named)
        } else {
            // Loops in one function keep the stack small: a check recurses hundreds of levels.
            var fitsAny = schema.anyOf.isEmpty
            for choice in schema.anyOf where !fitsAny { fitsAny = fits(value, choice) != false }
            if !fitsAny { report("must fit one of \(schema.anyOf.count) choices", .choice) }
            var (count, mayFit) = (0, schema.oneOf.isEmpty)
            for choice in schema.oneOf {
                let answer = fits(value, choice)
                if answer == true { count += 1 }
                if answer != false { mayFit = true }
            }
            if count > 1 || !mayFit {
                report("must fit exactly one of \(schema.oneOf.count) choices, but fits \(count)", .choice)
            }
        }
        if let not = schema.not, fits(value, not) == true { report("must not fit what is excluded") }
        if let condition = schema.json["if"].map(Schema.init), let isMet = fits(value, condition) {
            let branch = isMet ? "then" : "else"
            if let schema = schema.json[branch].map(Schema.init) { visit(value, schema, by: branch) }
        }
    }

    /// True if a value is valid, without noting violations; nil if that cannot be decided.
    mutating func fits(_ value: JSONValue, _ schema: Schema) -> Bool? {
        let outer = (violations, followed, isUnsure)
        (violations, followed, isUnsure) = ([], [], false)
        visit(value, schema)
        let result = violations.isEmpty ? isUnsure ? nil : true : false
        (violations, followed, isUnsure) = (outer.0, outer.1, outer.2 || result == nil)
        return result
    }
}

extension JSONValue {
    private var type: Schema.DataType {
        switch self {
        case .null: .null
        case .bool: .boolean
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    var kindName: String { type.words }

    /// `1.0` is an integer (JSON Schema 2020-12).
    fileprivate func isOf(_ type: Schema.DataType) -> Bool {
        type == .integer ? numberValue?.isMultiple(of: JSONNumber(1)) ?? false : type == self.type
    }
}

extension Schema.DataType {
    fileprivate var words: String {
        switch self {
        case .null: "null"
        case .boolean: "true or false"
        case .integer: "a whole number"
        case .number: "a number"
        case .string: "text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

/// A violation of a schema or, by a reply, of its description.
public struct SchemaViolation: Hashable, Sendable, CustomStringConvertible {
    /// The location in the value; the root for a fault of a reply that is not in its body.
    package let pointer: JSONPointer
    public let message: String
    /// The location of the violated schema as a reference: `#/components/schemas/Pet/properties/id`. Empty if the
    /// check does not know where it began.
    public let place: String
    public var reason: Reason = .value

    public enum Reason: Hashable, Sendable {
        case value
        case missing(String)
        /// The value fits none, or too many, of the schema's choices.
        case choice
    }

    /// The violation relative to a value that contains the checked one at `pointer`.
    package func moved(below pointer: JSONPointer) -> SchemaViolation {
        SchemaViolation(pointer: pointer.appending(self.pointer), message: message, place: place, reason: reason)
    }

    /// `/pointer: message`.
    public var description: String { pointer.tokens.isEmpty ? message : "\(pointer): \(message)" }
}

extension [SchemaViolation] {
    /// The first violations and the number of the others, in one line; nil without violations.
    package func listed(_ most: Int) -> String? {
        guard !isEmpty else { return nil }
        let others = count > most ? ["\(count - most) more"] : []
        return (prefix(most).map(\.description) + others).joined(separator: "; ")
    }
}

/// The direction of a value. Members that only the other side sends are not required.
public enum SchemaDirection: Sendable, Hashable {
    /// To the server: `readOnly` members are not required.
    case request
    /// From the server: `writeOnly` members are not required.
    case response
}

extension APIDocument {
    /// The violations of `schema` by `value`; empty if it is valid.
    ///
    /// Terminates for every document: a schema that recurs without going deeper into the value, or costs more than a
    /// hundred thousand steps, counts as valid.
    ///
    /// - Parameters:
    ///   - place: the location of `schema` as a reference; violations name locations below it.
    ///   - isThorough: true to check formats and rare keywords too, as for the requests of a client.
    public func violations(
        of value: JSONValue,
        against schema: Schema,
        direction: SchemaDirection = .response,
        at place: String = "",
        isThorough: Bool = false
    ) -> [SchemaViolation] {
        findings(on: value, against: schema, direction: direction, at: place, isThorough: isThorough).violations
    }

    /// The violations, and the parts of the schema that could not be checked.
    package func findings(
        on value: JSONValue, against schema: Schema, direction: SchemaDirection = .response, at place: String = "",
        isThorough: Bool = false
    ) -> (violations: [SchemaViolation], omissions: [SchemaOmission]) {
        var check = SchemaCheck(document: self, direction: direction, place: place, isThorough: isThorough)
        return (check.check(value, schema), check.omissions)
    }
}

package struct SchemaOmission: Sendable, Hashable {
    package let message: String
    /// The location of the part as a reference; empty if unknown.
    package let place: String
}

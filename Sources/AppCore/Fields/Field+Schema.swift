import APIDocument
import APIModel
import Foundation
import WireFormats

struct FieldReader {
    // Nested objects become fields of their own down to this depth. Deeper and recursive ones are summarized, and
    // edited as JSON.
    private var depthLimit: Int { direction == .request ? 4 : 2 }
    private static let fieldLimit = 200
    // A limit for nested objects without fields.
    private static let visitLimit = 2_000
    let document: APIDocument
    /// The direction of the values: members that only the other side may set are left out or marked.
    let direction: SchemaDirection
    /// True if binary values are files to send.
    var allowsFiles = false

    /// The fields of a value: one per member of an object, including nested ones; otherwise a single field.
    func fields(of schema: Schema) -> [Field] {
        let resolved = document.resolveChoices(schema)
        guard resolved.type == .object, !resolved.properties.isEmpty else {
            return [field(resolved, unresolved: schema, name: "", at: .root, isRequired: true)]
        }
        var fields: [Field] = []
        var visits = 0
        collect(resolved, at: .root, isRequired: true, depth: 0, into: &fields, &visits)
        return fields
    }

    func field(_ name: String, _ schema: Schema, isRequired: Bool = false) -> Field {
        field(
            document.resolveChoices(schema), unresolved: schema, name: name, at: JSONPointer(tokens: [name]),
            isRequired: isRequired)
    }

    /// The field for a parameter, with the parameter's name in words as its title. A list is typed as text, separated
    /// by commas.
    func field(of parameter: Parameter) -> Field {
        var field = field(parameter.name, parameter.schema, isRequired: parameter.isRequired)
        let isSent = parameter.location == .header || parameter.location == .cookie
        if isSent, field.kind == .text, SecretName(parameter.name).isSecretParameter { field.kind = .secret }
        if parameter.schema.titleForPeople == nil {
            let isLetter = field.kind == .text && parameter.name.count == 1 && NameClass.search.has(parameter.name)
            field.title = isLetter ? "Text" : HumanName.sentence(parameter.name)
        }
        if let entry = scalarEntry(of: parameter.schema), !parameter.isJSON {
            field.kind = .text
            field.constraints = .any
            field.default = field.default.map { .string($0.typedText) }
            field.example = field.example.map { .string($0.typedText) }
            if case .choice(let values) = kind(of: entry, name: "") { field.entryOptions = values }
        }
        field.help = parameter.description.map(PlainText.of) ?? field.help
        // A name of one letter, such as `q`, is not a title.
        if parameter.name.count == 1, let help = field.help, (1...40).contains(help.count) {
            field.title = HumanName.capitalised(help.hasSuffix(".") ? String(help.dropLast()) : help)
        }
        if let example = parameter.example {
            field.example = field.kind == .text ? .string(example.typedText) : example
        }
        return field
    }

    private func collect(
        _ object: Schema, at pointer: JSONPointer, isRequired: Bool, depth: Int, into fields: inout [Field],
        _ visits: inout Int
    ) {
        let required = object.required
        let some = object.membersOfSomeForms
        let others = NameClass.objects(besides: object.properties.map(\.name))
        for property in object.properties {
            visits += 1
            guard fields.count < FieldReader.fieldLimit, visits < FieldReader.visitLimit else { return }
            let resolved = document.resolveChoices(property.schema)
            if direction == .request, resolved.isReadOnly { continue }
            let place = pointer.appending(property.name)
            let start = fields.count
            defer {
                if some.contains(property.name) {
                    for index in start..<fields.count { fields[index].isOfSomeForms = true }
                }
                if let other = property.name.keyOfObject(by: .title),
                    others.contains(other) || NameClass.writer.hasKey(other)
                {
                    for index in start..<fields.count { fields[index].isOfOther = true }
                }
            }
            if direction == .response, resolved.isWriteOnly {
                // A value sent against the document is masked.
                fields.append(Field(pointer: place, title: HumanName.sentence(property.name), kind: .secret))
                continue
            }
            let isNeeded = isRequired && required.contains(property.name)
            if direction == .response, let decimals = Money.decimals(of: resolved, in: document) {
                var money = field(
                    resolved, unresolved: property.schema, name: property.name, at: place, isRequired: isNeeded)
                (money.kind, money.isMoney, money.measure) = (
                    .money, decimals, Money.measure(of: resolved, in: document)
                )
                fields.append(money)
            } else if resolved.type == .object, !resolved.properties.isEmpty, depth < depthLimit {
                collect(resolved, at: place, isRequired: isNeeded, depth: depth + 1, into: &fields, &visits)
                guard depth > 0 || document.parts(of: object)?.attributes != property.name else {
                    for index in start..<fields.count { fields[index].isInAttributes = true }
                    continue
                }
                let prefix = property.schema.titleForPeople ?? HumanName.sentence(property.name)
                for index in start..<fields.count { fields[index].title = "\(prefix): \(fields[index].title)" }
            } else {
                fields.append(
                    field(resolved, unresolved: property.schema, name: property.name, at: place, isRequired: isNeeded))
            }
        }
    }

    private func field(
        _ schema: Schema, unresolved: Schema, name: String, at pointer: JSONPointer, isRequired: Bool
    ) -> Field {
        let kind = kind(of: schema, name: name)
        let title = title(of: schema, unresolved: unresolved, kind: kind)
        var field = Field(
            pointer: pointer,
            name: name,
            title: title ?? (name.isEmpty ? "Value" : HumanName.sentence(name)),
            kind: kind,
            isRequired: isRequired,
            isNullable: schema.isNullable,
            help: (unresolved.description ?? schema.description).map(PlainText.of),
            default: schema.default ?? schema.const,
            example: schema.examples.first)
        field.format = schema.format
        field.constraints = schema.bounds
        switch kind {
        case .choice(let values): field.isConstant = values.count == 1 && !schema.isNullable
        case .text: field.isConstant = document.isConstant(name)
        default: break
        }
        field.isMoney = kind == .number && isMoney(schema, name: name)
        // A form takes the bare number.
        field.takeMeasure(isTitled: title != nil || direction != .response)
        field.isWriteOnly = schema.isWriteOnly
        if case .choice = kind { field.choiceNames = ChoiceNames(of: unresolved, in: document).names }
        if schema.type == .array, let items = schema.items {
            field.choiceNames = ChoiceNames(of: items, in: document).names
            if direction == .response { field.entryChoices = choices(in: items) }
        }
        return field
    }

    private func choices(in entry: Schema) -> [String: [JSONValue]] {
        document.resolveChoices(entry).properties.reduce(into: [:]) { choices, property in
            if case .choice(let values) = kind(of: document.resolveChoices(property.schema), name: property.name) {
                choices[property.name] = values
            }
        }
    }

    /// The title of a field; nil if its name says more.
    private func title(of schema: Schema, unresolved: Schema, kind: Field.Kind) -> String? {
        if let own = unresolved.titleForPeople { return own }
        // An object's or array's title usually names its type.
        guard kind != .json, let title = schema.titleForPeople else { return nil }
        // The title of a single variant may be a constant in code: ACTIVE, IN_PROGRESS.
        let isConstant = title.count > 1 && title == title.uppercased() && title != title.lowercased()
        return isConstant && document.resolve(unresolved).title == nil ? nil : title
    }

    private func kind(of schema: Schema, name: String) -> Field.Kind {
        if let values = schema.shownValues {
            let choices = values.filter { !$0.isNull }
            if !choices.isEmpty, choices.allSatisfy(\.isScalar) { return .choice(choices) }
        }
        if allowsFiles, schema.isFile { return .file }
        switch schema.type {
        case .boolean: return .boolean
        case .integer: return .integer
        case .number: return .number
        case .object, .array, .null: return .json
        case .string: return textKind(of: schema, name: name)
        case nil:
            // Numbers that may be strings, such as large ids, are edited as text.
            return schema.types.contains(.string) ? textKind(of: schema, name: name) : .json
        }
    }

    private func textKind(of schema: Schema, name: String) -> Field.Kind {
        switch schema.format {
        case "date": return .date
        case "date-time": return .dateTime
        case "email", "idn-email": return .email
        case "uri", "url", "iri": return .url
        case "password": return .secret
        case "textarea", "multiline", "markdown", "html": return .multiline
        default: break
        }
        if SecretName(name).isMasked { return .secret }
        if let limit = schema.maxLength {
            // Databases keep names in columns of 255; that is a limit, not a sign of several lines.
            return limit >= (NameClass.title.has(name) ? 301 : 200) ? .multiline : .text
        }
        return NameClass.multiline.has(name) && direction == .request ? .multiline : .text
    }

    /// The schema of a list's entries; nil for other values, and for entries that may be objects or lists.
    private func scalarEntry(of schema: Schema) -> Schema? {
        let resolved = document.resolveChoices(schema)
        guard resolved.type == .array, let entry = resolved.items.map(document.resolveChoices) else { return nil }
        return entry.type == .object || entry.type == .array || entry.type == nil ? nil : entry
    }

    /// True for a number in steps of 0.01, with a money format or with a name of money.
    private func isMoney(_ schema: Schema, name: String) -> Bool {
        if let step = schema.multipleOf, let cent = JSONNumber(0.01) { return step.isEqual(to: cent) }
        if ["money", "currency", "decimal"].contains(schema.format) { return true }
        return NameClass.money.has(name)
    }
}

extension JSONValue {
    var isScalar: Bool { scalarText != nil }
}

extension Schema {
    private static let boundKeywords: Set = [
        "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern",
        "format", "minItems", "maxItems", "uniqueItems",
    ]

    /// The keywords that constrain single values, without the rest, to save memory per field.
    fileprivate var bounds: Schema {
        let members = json.objectValue?.members ?? []
        return Schema(.object(JSONObject(members.filter { Self.boundKeywords.contains($0.key) })))
    }

    /// The title, unless it is an identifier such as `business_profile_specs` or `ownerParams`: the member's name then
    /// says more.
    var titleForPeople: String? { title.flatMap { Self.isIdentifier($0) ? nil : $0 } }

    /// True for a text without spaces whose words are joined by `_` or capitals.
    private static func isIdentifier(_ text: String) -> Bool {
        guard !text.contains(where: \.isWhitespace) else { return false }
        return text.contains("_") || text.first?.isLowercase == true && text.contains(where: \.isUppercase)
    }
}

/// The document's names for the values of a choice: titles of constants (`oneOf` of `const` and `title`), or a list
/// beside `enum` (`x-enum-varnames`, `x-enumNames`).
struct ChoiceNames {
    private(set) var names: [JSONValue: String] = [:]

    init(of schema: Schema, in document: APIDocument) { collect(schema, document, depth: 0) }

    private mutating func collect(_ schema: Schema, _ document: APIDocument, depth: Int) {
        let resolved = document.resolve(schema)
        for keyword in ["x-enum-varnames", "x-enumNames", "x-enum-names"] {
            guard let named = resolved[extension: keyword]?.arrayValue, let values = resolved.enumValues,
                named.count == values.count
            else { continue }
            for (value, name) in zip(values, named) { note(name.stringValue, for: value) }
        }
        if let value = resolved.const { note(resolved.title, for: value) }
        guard depth < 4 else { return }
        for part in resolved.oneOf + resolved.anyOf { collect(part, document, depth: depth + 1) }
    }

    private mutating func note(_ name: String?, for value: JSONValue) {
        guard let name, !name.isEmpty, names[value] == nil else { return }
        names[value] = Self.words(name)
    }

    /// "GUILD_TEXT" and "GuildText" become "Guild text"; texts with spaces and up to three capitals stay.
    private static func words(_ name: String) -> String {
        if name.contains(" ") { return name }
        guard name == name.uppercased() else { return HumanName.sentence(name) }
        return name.utf8.count <= 3 ? name : HumanName.sentence(name.lowercased())
    }
}

/// Removes Markdown (CommonMark) from descriptions, for lines of a terminal; links become their text.
enum PlainText {
    /// The text without the markup of links, code, strong emphasis and headings. Other characters stay, as in
    /// `snake_case` and `2 * 3`.
    static func of(_ text: String) -> String {
        text.utf8.contains(where: marks.contains) ? of(Array(text)[...]) : text
    }

    private static func of(_ characters: ArraySlice<Character>) -> String {
        var (plain, rest, isInCode) = ("", characters, false)
        while let character = rest.popFirst() {
            switch (character, rest.first) {
            case ("`", _):
                isInCode.toggle()
                rest = rest.drop { $0 == "`" }
            case _ where isInCode: plain.append(character)
            case ("\\", let next?) where next.isPunctuation || next.isSymbol: plain.append(rest.removeFirst())
            case ("*", "*"?), ("_", "_"?): rest.removeFirst()
            case ("!", "["?) where link(rest.dropFirst()) != nil: continue
            case ("#", _) where plain.last?.isNewline ?? true:
                if let words = heading(rest) { rest = words } else { plain.append(character) }
            case ("[", _):
                if let link = link(rest) {
                    plain += of(link.text)
                    rest = link.rest
                } else {
                    plain.append(character)
                }
            default: plain.append(character)
            }
        }
        return plain
    }

    private static let marks = Set("`\\*_#[".utf8)
    /// The most characters of a link; a longer one is plain text.
    private static let longestLink = 500

    /// The words of a heading after its first sign; nil if the sign is not a heading, as in "#1".
    private static func heading(_ rest: ArraySlice<Character>) -> ArraySlice<Character>? {
        let words = rest.drop { $0 == "#" }
        return words.first == " " ? words.firstIndex { $0 != " " }.map { words[$0...] } : nil
    }

    /// The text of an inline link after its first bracket, and the rest after its address.
    private static func link(
        _ rest: ArraySlice<Character>
    ) -> (text: ArraySlice<Character>, rest: ArraySlice<Character>)? {
        let near = rest.prefix(longestLink)
        let text = near.prefix { $0 != "[" && $0 != "]" }
        let address = near[text.endIndex...]
        guard address.starts(with: "]("), let end = address.firstIndex(of: ")") else { return nil }
        return (text, rest[(end + 1)...])
    }
}

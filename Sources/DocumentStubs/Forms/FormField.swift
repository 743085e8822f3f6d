import APIDocument
import APIModel
import Foundation
import WireFormats

/// A field of a form, URL-encoded or as a part of a multipart body.
package struct FormField: Sendable, Hashable {
    package let name: String
    /// The text of the field; invalid UTF-8 in a file is replaced.
    package var value: String { String(decoding: bytes, as: UTF8.self) }
    let fileName: String?
    let contentType: String?
    let bytes: Data

    /// The fields of a URL-encoded form.
    ///
    /// - Throws: ``TooManyFields`` above the limit.
    package static func fields(ofForm body: Data) throws(TooManyFields) -> [FormField] {
        guard body.lazy.filter({ $0 == UInt8(ascii: "&") }).count < TooManyFields.limit else { throw TooManyFields() }
        return FormItem.items([UInt8](body)[...]).map { item in
            FormField(
                name: String(decoding: item.name, as: UTF8.self), fileName: nil, contentType: nil,
                bytes: Data(item.value))
        }
    }

    /// The fields of a multipart body (RFC 7578); nil without a boundary or parts.
    ///
    /// - Throws: ``TooManyFields`` above the limit.
    package static func parts(of body: Data, contentType: String) throws(TooManyFields) -> [FormField]? {
        guard let boundary = HeaderParameters(contentType)["boundary"], !boundary.isEmpty else { return nil }
        let mark = Array("\r\n--\(boundary)".utf8)
        // The first delimiter may begin the body; the line end before a delimiter belongs to it.
        let whole = (Array("\r\n".utf8) + body)[...]
        var rest = whole
        var begin: Int?
        var fields: [FormField] = []
        var count = 0
        func add(_ part: ArraySlice<UInt8>) throws(TooManyFields) {
            count += 1
            guard count <= TooManyFields.limit else { throw TooManyFields() }
            if let field = FormField(part: part) { fields.append(field) }
        }
        while let range = rest.place(of: mark) {
            let isLast = rest[range.upperBound...].starts(with: "--".utf8)
            let end = rest[range.upperBound...].dropFirst(isLast ? 2 : 0).drop { $0 == 0x20 || $0 == 0x09 }
            // Only blanks may follow a delimiter in its line.
            guard end.isEmpty || end.starts(with: "\r\n".utf8) else {
                rest = rest[range.upperBound...]
                continue
            }
            if let begin { try add(whole[begin..<max(begin, range.lowerBound)]) }
            if isLast { return fields }
            begin = end.dropFirst(2).startIndex
            // The line end may belong to the next delimiter.
            rest = end
        }
        guard let begin else { return nil }
        // A truncated body has no last delimiter.
        try add(whole[begin...])
        return fields
    }

    /// The most bytes in the head of a part; a part with more is ignored.
    private static let headLimit = 8 << 10
}

extension FormField {
    /// The field between two delimiters; nil without a name.
    private init?(part: ArraySlice<UInt8>) {
        let gap = Array("\r\n\r\n".utf8)
        let start = part.startIndex
        guard
            let end = (start..<min(start + Self.headLimit, part.endIndex)).first(where: {
                part[$0...].starts(with: gap)
            })
        else { return nil }
        var disposition: HeaderParameters?
        var type: String?
        for line in String(decoding: part[..<end], as: UTF8.self).split(separator: "\r\n") {
            let field = line.split(separator: ":", maxSplits: 1)
            guard field.count == 2 else { continue }
            switch field[0].lowercased() {
            case "content-disposition": disposition = HeaderParameters(field[1])
            case "content-type": type = HeaderParameters(field[1]).value
            default: break
            }
        }
        guard let disposition, disposition.value.lowercased() == "form-data", let name = disposition["name"] else {
            return nil
        }
        self.init(
            name: name, fileName: disposition["filename"].map { PercentCode.decoded($0) }, contentType: type,
            bytes: Data(part[(end + gap.count)...]))
    }
}

extension FormField {
    /// The members of an item in a form's fields, typed by the schema; a file's name, size and type fill theirs.
    static func members(
        _ fields: [FormField], sending form: Schema?, of itemSchema: Schema?, in document: APIDocument
    ) -> JSONObject {
        let shown = itemSchema?.properties ?? []
        let known = ((form?.properties ?? []) + shown).byName
        let texts = fields.lazy.filter { $0.fileName == nil }.map { (name: $0.name, value: $0.value) }
        let tree = FieldTree(texts) { name in known[name].flatMap(document.formShape) != nil }
        var members = JSONObject(
            tree.members.map { name, tree in
                let own = tree.value(of: known[name] ?? .any, in: document) { value($0, of: $1, in: document) }
                return .init(key: name, value: own)
            })
        for field in fields {
            guard let file = field.fileName else { continue }
            let said: [(names: NameClass, value: JSONValue?)] = [
                (.fileName, .string(file)), (.fileSize, .number(JSONNumber(field.bytes.count))),
                (.fileType, field.contentType.map(JSONValue.string)),
            ]
            for (names, value) in said {
                let property = shown.first { names.has($0.name) }
                guard let property, let value, members[property.name] == nil, document.fits(value, property.schema)
                else { continue }
                members[property.name] = value
            }
        }
        return members
    }

    private static func value(_ text: String, of schema: Schema, in document: APIDocument) -> JSONValue {
        let schema = document.resolveChoices(schema)
        switch schema.type {
        case .object, .array: return JSONValue.read(Array(text.utf8)) ?? .string(text)
        case nil: return .string(text)
        default: return document.value(text, of: schema) ?? .string(text)
        }
    }
}

/// An error for a form with an excessive number of fields.
package struct TooManyFields: Error, Sendable, Hashable, CustomStringConvertible {
    /// The most fields of a form that are read.
    package static let limit = 5_000

    package var description: String { "The form has more than \(Self.limit) fields; send fewer, or send JSON." }
}

/// The fields of a form by name, with nested ones below them: `metadata[plan]=pro`, `items[0][price]=2`, `tags[]=a`.
/// PHP, Rails and OpenAPI's `deepObject` write objects and lists in this way.
///
/// Built in one pass, so that its cost is proportional to the number of fields.
package struct FieldTree: Sendable {
    /// The values of fields with exactly this name, in the order of the form.
    package private(set) var texts: [String] = []
    /// The parts of a field, in the order of the form; repeated names are kept.
    package private(set) var members: [(name: String, tree: FieldTree)] = []
    private var places: [String: Int] = [:]

    /// The greatest depth of nested fields; the brackets of deeper names are not split.
    private static let depthLimit = 12

    package subscript(name: String) -> FieldTree? { places[name].map { members[$0].tree } }

    /// The parts of a name: `items[0][price]` is `items`, `0`, `price`.
    private static func path(_ name: String, _ nests: (String) -> Bool) -> [String] {
        guard name.utf8.last == UInt8(ascii: "]"), let bracket = name.firstIndex(of: "["), bracket > name.startIndex
        else { return [name] }
        let head = String(name[..<bracket])
        let rest = name[bracket...].dropFirst().dropLast()
        let steps = rest.split(separator: "][", omittingEmptySubsequences: false)
        guard nests(head), steps.count < depthLimit, !steps.contains(where: { $0.contains { "[]".contains($0) } })
        else { return [name] }
        return [head] + steps.map(String.init)
    }

    private mutating func add(_ text: String, at path: ArraySlice<String>) {
        guard let name = path.first else { return texts.append(text) }
        let rest = path.dropFirst()
        // `items[][price]` begins the next item if the last one has its price.
        let isNext = name.isEmpty && (rest.isEmpty || places[name].map { members[$0].tree.has(rest) } ?? true)
        let place = isNext ? nil : places[name]
        if let place { return members[place].tree.add(text, at: rest) }
        places[name] = members.count
        var tree = FieldTree()
        tree.add(text, at: rest)
        members.append((name, tree))
    }

    /// True if a field has this path; lists always take another item.
    private func has(_ path: ArraySlice<String>) -> Bool {
        guard let name = path.first else { return !texts.isEmpty }
        guard !name.isEmpty, let tree = self[name] else { return false }
        return tree.has(path.dropFirst())
    }
}

extension FieldTree {
    /// - Parameter nests: true if a field's name, up to its first bracket, is that of an object or a list.
    package init(_ fields: some Sequence<(name: String, value: String)>, nesting nests: (String) -> Bool) {
        self.init()
        for field in fields { add(field.value, at: Self.path(field.name, nests)[...]) }
    }

    /// The value that the fields encode.
    ///
    /// - Parameters:
    ///   - schema: the schema of the value, unresolved.
    ///   - value: reads one field's text.
    package func value(
        of schema: Schema, in document: APIDocument, reading value: (String, Schema) -> JSONValue
    ) -> JSONValue {
        let form = document.formShape(schema)
        if let items = items(as: form?.type) {
            let item = form?.items ?? .any
            return .array(
                texts.map { value($0, item) } + items.map { $0.value(of: item, in: document, reading: value) })
        }
        guard members.isEmpty else {
            let known = form?.properties.byName ?? [:]
            return .object(
                JSONObject(
                    members.map { name, tree in
                        let own = known[name] ?? form?.additionalProperties ?? .any
                        return .init(key: name, value: tree.value(of: own, in: document, reading: value))
                    }))
        }
        guard form?.type == .array, let form else { return value(texts.last ?? "", schema) }
        if texts.count == 1, let list = JSONValue.read(Array(texts[0].utf8)), list.arrayValue != nil { return list }
        return .array(texts.map { value($0, form.items ?? .any) })
    }

    /// The items of a list: numbered ones by number, then the others in their order. Nil if it is not a list.
    private func items(as type: Schema.DataType?) -> [FieldTree]? {
        guard !members.isEmpty else { return nil }
        let numbered = members.map { (place: $0.name.isEmpty ? Int.max : Int($0.name) ?? -1, tree: $0.tree) }
        guard numbered.allSatisfy({ $0.place >= 0 }), type != .object || numbered.allSatisfy({ $0.place == .max })
        else { return nil }
        return numbered.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }
            .map(\.element.tree)
    }
}

extension APIDocument {
    /// The object or list that a form's fields can fill, resolved; of several variants the first that is one. Nil if
    /// the schema has neither.
    package func formShape(_ schema: Schema) -> Schema? {
        let own = resolveChoices(schema)
        if own.type == .object || own.type == .array { return own }
        if own.type == nil, !own.properties.isEmpty { return own }
        let choice = resolve(schema)
        return (choice.oneOf + choice.anyOf).lazy.map(resolveChoices).first { $0.type == .object || $0.type == .array }
    }
}

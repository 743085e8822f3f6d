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

import APIDocument
import APIModel
import Foundation
import WireFormats

/// A field of a form, URL-encoded or as a part of a multipart body.
package struct FormField: Sendable, Hashable {
    package let name: String
    /// The text of the field; invalid UTF-8 in a file is replaced.
    package var value: String { String(decoding: bytes, as: UTF8.self) }
    /// The name of the file; nil for a field without one.
    let fileName: String?
    /// The media type of the part.
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
        let body = [UInt8](body)
        guard let boundary = HeaderParameters(contentType)["boundary"], !boundary.isEmpty else { return nil }
        var delimiters = PartDelimiters(body, boundary: boundary)
        guard var begin = delimiters.next() else { return nil }
        var fields: [FormField] = []
        var count = 0
        while !begin.isLast {
            // A truncated body has no last delimiter.
            let end = delimiters.next()
            count += 1
            guard count <= TooManyFields.limit else { throw TooManyFields() }
            let part = body[begin.end..<max(begin.end, end?.start ?? body.count)]
            if let field = FormField(part: part) { fields.append(field) }
            guard let end else { break }
            begin = end
        }
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

/// Finds the lines between the parts of a multipart body (RFC 2046 section 5.1.1), in one pass.
private struct PartDelimiters {
    struct Delimiter {
        /// The end of the part before it; the line end before the delimiter belongs to the delimiter.
        let start: Int
        /// The beginning of the next part.
        let end: Int
        let isLast: Bool
    }

    private let body: [UInt8]
    private let text: [UInt8]
    /// The beginning of the next line; nil at the end.
    private var line: Int? = 0

    init(_ body: [UInt8], boundary: String) {
        self.body = body
        text = Array("--\(boundary)".utf8)
    }

    mutating func next() -> Delimiter? {
        while let start = line {
            line = nextLine(from: start)
            if let delimiter = delimiter(at: start) { return delimiter }
        }
        return nil
    }

    private func nextLine(from place: Int) -> Int? {
        var place = place
        while let end = body[place...].firstIndex(of: 0x0D) {
            place = end + 1
            if place < body.count, body[place] == 0x0A { return place + 1 }
        }
        return nil
    }

    /// The delimiter that begins there; only blanks may follow it in its line.
    private func delimiter(at start: Int) -> Delimiter? {
        guard body[start...].starts(with: text) else { return nil }
        var end = start + text.count
        let isLast = body[end...].starts(with: "--".utf8)
        if isLast { end += 2 }
        while end < body.count, body[end] == 0x20 || body[end] == 0x09 { end += 1 }
        guard end == body.count || body[end...].starts(with: "\r\n".utf8) else { return nil }
        return Delimiter(start: max(0, start - 2), end: min(end + 2, body.count), isLast: isLast)
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

    /// The value of a field's text.
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

    /// The problem and the remedy.
    package var description: String { "The form has more than \(Self.limit) fields; send fewer, or send JSON." }
}

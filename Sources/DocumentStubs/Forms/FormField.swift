import APIDocument
import Foundation
import JSONText

/// A field of a form, sent as a query is or in parts.
public struct FormField: Sendable, Hashable {
    /// What it is called.
    public let name: String
    /// Its text; of a file, what can be read of it.
    public var value: String { String(decoding: bytes, as: UTF8.self) }
    /// What the file is called that it carries; nil for what is no file.
    let fileName: String?
    /// What its part says of its form.
    let contentType: String?
    /// What was sent.
    let bytes: Data

    /// The fields of `a=1&b=2`, decoded.
    public static func fields(ofQuery text: some StringProtocol) -> [FormField] {
        text.split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? decoded(parts[1]) : ""
            return FormField(name: decoded(parts[0]), fileName: nil, contentType: nil, bytes: Data(value.utf8))
        }
    }

    private static func decoded(_ text: some StringProtocol) -> String {
        let spaced = String(text).replacing("+", with: " ")
        return spaced.removingPercentEncoding ?? spaced
    }

    /// The fields of a body in parts (RFC 7578); nil for one that has no boundary or is not made of parts.
    public static func parts(of body: Data, contentType: String) -> [FormField]? {
        guard let mark = contentType.range(of: "boundary=", options: .caseInsensitive) else { return nil }
        let boundary = contentType[mark.upperBound...].prefix { $0 != ";" }.trimmingCharacters(in: ["\"", " "])
        let line = Data("--\(boundary)".utf8)
        guard !boundary.isEmpty, var mark = body.range(of: line) else { return nil }
        var fields: [FormField] = []
        while let next = body.range(of: line, in: mark.upperBound..<body.endIndex) {
            if let field = FormField(part: body[mark.upperBound..<next.lowerBound]) { fields.append(field) }
            mark = next
        }
        // A body that breaks off has no last line.
        if !body[mark.upperBound...].starts(with: Data("--".utf8)),
            let field = FormField(part: body[mark.upperBound...])
        {
            fields.append(field)
        }
        return fields
    }

    private init(name: String, fileName: String?, contentType: String?, bytes: Data) {
        (self.name, self.fileName, self.contentType, self.bytes) = (name, fileName, contentType, bytes)
    }

    /// What stands between two boundaries; nil for what has no name.
    private init?(part: Data) {
        guard let gap = part.range(of: Data("\r\n\r\n".utf8)) else { return nil }
        let head = String(decoding: part[..<gap.lowerBound], as: UTF8.self)
        guard let name = head.firstMatch(of: /(?i)form-data;[^\r\n]*?\bname="([^"\r\n]*)"/)?.1 else { return nil }
        var bytes = part[gap.upperBound...]
        if bytes.suffix(2) == Data("\r\n".utf8) { bytes = bytes.dropLast(2) }
        let file = head.firstMatch(of: /(?i)form-data;[^\r\n]*?\bfilename="([^"\r\n]*)"/)?.1
        let type = head.firstMatch(of: /(?i)content-type:[ \t]*([^\s;]+)/)?.1
        self.init(
            name: String(name), fileName: file.map { String($0).removingPercentEncoding ?? String($0) },
            contentType: type.map(String.init), bytes: bytes)
    }
}

extension FormField {
    /// What the fields of a form say of a thing: members of the fields' names; of a file what it is called, its size and type,
    /// where the thing has members for that.
    static func members(_ fields: [FormField], of thing: Schema?, in document: APIDocument) -> JSONObject {
        let shown = thing?.properties ?? []
        var members = JSONObject()
        for field in fields {
            guard let file = field.fileName else {
                let schema = shown.first { $0.name == field.name }?.schema
                members[field.name] = field.value(for: schema.map(document.resolveChoices), in: document)
                continue
            }
            let said: [(names: Set<String>, value: JSONValue?)] = [
                (fileNames, .string(file)), (fileSizes, .number(JSONNumber(field.bytes.count))),
                (fileTypes, field.contentType.map(JSONValue.string)),
            ]
            for (names, value) in said {
                let property = shown.first { names.contains(HumanName.key($0.name)) }
                guard let property, let value, members[property.name] == nil,
                    document.violations(of: value, against: property.schema).isEmpty
                else { continue }
                members[property.name] = value
            }
        }
        return members
    }

    /// The value the text stands for.
    private func value(for schema: Schema?, in document: APIDocument) -> JSONValue {
        switch schema?.type {
        case .object, .array: JSONValue.read(Array(bytes)) ?? .string(value)
        case nil: .string(value)
        default: schema.flatMap { document.value(value, of: $0) } ?? .string(value)
        }
    }

    private static let fileNames: Set<String> = [
        "filename", "originalfilename", "originalname", "displayname", "name", "title",
    ]
    private static let fileSizes: Set<String> = [
        "size", "filesize", "bytes", "bytesize", "sizebytes", "sizeinbytes", "contentlength", "length",
    ]
    private static let fileTypes: Set<String> = ["contenttype", "mimetype", "mediatype", "filetype", "mime"]
}

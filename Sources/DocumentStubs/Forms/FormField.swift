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
            let value = parts.count > 1 ? PercentCode.decoded(form: parts[1]) : ""
            return FormField(
                name: PercentCode.decoded(form: parts[0]), fileName: nil, contentType: nil, bytes: Data(value.utf8))
        }
    }

    /// The fields of a form that is written as a query is.
    ///
    /// - Throws: where there are too many to be meant.
    public static func fields(ofForm body: Data) throws(TooManyFields) -> [FormField] {
        guard body.lazy.filter({ $0 == UInt8(ascii: "&") }).count < TooManyFields.limit else { throw TooManyFields() }
        return fields(ofQuery: String(decoding: body, as: UTF8.self))
    }

    /// The fields of a body in parts (RFC 7578); nil for one that has no boundary or is not made of parts.
    ///
    /// - Throws: where there are too many to be meant.
    public static func parts(of body: Data, contentType: String) throws(TooManyFields) -> [FormField]? {
        guard let mark = contentType.range(of: "boundary=", options: .caseInsensitive) else { return nil }
        let boundary = contentType[mark.upperBound...].prefix { $0 != ";" }.trimmingCharacters(in: ["\"", " "])
        let line = Data("--\(boundary)".utf8)
        guard !boundary.isEmpty, var mark = body.range(of: line) else { return nil }
        var fields: [FormField] = []
        var count = 0
        while let next = body.range(of: line, in: mark.upperBound..<body.endIndex) {
            count += 1
            guard count <= TooManyFields.limit else { throw TooManyFields() }
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

    /// How many bytes the head of a part has at most; one that has more says nothing.
    private static let headLimit = 8 << 10

    /// What stands between two boundaries; nil for what has no name.
    private init?(part: Data) {
        guard let gap = part.range(of: Data("\r\n\r\n".utf8)), gap.lowerBound - part.startIndex < Self.headLimit
        else { return nil }
        let head = String(decoding: part[..<gap.lowerBound], as: UTF8.self)
        guard let name = head.firstMatch(of: /(?i)form-data;[^\r\n]*?\bname="([^"\r\n]*)"/)?.1 else { return nil }
        var bytes = part[gap.upperBound...]
        if bytes.suffix(2) == Data("\r\n".utf8) { bytes = bytes.dropLast(2) }
        let file = head.firstMatch(of: /(?i)form-data;[^\r\n]*?\bfilename="([^"\r\n]*)"/)?.1
        let type = head.firstMatch(of: /(?i)content-type:[ \t]*([^\s;]+)/)?.1
        self.init(
            name: String(name), fileName: file.map { PercentCode.decoded($0) },
            contentType: type.map(String.init), bytes: bytes)
    }
}

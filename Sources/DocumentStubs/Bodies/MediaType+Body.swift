import APIDocument
import Foundation
import WireFormats

extension MediaType {
    /// The concrete type in which a body is sent; for a range such as `image/*`, one of its types.
    var sentName: String {
        guard name.contains("*") else { return name }
        return switch String(essence.prefix { $0 != "/" }) {
        case "image": "image/png"
        case "text": "text/plain"
        case "audio", "video", "font": "application/octet-stream"
        default: "application/json"
        }
    }

    /// The sent type without parameters.
    var sentType: MediaTypeName { MediaTypeName(sentName) }

    /// True for a stream of values.
    var isSequence: Bool { sentType.isStream }

    /// The bytes of a value: as JSON, XML, a form, rows or events; a string is sent unchanged.
    func bytes(_ value: JSONValue, in document: APIDocument) -> [UInt8] {
        let type = sentType
        if type.isJSON || isJSON { return value.bytes(.compact) }
        if let text = value.stringValue {
            // A string in the document is sent unchanged; for binary types it is Base64 of the file.
            guard let file = BinarySample.bytes(type.text) else { return Array(text.utf8) }
            return Data(base64Encoded: text).map(Array.init) ?? file
        }
        let items = value.arrayValue ?? [value]
        switch type.text {
        case _ where type.isJSONLines: return items.flatMap { $0.bytes(.compact) + [0x0A] }
        case "application/x-www-form-urlencoded": return Array(FormText.of(value).utf8)
        case "application/json-seq": return items.flatMap { [0x1E] + $0.bytes(.compact) + [0x0A] }
        case "text/event-stream": return Array(EventStreamText.of(items).utf8)
        case "text/csv", "application/csv": return Array(CSVText.of(value).utf8)
        case _ where type.isXML: return Array(XMLText.of(value, schema, in: document).utf8)
        default: return value.scalarText.map { Array($0.utf8) } ?? value.bytes(.compact)
        }
    }
}

/// A value as the fields of a form: `a=x+y&b=2`.
enum FormText {
    /// The members of an object. Items of a list repeat its name, and deeper values are written as JSON. A value that
    /// is not an object is one field without a name.
    static func of(_ value: JSONValue) -> String {
        guard let object = value.objectValue else { return PercentCode.encoded(text(value)) }
        let items = object.members.flatMap { member in
            (member.value.arrayValue ?? [member.value]).map { (name: member.key, value: text($0)) }
        }
        return FormItem.text(items).replacing("%20", with: "+")
    }

    private static func text(_ value: JSONValue) -> String {
        value.isNull ? "" : value.scalarText ?? value.text(.compact)
    }
}

/// Rows as comma-separated values (RFC 4180): a line with the names of their members, then one for each.
enum CSVText {
    /// The lines of a value: the items of a list, the first list of objects in an object, else the value itself.
    static func of(_ value: JSONValue) -> String {
        let rows = (rows(of: value) ?? [value]).map { flat($0) }
        var names: [String] = []
        var known: Set<String> = []
        for name in rows.joined().map(\.key) where known.insert(name).inserted { names.append(name) }
        let lines = rows.map { row in
            names.map { name in row.first { $0.key == name }.map { text($0.value) } ?? "" }
        }
        return ([names] + lines).map { $0.map(field).joined(separator: ",") + "\r\n" }.joined()
    }

    private static func rows(of value: JSONValue) -> [JSONValue]? {
        value.arrayValue
            ?? value.objectValue?.members.lazy.compactMap { $0.value.arrayValue }.first { $0.first?.objectValue != nil }
    }

    /// The members of a row; those of nested objects as `outer.inner`.
    private static func flat(_ row: JSONValue) -> [JSONObject.Member] {
        guard let object = row.objectValue else { return [.init(key: "value", value: row)] }
        return object.members.flatMap { member in
            guard case .object(let inner) = member.value else { return [member] }
            return inner.members.map { .init(key: "\(member.key).\($0.key)", value: $0.value) }
        }
    }

    /// The text of a cell: scalars of a list are joined by semicolons, nested values are JSON.
    private static func text(_ value: JSONValue) -> String {
        if value.isNull { return "" }
        if let items = value.arrayValue, items.allSatisfy({ $0.scalarText != nil }) {
            return items.compactMap(\.scalarText).joined(separator: ";")
        }
        return value.scalarText ?? value.text(.compact)
    }

    private static func field(_ text: String) -> String {
        let isPlain = !text.utf8.contains { [UInt8(ascii: ","), UInt8(ascii: "\""), 10, 13].contains($0) }
        return isPlain ? text : "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}

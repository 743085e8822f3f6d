import Foundation
import WireFormats

/// A value as the fields of a form: `a=x+y&b=2`.
enum FormText {
    /// An object's members; items of a list repeat its name, what is nested deeper is written as JSON. A value that is no object
    /// is one field without a name.
    static func of(_ value: JSONValue) -> String {
        guard let object = value.objectValue else { return encoded(text(value)) }
        let fields = object.members.flatMap { member in
            (member.value.arrayValue ?? [member.value]).map { "\(encoded(member.key))=\(encoded(text($0)))" }
        }
        return fields.joined(separator: "&")
    }

    private static func text(_ value: JSONValue) -> String {
        value.isNull ? "" : value.scalarText ?? String(decoding: value.bytes(.compact), as: UTF8.self)
    }

    /// As forms encode (WHATWG URL, `application/x-www-form-urlencoded`): a blank is a plus.
    private static func encoded(_ text: String) -> String {
        (text.addingPercentEncoding(withAllowedCharacters: kept) ?? "").replacing(" ", with: "+")
    }

    private static let kept = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789*-._ ")
}

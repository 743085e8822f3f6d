import Foundation
import JSONText

/// Finds what may not be demanded of a request: its secrets, and the placeholders that stand where one was when a recording is
/// imported again.
enum RecordedSecret {
    /// A character no URL has as it is, and hardly a body.
    private static let mark = "\u{F8FF}"
    private static let marker = Redactor(placeholder: mark)
    private static let placeholder = Redactor().placeholder

    /// What stands between the secrets of a URL; the whole of it where there is none.
    static func pieces(of url: String) -> [String] {
        marker.url(url).replacingOccurrences(of: placeholder, with: mark).components(separatedBy: mark)
    }

    /// The value with another text in place of each secret.
    static func marked(_ value: JSONValue) -> JSONValue { withoutPlaceholders(marker.json(value)) }

    /// Whether there is none in a text.
    static func isFree(_ bytes: [UInt8], contentType: String) -> Bool {
        let marked = marker.body(bytes, contentType: contentType)
        return marked == bytes && !bytes.contains(placeholder)
    }

    private static func withoutPlaceholders(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text) where text.contains(placeholder): .string(mark)
        case .array(let items): .array(items.map(withoutPlaceholders))
        case .object(let object):
            .object(
                JSONObject(object.members.map { .init(key: $0.key, value: withoutPlaceholders($0.value)) }))
        default: value
        }
    }
}

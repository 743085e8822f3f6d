/// What kinds of secrets a text may hold, found in one pass over its bytes.
///
/// Hardly any text has one, and expressions are slow: what shows none of a secret's signs is not looked through for it.
struct SecretSigns {
    /// An `=`, as behind a parameter's name.
    private(set) var hasParameter = false
    /// A quote behind a `:` or an `=`, as where a member's text begins.
    private(set) var hasMember = false
    /// A `<`, as around an element's name; `&lt;` in XML within XML.
    private(set) var hasTag = false
    /// `//` and an `@`, as around a URL's user info.
    var hasUserInfo: Bool { hasSlashes && hasAt }
    /// `eyJ`, which a JSON Web Token begins with.
    private(set) var hasToken = false
    /// `Bearer ` or `Basic `, in any case.
    private(set) var hasCredential = false
    private var hasSlashes = false
    private var hasAt = false

    init(_ text: String) {
        var text = text
        text.withUTF8 { look($0) }
    }

    private mutating func look(_ bytes: UnsafeBufferPointer<UInt8>) {
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "="): hasParameter = true
            case UInt8(ascii: "<"): hasTag = true
            case UInt8(ascii: ";"): if Self.ends(bytes[..<index], with: "&lt") { hasTag = true }
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let before = bytes[..<index].last { $0 != 0x20 && $0 != 0x09 && $0 != UInt8(ascii: "\\") }
                if before == UInt8(ascii: ":") || before == UInt8(ascii: "=") { hasMember = true }
            case UInt8(ascii: "@"): hasAt = true
            case UInt8(ascii: "/"): if index > 0, bytes[index - 1] == byte { hasSlashes = true }
            case UInt8(ascii: "J"):
                if index > 1, bytes[index - 1] == UInt8(ascii: "y"), bytes[index - 2] == UInt8(ascii: "e") {
                    hasToken = true
                }
            case UInt8(ascii: " "):
                if !hasCredential, Self.schemes.contains(where: { Self.ends(bytes[..<index], with: $0) }) {
                    hasCredential = true
                }
            default: break
            }
        }
    }

    private static let schemes: [StaticString] = ["bearer", "basic"]

    private static func ends(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, with word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard bytes.count >= count else { return false }
        let start = bytes.endIndex - count
        // An ASCII letter and its capital differ by one bit.
        return (0..<count).allSatisfy { bytes[start + $0] | 0x20 == word.utf8Start[$0] | 0x20 }
    }
}

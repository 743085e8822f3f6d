/// A path into a JSON value (RFC 6901).
public struct JSONPointer: Sendable, Hashable, CustomStringConvertible {
    /// The unescaped steps: member names, or item numbers in decimal.
    public var tokens: [String]

    /// The whole value.
    public static let root = JSONPointer(tokens: [])

    /// The path made of these unescaped steps.
    public init(tokens: [String]) {
        self.tokens = tokens
    }

    /// Reads `""` or `/a/0/b~1c`. Throws where the text neither is empty nor starts with `/`, or `~` is not followed by
    /// 0 or 1.
    public init(_ text: String) throws(JSONError) {
        let bytes = Array(text.utf8)
        guard bytes.first != nil else {
            self = .root
            return
        }
        guard bytes[0] == UInt8(ascii: "/") else {
            throw JSONError("a JSON pointer is empty or starts with \"/\"", at: 0, in: bytes)
        }
        for (place, byte) in bytes.enumerated() where byte == UInt8(ascii: "~") {
            let next = place + 1 < bytes.count ? bytes[place + 1] : 0
            guard next == UInt8(ascii: "0") || next == UInt8(ascii: "1") else {
                throw JSONError("in a JSON pointer \"~\" is written \"~0\"", at: place, in: bytes)
            }
        }
        tokens = bytes.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { JSONPointer.unescaped($0) }
    }

    /// The path one step further.
    public func appending(_ token: String) -> JSONPointer {
        JSONPointer(tokens: tokens + [token])
    }

    /// The path to an item of the array at this path.
    public func appending(_ index: Int) -> JSONPointer {
        appending(String(index))
    }

    /// This path, then the other below it.
    public func appending(_ other: JSONPointer) -> JSONPointer {
        JSONPointer(tokens: tokens + other.tokens)
    }

    /// The path one step shorter; the root has none.
    public var parent: JSONPointer? {
        tokens.isEmpty ? nil : JSONPointer(tokens: tokens.dropLast())
    }

    /// The escaped text.
    public var description: String {
        tokens.map { token in
            var text = "/"
            for scalar in token.unicodeScalars {
                switch scalar {
                case "~": text += "~0"
                case "/": text += "~1"
                default: text.unicodeScalars.append(scalar)
                }
            }
            return text
        }.joined()
    }

    private static func unescaped(_ token: ArraySlice<UInt8>) -> String {
        guard token.contains(UInt8(ascii: "~")) else { return String(decoding: token, as: UTF8.self) }
        var bytes: [UInt8] = []
        var isEscape = false
        for byte in token {
            if isEscape {
                bytes.append(byte == UInt8(ascii: "0") ? UInt8(ascii: "~") : UInt8(ascii: "/"))
            } else if byte != UInt8(ascii: "~") {
                bytes.append(byte)
            }
            isEscape = !isEscape && byte == UInt8(ascii: "~")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

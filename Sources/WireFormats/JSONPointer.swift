/// A path into a JSON value (RFC 6901).
package struct JSONPointer: Sendable, Hashable, CustomStringConvertible {
    /// The unescaped tokens: member names, or decimal indices.
    package var tokens: [String]

    /// The pointer to the whole value.
    package static let root = JSONPointer(tokens: [])

    package init(tokens: [String]) {
        self.tokens = tokens
    }

    /// Parses `""` or `/a/0/b~1c`. Throws if the text is neither empty nor starts with `/`, or if `~` is not followed
    /// by 0 or 1.
    package init(_ text: String) throws(JSONError) {
        let bytes = Array(text.utf8)
        guard bytes.isEmpty || bytes[0] == UInt8(ascii: "/") else {
            throw JSONError("a JSON pointer is empty or starts with \"/\"", at: 0, in: bytes)
        }
        for (place, byte) in bytes.enumerated() where byte == UInt8(ascii: "~") {
            let next = place + 1 < bytes.count ? bytes[place + 1] : 0
            guard next == UInt8(ascii: "0") || next == UInt8(ascii: "1") else {
                throw JSONError("in a JSON pointer \"~\" is written \"~0\"", at: place, in: bytes)
            }
        }
        let steps = bytes.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        tokens = bytes.isEmpty ? [] : steps.map { JSONPointer.unescaped($0) }
    }

    /// The pointer to a member of the value at this pointer.
    package func appending(_ token: String) -> JSONPointer {
        JSONPointer(tokens: tokens + [token])
    }

    /// The pointer to an item of the array at this pointer.
    package func appending(_ index: Int) -> JSONPointer {
        appending(String(index))
    }

    /// This pointer followed by the other.
    package func appending(_ other: JSONPointer) -> JSONPointer {
        JSONPointer(tokens: tokens + other.tokens)
    }

    /// The pointer without its last token; nil for the root.
    package var parent: JSONPointer? {
        tokens.isEmpty ? nil : JSONPointer(tokens: tokens.dropLast())
    }

    /// The escaped text.
    package var description: String {
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
        // By bytes, because a combining mark after an escape would hide it among characters.
        let bytes = token.replacing("~1".utf8, with: "/".utf8).replacing("~0".utf8, with: "~".utf8)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension JSONValue {
    /// The value at the pointer, or nil. The last of duplicate members is used; indices have no leading zeros.
    package subscript(pointer: JSONPointer) -> JSONValue? {
        var value = self
        for token in pointer.tokens {
            switch value {
            case .object(let object):
                guard let next = object[token] else { return nil }
                value = next
            case .array(let items):
                guard let place = JSONValue.index(token), place < items.count else { return nil }
                value = items[place]
            default:
                return nil
            }
        }
        return value
    }

    /// A copy with `value` at `pointer`; nil removes it.
    ///
    /// Missing objects are created, also in place of `null` and scalars. In an array, an existing index replaces, the
    /// next index and `-` append, and other tokens change nothing.
    package func setting(_ value: JSONValue?, at pointer: JSONPointer) -> JSONValue {
        setting(value, at: pointer.tokens[...])
    }

    private func setting(_ value: JSONValue?, at tokens: ArraySlice<String>) -> JSONValue {
        guard let token = tokens.first else { return value ?? .null }
        let rest = tokens.dropFirst()
        if case .array(var items) = self {
            let place = token == "-" ? items.count : JSONValue.index(token) ?? .max
            if place < items.count {
                if value == nil, rest.isEmpty {
                    items.remove(at: place)
                } else {
                    items[place] = items[place].setting(value, at: rest)
                }
            } else if place == items.count, value != nil {
                items.append(JSONValue.null.setting(value, at: rest))
            }
            return .array(items)
        }
        var object = objectValue ?? JSONObject()
        if value == nil {
            guard let member = object[token] else { return self }
            object[token] = rest.isEmpty ? nil : member.setting(nil, at: rest)
        } else {
            object[token] = (object[token] ?? .null).setting(value, at: rest)
        }
        return .object(object)
    }

    /// The index denoted by a token (RFC 6901 section 4).
    static func index(_ token: String) -> Int? {
        guard token.utf8.allSatisfy(\.isDigit), token.utf8.first != UInt8(ascii: "0") || token == "0" else {
            return nil
        }
        return Int(token)
    }
}

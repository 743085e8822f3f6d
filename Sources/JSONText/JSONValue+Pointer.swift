extension JSONValue {
    /// The value at that path, or nil. Of duplicate members the last counts; item numbers have no leading zeros.
    public subscript(pointer: JSONPointer) -> JSONValue? {
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

    /// A copy in which the value at `pointer` is `value`; nil removes it.
    ///
    /// Objects are made on the way where there is nothing, `null` or a scalar. In an array an item number replaces, the
    /// number behind the last or `-` appends, and a step that is no such number changes nothing.
    public func setting(_ value: JSONValue?, at pointer: JSONPointer) -> JSONValue {
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

    /// The item number a token spells (RFC 6901 section 4).
    static func index(_ token: String) -> Int? {
        guard token.utf8.allSatisfy(\.isDigit), token.utf8.first != UInt8(ascii: "0") || token == "0" else {
            return nil
        }
        return Int(token)
    }
}

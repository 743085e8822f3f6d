/// The meaning of a plain YAML scalar: the core schema of YAML 1.2.2, section 10.3.2.
///
/// So `no`, `on`, `12:30` and `2024-01-31` are strings. Numbers keep their spelling where JSON has it (`1.10`), else take
/// the nearest (`+1` is `1`, `0x1F` is `31`, `.5` is `0.5`); `.inf` and `.nan` have none and stay strings.
enum YAMLScalar {
    /// The value of an untagged plain scalar.
    static func value(_ text: String) -> JSONValue {
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return true
        case "false", "False", "FALSE": return false
        default: return number(text).map(JSONValue.number) ?? .string(text)
        }
    }

    /// The value under an explicit tag; unknown tags are ignored.
    static func value(_ text: String, isPlain: Bool, tag: String?) -> JSONValue {
        switch tag {
        case "!", "tag:yaml.org,2002:str": .string(text)
        case "tag:yaml.org,2002:int", "tag:yaml.org,2002:float", "tag:yaml.org,2002:bool", "tag:yaml.org,2002:null":
            value(text)
        default: isPlain ? value(text) : .string(text)
        }
    }

    private static func number(_ text: String) -> JSONNumber? {
        guard let first = text.utf8.first, first.isDigit || "+-.".utf8.contains(first) else { return nil }
        if let plain = JSONNumber(text: text) { return plain }
        if text.hasPrefix("0o") { return whole(text.dropFirst(2), radix: 8) }
        if text.hasPrefix("0x") { return whole(text.dropFirst(2), radix: 16) }
        return respelt(text)
    }

    private static func whole(_ digits: Substring, radix: Int) -> JSONNumber? {
        guard digits.utf8.first?.isDigit ?? false || radix == 16, digits.first != "-", digits.first != "+" else {
            return nil
        }
        return Int(digits, radix: radix).map { JSONNumber($0) }
    }

    /// Spellings JSON lacks: a plus sign, leading zeros, nothing before or behind the point.
    private static func respelt(_ text: String) -> JSONNumber? {
        var rest = text.utf8[...]
        var result = ""
        if rest.first == UInt8(ascii: "-") { result = "-" }
        if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        let whole = rest.prefix(while: \.isDigit)
        rest = rest.dropFirst(whole.count)
        var fraction = rest.prefix(0)
        if rest.first == UInt8(ascii: ".") {
            fraction = rest.dropFirst().prefix(while: \.isDigit)
            rest = rest.dropFirst(1 + fraction.count)
        }
        guard !whole.isEmpty || !fraction.isEmpty else { return nil }
        let significant = String(Substring(whole.drop { $0 == UInt8(ascii: "0") }))
        result += significant.isEmpty ? "0" : significant
        if !fraction.isEmpty { result += "." + String(Substring(fraction)) }
        return JSONNumber(text: result + String(Substring(rest)))
    }
}

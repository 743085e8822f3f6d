import JSONText

/// Tells the `code` of OAuth, which is worth a token, from the codes of countries, errors and vouchers: by what stands beside it
/// (RFC 6749 sections 4.1.2 and 4.1.3, RFC 7636 section 4.5), in a query also by its looks.
enum AuthorizationCode {
    private static let companions: Set<String> = [
        "state", "grant_type", "client_id", "redirect_uri", "code_verifier", "session_state", "iss", "scope",
        "granttype", "clientid", "redirecturi", "codeverifier", "sessionstate",
    ]
    /// Shorter ones could be guessed; what is meant is the code of something else.
    private static let shortest = 8
    /// How far a query is looked at on each side.
    private static let reach = 2 << 10

    /// Whether the member `code` of an object is one.
    static func isMember(_ member: JSONObject.Member, of object: JSONObject) -> Bool {
        guard member.key.lowercased() == "code", let value = member.value.stringValue else { return false }
        return value.utf8.count >= shortest && object.members.contains { companions.contains($0.key.lowercased()) }
    }

    /// Whether a field of a form is one.
    static func isField(_ name: String, _ value: String, among names: [String]) -> Bool {
        name.lowercased() == "code" && value.utf8.count >= shortest
            && (isRandom(value.utf8[...]) || names.contains { companions.contains($0.lowercased()) })
    }

    /// Whether `name=` in a text begins one.
    static func isValue(of name: Range<Int>, in bytes: [UInt8]) -> Bool {
        guard name.count == 4, zip(bytes[name], "code".utf8).allSatisfy({ $0 | 0x20 == $1 }) else { return false }
        let last = min(bytes.count, name.upperBound + reach)
        let value = bytes[name.upperBound..<last].dropFirst().prefix { !isMark($0) && !isEnd($0) }
        guard value.count >= shortest else { return false }
        if isRandom(value) { return true }
        let end = bytes[value.endIndex..<last].firstIndex { isEnd($0) } ?? last
        let first = max(0, name.lowerBound - reach)
        let start = bytes[first..<name.lowerBound].lastIndex { isEnd($0) }.map { $0 + 1 } ?? first
        return bytes[start..<end].split(whereSeparator: isMark).contains { item in
            companions.contains(String(decoding: item.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self).lowercased())
        }
    }

    /// Whether it can hardly be remembered: long, with letters and digits, not all of them capitals.
    private static func isRandom(_ value: some Collection<UInt8>) -> Bool {
        value.count >= 16 && value.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            && value.contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    }

    /// What parts the items of a query.
    private static func isMark(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "&") || byte == UInt8(ascii: ";") }

    /// What no query has within it.
    private static func isEnd(_ byte: UInt8) -> Bool {
        switch byte {
        case ...0x20, UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"):
            true
        default: false
        }
    }
}

/// Distinguishes OAuth codes, which can be exchanged for a token, from codes of countries, orders, devices and errors.
/// Neighbouring names decide (RFC 6749 sections 4.1.2 and 4.1.3, RFC 7636 section 4.5, RFC 8628 section 3), and in a
/// query also the shape.
package enum AuthorizationCode {
    /// The minimum length in an object; shorter values are other codes.
    private static let shortest = 8
    /// The minimum length of a number in a query; shorter ones are a status: `?code=404&state=BY`.
    private static let shortestNumber = 4
    /// The number of bytes of a query that are examined on each side.
    private static let reach = 2 << 10

    /// True if the member of an object is an OAuth code.
    package static func isMember(_ member: JSONObject.Member, of object: JSONObject) -> Bool {
        guard let value = member.value.stringValue, value.utf8.count >= shortest else { return false }
        return isOne(member.key, among: object.members.lazy.map(\.key))
    }

    /// True if a field of a form is an OAuth code.
    package static func isField(_ name: String, _ value: String, among names: [String]) -> Bool {
        isRandom(name, value.utf8)
            || !isStatus(value.utf8) && isOne(name, among: names, alsoBeside: SecretWords.codeClients)
    }

    /// True if `name=` in a text begins an OAuth code.
    package static func isValue(of name: Range<Int>, in bytes: [UInt8]) -> Bool {
        let isLikely = (4...11).contains(name.count) && bytes[name.upperBound - 1] | 0x20 == UInt8(ascii: "e")
        guard isLikely else { return false }
        let text = String(decoding: bytes[name], as: UTF8.self)
        guard SecretWords.codes.contains(text.lowercased()) else { return false }
        let last = min(bytes.count, name.upperBound + reach)
        let value = bytes[name.upperBound..<last].dropFirst().prefix { !isMark($0) && !isEnd($0) }
        guard !isStatus(value) else { return false }
        if isRandom(text, value) { return true }
        let end = bytes[value.endIndex..<last].firstIndex { isEnd($0) } ?? last
        let first = max(0, name.lowerBound - reach)
        let start = bytes[first..<name.lowerBound].lastIndex { isEnd($0) }.map { $0 + 1 } ?? first
        let others = bytes[start..<end].split(whereSeparator: isMark).map { item in
            String(decoding: item.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
        }
        return isOne(text, among: others, alsoBeside: SecretWords.codeClients)
    }

    /// True for an empty value and for a status number.
    private static func isStatus(_ value: some Collection<UInt8>) -> Bool {
        value.count < shortestNumber && value.allSatisfy(\.isDigit)
    }

    /// - Parameter more: further names that indicate OAuth in this context.
    private static func isOne(
        _ name: String, among all: some Sequence<String>, alsoBeside more: Set<String> = []
    ) -> Bool {
        guard SecretWords.codes.contains(name.lowercased()) else { return false }
        let others = Set(all.map { $0.lowercased() }).subtracting(SecretWords.codes)
        return !others.isDisjoint(with: SecretWords.codeSigns.union(more))
            || !others.isEmpty && others.isSubset(of: SecretWords.codeCompanions)
    }

    /// True for a random-looking `code`: long, with lower-case letters and digits.
    private static func isRandom(_ name: String, _ value: some Collection<UInt8>) -> Bool {
        name.lowercased() == "code" && value.count >= 16
            && value.contains(where: \.isDigit)
            && value.contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    }

    /// Separates the items of a query.
    private static func isMark(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "&") || byte == UInt8(ascii: ";") }

    /// Ends a query.
    private static func isEnd(_ byte: UInt8) -> Bool { byte <= 0x20 || "?#\"<>".utf8.contains(byte) }
}

/// The value of a header and its parameters, as in `form-data; name="a"` (RFC 9110 section 5.6.6).
package struct HeaderParameters {
    /// The text in front of the parameters.
    package let value: String
    /// The parameters, in order, with names in lower case.
    package let parameters: [(name: String, value: String)]

    /// - Parameter separators: the characters that end a parameter.
    package init(_ text: some StringProtocol, separatedBy separators: Set<Unicode.Scalar> = [";"]) {
        let parts = Self.parts(text, separators)
        value = parts[0]
        parameters = parts.compactMap { part in
            guard let mark = part.firstIndex(of: "="), mark > part.startIndex else { return nil }
            return (part[..<mark].lowercased(), String(part[part.index(after: mark)...]))
        }
    }

    /// The first parameter of that name.
    package subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// Quoted text stays as it is (RFC 9110 section 5.6.4); blanks outside of quotes are removed.
    private static func parts(_ text: some StringProtocol, _ separators: Set<Unicode.Scalar>) -> [String] {
        var parts = [String.UnicodeScalarView()]
        var isQuoted = false
        var isEscaped = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case _ where isEscaped: isEscaped = false
            case "\\" where isQuoted:
                isEscaped = true
                continue
            case "\"":
                isQuoted.toggle()
                continue
            case _ where !isQuoted && separators.contains(scalar):
                parts.append(String.UnicodeScalarView())
                continue
            case _ where !isQuoted && scalar.properties.isWhitespace: continue
            default: break
            }
            parts[parts.count - 1].append(scalar)
        }
        return parts.map { String($0) }
    }
}

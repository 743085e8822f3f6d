import HTTPTypes

extension HTTPField.Name {
    /// A header name from text a person typed.
    ///
    /// - Throws: `.invalidRequest` naming it when it is no token of RFC 9110 section 5.6.2.
    public static func checked(_ text: String) throws(APIError) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else {
            throw APIError(
                .invalidRequest, message: "\"\(text)\" cannot be a header name; use letters, digits and dashes.")
        }
        return name
    }
}

extension HTTPField {
    /// A header value from text a person typed.
    ///
    /// - Throws: `.invalidRequest` naming the header when the value holds CR, LF or NUL (RFC 9110 section 5.5): sent as
    ///   they are they would begin another header.
    public static func checkedValue(_ text: String, of name: String) throws(APIError) -> String {
        guard text.utf8.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) else { return text }
        throw APIError(.invalidRequest, message: "The header \(name) holds a line break or a NUL byte; remove it.")
    }
}

import APIDocument

extension Schema {
    /// The title, unless that is a name for programs, as `business_profile_specs` and `ownerParams` are: the name of the member
    /// itself says more than its.
    var titleForPeople: String? { title.flatMap { Self.isIdentifier($0) ? nil : $0 } }

    /// Whether a text without blanks has words that are joined by `_`, or by capitals behind a small letter at its start.
    private static func isIdentifier(_ text: String) -> Bool {
        guard !text.contains(where: \.isWhitespace) else { return false }
        return text.contains("_") || text.first?.isLowercase == true && text.contains(where: \.isUppercase)
    }
}

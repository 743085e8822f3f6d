import WireFormats

/// A checked replacement for a profile.
struct UserChange: Sendable, Hashable {
    let name: String
    let email: String
    /// At most 500 characters; nil removes it.
    let description: String?

    /// Checks a whole profile and names every field that is not valid.
    ///
    /// - Parameters:
    ///   - object: the profile as it was sent; members the bank does not know are left alone.
    ///   - userID: the id in the path; the body may leave it out but not change it.
    /// - Throws: ``Failure`` 422.
    init(_ object: JSONObject, of userID: String) throws(Failure) {
        var wrong: [Failure.FieldReason] = []
        if let id = object["userId"], id != .string(userID) {
            wrong.append(.init(name: "userId", reason: "cannot be changed"))
        }
        let name = object["name"]?.stringValue
        if name.map(Self.isName) != true {
            wrong.append(.init(name: "name", reason: "must have 1 to 80 characters"))
        }
        let email = object["email"]?.stringValue
        if email.map(Self.isEmail) != true {
            wrong.append(.init(name: "email", reason: "must be an e-mail address, such as maya@example.org"))
        }
        let described = object["description"] ?? .null
        if !described.isNull, described.stringValue.map({ $0.unicodeScalars.count <= 500 }) != true {
            wrong.append(.init(name: "description", reason: "must be a text of at most 500 characters"))
        }
        guard wrong.isEmpty, let name, let email else { throw .invalid(wrong) }
        self.name = name
        self.email = email
        let description = described.stringValue ?? ""
        self.description = description.isEmpty ? nil : description
    }

    private static func isName(_ text: String) -> Bool {
        (1...80).contains(text.unicodeScalars.count) && !text.allSatisfy(\.isWhitespace)
    }

    /// The plain form people have: a local part and a domain with a dot. Quoted local parts are not taken.
    private static func isEmail(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= 254, (1...64).contains(parts[0].utf8.count),
            text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F && !$0.properties.isWhitespace })
        else { return false }
        let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 1 && labels.allSatisfy { !$0.isEmpty }
    }
}

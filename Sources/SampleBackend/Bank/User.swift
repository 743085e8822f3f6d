import JSONText

/// The bank's customer.
struct User: Sendable, Hashable {
    /// The id the token stands for.
    let id: String
    /// 1 to 80 characters.
    let name: String
    /// The e-mail address.
    let email: String
    /// A few words, at most 500 characters; nil when there are none.
    let description: String?
    /// Counts the changes; the entity tag is made of it.
    let version: Int

    /// The strong entity tag of the profile as it is now.
    var entityTag: String { "\"\(version)\"" }

    /// The profile as the document describes it.
    var json: JSONValue {
        var object = JSONObject([
            .init(key: "userId", value: .string(id)),
            .init(key: "name", value: .string(name)),
            .init(key: "email", value: .string(email)),
        ])
        if let description { object["description"] = .string(description) }
        return .object(object)
    }
}

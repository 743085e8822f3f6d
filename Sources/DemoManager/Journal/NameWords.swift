/// The words of a name, however they are joined: `accessToken`, `access_token`, `X-Access-Token`.
struct NameWords: Hashable {
    /// In lower case.
    let words: [String]

    init(_ name: String) {
        var words: [String] = []
        var word = ""
        var wasLower = false
        for character in name {
            if !character.isLetter && !character.isNumber || wasLower && character.isUppercase {
                if !word.isEmpty { words.append(word) }
                word = ""
            }
            if character.isLetter || character.isNumber { word += character.lowercased() }
            wasLower = character.isLowercase || character.isNumber
        }
        if !word.isEmpty { words.append(word) }
        self.words = words
    }

    private static let secrets: Set<String> = [
        "token", "tokens", "jwt", "key", "apikey", "accesskey", "secretkey", "privatekey", "accesstoken",
        "refreshtoken",
        "idtoken", "authtoken", "password", "passwd", "passphrase", "passcode", "pwd", "secret", "secrets",
        "clientsecret", "credential", "credentials", "authorization", "auth", "cookie", "session", "sessionid", "sid",
        "pin", "otp", "cvv", "cvc",
    ]
    /// Words that make a token or key harmless: the place in a list, its kind.
    private static let harmless: Set<String> = ["page", "next", "previous", "prev", "continuation", "type", "sort"]

    /// Whether they name a secret.
    var areSecret: Bool {
        words.contains(where: Self.secrets.contains) && !words.contains(where: Self.harmless.contains)
    }
}

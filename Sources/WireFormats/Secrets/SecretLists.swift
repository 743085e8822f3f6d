// The data of redaction: names and prefixes. The rules that use it are in SecretName, SecretShape, AuthorizationCode and
// SecretRule.

/// The words of names, in lower case.
enum SecretWords {
    /// Names of secrets.
    static let secrets: Set<String> = [
        "jwt", "apikeys", "pass", "passcode", "pwd", "pw", "bearer", "cookie", "cookies", "csrf", "xsrf", "sid",
        "pin", "otp", "totp", "cvv", "cvc", "jsessionid", "phpsessid",
    ]
    /// Parts at the start or end of a joined word that make it a secret: `newpassword`, `clientsecret`.
    static let parts = ["password", "passwd", "passphrase", "secret"]
    /// Joined words with such a part that are not secrets.
    static let exceptions: Set<String> = ["secretary", "passwordless"]
    /// Secrets that also mean passes, map pins, biscuits and ids; shown on screen.
    static let ambiguous: Set<String> = ["pass", "pw", "pin", "sid", "cookie", "cookies", "bearer"]
    /// Secrets that also mean projects, bucket objects, lessons and places on a map; the value decides.
    static let doubtful: Set<String> = ["key", "keys", "auth", "session", "sessionid", "pin", "sid"]
    /// Names of a secret as often as of an object with several members.
    static let containers: Set<String> = ["authorization", "authentication", "credential", "credentials"]
    private static let values: Set<String> = ["value", "newvalue", "oldvalue"]
    /// True for the member with a value that another member names.
    static func isValue(_ name: String) -> Bool { values.contains(name.lowercased().filter { $0 != "_" }) }
    /// With `code`, a code that grants access.
    static let admitting: Set<String> = [
        "auth", "authorization", "authentication", "recovery", "backup", "verification", "security",
        "login", "mfa", "access", "oauth",
    ]
    /// With `key`, a credential of a program.
    static let keyKinds: Set<String> = [
        "api", "access", "auth", "private", "secret", "signing", "encryption", "subscription", "functions", "license",
    ]
    /// With `key`, data.
    static let harmlessKeys = ["public", "primary", "foreign", "partition", "cache", "idempotency"]
    /// With `token`, a page or a time: `nextPageToken`, `tokenExpiresAt`.
    static let harmless: Set<String> = [
        "page", "next", "previous", "prev", "continuation", "sort", "expires", "expiry", "expiration",
    ]
    /// Secrets even with a harmless word.
    static let credentials: Set<String> = ["access", "refresh", "auth", "api", "secret", "password", "private"]
    /// At the end of a name, an attribute of a secret.
    static let harmlessEnds: Set<String> = [
        "type", "url", "uri", "endpoint", "count", "limit", "length", "expiry", "expiration", "ttl", "lifetime",
        "policy", "name", "method", "required", "enabled", "status",
    ]

    // MARK: OAuth

    /// Names of OAuth's codes, and of many others.
    static let codes: Set<String> = ["code", "device_code", "devicecode", "user_code", "usercode"]
    /// Names that occur with these codes only in OAuth.
    static let codeSigns: Set<String> = [
        "grant_type", "granttype", "redirect_uri", "redirecturi", "code_verifier", "codeverifier", "session_state",
        "sessionstate", "verification_uri", "verificationuri",
    ]
    /// Names that indicate OAuth if no others occur with these codes.
    static let codeCompanions: Set<String> = [
        "state", "scope", "iss", "client_id", "clientid", "authuser", "prompt", "hd",
    ]
    /// Names that indicate OAuth in a query; in an object they may be a customer.
    static let codeClients: Set<String> = ["client_id", "clientid"]

    // MARK: Headers

    /// Authentication schemes (IANA's list, and common others), which precede a credential and are not secret.
    static let schemes: Set<String> = [
        "basic", "bearer", "digest", "dpop", "gnap", "hoba", "mutual", "negotiate", "ntlm", "oauth", "vapid",
        "token", "apikey", "hawk",
    ]
    /// Attributes of `Set-Cookie`.
    static let cookieAttributes: Set<String> = [
        "", "path", "domain", "expires", "max-age", "secure", "httponly", "samesite", "partitioned", "priority",
    ]
    /// Media types of binary data, in which texts occur by chance.
    static let binaryTypes = [
        "image/", "audio/", "video/", "font/", "application/pdf", "application/zip", "application/wasm",
    ]
}

/// A prefix by which a well-known service marks its secrets, as gitleaks and others look for them.
struct SecretPrefix: Sendable {
    /// The letters that may follow the prefix.
    enum Letters { case all, hexadecimal, capitals }

    let prefix: [UInt8]
    /// Allowed characters besides ASCII letters and digits.
    let marks: Set<UInt8>
    let counts: ClosedRange<Int>
    let letters: Letters

    private init(_ prefix: String, _ counts: ClosedRange<Int>, _ marks: String = "", _ letters: Letters = .all) {
        (self.prefix, self.counts, self.marks, self.letters) = (Array(prefix.utf8), counts, Set(marks.utf8), letters)
    }

    private static func rows(
        _ prefixes: String, _ counts: ClosedRange<Int>, _ marks: String = "", _ letters: Letters = .all
    ) -> [SecretPrefix] {
        prefixes.split(separator: " ").map { SecretPrefix(String($0), counts, marks, letters) }
    }

    private static func rows(_ prefixes: String, atLeast count: Int, _ marks: String = "") -> [SecretPrefix] {
        rows(prefixes, count...Int.max, marks)
    }

    /// All prefixes, in the order they are tried.
    static let all: [SecretPrefix] =
        rows("AKIA ASIA ABIA ACCA", 16...16, "", .capitals)
        + rows("ghp_ gho_ ghu_ ghs_ ghr_", atLeast: 30)
        + rows("glpat- gldt- glrt- glptt- glcbt- glsoat- glft- glimt- glagent- gloas-", atLeast: 20, "_-.")
        + rows("sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_", atLeast: 10)
        + rows("xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxe- xoxe. xapp-", atLeast: 10, "-.")
        + rows("sk-proj- sk-svcacct- sk-admin- sk-ant- sk-or-", atLeast: 20, "_-")
        + rows("hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/", atLeast: 20, "/+_-")
        + rows("discord.com/api/webhooks/ discordapp.com/api/webhooks/", atLeast: 40, "/_-")
        + rows("shpat_ shpca_ shppa_ shpss_", 32...32, "", .hexadecimal)
        + rows("sntrys_ sntryu_ glsa_ glc_ dckr_pat_ nfp_ hvs. hvb. dp.pt. figd_ sgp_", atLeast: 24, "_-=+/")
        + rows("pscale_tkn_ pscale_pw_ pscale_oauth_", atLeast: 32, "_-=.")
        + rows("dop_v1_ doo_v1_ dor_v1_", 64...64, "", .hexadecimal)
        + rows("NRAK- PMAK- xkeysib- pul- ATATT3 ATCTT3 ATBB", atLeast: 24, "_-=")
        // A JSON Web Token: its first part is a JSON object (RFC 7519 section 3.1).
        + rows("eyJ", atLeast: 1, "_-.") + rows("github_pat_", atLeast: 22, "_") + rows("AIza", 35...35, "_-")
        + rows("npm_", 36...36) + rows("sk-", atLeast: 32) + rows("whsec_", atLeast: 24, "+/=")
        + rows("SG.", atLeast: 60, "._-") + rows("SK key- dapi", 32...32, "", .hexadecimal) + rows("hf_", 34...34)
        + rows("pypi-AgEI", atLeast: 50, "_-") + rows("ya29.", atLeast: 20, "_-") + rows("GOCSPX-", atLeast: 28, "_-")
        + rows("AGE-SECRET-KEY-1", atLeast: 58) + rows("rubygems_", 48...48, "", .hexadecimal)
        + rows("lin_api_", 40...40) + rows("sq0atp-", atLeast: 22, "_-") + rows("sq0csp-", atLeast: 40, "_-")
        + rows("EZAK EZTK", atLeast: 50)
}

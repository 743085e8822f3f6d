import Testing
import WireFormats

@testable import DemoManager

@Suite struct RedactorTests {
    private let manager = demoManager()
    private let redactor = Redactor(placeholder: "***")
    private static let jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2lnbmF0dXJl"

    private func redacted(_ body: String, _ type: String) -> String {
        String(decoding: redactor.body(Array(body.utf8), contentType: type), as: UTF8.self)
    }

    /// The redacted exchange of a request, and the body of its reply.
    private func shown(
        _ request: HTTPRequest, sent: String? = nil, reply: String
    ) throws -> (exchange: Exchange, body: String) {
        let id = manager.decide(request, body: sent).exchange
        manager.finish(id, with: .reply(status: 200, headers: [:], body: Array(reply.utf8), duration: .zero))
        let exchange = try #require(manager.exchange(id)?.redacted)
        return (exchange, String(decoding: exchange.outcome?.body ?? [], as: UTF8.self))
    }

    @Test(
        "Names of secrets are recognized, however their words are joined",
        arguments: [
            "Authorization", "Proxy-Authorization", "X-Api-Key", "api_key", "apiKey", "apikey", "APIKey",
            "x-functions-key", "access_token", "refreshToken", "APIToken", "JWTToken", "csrftoken", "X-Auth-Token",
            "page_access_token", "Ocp-Apim-Subscription-Key", "client-secret", "clientsecret", "secretAccessKey",
            "password", "newPassword", "userpassword", "password2", "token2", "XAPIKey", "user[password]", "PASSWORD",
            "passwordHash", "token", "key", "Set-Cookie", "sessionId", "otp", "api_token_for_next_page",
            "client_secret", "refresh_token", "id_token", "assertion", "client_assertion", "code_verifier", "auth_code",
            "verificationCode", "recovery-codes", "SAMLResponse",
        ])
    func secretNames(_ name: String) { #expect(Redactor.isSecret(name)) }

    @Test(
        "harmless names stay",
        arguments: [
            "", "name", "keyboard", "keyword", "nextPageToken", "page_token", "token_type", "tokenUrl",
            "token_endpoint", "tokenExpiresAt", "monkey", "turkey", "publicKey", "Idempotency-Key", "sortKey",
            "Content-Type", "pinned", "author", "secretary", "passenger", "compass", "tokenCount", "password_policy",
            "spinner", "expires_in", "code", "deviceCode", "userCode", "verifier", "country_code", "zipCode",
            "statusCode", "client_assertion_type", "code_challenge", "grant_type",
        ])
    func harmlessNames(_ name: String) { #expect(!Redactor.isSecret(name)) }

    @Test(
        "credentials keep their scheme, cookies their names and attributes",
        arguments: [
            ("Authorization", "Bearer abc", "Bearer ***"), ("Authorization", "abc", "***"),
            ("Authorization", "abc def", "***"), ("authorization", "basic dTpw", "basic ***"),
            ("Proxy-Authorization", "Digest username=\"u\", response=\"r\"", "Digest ***"),
            ("Cookie", "a=1; b=2", "a=***; b=***"), ("Cookie", "bare", "***"), ("Cookie", "a=1;b=x=y", "a=***;b=***"),
            ("Set-Cookie", "sid=1; Path=/; HttpOnly", "sid=***; Path=/; HttpOnly"),
            ("Set-Cookie", "bare; Max-Age=1; other=2", "***; Max-Age=1; other=***"),
            ("X-Api-Key", "abc", "***"), ("Accept", "text/html", "text/html"), ("X-Note", "see \(jwt)!", "see ***!"),
            ("Location", "https://u:p@h/x?token=1&page=2", "https://h/x?token=***&page=2"),
            ("Link", "<https://h/x?page=2&api_key=1>; rel=\"next\"", "<https://h/x?page=2&api_key=***>; rel=\"next\""),
            ("WWW-Authenticate", "Basic realm=\"a1\", charset=\"UTF-8\"", "Basic realm=\"a1\", charset=\"UTF-8\""),
        ])
    func headers(_ name: String, _ value: String, _ expected: String) throws {
        let name = try #require(HTTPField.Name(name))
        #expect(redactor.headerValue(value, of: name) == expected)
    }

    @Test(
        "URLs lose user info, and secrets in query and fragment",
        arguments: [
            ("/x?token=abc&page=2", "/x?token=***&page=2"),
            ("/x?page=2#access_token=abc&x=1", "/x?page=2#access_token=***&x=1"),
            ("/x?a=1;token=abc;b", "/x?a=1;token=***"), ("/x?%74oken=abc", "/x?%74oken=***"),
            ("/x?token=", "/x?token="), ("/x?token", "/x?token"), ("/x?a[api_key]=b'c(d)&e=f", "/x?a[api_key]=***&e=f"),
            ("https://u:p@h:80/x", "https://h:80/x"), ("https://u:p@q@h/x", "https://h/x"), ("//u@h/x", "//h/x"),
            ("https://h/@me?mail=a@b", "https://h/@me?mail=a@b"), ("/x?u=https://u:p@h", "/x?u=https://h"),
            ("https://h/x?X-Amz-Signature=abc", "https://h/x?X-Amz-Signature=***"),
            ("/monkey?keyboard=1", "/monkey?keyboard=1"), ("/cb?code=SplxlOBeZQQY&state=xyz", "/cb?code=***&state=xyz"),
            ("/cb?state=xyz&CODE=SplxlOBeZQQY#x", "/cb?state=xyz&CODE=***#x"),
            ("/cb?code=4/0AX4XfWh7_abcdefgh", "/cb?code=***"), ("/x?code=404&state=BY", "/x?code=404&state=BY"),
            ("/cb?code=ab1&state=xyz", "/cb?code=***&state=xyz"), ("/cb?state=x&code=1", "/cb?state=x&code=1"),
            ("/cb?code=a&redirect_uri=b&x=1", "/cb?code=***&redirect_uri=b&x=1"),
            ("/cb?client_id=a&x=1&code=123456", "/cb?client_id=a&x=1&code=***"),
            ("/x?code=NY1&state=NY&page=2", "/x?code=NY1&state=NY&page=2"),
            ("/x?code=ERR_NOT_FOUND_42X&page=2", "/x?code=ERR_NOT_FOUND_42X&page=2"),
            ("/state?q=1&code=SOMETHING", "/state?q=1&code=SOMETHING"),
            (#"/x?filter={"password":"x"}&page=2"#, #"/x?filter={"password":"***"}&page=2"#),
            ("/x?filter=%7B%22password%22%3A%22x%22%7D&page=2", "/x?filter=***&page=2"),
            ("/x?back=https%3A%2F%2Fh%2Fcb%3Ftoken%3Dabc&page=2", "/x?back=***&page=2"),
            ("/x?back=https%3A%2F%2Fh%2F%3Fpage%3D2", "/x?back=https%3A%2F%2Fh%2F%3Fpage%3D2"),
            ("/a;jsessionid=1F2E/b?c=d", "/a;jsessionid=***/b?c=d"),
            ("/x?key=welcome&session=A", "/x?key=welcome&session=A"),
            ("/x?key=k7Jd93kLs0a9Dk2xQ1&a=b", "/x?key=***&a=b"), ("/x?pin=4711", "/x?pin=***"),
        ])
    func urls(_ url: String, _ expected: String) { #expect(redactor.url(url) == expected) }

    @Test(
        "Tokens, credentials and parameters are removed anywhere in text",
        arguments: [
            ("a \(jwt), b", "a ***, b"), ("x=\(jwt).more.parts", "x=***"), ("cut: eyJhbGciOiJI.eyJzdW", "cut: ***"),
            ("sent Authorization: Bearer abc123def", "sent Authorization: Bearer ***"),
            ("Basic authentication, bearer tokens.", "Basic authentication, bearer tokens."),
            ("Bearer qwertZuiop is sent", "Bearer *** is sent"),
            ("Bearer Authentication/Authorization", "Bearer Authentication/Authorization"),
            ("bearer qwertzuiopasdfghjklyx", "bearer ***"),
            ("failed: https://u:p@h/x?password=1 (timeout)", "failed: https://h/x?password=*** (timeout)"),
            ("login password=a token='b c' key=\"d e\" x=1", "login password=*** token='***' key=\"d e\" x=1"),
            ("key = value; eyJ is no token", "key = value; eyJ is no token"),
            (#"login(user: "bob", password: "x")"#, #"login(user: "bob", password: "***")"#),
            (#"{token:'x', key: "Enter"}"#, #"{token:'***', key: "Enter"}"#),
            (#"{\"password\": \"a\\\"b\"}"#, #"{\"password\": \"***\"}"#),
            (#"the password: is "x", token: """#, #"the password: is "x", token: """#),
            ("BASIC dTpw0", "BASIC ***"), ("é bearer a1 c", "é bearer *** c"), ("Forbearer a1", "Forbearer a1"),
        ])
    func texts(_ text: String, _ expected: String) { #expect(redactor.text(text) == expected) }

    @Test(
        "JSON bodies lose secrets at any depth, even if truncated, and are otherwise unchanged",
        arguments: [
            (
                #"{"user": {"password":"x", "n": 1.10}, "list":[{"apiKey":7}]}"#,
                #"{"user":{"password":"***","n":1.10},"list":[{"apiKey":0}]}"#
            ),
            (#"{ "name" : "kept as it was" }"#, #"{ "name" : "kept as it was" }"#),
            (#"{"tokens":["a","b"],"credentials":{"id":"x"}}"#, #"{"tokens":["***","***"],"credentials":{"id":"x"}}"#),
            (#"{"token":{"kind":"x","n":1,"on":true}}"#, #"{"token":{"kind":"***","n":0,"on":true}}"#),
            (#"[{"name":"pass-word","value":"x"}]"#, #"[{"name":"pass-word","value":"***"}]"#),
            (#"[{"name":"Cookie","value":"x"}]"#, #"[{"name":"Cookie","value":"***"}]"#),
            (#"{"key":"Authorization","value":"Bearer x"}"#, #"{"key":"Authorization","value":"***"}"#),
            (
                #"[{"op":"replace","path":"/users/0/password","value":"x"}]"#,
                #"[{"op":"replace","path":"/users/0/password","value":"***"}]"#
            ),
            (#"{"type":"password","value":"x"}"#, #"{"type":"password","value":"***"}"#),
            (#"{"field":"password","new_value":"x"}"#, #"{"field":"password","new_value":"***"}"#),
            (
                #"[{"op":"add","path":"/api_keys/-","value":"x"}]"#,
                #"[{"op":"add","path":"/api_keys/-","value":"***"}]"#
            ),
            (#"{"name":"/prod/password/db","value":"x"}"#, #"{"name":"/prod/password/db","value":"***"}"#),
            (#"{"op":"add","path":"/users/0/name","value":"x"}"#, #"{"op":"add","path":"/users/0/name","value":"x"}"#),
            (#"{"path":"/forgot-password","value":318}"#, #"{"path":"/forgot-password","value":318}"#),
            (#"{"type":"input_tokens","value":1200}"#, #"{"type":"input_tokens","value":1200}"#),
            (#"{"next":"https://u:p@h/x?access_token=a&b=c"}"#, #"{"next":"https://h/x?access_token=***&b=c"}"#),
            (#"{"raw":"{\"password\":\"x\"}"}"#, #"{"raw":"{\"password\":\"***\"}"}"#),
            (#"{"query":"{ login(password: \"x\") }"}"#, #"{"query":"{ login(password: \"***\") }"}"#),
            (#"{"pass\u0077ord":"x","key":null,"pin":1234}"#, #"{"password":"***","key":null,"pin":0}"#),
            (#"{"access_token":"abc","refresh_tok"#, #"{"access_token":"***","refresh_tok"#),
            (#"{"a":1,"password":"s3cr\"e\"#, #"{"a":1,"password":"***"#),
            (
                #"x {"pin": 1234, "tokens": ["a","b"], "keyboard":"us"}"#,
                #"x {"pin": ***, "tokens": ***, "keyboard":"us"}"#
            ),
            (#"don"t: "password": "x y" and "key":"z"#, #"don"t: "password": "***" and "key":"z"#),
            (
                "user: bob\n- password: x y\r\ntoken: \"z\"\nkeys: [a]\n",
                "user: bob\n- password: ***\r\ntoken: \"***\"\nkeys: [a]\n"
            ),
            // A name in doubt is decided by its value's shape.
            (#"{"key":"ORB","session":"morning run","pin":7}"#, #"{"key":"ORB","session":"morning run","pin":7}"#),
            (
                #"{"key":"photos/2024/img_0001_final_version2.jpg"}"#,
                #"{"key":"photos/2024/img_0001_final_version2.jpg"}"#
            ),
            (#"{"auth":"required","sid":17,"keys":["a","b"]}"#, #"{"auth":"required","sid":17,"keys":["a","b"]}"#),
            (#"{"key":"k7Jd93kLs0a9Dk2xQ1"}"#, #"{"key":"***"}"#), (#"{"pin":"4711"}"#, #"{"pin":"***"}"#),
            // Codes of OAuth, and what only is called so.
            (
                #"{"grant_type":"authorization_code","code":"SplxlOBe"}"#,
                #"{"grant_type":"authorization_code","code":"***"}"#
            ),
            (#"{"code":"SplxlOBe","state":"xyz"}"#, #"{"code":"***","state":"xyz"}"#),
            (
                #"{"device_code":"GmRhmhcxhwAz","user_code":"WDJB-MJHT","verification_uri":"u"}"#,
                #"{"device_code":"***","user_code":"***","verification_uri":"u"}"#
            ),
            (#"{"code":"ACME","client_id":7}"#, #"{"code":"ACME","client_id":7}"#),
            (#"{"code":"INVALID_ITEM","id":1}"#, #"{"code":"INVALID_ITEM","id":1}"#),
            (#"{"id":1,"code":"ORDER-42","state":"sent"}"#, #"{"id":1,"code":"ORDER-42","state":"sent"}"#),
            (#"{"clientId":7,"deviceCode":"meter-42","n":1}"#, #"{"clientId":7,"deviceCode":"meter-42","n":1}"#),
        ])
    func json(_ body: String, _ expected: String) {
        for type in ["", "application/json"] { #expect(redacted(body, type) == expected, "\(type)") }
    }

    @Test(
        "bodies of other types are read as forms or text",
        arguments: [
            ("username=a&pass%77ord=b", "application/x-www-form-urlencoded", "username=a&pass%77ord=***"),
            ("password=a+b%20c;d", "application/x-www-form-urlencoded; charset=utf-8", "password=***"),
            (
                "grant_type=authorization_code&code=Splx&client_secret=a&code_verifier=b&assertion=c&id_token=d",
                "application/x-www-form-urlencoded",
                "grant_type=authorization_code&code=***&client_secret=***&code_verifier=***&assertion=***&id_token=***"
            ),
            ("text \(jwt)", "text/plain", "text ***"),
            ("user = bob\npassword = x", "text/plain", "user = bob\npassword = ***"),
            ("Authorization: Bearer x\nAccept: a", "text/plain", "Authorization: ***\nAccept: a"),
            (
                #"cb({"token":"x"});a={apiKey:"y",key:"z"}"#, "text/javascript",
                #"cb({"token":"***"});a={apiKey:"***",key:"z"}"#
            ),
        ])
    func bodies(_ body: String, _ type: String, _ expected: String) { #expect(redacted(body, type) == expected) }

    @Test(
        "elements and attributes of secret names are emptied, however they are written",
        arguments: [
            ("<a><password>x</password><b>y</b></a>", "<a><password>***</password><b>y</b></a>"),
            ("<ns:PASSWORD type='t'> x </ns:PASSWORD>", "<ns:PASSWORD type='t'>***</ns:PASSWORD>"),
            ("<Token><![CDATA[a<b>c</Token>]]></Token>d", "<Token>***</Token>d"),
            ("<token><kind>x</kind><token>y</token>z</token>d", "<token>***</token>d"),
            ("<apiKey>x<!-- y --></apiKey>", "<apiKey>***<!-- y --></apiKey>"),
            ("<session><id>7</id></session>", "<session><id>7</id></session>"),
            ("<secret/><a>y</a>", "<secret/><a>y</a>"), ("<a secret = \"x\" b='y'/>", "<a secret = \"***\" b='y'/>"),
            ("<input NAME='password' value='x>y'> z", "<input NAME='password' value='***'> z"),
            ("<add key=\"ApiKey\" value=\"x\"/>", "<add key=\"ApiKey\" value=\"***\"/>"),
            ("<token value=\"x\"/>", "<token value=\"***\"/>"),
            ("<input type=password value=\"x\">", "<input type=password value=\"***\">"),
            ("<input type=password value=x/y>", "<input type=password value=***>"),
            ("<input type=text value=\"x\">", "<input type=text value=\"x\">"),
            ("<field name='token'>x</field>", "<field name='token'>***</field>"),
            ("<p><![CDATA[<pin>1234</pin>]]></p>", "<p><![CDATA[<pin>***</pin>]]></p>"),
            ("<p>&lt;pin&gt;1234&lt;/pin&gt; 2</p>", "<p>&lt;pin&gt;***&lt;/pin&gt; 2</p>"),
            ("<a><password>cut", "<a><password>***"), ("<a><password>x<b>y", "<a><password>***"),
            ("<dict><key>name</key><string>x</string></dict>", "<dict><key>name</key><string>x</string></dict>"),
            ("write login <token> and a < b", "write login <token> and a < b"), ("< <> </ <1 <a", "< <> </ <1 <a"),
            ("error: <secret>x</secret>!", "error: <secret>***</secret>!"),
        ])
    func elements(_ text: String, _ expected: String) {
        #expect(redactor.text(text) == expected)
        #expect(redacted(text, "text/xml") == expected)
    }

    @Test(
        "secrets of known shapes are found under any name",
        arguments: [
            "AKIA" + "IOSFODNN7EXAMPLE", "ghp_" + String(repeating: "aB3", count: 12),
            "github_pat_" + String(repeating: "a1_", count: 27), "sk_" + "live_4eC39HqLyjWDarjtT1zdp7dc",
            "xoxb" + "-123456789012-1234567890123-abcdefABCDEF", "AIza" + String(repeating: "Sy-d_", count: 7),
            "npm_" + String(repeating: "a1B2", count: 9), "sk-proj-" + String(repeating: "a1B2_", count: 8),
            "glpat-" + "abcDEF123456_7890-xy", "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw",
            "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA PRIVATE KEY-----",
            "hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX",
        ])
    func shapes(_ secret: String) {
        #expect(redactor.text("see \(secret), please") == "see ***, please")
        #expect(redactor.json(["note": .string("\(secret)")]) == ["note": "***"])
        #expect(!redactor.text("/x/\(secret)/getMe?u=x%3D\(secret)").contains(secret))
        #expect(!redactor.text("curl -u ada:\(secret) https://h/").contains(secret))
    }

    @Test("Words and ids that only begin like a secret are kept") func likeShapes() {
        for text in ["AKIAlike words", "sk-learn and npm_config", "task-12345", "10:30:00 A", "SKU 123", "ghp_short"] {
            #expect(redactor.text(text) == text)
        }
    }

    @Test("A secret of the request is removed from the reply and the reason, wherever it is repeated")
    func echoes() throws {
        let headers: HTTPFields = [.authorization: "Bearer SECRETHDR", .cookie: "sid=cookie-value; a=1"]
        let shown = try shown(
            .post("/login?api_key=one-two-three", headers: headers), sent: #"{"password":"correct horse","n":1}"#,
            reply: #"{"detail":"no correct horse, one-two-three, SECRETHDR or cookie-value; 1 a"}"#)
        #expect(shown.body == #"{"detail":"no REDACTED, REDACTED, REDACTED or REDACTED; 1 a"}"#)
    }

    @Test(
        "The secret of a multipart form is found in every spelling of its head",
        arguments: [
            "form-data; filename=\"a\"; name=\"token\"", "form-data; filename=\"name=a\"; name=token",
            "form-data;name=token; filename=a", "form-data; NAME = \"token\"", "form-data;\r\n name=\"token\"",
        ], ["\r\n", "\n"])
    func parts(_ disposition: String, _ end: String) {
        func body(_ value: String) -> String {
            let lines = [
                "--b", "Content-Disposition: \(disposition)", "Content-Type: text/plain", "", value, "--b",
                "Content-Disposition: form-data; name=note; filename=\"token\"", "", "kept", "--b--", "",
            ]
            return lines.joined(separator: end)
        }
        for type in ["multipart/form-data; boundary=b", "multipart/form-data; boundary=\"B\"", "multipart/form-data"] {
            #expect(redacted(body("ab"), type) == body("***"))
        }
        #expect(redacted(body("ab\(end)--cd"), "multipart/form-data; boundary=b") == body("***"))
    }

    @Test("Long text like markup is read in linear time") func hostileMarkup() {
        for piece in [
            "<token>", "<token1 a='", "&lt;pin ", "<a \"", "</token>", "<token><![CDATA[", "code=&", "<a b ",
            "a:\"", "token:\"", "token: ", "a=%25", "<a b=", "eyJ-", "AIza-", "\"token\":[", "-----BEGIN ", "1:A", ">",
        ] {
            let text = String(repeating: piece, count: 20_000 / piece.utf8.count)
            #expect(!redactor.text("<x>" + text).isEmpty)
        }
        for piece in ["\"key\":[", "key=", "<session><![CDATA[", "\"pin\":[1,"] {
            let text = String(repeating: piece, count: 60_000 / piece.utf8.count)
            #expect(!redactor.body(Array(("x" + text).utf8)).isEmpty)
        }
        let tags = (0..<6_000).map { "<token\($0)>" }.joined()
        #expect(!redactor.text("x" + tags).isEmpty)
        #expect(!redactor.text("x" + tags + "]]></token></x>").isEmpty)
    }

    @Test("A word with a doubtful name in the query stays in the reply") func doubtfulWord() throws {
        let shown = try shown(.get("/texts?key=welcome"), reply: #"{"title":"welcome home"}"#)
        #expect(shown.body == #"{"title":"welcome home"}"# && shown.exchange.request.path == "/texts?key=welcome")
    }

    @Test("a request with a great many secrets is compared with its reply in time") func manySecrets() throws {
        let items = (0..<6_000).map { "token=s3cret\($0)" }.joined(separator: "&")
        let request = HTTPRequest.post("/login", headers: [.contentType: "application/x-www-form-urlencoded"])
        let body = "[" + (0..<10_000).map { #""text \#($0)""# }.joined(separator: ",") + "]"
        #expect(try shown(request, sent: items, reply: body).body == body)
    }

    @Test("Bytes that are not text are unchanged, except for tokens in them") func binary() {
        for bytes in [[0xFF, 0x00, 0x80], [0xFF, 0x00] + Array("pw=s3cret password: \"x\"".utf8)] {
            #expect(redactor.body(bytes) == bytes)
        }
        #expect(redactor.body([0xFF] + Array(Self.jwt.utf8) + [0x00]) == [0xFF] + Array("***".utf8) + [0x00])
    }

    @Test("a secret of a megabyte is replaced like a short one") func long() {
        let secret = String(repeating: "s3cret", count: 180_000)
        for body in [
            #"{"password":"\#(secret)"}"#, #"{"password":"\#(secret)"#, "eyJ\(secret).\(secret)", "?token=\(secret)",
            "Bearer \(secret)",
        ] {
            let redacted = redactor.body(Array(body.utf8))
            #expect(redacted.count < 50)
        }
    }

    @Test("A redacted exchange contains no secret") func exchange() throws {
        try manager.addPath("/login", #"{"access_token":"s3cret"}"#) { $0.request.method = .any }
        let request = HTTPRequest.post(
            "https://user:s3cret@api.example/login?api_key=s3cret",
            headers: [.authorization: "Bearer s3cret", .contentType: "application/json"])
        let decision = manager.decide(request, body: #"{"password":"s3cret"}"#)
        let outcome = ExchangeOutcome.reply(
            status: 200, headers: [.setCookie: "sid=s3cret"], body: Array(#"{"token":"s3cret"}"#.utf8), duration: .zero)
        manager.finish(decision.exchange, with: outcome)
        let refused = manager.decide(.get("/x?token=s3cret"))
        try manager.stub(.get("/named?token=s3cret"))
        let named = manager.decide(.get("/named?token=s3cret"))
        manager.finish(
            named.exchange, with: .failure("no answer from https://u:s3cret@h/?token=s3cret", duration: .zero))
        for id in [decision.exchange, refused.exchange, named.exchange] {
            let exchange = try #require(manager.exchange(id))
            #expect(Self.texts(exchange).contains { $0.contains("s3cret") })
            #expect(!Self.texts(exchange.redacted).contains { $0.contains("s3cret") })
        }
    }

    @Test("A body with a Content-Encoding is omitted, because its secrets cannot be found") func encoded() throws {
        let id = manager.decide(.get("/x")).exchange
        manager.finish(
            id, with: .reply(status: 200, headers: [.contentEncoding: "deflate"], body: [1], duration: .zero))
        #expect(manager.exchange(id)?.redacted.outcome?.body == [])
    }

    @Test("A declared key is secret in its manager alone; a token count is not") func named() throws {
        let manager = DemoManager()
        try manager.use(APIDescription(values: [DeclaredValue("Gangway-Slot-Id", .credential)]))
        let json: JSONValue = ["gangway-slot-id": "7", "usage": ["total_tokens": 12], "tokens": ["abc"], "token": 12]
        let expected: JSONValue = [
            "gangway-slot-id": "REDACTED", "usage": ["total_tokens": 12], "tokens": ["REDACTED"], "token": 0,
        ]
        #expect(manager.redactor.json(json) == expected)
        #expect(manager.redactor.url("/a?gangway-slot-id=7") == "/a?gangway-slot-id=REDACTED")
        #expect(Redactor().json(["gangway-slot-id": "7"]) == ["gangway-slot-id": "7"])
    }

    @Test("A value that the document limits is data; a secret is replaced by the declared value") func declared() {
        let redactor = Redactor(declared: [
            DeclaredValue("key", .limited), DeclaredValue("sid", .identifier), DeclaredValue("token", .choice),
            DeclaredValue("secret", .limited, standIn: "AAAA-0000"), DeclaredValue("passcode", .open, standIn: 1000),
        ])
        let data: JSONValue = ["key": "ORB", "sid": "AC5ef872f6da5a21de157d80997a64bd33", "token": "usdc"]
        #expect(redactor.json(data) == data)
        #expect(redactor.url("/projects?key=ORB") == "/projects?key=ORB")
        #expect(redactor.json(["key": "k7Jd93kLs0a9Dk2xQ1"]) == ["key": "REDACTED"])
        #expect(redactor.json(["secret": "BRXT-9931", "passcode": 2231]) == ["secret": "AAAA-0000", "passcode": 1000])
    }

    @Test("A key that the document declares is hidden in refusals and rows, whatever its name")
    func declaredKeys() throws {
        let manager = demoManager()
        try manager.use(APIDescription(values: [DeclaredValue("appid", .credential)]))
        let decision = manager.decide(.get("/weather?appid=sunny-days"))
        guard case .refuse(let refusal) = decision.action else { return #expect(Bool(false), "not refused") }
        #expect(refusal.message.contains("appid=REDACTED"))
        let exchange = try #require(manager.exchange(decision.exchange))
        #expect(exchange.redactedPath == "/weather?appid=REDACTED" && !"\(exchange)".contains("sunny"))
        let failure = #expect(throws: VerificationFailure.self) {
            try manager.verify(.get("/weather?appid=sunny-days"), count: 2)
        }
        #expect(failure.map { !"\($0)".contains("sunny") } == true)
    }

    private static func texts(_ exchange: Exchange) -> [String] {
        var texts = [
            exchange.request.path ?? "", exchange.request.authority ?? "", exchange.label, exchange.reason,
            String(decoding: exchange.requestBody ?? [], as: UTF8.self),
            String(decoding: exchange.outcome?.body ?? [], as: UTF8.self),
        ]
        if case .failure(let text) = exchange.outcome?.end { texts.append(text) }
        texts += [exchange.stub?.name ?? "", "\(exchange.action)"]
        texts += exchange.request.headerFields.map(\.value) + (exchange.outcome?.headers ?? [:]).map(\.value)
        return texts
    }
}

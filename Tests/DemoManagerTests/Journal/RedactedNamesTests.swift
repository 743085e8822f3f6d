import DemoManager
import Testing
import WireFormats

/// Names that a document declares secret or harmless.
@Suite struct RedactedNamesTests {
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

    @Test("A value that the document limits is data; a secret gets the declared stand-in") func declared() {
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

    @Test("a key that the document declares is not shown in refusals and rows, whatever it is called")
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
}

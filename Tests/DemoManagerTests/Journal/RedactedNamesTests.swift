import DemoManager
import JSONText
import Testing

/// Names that an API says are secrets', and names that are none after all.
@Suite struct RedactedNamesTests {
    private let redactor = Redactor(placeholder: "***")

    @Test("what an API says its key is called is replaced in JSON, too; a number of tokens is none")
    func named() throws {
        Redactor.hide("Gangway-Pass-Id")
        let json: JSONValue = ["gangway-pass-id": "7", "usage": ["total_tokens": 12], "tokens": ["abc"], "token": 12]
        #expect(
            redactor.json(json)
                == ["gangway-pass-id": "***", "usage": ["total_tokens": 12], "tokens": ["***"], "token": "***"])
    }
}

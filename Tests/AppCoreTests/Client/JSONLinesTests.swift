import AppCore
import HTTPTypes
import Testing
import WireFormats

@Suite struct JSONLinesTests {
    @Test(
        "JSON lines are the list of their values; one that is broken makes the body none",
        arguments: [
            ("application/jsonl", "{\"a\": 1}\n[2]\r\n\n3", "[{\"a\":1},[2],3]"),
            ("application/x-ndjson; v=1", "1\n", "[1]"), ("application/x-ndjson ; v=1", "1\n", "[1]"),
            ("application/jsonl", "1\n{", nil), ("application/json", "1\n2", nil),
        ])
    func lines(type: String, body: String, expected: String?) {
        let response = APIResponse(
            head: HTTPResponse(status: .ok, headerFields: [.contentType: type]), body: Array(body.utf8))
        #expect(response.json?.text() == expected)
    }
}

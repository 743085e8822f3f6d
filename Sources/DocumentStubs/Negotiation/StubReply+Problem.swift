import DemoManager
import HTTPTypes
import JSONText

extension StubReply {
    /// An error as problem details (RFC 9457).
    static func problem(_ status: Int, _ detail: String) -> StubReply {
        let titles = [400: "Bad Request", 404: "Not Found", 406: "Not Acceptable"]
        let body: JSONValue = [
            "type": "about:blank", "title": .string(titles[status] ?? ""), "status": .number(JSONNumber(status)),
            "detail": .string(detail),
        ]
        return StubReply(
            status: HTTPResponse.Status(code: status), headers: [.contentType: "application/problem+json"],
            body: body.bytes(.compact))
    }
}

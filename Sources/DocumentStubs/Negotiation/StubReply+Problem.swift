import DemoManager
import HTTPTypes
import JSONText

extension StubReply {
    /// 404 as problem details (RFC 9457).
    static func notFound(_ detail: String) -> StubReply {
        let body: JSONValue = [
            "type": "about:blank", "title": "Not Found", "status": 404, "detail": .string(detail),
        ]
        return StubReply(
            status: .notFound, headers: [.contentType: "application/problem+json"],
            body: body.bytes(.compact))
    }
}

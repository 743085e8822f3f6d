import DemoManager
import HTTPTypes
import WireFormats

extension StubReply {
    /// 404 as problem details (RFC 9457).
    static func notFound(_ detail: String) -> StubReply { problem(.notFound, detail) }

    /// 400 as problem details.
    static func badRequest(_ detail: String) -> StubReply { problem(.badRequest, detail) }

    /// The answer to a form that has too many fields.
    static func refusal(of form: TooManyFields) -> StubReply { problem(.contentTooLarge, "\(form)") }

    private static func problem(_ status: HTTPResponse.Status, _ detail: String) -> StubReply {
        let body: JSONValue = [
            "type": "about:blank", "title": .string(status.reasonPhrase), "status": .number(JSONNumber(status.code)),
            "detail": .string(detail),
        ]
        return StubReply(
            status: status, headers: [.contentType: "application/problem+json"],
            body: body.bytes(.compact))
    }
}

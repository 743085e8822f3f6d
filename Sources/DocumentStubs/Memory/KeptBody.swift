import DemoManager
import HTTPTypes
import WireFormats

/// What was put somewhere as it is: a text, a picture, or anything else that is no thing with members.
struct KeptBody: Sendable, Hashable {
    let bytes: [UInt8]
    /// Its type, without parameters.
    private let type: MediaTypeName

    /// What a request puts; nil where it does not say of which type it is.
    init?(_ request: ReceivedRequest) {
        guard let type = request.headers[.contentType] else { return nil }
        bytes = Array(request.body)
        self.type = MediaTypeName(type)
    }

    /// Whether a reply is in the same form.
    func isForm(of reply: StubReply) -> Bool { reply.headers[.contentType].map { MediaTypeName($0) == type } ?? false }
}

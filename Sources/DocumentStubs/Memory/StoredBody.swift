import DemoManager
import HTTPTypes
import WireFormats

/// A body that is stored as it was sent: text, an image, or any other body without members.
struct StoredBody: Sendable, Hashable {
    let bytes: [UInt8]
    /// Without parameters.
    private let type: MediaTypeName

    /// Nil for a request without a type.
    init?(_ request: ReceivedRequest) {
        guard let type = request.headers[.contentType] else { return nil }
        bytes = Array(request.body)
        self.type = MediaTypeName(type)
    }

    /// True if a reply has the same type.
    func isForm(of reply: StubReply) -> Bool { reply.headers[.contentType].map { MediaTypeName($0) == type } ?? false }
}

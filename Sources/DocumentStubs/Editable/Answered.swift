import DemoManager
import Foundation
import HTTPTypes

/// What came of asking a stub: a reply that compares.
struct Answered: Equatable {
    let status: Int
    let headers: HTTPFields
    let body: [UInt8]

    /// What `reply` answers to a request; nil where its maker refuses.
    init?(_ reply: Reply, to request: HTTPRequest, body sent: [UInt8] = []) {
        var made = StubReply(
            status: HTTPResponse.Status(code: reply.status), headers: reply.headers, body: reply.body)
        do {
            try reply.maker?.make(ReceivedRequest(request, body: Data(sent)), &made)
            try made.finish()
        } catch {
            // A reply that is refused is none to write down.
            return nil
        }
        (status, headers, body) = (made.status.code, made.headers, made.body)
    }
}

extension NamedMatcher {
    /// The one text it matches, if it is of that kind.
    var text: String? { if case .equalTo(let text, _) = matcher { text } else { nil } }
}

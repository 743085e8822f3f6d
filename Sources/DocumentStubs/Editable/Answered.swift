import DemoManager
import Foundation
import HTTPTypes

/// The reply of a stub, for comparison.
struct Answered: Equatable {
    let status: Int
    let headers: HTTPFields
    let body: [UInt8]

    /// Nil if the maker refuses the request.
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

import Foundation
import HTTPTypes

/// One attempt on its way through a decision. An object, because it is asked on every step and its texts are then not
/// counted as held once more each time; it stays with the thread that decides.
final class Attempt {
    let request: HTTPRequest
    let body: [UInt8]?
    let call: Call
    /// Which attempt of the call it is, from 1.
    let number: Int
    let facts: RequestFacts

    init(_ request: HTTPRequest, body: [UInt8]?, call: Call, number: Int = 1) {
        self.request = request
        self.body = body
        self.call = call
        self.number = number
        facts = RequestFacts(request, body: body, asked: call.asked)
    }

    /// When it was decided, by the wall clock.
    let date = Date()
    /// The page of a list it asks for, where the policy `guard` needs to know.
    var page: (list: ListKey, isNext: Bool)?

    /// Forgets what matching said, before it is matched again.
    func forgetMatching() {
        facts.forgetWarnings()
        page = nil
    }

    /// `GET /me`, without secrets: it stands in messages.
    func title(_ redactor: Redactor) -> String { "\(request.method.rawValue) \(redactor.url(facts.targetText))" }

    func refusal(_ kind: Refusal.Kind, _ message: String) -> Refusal {
        Refusal(kind: kind, method: request.method.rawValue, path: facts.targetText, message: message)
    }
}

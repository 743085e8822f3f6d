import APIDocument
import DemoManager
import WireFormats

import struct APIDocument.Operation

/// What an example of the document answers: the page of a list that a request asks for, the row of a list that its path names, or
/// just what it shows.
struct ExampleReply: Sendable {
    let document: APIDocument
    let operation: Operation
    let response: Response
    /// The example's name in the document.
    let name: String?
    /// What it shows.
    let body: JSONValue

    /// Nil where nothing but the example can be the answer.
    var maker: ReplyMaker? {
        guard operation.method == .get, response.status == operation.success?.status else { return nil }
        let row = ExampleRow(document: document, operation: operation, response: response).maker
        // Whether it is a list or a thing is seen when it is asked for.
        return ReplyMaker(needsBody: false) { request, reply in
            guard let list = ExampleList(body, named: name, of: operation, for: request, reply.headers, in: document)
            else {
                return try row?.make(request, &reply) ?? ()
            }
            reply.source = list
            if let page = list.page(&reply.headers) { reply.body = page.bytes(.compact) }
        }
    }
}

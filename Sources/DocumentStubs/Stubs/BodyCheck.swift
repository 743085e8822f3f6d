import APIDocument
import DemoManager
import HTTPTypes
import WireFormats

import struct APIDocument.Operation

/// Refuses bodies that say they are JSON and are not.
struct BodyCheck {
    private let operation: Operation
    private let document: APIDocument

    /// Nil for an operation without a body.
    init?(_ operation: Operation, in document: APIDocument) {
        guard operation.requestBody != nil else { return nil }
        (self.operation, self.document) = (operation, document)
    }

    /// The document's 400, else its 422, else a 400 with the reason. Nil for a body that can be read.
    func refusal(of request: ReceivedRequest) throws -> StubReply? {
        guard !request.body.isEmpty, MediaTypeName(request.headers[.contentType]).isJSON else { return nil }
        do throws(JSONError) {
            _ = try JSONValue(parsing: Array(request.body))
            return nil
        } catch {
            for status in [400, 422] where operation.responses.contains(where: { $0.status == .exact(status) }) {
                return try Negotiation(operation, in: document, readsAccept: false).reply(to: request, status: status)
            }
            return ErrorReplies(document: document).reply(400, of: operation)
                ?? .badRequest("The body is not JSON: \(error.message) at \(error.position).")
        }
    }
}

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
            return try ErrorReplies(document: document).refusal([400, 422], of: operation, to: request)
                ?? .badRequest("The body is not JSON: \(error.message) at \(error.position).")
        }
    }
}

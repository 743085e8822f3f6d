import Foundation

/// Why a call failed.
public enum APIError: Error, Hashable, Sendable {
    /// The server refused it, with the message of its `{"error": {"message": ...}}`.
    case refused(status: Int, message: String)
    /// The reply is not what the endpoint promises.
    case unreadable(status: Int)
    /// No reply came.
    case unreachable(String)

    /// The error of a reply that is no success. A body of another form still gives its status.
    init(status: Int, body: Data) {
        do {
            let body = try JSONDecoder().decode(ErrorBody.self, from: body)
            self = .refused(status: status, message: body.error.message)
        } catch {
            self = .refused(status: status, message: "The server answered \(status).")
        }
    }
}

/// What the API says when it refuses something.
private struct ErrorBody: Decodable {
    struct Details: Decodable {
        let message: String
    }

    let error: Details
}

import HTTPTypes
import WireFormats

/// An answer of the admin API.
struct AdminReply: Sendable {
    /// The HTTP status.
    var status: HTTPResponse.Status = .ok
    /// The body; nil sends none.
    var body: JSONValue?

    /// An answer with a JSON body.
    static func json(_ body: JSONValue, status: HTTPResponse.Status = .ok) -> AdminReply {
        AdminReply(status: status, body: body)
    }

    /// Done; nothing to say.
    static let done = AdminReply(body: [:])
}

/// Why a request is not honoured; nothing was changed then.
struct AdminRefusal: Error, Sendable, Hashable {
    /// The HTTP status.
    let status: HTTPResponse.Status
    /// The faults and their remedies; one entry each.
    let faults: [Fault]
    /// Header fields of the answer.
    var headers: HTTPFields = [:]

    /// One thing wrong.
    struct Fault: Sendable, Hashable {
        let message: String
        /// The place in the request's body, as a JSON pointer.
        var pointer: String?
    }

    init(status: HTTPResponse.Status, message: String) {
        self.status = status
        faults = [Fault(message: message)]
    }

    init(status: HTTPResponse.Status, faults: [Fault]) {
        self.status = status
        self.faults = faults
    }

    /// 422: the request can be read, but not be done.
    ///
    /// - Parameter pointer: the names and numbers that lead to the place in the body; empty is none.
    static func unprocessable(_ message: String, at pointer: [String] = []) -> AdminRefusal {
        let text = pointer.isEmpty ? nil : JSONPointer(tokens: pointer).description
        return AdminRefusal(status: .unprocessableContent, faults: [Fault(message: message, pointer: text)])
    }

    /// 404: there is no such thing.
    static func notFound(_ message: String) -> AdminRefusal { AdminRefusal(status: .notFound, message: message) }

    /// The answer, in the shape that WireMock's clients read errors in.
    var reply: AdminReply {
        let errors = faults.map { fault -> JSONValue in
            var error = JSONObject([
                .init(key: "code", value: .number(JSONNumber(status.code))),
                .init(key: "title", value: .string(fault.message)),
            ])
            if let pointer = fault.pointer { error["source"] = ["pointer": .string(pointer)] }
            return .object(error)
        }
        return AdminReply(status: status, body: ["errors": .array(errors)])
    }
}

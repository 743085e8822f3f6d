import HTTPTypes
import WireFormats

struct AdminReply: Sendable {
    var status: HTTPResponse.Status = .ok
    /// Nil sends no body.
    var body: JSONValue?

    static func json(_ body: JSONValue, status: HTTPResponse.Status = .ok) -> AdminReply {
        AdminReply(status: status, body: body)
    }

    /// Success without content.
    static let done = AdminReply(body: [:])
}

/// A refused request; nothing was changed.
struct AdminRefusal: Error, Sendable, Hashable {
    let status: HTTPResponse.Status
    /// The faults and their remedies.
    let faults: [Fault]
    var headers: HTTPFields = [:]

    struct Fault: Sendable, Hashable {
        let message: String
        /// The location in the request's body, as a JSON pointer.
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

    /// 422: the request can be read, but not be carried out.
    ///
    /// - Parameter pointer: the location in the body; empty for none.
    static func unprocessable(_ message: String, at pointer: [String] = []) -> AdminRefusal {
        let text = pointer.isEmpty ? nil : JSONPointer(tokens: pointer).description
        return AdminRefusal(status: .unprocessableContent, faults: [Fault(message: message, pointer: text)])
    }

    /// 404: the resource does not exist.
    static func notFound(_ message: String) -> AdminRefusal { AdminRefusal(status: .notFound, message: message) }

    /// In the format that WireMock's clients read.
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

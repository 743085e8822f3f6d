import Foundation
import HTTPTypes
import WireFormats

/// One collected request to the admin API.
struct AdminCall: Sendable {
    /// The decoded `{id}` of the route's path; empty without one.
    let parameter: String
    /// The decoded query.
    let query: [String: String]
    let body: [UInt8]

    /// The body as JSON.
    ///
    /// - Throws: ``AdminRefusal`` 422 for invalid JSON.
    func json() throws(AdminRefusal) -> JSONValue {
        do throws(JSONError) {
            return try JSONValue(parsing: body)
        } catch {
            throw .unprocessable("The body is not valid JSON: \(error.message) at \(error.position).")
        }
    }

    /// Reads the body, and refuses it with all its flaws at once; an empty body is an empty object.
    ///
    /// - Throws: ``AdminRefusal`` 422 for invalid JSON, and with every flaw that the closure finds.
    func read<Result>(_ reading: (Node) -> Result?) throws(AdminRefusal) -> Result {
        try (body.isEmpty ? [:] : try json()).read(reading)
    }

    /// The page that `limit` and `offset` select.
    ///
    /// - Throws: ``AdminRefusal`` 400 for a value that is not a number.
    func page<Element>(of list: [Element]) throws(AdminRefusal) -> ArraySlice<Element> {
        let offset = try number("offset") ?? 0
        let rest = list.dropFirst(offset)
        return try number("limit").map { rest.prefix($0) } ?? rest
    }

    /// A Boolean of the query; false by default.
    func flag(_ name: String) throws(AdminRefusal) -> Bool {
        guard let text = query[name] else { return false }
        guard let flag = Bool(text) else {
            throw AdminRefusal(status: .badRequest, message: "\(name) must be true or false.")
        }
        return flag
    }

    /// A timestamp of the query.
    func date(_ name: String) throws(AdminRefusal) -> Date? {
        guard let text = query[name] else { return nil }
        for style in [Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true)] {
            do { return try style.parse(text) } catch { continue }
        }
        throw AdminRefusal(
            status: .badRequest, message: "\(name) must be a timestamp such as 2026-01-31T12:00:00Z (ISO 8601).")
    }

    /// A nonnegative number of the query.
    func number(_ name: String) throws(AdminRefusal) -> Int? {
        guard let text = query[name] else { return nil }
        guard let number = Int(text), number >= 0 else {
            throw AdminRefusal(status: .badRequest, message: "\(name) must be a number from 0.")
        }
        return number
    }
}

extension JSONValue {
    /// Reads the value, and refuses it with all its flaws at once.
    ///
    /// - Throws: ``AdminRefusal`` 422 with every flaw that the closure finds.
    func read<Result>(_ reading: (Node) -> Result?) throws(AdminRefusal) -> Result {
        let root = Node(value: self, pointer: .root, flaws: Flaws(mostErrors: 20))
        let result = reading(root)
        guard root.flaws.errorCount == 0, let result else { throw AdminRefusal(root.flaws) }
        return result
    }
}

extension Node {
    /// A required member; null if it is missing, so that its reader records a flaw at its place.
    func required(_ name: String, among members: [String: Node]) -> Node {
        members[name] ?? Node(value: .null, pointer: pointer.appending(name), flaws: flaws)
    }

    /// Records a name that the documents do not have.
    func flaw(unknown name: String, among known: [String]) {
        let others = known.isEmpty ? "none without a document" : known.joined(separator: ", ")
        flaw("there is no \"\(name)\"; there are \(others)")
    }
}

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

    /// 422 with the errors of a body.
    init(_ flaws: Flaws) {
        faults = flaws.list.filter { $0.severity == .error }.map { flaw in
            let end = flaw.message.hasSuffix(".") ? "" : "."
            return Fault(message: flaw.message + end, pointer: flaw.pointer == .root ? nil : flaw.pointer.description)
        }
        status = .unprocessableContent
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

    /// The response in the format of WireMock's clients.
    var reply: AdminReply {
        let errors = faults.map { fault in
            JSONValue.object([
                "code": .number(status.code), "title": .string(fault.message),
                "source": fault.pointer.map { ["pointer": .string($0)] },
            ])
        }
        return AdminReply(status: status, body: ["errors": .array(errors)])
    }
}

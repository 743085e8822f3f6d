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

    /// The body as a JSON object; an empty body is an empty object.
    ///
    /// - Parameter keys: the allowed members.
    /// - Throws: ``AdminRefusal`` 422 for another type or an unknown member.
    func object(of keys: Set<String>) throws(AdminRefusal) -> JSONObject {
        if body.isEmpty { return JSONObject() }
        return try json().members(of: keys, at: [])
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

/// Typed access to the parts of a body; each refusal names its key.
extension JSONValue {
    /// The members of an object.
    ///
    /// - Parameters:
    ///   - keys: the allowed members; nil allows all.
    ///   - pointer: the location in the body.
    /// - Throws: ``AdminRefusal`` 422 for another type or an unknown member.
    func members(of keys: Set<String>? = nil, at pointer: [String]) throws(AdminRefusal) -> JSONObject {
        guard let object = objectValue else {
            throw .unprocessable("\(Self.name(pointer)) must be a JSON object.", at: pointer)
        }
        for key in object.keys where keys?.contains(key) == false {
            let known = keys?.sorted().joined(separator: ", ") ?? ""
            throw .unprocessable("\"\(key)\" is not supported here; known are \(known).", at: pointer + [key])
        }
        return object
    }

    func elements(at pointer: [String]) throws(AdminRefusal) -> [JSONValue] {
        guard let elements = arrayValue else {
            throw .unprocessable("\(Self.name(pointer)) must be a list.", at: pointer)
        }
        return elements
    }

    func flag(at pointer: [String]) throws(AdminRefusal) -> Bool {
        guard let flag = boolValue else {
            throw .unprocessable("\(Self.name(pointer)) must be true or false.", at: pointer)
        }
        return flag
    }

    func text(at pointer: [String]) throws(AdminRefusal) -> String {
        guard let text = stringValue else { throw .unprocessable("\(Self.name(pointer)) must be a text.", at: pointer) }
        return text
    }

    func choice<Choice: RawRepresentable & CaseIterable>(
        of type: Choice.Type, at pointer: [String]
    ) throws(AdminRefusal) -> Choice where Choice.RawValue == String {
        guard let choice = stringValue.flatMap(Choice.init) else {
            let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw .unprocessable("\(Self.name(pointer)) must be one of \(names).", at: pointer)
        }
        return choice
    }

    private static func name(_ pointer: [String]) -> String { pointer.last ?? "The body" }
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

    /// 422: the request can be read, but not be carried out.
    ///
    /// - Parameter pointer: the location in the body; empty for none.
    static func unprocessable(_ message: String, at pointer: [String] = []) -> AdminRefusal {
        let text = pointer.isEmpty ? nil : JSONPointer(tokens: pointer).description
        return AdminRefusal(status: .unprocessableContent, faults: [Fault(message: message, pointer: text)])
    }

    /// 422: a name that the documents do not have.
    static func unknown(_ name: String, among known: [String], at pointer: [String]) -> AdminRefusal {
        let others = known.isEmpty ? "none without a document" : known.joined(separator: ", ")
        return unprocessable("there is no \"\(name)\"; there are \(others).", at: pointer)
    }

    /// 404: the resource does not exist.
    static func notFound(_ message: String) -> AdminRefusal { AdminRefusal(status: .notFound, message: message) }

    /// The response in the format of WireMock's clients.
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

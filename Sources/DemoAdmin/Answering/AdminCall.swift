import Foundation
import HTTPTypes
import WireFormats

/// One request to the admin API: collected, with its path's parameter decoded.
struct AdminCall: Sendable {
    /// The value of `{id}` or `{name}` in the route's path; empty where it has none.
    let parameter: String
    /// The query's items, decoded.
    let query: [String: String]
    /// The whole body.
    let body: [UInt8]

    /// The body as JSON.
    ///
    /// - Throws: ``AdminRefusal`` 422 where it is none.
    func json() throws(AdminRefusal) -> JSONValue {
        do throws(JSONError) {
            return try JSONValue(parsing: body)
        } catch {
            throw .unprocessable("The body is not valid JSON: \(error.message) at \(error.position).")
        }
    }

    /// The body as a JSON object; an empty body is an empty one.
    ///
    /// - Parameter keys: the members it may have.
    /// - Throws: ``AdminRefusal`` 422 where it is something else or has a member of another name.
    func object(of keys: Set<String>) throws(AdminRefusal) -> JSONObject {
        if body.isEmpty { return JSONObject() }
        return try json().members(of: keys, at: [])
    }

    /// The part of a list that `limit` and `offset` ask for.
    ///
    /// - Throws: ``AdminRefusal`` 400 for one that is no number.
    func page<Element>(of list: [Element]) throws(AdminRefusal) -> ArraySlice<Element> {
        let offset = try number("offset") ?? 0
        let rest = list.dropFirst(offset)
        return try number("limit").map { rest.prefix($0) } ?? rest
    }

    /// Yes or no in the query; no where it is not there.
    func flag(_ name: String) throws(AdminRefusal) -> Bool {
        guard let text = query[name] else { return false }
        guard let flag = Bool(text) else {
            throw AdminRefusal(status: .badRequest, message: "\(name) must be true or false.")
        }
        return flag
    }

    /// A moment of the query.
    func date(_ name: String) throws(AdminRefusal) -> Date? {
        guard let text = query[name] else { return nil }
        for style in [Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true)] {
            do { return try style.parse(text) } catch { continue }
        }
        throw AdminRefusal(
            status: .badRequest, message: "\(name) must be a moment such as 2026-01-31T12:00:00Z (ISO 8601).")
    }

    /// A number of the query, from 0.
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
    ///   - keys: the members it may have; nil allows all.
    ///   - pointer: the names that lead to where it stands in the body.
    /// - Throws: ``AdminRefusal`` 422 where it is something else or has a member of another name.
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

    /// The elements of an array.
    func elements(at pointer: [String]) throws(AdminRefusal) -> [JSONValue] {
        guard let elements = arrayValue else {
            throw .unprocessable("\(Self.name(pointer)) must be a list.", at: pointer)
        }
        return elements
    }

    /// A Boolean value.
    func flag(at pointer: [String]) throws(AdminRefusal) -> Bool {
        guard let flag = boolValue else {
            throw .unprocessable("\(Self.name(pointer)) must be true or false.", at: pointer)
        }
        return flag
    }

    /// A text.
    func text(at pointer: [String]) throws(AdminRefusal) -> String {
        guard let text = stringValue else { throw .unprocessable("\(Self.name(pointer)) must be a text.", at: pointer) }
        return text
    }

    /// One of several words.
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

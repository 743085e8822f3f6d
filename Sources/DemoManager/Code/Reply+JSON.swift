import Foundation
import HTTPTypes
import WireFormats

/// Short forms of replies, for stubs in code.
extension Reply {
    /// A reply with an encodable value as its JSON body.
    ///
    /// - Parameters:
    ///   - value: the value, encoded immediately.
    ///   - status: 200...999.
    ///   - headers: further headers; a `Content-Type` replaces `application/json`.
    ///   - delay: the delay before the head.
    ///   - encoder: the encoder, for dates and key names; nil for a default one with sorted keys.
    /// - Throws: a problem for a value that cannot be encoded.
    public static func json(
        _ value: some Encodable, status: Int = 200, headers: HTTPFields = [:], delay: Delay = .none,
        encoder: JSONEncoder? = nil, fileID: String = #fileID, line: Int = #line
    ) throws(Problem) -> Reply {
        let sorting = JSONEncoder()
        sorting.outputFormatting = .sortedKeys
        do {
            return json([UInt8](try (encoder ?? sorting).encode(value)), status, headers, delay)
        } catch {
            let problem = "\(type(of: value)) cannot be encoded as JSON: \(error)"
            throw StubOrigin.code(fileID: fileID, line: line).problem(problem)
        }
    }

    /// A reply with a JSON object of variables: `.json(["id": id, "name": name])`.
    ///
    /// - Parameters:
    ///   - members: the object's members. For nested members of several types use an `Encodable` type of your own.
    ///   - status: 200...999.
    ///   - headers: further headers; a `Content-Type` replaces `application/json`.
    ///   - delay: the delay before the head.
    /// - Throws: a problem for a value that cannot be encoded.
    @_disfavoredOverload
    public static func json(
        _ members: [String: any Encodable], status: Int = 200, headers: HTTPFields = [:], delay: Delay = .none,
        fileID: String = #fileID, line: Int = #line
    ) throws(Problem) -> Reply {
        try json(
            members.mapValues { AnyMember(value: $0) }, status: status, headers: headers, delay: delay, fileID: fileID,
            line: line)
    }

    /// A reply with a JSON value, also as a literal: `.json(["id": 42, "name": "Ada"])`.
    public static func json(
        _ value: JSONValue, status: Int = 200, headers: HTTPFields = [:], delay: Delay = .none
    ) -> Reply {
        json(value.bytes(), status, headers, delay)
    }

    /// A reply with a JSON text, sent byte for byte.
    ///
    /// - Throws: a problem if the text is not JSON; for a malformed body use `Reply(body:)`.
    public static func json(
        text: String, status: Int = 200, headers: HTTPFields = [:], delay: Delay = .none, fileID: String = #fileID,
        line: Int = #line
    ) throws(Problem) -> Reply {
        do {
            _ = try JSONValue(parsing: text)
        } catch {
            throw StubOrigin.code(fileID: fileID, line: line).problem("the text is not JSON: \(error)")
        }
        return json(Array(text.utf8), status, headers, delay)
    }

    private static func json(_ body: [UInt8], _ status: Int, _ headers: HTTPFields, _ delay: Delay) -> Reply {
        var headers = headers
        if headers[.contentType] == nil { headers[.contentType] = "application/json" }
        return Reply(status: status, headers: headers, body: body, delay: delay)
    }
}

extension DemoManager {
    /// A reply whose body is a file below the manager's `fixtures`: `manager.fixture("users/42.json")`.
    ///
    /// - Parameters:
    ///   - name: the file's path in the folder. A `.json` file sets the content type.
    ///   - status: 200...999.
    ///   - headers: the headers of the reply.
    /// - Throws: a problem if the file does not exist or is outside the folder.
    public func fixture(
        _ name: String, status: Int = 200, headers: HTTPFields = [:], fileID: String = #fileID, line: Int = #line
    ) throws(Problem) -> Reply {
        let file = try fixture(named: name, StubOrigin.code(fileID: fileID, line: line))
        var headers = headers
        if name.hasSuffix(".json"), headers[.contentType] == nil { headers[.contentType] = "application/json" }
        return Reply(status: status, headers: headers, body: file.bytes, bodyFile: file.path)
    }
}

/// A value of any encodable type in a JSON object.
private struct AnyMember: Encodable {
    let value: any Encodable

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

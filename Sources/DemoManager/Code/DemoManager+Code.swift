import Foundation
import HTTPTypes
import WireFormats

extension DemoManager {
    /// Stubs every request whose absolute URL contains `urlPart`.
    ///
    /// ```swift
    /// try manager.stubResponse(containing: "/user/42", statusCode: 404)
    /// try manager.stubResponse(containing: "/transactions", queryParamPart: "cursor=2", from: "transactions-2")
    /// ```
    ///
    /// - Parameters:
    ///   - urlPart: a substring of the absolute URL.
    ///   - queryParamPart: another substring of the absolute URL.
    ///   - requiredHeaderValues: each value must be that of some header, whatever its name; nil values are ignored.
    ///   - bodyPart: substrings that the body must contain, all of them.
    ///   - method: the method; nil for any.
    ///   - statusCode: 200...999.
    ///   - headers: the headers of the reply.
    ///   - resource: the body is the file `<resource>.json` in the manager's fixture folders; nil for an empty body.
    ///   - fileID: the source file shown as the stub's origin.
    ///   - line: the line shown as the stub's origin.
    /// - Throws: a problem for a missing file, or for a status or header that cannot be sent.
    @discardableResult
    public func stubResponse(
        containing urlPart: String, queryParamPart: String? = nil, requiredHeaderValues: String?...,
        bodyPart: [String]? = nil, method: HTTPRequest.Method? = .get, statusCode: Int = 200,
        headers: [String: String] = DemoManager.jsonHeaders, from resource: String? = nil, fileID: String = #fileID,
        line: Int = #line
    ) throws(Problem) -> StubID {
        let place = StubOrigin.code(fileID: fileID, line: line)
        let pattern = RequestPattern(
            method: method.map { .one($0) } ?? .any, url: .containing([urlPart, queryParamPart].compactMap(\.self)),
            headerValues: requiredHeaderValues.compactMap(\.self), body: (bodyPart ?? []).map { .contains($0) })
        var reply = Reply(status: statusCode, headers: try place.fields(ofEmpty: headers))
        if let resource {
            (reply.body, reply.bodyFile) = try fixture(named: "\(resource).json", place)
            reply.headers = try place.fields(headers)
        }
        return try add(Stub(request: pattern, sequence: [SequenceEntry(reply)], origin: place))
    }

    /// Stubs one request, matched by method and absolute URL with query. A URL that begins with `/` matches any host.
    ///
    /// ```swift
    /// try manager.stub(.get("https://api.example.com/me"), statusCode: 401)
    ///     .thenRespondWith(to: .post("https://api.example.com/auth/refresh"), result: .success(tokens))
    ///     .thenRespondWith(to: .get("https://api.example.com/me"), result: .success(user))
    ///     .thenVerifyRequest { request in try #require(request.headers[.authorization] == "Bearer new") }
    /// ```
    ///
    /// - Parameters:
    ///   - request: the request; its headers and body are ignored.
    ///   - statusCode: 200...999.
    ///   - result: the body, a network error, or nil for an empty body.
    ///   - headers: the headers of the reply.
    ///   - fileID: the source file shown as the stub's origin.
    ///   - line: the line shown as the stub's origin.
    /// - Returns: the chain, to add replies and checks to. The last reply repeats.
    /// - Throws: a problem for an invalid URL, or for a status or header that cannot be sent.
    @discardableResult
    public func stub(
        _ request: HTTPRequest, statusCode: Int = 200, result: Result<Data, any Error>? = nil,
        headers: [String: String] = DemoManager.jsonHeaders, fileID: String = #fileID, line: Int = #line
    ) throws(Problem) -> StubChain {
        let reply = try StubOrigin.code(fileID: fileID, line: line).reply(statusCode, result, headers)
        return try stub(request, reply, fileID: fileID, line: line)
    }

    /// Stubs one request, matched by method and absolute URL with query. A URL that begins with `/` matches any host.
    ///
    /// ```swift
    /// try manager.stub(.get("https://api.example.com/cards"), .json(cards)) { $0.screens = ["cards"] }
    /// try manager.stub(.get("https://api.example.com/cards"), .json(error, status: 403), for: .forbidden)
    /// ```
    ///
    /// - Parameters:
    ///   - request: the request; its headers and body are ignored.
    ///   - reply: the reply: `.json(...)`, a `fixture(_:)`, a fault, or any other `Reply`.
    ///   - condition: the condition that the stub answers exclusively; nil for an ordinary stub.
    ///   - configure: sets further properties of the stub before it is added: name, priority, screens, scenario.
    /// - Returns: the chain, to add replies and checks to.
    /// - Throws: a problem for a request that cannot be matched, or a reply that cannot be sent.
    @discardableResult
    public func stub(
        _ request: HTTPRequest, _ reply: Reply, for condition: Condition? = nil, fileID: String = #fileID,
        line: Int = #line, configure: (inout Stub) -> Void = { _ in }
    ) throws(Problem) -> StubChain {
        let place = StubOrigin.code(fileID: fileID, line: line)
        let id = try add(place.stub(try place.pattern(request), reply, condition, configure))
        return StubChain(manager: self, first: request, id: id)
    }

    /// Stubs every request that matches a pattern.
    ///
    /// ```swift
    /// try manager.stub(matching: .get("/users/{id}", query: ["fields": .contains("name")]), .json(user))
    /// ```
    ///
    /// - Parameters:
    ///   - pattern: the pattern; all its parts must match.
    ///   - reply: the reply.
    ///   - condition: the condition that the stub answers exclusively; nil for an ordinary stub.
    ///   - configure: sets further properties of the stub before it is added.
    /// - Returns: the chain, to add replies and checks to.
    /// - Throws: a problem for a request that cannot be matched, or a reply that cannot be sent.
    @discardableResult
    public func stub(
        matching pattern: RequestPattern, _ reply: Reply, for condition: Condition? = nil, fileID: String = #fileID,
        line: Int = #line, configure: (inout Stub) -> Void = { _ in }
    ) throws(Problem) -> StubChain {
        let place = StubOrigin.code(fileID: fileID, line: line)
        let id = try add(place.stub(pattern, reply, condition, configure))
        return StubChain(manager: self, first: nil, id: id)
    }

    /// The default headers of stubs in code.
    public static let jsonHeaders = ["Content-Type": "application/json"]

    /// Folders in which stubs in code find `<name>.json`; those of loaded stub files are searched after them.
    public var fixtures: [String] {
        get { lock.withLock { $0.fixtures } }
        set { lock.withLock { $0.fixtures = newValue } }
    }

    /// Reads a file below the manager's fixture folders.
    func fixture(named name: String, _ place: StubOrigin) throws(Problem) -> (bytes: [UInt8], path: String) {
        let folders = lock.withLock { $0.fixtures + $0.files.folders.map(\.fixtures) }
        var message = "\(name) needs a fixtures folder; give the manager one"
        for folder in folders {
            do throws(Problem) {
                return try FixtureFolder(folder).read(name)
            } catch {
                message = error.message
            }
        }
        throw place.problem(message)
    }
}

/// The parts of a stub that is added in source code.
extension StubOrigin {
    func stub(
        _ pattern: RequestPattern, _ reply: Reply, _ condition: Condition?, _ configure: (inout Stub) -> Void
    ) -> Stub {
        var stub = Stub(
            name: condition?.name, isEnabled: condition == nil, request: pattern, sequence: [SequenceEntry(reply)],
            origin: self)
        configure(&stub)
        return stub
    }

    /// The header fields. Refuses those that cannot be sent: a line break would begin another header.
    func fields(_ headers: [String: String]) throws(Problem) -> HTTPFields {
        var fields = HTTPFields()
        for (text, value) in headers.inOrder({ $0.key < $1.key }) {
            guard let name = HTTPField.Name(text) else { throw problem("\"\(text)\" is not a header's name") }
            guard HTTPField.isValidValue(value) else {
                throw problem("the header \(text) must not contain line breaks or control characters")
            }
            fields.append(HTTPField(name: name, value: value))
        }
        return fields
    }

    func pattern(_ request: HTTPRequest) throws(Problem) -> RequestPattern {
        let path = request.path ?? "/"
        guard path.hasPrefix("/") else { throw problem(AbsoluteURL.problem(path)) }
        if path.contains("{") {
            let method = request.method.rawValue.lowercased()
            throw problem("\"\(path)\" is a template; write stub(matching: .\(method)(...))")
        }
        var pattern = RequestPattern(method: .one(request.method), url: .url(path))
        if let authority = request.authority {
            let place = Authority(authority, scheme: request.scheme)
            pattern.scheme = request.scheme
            pattern.host = place.host
            pattern.port = place.port
        }
        return pattern
    }

    func reply(
        _ statusCode: Int, _ result: Result<Data, any Error>?, _ headers: [String: String]
    ) throws(Problem) -> Reply {
        if let text = Reply.problem(ofStatus: statusCode) { throw problem(text) }
        switch result {
        case .success(let data):
            return Reply(status: statusCode, headers: try fields(headers), body: [UInt8](data))
        case .failure(let error):
            return Reply(status: statusCode, fault: Fault(closestTo: error), error: error)
        case nil:
            return Reply(status: statusCode, headers: try fields(ofEmpty: headers))
        }
    }

    /// The headers of a reply without a body; without the default `Content-Type`, which describes a body.
    func fields(ofEmpty headers: [String: String]) throws(Problem) -> HTTPFields {
        headers == DemoManager.jsonHeaders ? [:] : try fields(headers)
    }
}

extension Fault {
    /// The fault that is closest to `error`, by Foundation's URL error codes. For clients that cannot throw `error`.
    init(closestTo error: any Error) {
        let error = error as NSError
        guard error.domain == NSURLErrorDomain else {
            self = .connectionReset
            return
        }
        switch error.code {
        case NSURLErrorTimedOut: self = .timeout
        case NSURLErrorNotConnectedToInternet, NSURLErrorCannotConnectToHost, NSURLErrorCannotFindHost:
            self = .noNetwork
        case NSURLErrorBadServerResponse, NSURLErrorCannotParseResponse: self = .randomDataThenClose
        default: self = .connectionReset
        }
    }
}

/// A folder of bodies. Reads are confined to it after symbolic links are resolved.
package struct FixtureFolder: Sendable {
    /// Its real path, without a slash at the end.
    package let root: String

    package init(_ path: String) throws(Problem) {
        guard let real = FileManager.realPath(path) else {
            throw Problem("no such fixtures folder: \(path)", file: path)
        }
        root = real
    }

    /// Reads the file `name` below the folder; returns its bytes and real path.
    package func read(_ name: String) throws(Problem) -> (bytes: [UInt8], path: String) {
        guard !name.isEmpty, !name.hasPrefix("/"), !name.utf8.contains(0) else {
            throw Problem("\"\(name)\" must be a path below the fixtures folder", file: root)
        }
        guard let path = FileManager.realPath("\(root)/\(name)") else {
            throw Problem("no such body file: \(name) in \(root)", file: root)
        }
        // Checked after resolving, so that neither `..` nor a symbolic link escapes. The slash excludes `fixtures-old`.
        guard path.hasPrefix(root + "/") else {
            throw Problem("\"\(name)\" leads out of the fixtures folder \(root)", file: root)
        }
        do {
            return ([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))), path)
        } catch {
            throw Problem("the body file \(name) cannot be read: \(error.localizedDescription)", file: root)
        }
    }
}

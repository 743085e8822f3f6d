import Foundation
import HTTPTypes
import JSONText

/// A place in source code that adds a stub.
struct CodePlace {
    let fileID: String
    let line: Int

    var origin: StubOrigin { .code(fileID: fileID, line: line) }

    func stub(
        _ pattern: RequestPattern, _ reply: Reply, _ condition: Condition?, _ configure: (inout Stub) -> Void
    ) -> Stub {
        var stub = Stub(
            name: condition?.name, isEnabled: condition == nil, request: pattern, sequence: [SequenceEntry(reply)],
            origin: origin)
        configure(&stub)
        return stub
    }

    func problem(_ message: String) -> Problem {
        Problem(message, file: fileID, position: TextPosition(line: line, column: 1))
    }

    /// Headers, refused by name where they cannot be sent: a line break would begin a header of its own.
    func fields(_ headers: [String: String]) throws(Problem) -> HTTPFields {
        var fields = HTTPFields()
        for (text, value) in headers.sorted(by: { $0.key < $1.key }) {
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
        guard path.hasPrefix("/") else {
            throw problem("\"\(path)\" is not a URL; begin with http://, https:// or /")
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
        guard (200...999).contains(statusCode) else {
            throw problem("status \(statusCode) cannot be answered; use 200 to 999")
        }
        switch result {
        case .success(let data):
            return Reply(status: statusCode, headers: try fields(headers), body: [UInt8](data))
        case .failure(let error):
            return Reply(status: statusCode, fault: Fault(closestTo: error), error: error)
        case nil:
            return Reply(status: statusCode, headers: try fields(headers))
        }
    }
}

extension Fault {
    /// What a client that cannot throw `error` itself acts out, by the codes of Foundation's URL loading.
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

import Foundation
import HTTPTypes
import WireFormats

/// The replies and checks of a stub, in order, optionally for different requests. `stub(_:statusCode:result:headers:)`
/// returns it. Its methods modify the chain itself, so that a variable can be extended line by line.
public final class StubChain: Sendable {
    private struct State {
        /// The stubs of the chain by the identity of their request.
        var ids: [[UInt8]: StubID]
        var last: StubID
    }

    private let manager: DemoManager
    /// The first stub of the chain.
    private let first: StubID
    private let state: Lock<State>

    /// - Parameter first: the request of the first stub; nil if a pattern selects its requests.
    init(manager: DemoManager, first request: HTTPRequest?, id: StubID) {
        self.manager = manager
        first = id
        state = Lock(State(ids: request.map { [$0.identity: id] } ?? [:], last: id))
    }

    /// The stubs of the chain, in the order they were added.
    public var stubs: [StubID] { Set([first] + state.withLock { $0.ids }.values).inOrder { $0.number < $1.number } }

    /// Adds the next reply, to the chain's request or to another one, which gets its own stub. Replies to the same
    /// request are given in order; the last one repeats.
    ///
    /// - Parameters:
    ///   - request: the request to answer; nil for the chain's first request.
    ///   - statusCode: 200...999.
    ///   - result: the body, a network error, or nil for an empty body.
    ///   - headers: the headers of the reply.
    /// - Throws: a problem for a reply that cannot be sent, or if the stub was removed meanwhile.
    @discardableResult
    public func thenRespondWith(
        to request: HTTPRequest? = nil, statusCode: Int = 200, result: Result<Data, any Error>? = nil,
        headers: [String: String] = DemoManager.jsonHeaders, fileID: String = #fileID, line: Int = #line
    ) throws(Problem) -> StubChain {
        let reply = try StubOrigin.code(fileID: fileID, line: line).reply(statusCode, result, headers)
        return try thenRespondWith(to: request, reply, fileID: fileID, line: line)
    }

    /// Adds the next reply, to the chain's request or to another one, which gets its own stub.
    ///
    /// - Parameters:
    ///   - request: the request to answer; nil for the chain's first request or pattern.
    ///   - reply: the reply.
    ///   - times: the number of times it is given before the next reply; at least 1.
    /// - Throws: a problem for a reply that cannot be sent, or if the stub was removed meanwhile.
    @discardableResult
    public func thenRespondWith(
        to request: HTTPRequest? = nil, _ reply: Reply, times: Int = 1, fileID: String = #fileID, line: Int = #line
    ) throws(Problem) -> StubChain {
        let place = StubOrigin.code(fileID: fileID, line: line)
        guard times > 0 else { throw place.problem("times is \(times); a reply is given at least once") }
        let entry = SequenceEntry(reply, count: times)
        try state.withLock { (state: inout State) throws(Problem) in
            let identity = request.map(\.identity)
            if let id = identity.map({ state.ids[$0] }) ?? first {
                try manager.extend(id, place) { $0.sequence.append(entry) }
                state.last = id
            } else if let request, let identity {
                let pattern = try place.pattern(request)
                state.last = try manager.add(Stub(request: pattern, sequence: [entry], origin: place))
                state.ids[identity] = state.last
            }
        }
        return self
    }

    /// Checks the requests that the preceding reply answers. An error of `check` refuses the request with its message.
    ///
    /// - Throws: a problem if the stub was removed meanwhile.
    @discardableResult
    public func thenVerifyRequest(
        fileID: String = #fileID, line: Int = #line, _ check: @escaping @Sendable (ReceivedRequest) throws -> Void
    ) throws(Problem) -> StubChain {
        let place = StubOrigin.code(fileID: fileID, line: line)
        let check = RequestCheck(origin: place, run: check)
        try manager.extend(state.withLock { $0.last }, place) { stub in
            stub.sequence[stub.sequence.count - 1].checks.append(check)
        }
        return self
    }
}

extension DemoManager {
    /// Changes a stub of a chain; throws if the stub was removed.
    fileprivate func extend(_ id: StubID, _ place: StubOrigin, _ body: (inout Stub) -> Void) throws(Problem) {
        guard try update(id, body) else { throw place.problem("the stub was removed; add it again") }
    }
}

extension HTTPRequest {
    /// The method and absolute URL, with a lower-case host and the port. Bytes, because `String` considers canonically
    /// equivalent texts equal.
    fileprivate var identity: [UInt8] {
        let place = Authority(authority, scheme: scheme)
        let server = "\(scheme?.lowercased() ?? "")://\(place.host ?? ""):\(place.port ?? 0)"
        return Array("\(method.rawValue) \(server)\(path ?? "/")".utf8)
    }
}

/// A request, as passed to `thenVerifyRequest`.
public struct ReceivedRequest: Sendable, Hashable {
    /// The request: method, URL, headers.
    public let request: HTTPRequest
    /// The whole body, even of a streamed request; empty if there is none.
    public let body: Data
    /// The address the client sent it to; nil if it is that of `request`.
    package let asked: Call.Asked?

    package init(_ request: HTTPRequest, body: Data = Data(), asked: Call.Asked? = nil) {
        (self.request, self.body, self.asked) = (request, body, asked)
    }

    package init(_ request: HTTPRequest, body: [UInt8]?, asked: Call.Asked? = nil) {
        self.init(request, body: Data(body ?? []), asked: asked)
    }

    /// The request's method.
    public var method: HTTPRequest.Method { request.method }
    /// The request's headers.
    public var headers: HTTPFields { request.headerFields }
    /// The absolute URL; only path and query if the request has no authority.
    public var url: String {
        let path = request.path ?? "/"
        guard let authority = request.authority else { return path }
        return "\(request.scheme ?? "http")://\(authority)\(path)"
    }
}

/// A check of a request, with its place in source code.
struct RequestCheck: Sendable {
    let origin: StubOrigin
    let run: @Sendable (ReceivedRequest) throws -> Void

    /// `AppTests/MeTests.swift:12`.
    var place: String { origin.description }
}

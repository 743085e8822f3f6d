import Foundation
import HTTPTypes
import WireFormats

/// The replies and checks of a stub, in order, across different requests if need be. `stub(_:statusCode:result:headers:)`
/// returns it. Calls add to the chain itself, so it can be kept in a variable and extended line by line.
public final class StubChain: Sendable {
    private struct State {
        /// The stubs of the chain that are for one request each.
        var ids: [[UInt8]: StubID]
        var last: StubID
    }

    private let manager: DemoManager
    /// The stub the chain began with.
    private let first: StubID
    private let state: Lock<State>

    /// - Parameter first: the request of the first stub; nil where a pattern says what it is for.
    init(manager: DemoManager, first request: HTTPRequest?, id: StubID) {
        self.manager = manager
        first = id
        state = Lock(State(ids: request.map { [$0.identity: id] } ?? [:], last: id))
    }

    /// The stubs of the chain, in the order they were added.
    public var stubs: [StubID] { Set([first] + state.withLock { $0.ids }.values).inOrder { $0.number < $1.number } }

    /// Adds the next reply: to the chain's request, or to another one, which begins a stub of its own. Replies to the same
    /// request are given in order; the last one stays.
    ///
    /// - Parameters:
    ///   - request: whom it answers; nil is the chain's first request.
    ///   - statusCode: 200...999.
    ///   - result: the body, a network error, or nil for an empty body.
    ///   - headers: of the reply.
    /// - Throws: a problem for what cannot be answered, or if the stub was removed meanwhile.
    @discardableResult
    public func thenRespondWith(
        to request: HTTPRequest? = nil, statusCode: Int = 200, result: Result<Data, any Error>? = nil,
        headers: [String: String] = DemoManager.jsonHeaders, fileID: String = #fileID, line: Int = #line
    ) throws(Problem) -> StubChain {
        let reply = try StubOrigin.code(fileID: fileID, line: line).reply(statusCode, result, headers)
        return try thenRespondWith(to: request, reply, fileID: fileID, line: line)
    }

    /// Adds the next reply: to the chain's request, or to another one, which begins a stub of its own.
    ///
    /// - Parameters:
    ///   - request: whom it answers; nil is what the chain began with.
    ///   - reply: the answer.
    ///   - times: how often it is given before the next; at least once.
    /// - Throws: a problem for what cannot be answered, or if the stub was removed meanwhile.
    @discardableResult
    public func thenRespondWith(
        to request: HTTPRequest? = nil, _ reply: Reply, times: Int = 1, fileID: String = #fileID, line: Int = #line
    ) throws(Problem) -> StubChain {
        let place = StubOrigin.code(fileID: fileID, line: line)
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

    /// Checks the requests that the reply before it answers. An error of `check` refuses the request, with the error's message.
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
    /// Adds to a stub of a chain; it may have been removed meanwhile.
    fileprivate func extend(_ id: StubID, _ place: StubOrigin, _ body: (inout Stub) -> Void) throws(Problem) {
        guard try update(id, body) else { throw place.problem("the stub was removed; add it again") }
    }
}

extension HTTPRequest {
    /// Its method and absolute URL, whatever the case of its host, with the port. Bytes: texts that look alike are the same
    /// to a `String`.
    fileprivate var identity: [UInt8] {
        let place = Authority(authority, scheme: scheme)
        let server = "\(scheme?.lowercased() ?? "")://\(place.host ?? ""):\(place.port ?? 0)"
        return Array("\(method.rawValue) \(server)\(path ?? "/")".utf8)
    }
}

/// A request as `thenVerifyRequest` sees it.
public struct ReceivedRequest: Sendable, Hashable {
    /// The request: method, URL, headers.
    public let request: HTTPRequest
    /// Its whole body, also when it was sent as a stream; empty where it had none.
    public let body: Data
    /// The address the client sent it to, if the request has another.
    package let asked: Call.Asked?

    /// A request with its body.
    package init(_ request: HTTPRequest, body: Data = Data(), asked: Call.Asked? = nil) {
        (self.request, self.body, self.asked) = (request, body, asked)
    }

    package init(_ request: HTTPRequest, body: [UInt8]?, asked: Call.Asked? = nil) {
        self.init(request, body: Data(body ?? []), asked: asked)
    }

    /// Its method.
    public var method: HTTPRequest.Method { request.method }
    /// Its headers.
    public var headers: HTTPFields { request.headerFields }
    /// Its absolute URL; path and query alone where the request has no authority.
    public var url: String {
        let path = request.path ?? "/"
        guard let authority = request.authority else { return path }
        return "\(request.scheme ?? "http")://\(authority)\(path)"
    }
}

/// A check of a request, with the place in source code that asked for it.
struct RequestCheck: Sendable {
    let origin: StubOrigin
    let run: @Sendable (ReceivedRequest) throws -> Void

    /// `AppTests/MeTests.swift:12`.
    var place: String { origin.description }
}

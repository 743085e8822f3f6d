import Foundation
import HTTPTypes
import JSONText

/// What `stub(_:statusCode:result:headers:)` returns: adds replies and checks, across different requests if need be.
public struct StubChain: Sendable {
    private let manager: DemoManager
    private let first: HTTPRequest
    /// The stubs of the chain, by their request; the first is the chain's own.
    private var ids: [String: StubID]
    private var last: StubID

    init(manager: DemoManager, first: HTTPRequest, id: StubID) {
        self.manager = manager
        self.first = first
        ids = [first.identity: id]
        last = id
    }

    /// The stubs of the chain.
    public var stubs: [StubID] { ids.values.sorted { $0.number < $1.number } }

    /// Adds the next reply: to the chain's request, or to another one, which begins a stub of its own. Replies to the same
    /// request are given in order; the last one stays.
    ///
    /// - Parameters:
    ///   - request: whom it answers; nil is the chain's first request.
    ///   - statusCode: 200...999.
    ///   - result: the body, a network error, or nil for an empty body.
    ///   - headers: of the reply.
    ///   - fileID: where a stub it begins says it was written; the caller's file.
    ///   - line: the caller's line.
    /// - Throws: a problem for what cannot be answered, or if the stub was removed meanwhile.
    @discardableResult
    public func thenRespondWith(
        to request: HTTPRequest? = nil, statusCode: Int = 200, result: Result<Data, any Error>? = nil,
        headers: [String: String] = DemoManager.jsonHeaders, fileID: String = #fileID, line: Int = #line
    ) throws(Problem) -> StubChain {
        let request = request ?? first
        var chain = self
        guard let id = ids[request.identity] else {
            let added = try manager.stub(
                request, statusCode: statusCode, result: result, headers: headers, fileID: fileID, line: line)
            chain.ids[request.identity] = added.last
            chain.last = added.last
            return chain
        }
        let place = CodePlace(fileID: fileID, line: line)
        let entry = SequenceEntry(try place.reply(statusCode, result, headers))
        try manager.extend(id, place) { $0.sequence.append(entry) }
        chain.last = id
        return chain
    }

    /// Checks the requests that the reply before it answers. What `check` throws refuses the request, with the message as
    /// its error.
    ///
    /// - Parameters:
    ///   - fileID: the place the message names; the caller's file.
    ///   - line: the caller's line.
    ///   - check: looks at the request; what it throws is the message.
    /// - Throws: a problem if the stub was removed meanwhile.
    @discardableResult
    public func thenVerifyRequest(
        fileID: String = #fileID, line: Int = #line, _ check: @escaping @Sendable (ReceivedRequest) throws -> Void
    ) throws(Problem) -> StubChain {
        let place = CodePlace(fileID: fileID, line: line)
        let check = RequestCheck(place: "\(fileID):\(line)", run: check)
        try manager.extend(last, place) { stub in
            stub.sequence[stub.sequence.count - 1].checks.append(check)
        }
        return self
    }
}

extension DemoManager {
    /// Adds to a stub of a chain; it may have been removed meanwhile.
    fileprivate func extend(_ id: StubID, _ place: CodePlace, _ body: (inout Stub) -> Void) throws(Problem) {
        guard try update(id, body) else { throw place.problem("the stub was removed; add it again") }
    }
}

extension HTTPRequest {
    /// What counts of a request when it is stubbed: method and absolute URL.
    fileprivate var identity: String { "\(method.rawValue) \(scheme ?? "")://\(authority ?? "")\(path ?? "/")" }
}

import DemoManager
import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension StubReply {
    /// The callbacks of the task of `request`.
    ///
    /// - Parameter timeout: the longest the session waits for a head; it does not look after it itself.
    func script(for request: URLRequest, by stub: StubRef, timeout: Duration) -> Script {
        let url = request.url
        if let fault {
            // An error somebody gave comes at once, a time-out as well.
            let isWaiting = fault == .timeout && error == nil
            let pause = isWaiting ? min(timeout, .seconds(2)) : min(delay + paced, timeout)
            return .failure(error ?? URLError(fault, stub, url), fault.title, after: pause)
        }
        if let error { return .failure(error, "\(error)", after: min(delay, timeout)) }
        guard delay < timeout else {
            return .failure(URLError(.timeout, stub, url), Fault.timeout.title, after: timeout)
        }
        guard let url, let response = response(url) else {
            let message = "stub \(stub.name) has a reply URLSession cannot carry"
            return .failure(URLError(.badServerResponse, message, url), message)
        }
        let isBodiless = request.httpMethod == "HEAD" || status.code == 204 || status.code == 304
        let outcome = ExchangeOutcome.reply(status: status.code, headers: headers, body: body, duration: .zero)
        #if canImport(Darwin)
            if let next = response.redirect(of: request) {
                return .redirect(response, to: next, after: delay, outcome: outcome)
            }
            let pieces = isBodiless ? [] : chunks.map { ($0.pause, Data($0.bytes)) }
            return .reply(response, pieces: pieces, after: delay, outcome: outcome)
        #else
            // Of several pieces `data(for:)` keeps only the last there: the body is given whole, when it would be complete.
            return .reply(
                response, pieces: isBodiless ? [] : [(.zero, Data(body))], after: delay + paced, outcome: outcome)
        #endif
    }

    #if !canImport(Darwin)
        /// The request it redirects `request` to; nil if it does not.
        func redirect(of request: URLRequest) -> URLRequest? {
            request.url.flatMap { response($0) }?.redirect(of: request)
        }
    #endif

    private var paced: Duration { pacing?.duration ?? .zero }

    private func response(_ url: URL) -> HTTPURLResponse? {
        var values: [String: String] = [:]
        for field in headers {
            var name = field.name.rawName
            #if !canImport(Darwin)
                if status == .unauthorized, field.name == .wwwAuthenticate { name = renamedChallenge }
            #endif
            // As URLSession gives repeated headers.
            let known = values.keys.first { $0.caseInsensitiveCompare(name) == .orderedSame }
            values[known ?? name] = known.flatMap { values[$0] }.map { "\($0), \(field.value)" } ?? field.value
        }
        return HTTPURLResponse(url: url, statusCode: status.code, httpVersion: "HTTP/1.1", headerFields: values)
    }
}

/// The callbacks of a task with their times: an answer as its client sees it.
struct Script: Sendable {
    /// One message to the task.
    enum Message: Sendable {
        case response(HTTPURLResponse)
        case data(Data)
        case finished
        case failed(any Error)
        /// Goes on with another request. Linux has no answer to it.
        case redirected(URLRequest, HTTPURLResponse)
    }

    /// Messages given together after a pause.
    struct Scene: Sendable {
        var pause: Duration
        var messages: [Message]
    }

    /// In order; the last one ends the task.
    var scenes: [Scene]
    /// How the journal sees it; the duration is filled in when it ends.
    var outcome: ExchangeOutcome

    /// A failure after a pause.
    static func failure(_ error: any Error, _ title: String, after pause: Duration = .zero) -> Script {
        Script(
            scenes: [Scene(pause: pause, messages: [.failed(error)])], outcome: .failure(title, duration: .zero))
    }

    /// A redirect after a pause.
    static func redirect(
        _ response: HTTPURLResponse, to request: URLRequest, after pause: Duration, outcome: ExchangeOutcome
    ) -> Script {
        Script(scenes: [Scene(pause: pause, messages: [.redirected(request, response)])], outcome: outcome)
    }

    /// A reply after a pause: head, then `pieces` of its body, each after a pause of its own.
    static func reply(
        _ response: HTTPURLResponse, pieces: [(pause: Duration, data: Data)], after pause: Duration,
        outcome: ExchangeOutcome
    ) -> Script {
        var scenes = [Scene(pause: pause, messages: [.response(response)])]
        for piece in pieces where !piece.data.isEmpty {
            // A piece that follows at once belongs to the scene before.
            if piece.pause != .zero { scenes.append(Scene(pause: piece.pause, messages: [])) }
            scenes[scenes.count - 1].messages.append(.data(piece.data))
        }
        scenes[scenes.count - 1].messages.append(.finished)
        return Script(scenes: scenes, outcome: outcome)
    }
}

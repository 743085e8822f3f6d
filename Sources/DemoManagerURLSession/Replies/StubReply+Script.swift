import DemoManager
import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension StubReply {
    /// The callbacks for the task of `request`.
    ///
    /// - Parameter timeout: the session's time-out for a head, which it does not enforce for protocols.
    func script(for request: URLRequest, by stub: StubRef, timeout: Duration) -> Script {
        let url = request.url?.unmarked
        if let fault {
            // An error that a stub specifies is delivered after its delay, even a time-out.
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
        let isBodiless = isBodiless || request.httpMethod == "HEAD"
        let outcome = ExchangeOutcome.reply(status: status.code, headers: headers, body: body, duration: .zero)
        #if canImport(Darwin)
            if let next = response.redirect(of: request) {
                return .redirect(response, to: next, after: delay, outcome: outcome)
            }
            let pieces = isBodiless ? [] : chunks.map { ($0.pause, Data($0.bytes)) }
            return .reply(response, pieces: pieces, after: delay, outcome: outcome)
        #else
            // `data(for:)` keeps only the last of several pieces there, so the body is delivered whole, when complete.
            return .reply(
                response, pieces: isBodiless ? [] : [(.zero, Data(body))], after: delay + paced, outcome: outcome)
        #endif
    }

    #if !canImport(Darwin)
        /// The request to which it redirects `request`; nil if it does not.
        func redirect(of request: URLRequest) -> URLRequest? {
            request.url.flatMap { response($0) }?.redirect(of: request)
        }
    #endif

    private var paced: Duration { pacing?.duration ?? .zero }

    /// True if its status has no body.
    private var isBodiless: Bool { status.code == 204 || status.code == 304 }

    private func response(_ url: URL) -> HTTPURLResponse? {
        var values: [String: String] = [:]
        for field in headers {
            var name = field.name.rawName
            #if !canImport(Darwin)
                if status == .unauthorized, field.name == .wwwAuthenticate { name = renamedChallenge }
            #endif
            // As URLSession joins repeated headers.
            let known = values.keys.first { $0.caseInsensitiveCompare(name) == .orderedSame }
            values[known ?? name] = known.flatMap { values[$0] }.map { "\($0), \(field.value)" } ?? field.value
        }
        if !body.isEmpty, !isBodiless, headers[.contentLength] == nil, headers[.transferEncoding] == nil {
            values["Content-Length"] = "\(body.count)"
        }
        return HTTPURLResponse(url: url, statusCode: status.code, httpVersion: "HTTP/1.1", headerFields: values)
    }
}

/// The callbacks for a task with their times.
struct Script: Sendable {
    /// A callback to the task.
    enum Message: Sendable {
        case response(HTTPURLResponse)
        case data(Data)
        case finished
        case failed(any Error)
        /// Continues with another request. Not supported on Linux.
        case redirected(URLRequest, HTTPURLResponse)
    }

    /// Callbacks that are made together after a pause.
    struct Scene: Sendable {
        var pause: Duration
        var messages: [Message]
    }

    /// The scenes in order; the last one ends the task.
    var scenes: [Scene]
    /// The outcome for the journal; its duration is set at the end.
    var outcome: ExchangeOutcome

    /// A failure after `pause`.
    static func failure(_ error: any Error, _ title: String, after pause: Duration = .zero) -> Script {
        Script(scenes: [Scene(pause: pause, messages: [.failed(error)])], outcome: .failure(title, duration: .zero))
    }

    /// A redirect after `pause`.
    static func redirect(
        _ response: HTTPURLResponse, to request: URLRequest, after pause: Duration, outcome: ExchangeOutcome
    ) -> Script {
        Script(scenes: [Scene(pause: pause, messages: [.redirected(request, response)])], outcome: outcome)
    }

    /// A reply after `pause`: the head, then `pieces` of the body, each after its own pause.
    static func reply(
        _ response: HTTPURLResponse, pieces: [(pause: Duration, data: Data)], after pause: Duration,
        outcome: ExchangeOutcome
    ) -> Script {
        var scenes = [Scene(pause: pause, messages: [.response(response)])]
        for piece in pieces where !piece.data.isEmpty {
            // A piece without a pause belongs to the previous scene.
            if piece.pause != .zero { scenes.append(Scene(pause: piece.pause, messages: [])) }
            scenes[scenes.count - 1].messages.append(.data(piece.data))
        }
        scenes[scenes.count - 1].messages.append(.finished)
        return Script(scenes: scenes, outcome: outcome)
    }
}

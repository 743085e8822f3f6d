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
            let pause = fault == .timeout ? min(timeout, .seconds(2)) : min(delay + dribbled, timeout)
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
                response, pieces: isBodiless ? [] : [(.zero, Data(body))], after: delay + dribbled, outcome: outcome)
        #endif
    }

    private var dribbled: Duration { dribble?.duration ?? .zero }

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

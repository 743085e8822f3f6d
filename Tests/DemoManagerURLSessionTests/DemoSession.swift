import DemoManager
import DemoManagerURLSession
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A URL that no server of a test has.
let me = "http://api.example/me"

/// A manager of its own, in demo unless told otherwise.
func demo(_ unmatched: UnmatchedPolicy = .error, isEnabled: Bool = true) -> DemoManager {
    DemoManager(configuration: .init(isEnabled: isEnabled, unmatched: unmatched))
}

/// A manager in demo that answers requests of `pattern` with `reply`.
func demo(
    _ unmatched: UnmatchedPolicy = .error, to pattern: RequestPattern = RequestPattern(), answering reply: Reply
) throws -> DemoManager {
    let manager = demo(unmatched)
    try manager.stub(matching: pattern, reply)
    return manager
}

extension DemoManager {
    /// A session this manager was put into.
    func session(
        delegate: (any URLSessionDelegate)? = nil, _ change: (URLSessionConfiguration) -> Void = { _ in }
    ) -> URLSession {
        var configuration = URLSessionConfiguration.ephemeral
        install(in: &configuration)
        change(configuration)
        return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    /// How the last exchange ended.
    var lastEnd: ExchangeOutcome.End? { journal.exchanges.last?.outcome?.end }
}

extension URLRequest {
    /// A request of `url`.
    static func to(
        _ url: String, _ method: String = "GET", body: String? = nil, _ change: (inout URLRequest) -> Void = { _ in }
    ) throws -> URLRequest {
        struct NoURL: Error {}
        guard let url = URL(string: url) else { throw NoURL() }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body.map { Data($0.utf8) }
        change(&request)
        return request
    }
}

/// A session's reply.
struct Got: Sendable {
    let status: Int
    let headers: [String: String]
    let text: String

    init(_ reply: (Data, URLResponse)) {
        let response = reply.1 as? HTTPURLResponse
        status = response?.statusCode ?? 0
        let fields = (response?.allHeaderFields ?? [:]).map { ("\($0.key)", "\($0.value)") }
        headers = Dictionary(fields) { $1 }
        text = String(decoding: reply.0, as: UTF8.self)
    }
}

extension URLSession {
    /// Loads `request` by `data(for:)`.
    func get(_ request: URLRequest) async throws -> Got { Got(try await data(for: request)) }

    /// Loads `url`.
    func get(_ url: String, _ change: (inout URLRequest) -> Void = { _ in }) async throws -> Got {
        try await get(.to(url, "GET", body: nil, change))
    }

    /// The error `request` ends with.
    func error(_ request: URLRequest) async -> URLError? {
        do {
            _ = try await data(for: request)
            return nil
        } catch {
            return error as? URLError
        }
    }
}

/// A session's delegate that writes down what one task tells it.
final class Listener: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate {
    private let (callbacks, log) = AsyncStream.makeStream(of: String.self)
    private let credential: URLCredential?

    init(credential: URLCredential? = nil) { self.credential = credential }

    /// The callbacks, once the task has ended; to be asked once.
    func heard() async -> [String] { await callbacks.reduce(into: []) { $0.append($1) } }

    private func add(_ text: String) { log.yield(text) }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        add("response \((response as? HTTPURLResponse)?.statusCode ?? 0)")
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        add("data \(String(decoding: data, as: UTF8.self))")
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        add("redirect \(request.url?.path ?? "")")
        completionHandler(request)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        add("challenge")
        completionHandler(credential == nil ? .performDefaultHandling : .useCredential, credential)
    }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {
        do { add("file \(try String(contentsOf: location, encoding: .utf8))") } catch { add("no file") }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        add(error.map { "error \(($0 as? URLError)?.code.rawValue ?? 0)" } ?? "end")
        log.finish()
    }
}

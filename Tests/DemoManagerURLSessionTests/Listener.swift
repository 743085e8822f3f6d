import Foundation
import WireFormats

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A session's delegate that writes down what one task tells it.
final class Listener: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate {
    private struct State {
        var log: [String] = []
        var hasEnded = false
        var waiting: CheckedContinuation<[String], Never>?
    }

    private let state = Lock(State())
    private let credential: URLCredential?

    init(credential: URLCredential? = nil) { self.credential = credential }

    /// The callbacks, once the task has ended.
    func heard() async -> [String] {
        await withCheckedContinuation { continuation in
            let log = state.withLock { state -> [String]? in
                if state.hasEnded { return state.log }
                state.waiting = continuation
                return nil
            }
            if let log { continuation.resume(returning: log) }
        }
    }

    private func add(_ text: String) { state.withLock { $0.log.append(text) } }

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
        let (waiting, log) = state.withLock { state in
            state.hasEnded = true
            defer { state.waiting = nil }
            return (state.waiting, state.log)
        }
        waiting?.resume(returning: log)
    }
}

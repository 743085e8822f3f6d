import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

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

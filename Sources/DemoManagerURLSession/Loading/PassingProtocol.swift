import DemoManager
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A URLProtocol that ends its task exactly once, and on Linux can leave the task to URLSession's own loading.
///
/// Runs on the queue or thread on which URLSession calls it; only `gate` and `step` are used from others.
class PassingProtocol: URLProtocol {
    let gate = Gate()

    override class func canInit(with request: URLRequest) -> Bool {
        request.url?.scheme == "http" || request.url?.scheme == "https"
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override class func requestIsCacheEquivalent(_ a: URLRequest, to b: URLRequest) -> Bool { a == b }

    /// Called once, before the task gets its reply or failure.
    func willEnd(_ outcome: ExchangeOutcome) {}

    /// Called once, if the task is cancelled before its end.
    func didCancel() {}

    #if canImport(Darwin)
        override func stopLoading() {
            if gate.cancel() { didCancel() }
        }
    #else
        /// URLSession's own loading, after the task was passed on.
        private var native: URLProtocol?

        /// True if URLSession itself loads the task.
        var isPassed: Bool { native != nil }

        /// A cancelled task is notified through this after `stopLoading`; a completed one must get no further events.
        override var client: (any URLProtocolClient)? {
            get { gate.isCompleted ? nil : super.client }
            set { super.client = newValue }
        }

        override func startLoading() {
            if gate.isOpen { pass(to: []) }
        }

        override func stopLoading() {
            switch task?.state {
            case .suspended where gate.isOpen: native?.stopLoading()
            // Suspended and resumed before this call: URLSession's own loading would treat it as a cancellation.
            case .suspended, .running: break
            default:
                guard gate.cancel() else { return }
                didCancel()
                native?.stopLoading()
            }
        }

        /// Leaves the task to the first of `classes` that accepts it, else to URLSession itself, as if it had never
        /// been intercepted. A second call continues it after a suspension.
        func pass(to classes: [AnyClass]) {
            if native == nil, let task, let client {
                // The built-in classes are not public; a new configuration lists them.
                let all = classes + (URLSessionConfiguration.ephemeral.protocolClasses ?? [])
                let fitting = all.lazy.compactMap { $0 as? URLProtocol.Type }.first { $0.canInit(with: self.request) }
                native = fitting?.init(
                    task: task, cachedResponse: cachedResponse, client: PassingClient(client, owner: self))
            }
            guard let native else {
                return end(
                    .failure(URLError(.unsupportedURL), "URLSession cannot load \(request.url?.scheme ?? "this")"))
            }
            native.startLoading()
        }
    #endif

    /// Ends the task with the last scene of `script`.
    func end(_ script: Script) {
        guard let client, gate.complete() else { return }
        willEnd(script.outcome)
        nonisolated(unsafe) let loader = self
        Delivery.run {
            for message in script.scenes.last?.messages ?? [] { client.send(message, from: loader) }
        }
    }
}

extension URLProtocolClient {
    /// Sends an event to the task.
    func send(_ message: Script.Message, from loader: URLProtocol) {
        switch message {
        case .response(let response):
            urlProtocol(loader, didReceive: response, cacheStoragePolicy: .notAllowed)
        case .data(let data): urlProtocol(loader, didLoad: data)
        case .finished: urlProtocolDidFinishLoading(loader)
        case .failed(let error): urlProtocol(loader, didFailWithError: error)
        case .redirected(let request, let response):
            urlProtocol(loader, wasRedirectedTo: request, redirectResponse: response)
        }
    }
}

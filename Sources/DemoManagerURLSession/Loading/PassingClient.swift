#if !canImport(Darwin)
    import DemoManager
    import Foundation
    import FoundationNetworking

    /// The client between URLSession's own loading and the task. It reports the outcome to the journal, and prevents
    /// the task from ending twice or hanging.
    ///
    /// All methods are called on the task's queue.
    final class PassingClient: NSObject, URLProtocolClient, @unchecked Sendable {
        private let task: any URLProtocolClient
        private weak var owner: PassingProtocol?
        private var response: URLResponse?
        private var body = Data()

        init(_ task: any URLProtocolClient, owner: PassingProtocol) {
            self.task = task
            self.owner = owner
        }

        func urlProtocol(
            _ loader: URLProtocol, didReceive response: URLResponse, cacheStoragePolicy policy: URLCache.StoragePolicy
        ) {
            // A delegate answers the challenge of a 401; only what URLSession cannot read is kept from it.
            let readable = response.readable { !$0.isReadableChallenge } ?? response
            self.response = readable
            task.urlProtocol(loader, didReceive: readable, cacheStoragePolicy: policy)
        }

        func urlProtocol(_ loader: URLProtocol, didLoad data: Data) {
            // The journal keeps at most this much of a body.
            if body.count < Journal.Limits().bodyBytes { body.append(data) }
            task.urlProtocol(loader, didLoad: data)
        }

        func urlProtocolDidFinishLoading(_ loader: URLProtocol) {
            // URLSession sets its own response at the end; a delegate for data must not hear of one twice. If nobody was told
            // of it there is no delegate, and a challenge would wait for one for ever.
            let isUntold = response == nil
            if isUntold || !(loader.task?.delegate is any URLSessionDataDelegate),
                let readable = loader.task?.response?.readable({ isUntold || !$0.isReadableChallenge })
            {
                task.urlProtocol(loader, didReceive: readable, cacheStoragePolicy: .notAllowed)
            }
            let response = loader.task?.response as? HTTPURLResponse
            let outcome = ExchangeOutcome.reply(
                status: response?.statusCode ?? 0, headers: response?.fields ?? [:], body: [UInt8](body),
                duration: .zero)
            end(loader, outcome) { $0.urlProtocolDidFinishLoading($1) }
        }

        func urlProtocol(_ loader: URLProtocol, didFailWithError error: any Error) {
            end(loader, .failure(error.localizedDescription, duration: .zero)) {
                $0.urlProtocol($1, didFailWithError: error)
            }
        }

        func urlProtocol(
            _ loader: URLProtocol, wasRedirectedTo request: URLRequest, redirectResponse: URLResponse
        ) {
            task.urlProtocol(loader, wasRedirectedTo: request, redirectResponse: redirectResponse)
        }

        func urlProtocol(_ loader: URLProtocol, cachedResponseIsValid cachedResponse: CachedURLResponse) {
            task.urlProtocol(loader, cachedResponseIsValid: cachedResponse)
        }

        func urlProtocol(_ loader: URLProtocol, didReceive challenge: URLAuthenticationChallenge) {
            task.urlProtocol(loader, didReceive: challenge)
        }

        func urlProtocol(_ loader: URLProtocol, didCancel challenge: URLAuthenticationChallenge) {
            task.urlProtocol(loader, didCancel: challenge)
        }

        private func end(
            _ loader: URLProtocol, _ outcome: ExchangeOutcome,
            _ tell: @escaping @Sendable (any URLProtocolClient, URLProtocol) -> Void
        ) {
            guard let owner, owner.gate.complete() else { return }
            owner.willEnd(outcome)
            let task = task
            nonisolated(unsafe) let loader = loader
            Delivery.run { tell(task, loader) }
        }
    }
#endif

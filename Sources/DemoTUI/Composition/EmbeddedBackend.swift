import AppCore
import SampleBackend
import WireFormats

/// The real server of calls, once it is known. Above the transport requests have the document's server; copied
/// commands need the real one.
final class ServerAddress: Sendable {
    private let known = Lock<(display: String, real: String)?>(nil)

    func set(_ real: BaseURL, for display: BaseURL) -> BaseURL {
        known.withLock { $0 = (display.description, real.description) }
        return real
    }

    func real(_ url: String) -> String {
        guard let (display, real) = known.withLock({ $0 }), url.hasPrefix(display) else { return url }
        return real + url.dropFirst(display.count)
    }
}

/// The sample's backend inside this program: started with the first call that reaches the transport, then kept.
actor EmbeddedBackend {
    private let configuration: SampleBackend.Configuration
    private var running: Task<RunningBackend, any Error>?

    init(configuration: SampleBackend.Configuration) { self.configuration = configuration }

    /// Starts the backend at the first call. A start that failed is tried again with the next call.
    func baseURL() async throws(APIError) -> BaseURL {
        let start = running ?? Task { [configuration] in try await SampleBackend.start(configuration) }
        running = start
        do {
            return BaseURL(loopbackPort: try await start.value.port)
        } catch {
            // Another caller may have restarted it while this one waited for the same start.
            if running == start { running = nil }
            let message = (error as? SampleBackendError)?.cause ?? "\(error)"
            throw APIError(.connection(.noServer), message: message)
        }
    }

    func stop() async {
        guard let running else { return }
        self.running = nil
        // One that never started has nothing to stop.
        await (try? running.value)?.stop()
    }
}

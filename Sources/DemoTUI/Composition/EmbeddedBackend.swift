import AppCore
import SampleBackend

/// The sample's backend inside this program: started with the first call that reaches the transport, then kept.
actor EmbeddedBackend {
    private let configuration: SampleBackend.Configuration
    private var running: Task<RunningBackend, any Error>?

    init(configuration: SampleBackend.Configuration) {
        self.configuration = configuration
    }

    /// Where the backend listens. A start that failed is tried again with the next call.
    func baseURL() async throws(APIError) -> BaseURL {
        let start = running ?? Task { [configuration] in try await SampleBackend.start(configuration) }
        running = start
        do {
            return BaseURL(loopbackPort: try await start.value.port)
        } catch {
            // Another caller may have begun anew while this one waited for the same start.
            if running == start { running = nil }
            let message = (error as? SampleBackendError)?.cause ?? "\(error)"
            throw APIError(.connection(.noServer), message: message)
        }
    }

    /// Ends the backend if it was started.
    func stop() async {
        guard let running else { return }
        self.running = nil
        do {
            await (try running.value).stop()
        } catch {
            // It never came up; there is nothing to stop.
        }
    }
}

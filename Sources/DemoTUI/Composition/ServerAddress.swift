import AppCore
import Synchronization

/// Where calls really go, once that is known. Above the transport requests carry the document's server; what is copied
/// for use elsewhere must name the real one.
final class ServerAddress: Sendable {
    private let known = Mutex<(display: String, real: String)?>(nil)

    /// Remembers the server behind a display address.
    /// - Returns: the server.
    func set(_ real: BaseURL, for display: BaseURL) -> BaseURL {
        known.withLock { $0 = (display.description, real.description) }
        return real
    }

    /// The URL with the real server in place of the displayed one.
    func real(_ url: String) -> String {
        guard let (display, real) = known.withLock({ $0 }), url.hasPrefix(display) else { return url }
        return real + url.dropFirst(display.count)
    }
}

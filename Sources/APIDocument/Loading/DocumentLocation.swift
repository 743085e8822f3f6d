import Foundation

public enum DocumentLocation: Hashable, Sendable {
    /// A file, or an app folder: one with `openapi.yaml`, `openapi.yml` or `openapi.json`, and perhaps `stubs/` and
    /// `fixtures/`.
    case path(String)
    /// An http or https URL.
    case remote(URL)

    /// A URL if the text starts with `http://` or `https://`, else a path.
    public init(_ text: String) {
        let start = text.prefix(8).lowercased()
        if start.hasPrefix("http://") || start.hasPrefix("https://"), let url = URL(string: text), url.host() != nil {
            self = .remote(url)
        } else {
            self = .path(text)
        }
    }
}

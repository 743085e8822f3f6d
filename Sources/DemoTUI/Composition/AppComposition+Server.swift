import WireFormats

extension AppComposition {
    /// The server of a document's live calls.
    enum Server {
        case given(BaseURL)
        case embedded(display: BaseURL)
        /// No server is named; `advice` has the remedy. The path of the document's calls is known anyway.
        case unknown(display: BaseURL, advice: String)

        var title: String {
            switch self {
            case .given(let base): base.description
            case .embedded: "built-in backend"
            case .unknown: "no server"
            }
        }
        /// The title without a document's path.
        var origin: String {
            if case .given(let base) = self { "\(base.scheme)://\(base.authority)" } else { title }
        }
        var display: BaseURL {
            switch self {
            case .given(let base): base
            case .embedded(let display), .unknown(let display, _): display
            }
        }

        func isSame(as other: Server) -> Bool {
            display.scheme == other.display.scheme && display.authority == other.display.authority
        }
    }
}

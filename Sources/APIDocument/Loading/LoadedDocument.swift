import Foundation
import WireFormats

/// A document and its origin.
public struct LoadedDocument: Sendable {
    public let document: APIDocument
    /// The files read from disk, the document's own first, to watch for changes. Paths as given; the others are below
    /// the same folder.
    public let files: [String]
    /// The other files below the document's folder or URL, in order, by relative path. Files elsewhere on the network
    /// are not included.
    public let parts: [(path: String, source: SourceText)]
    /// Nil if the document was not fetched.
    public let url: URL?
    /// The folder `stubs` of an app folder, if it exists.
    public let stubsFolder: String?
    /// The folder `fixtures` of an app folder, if it exists.
    public let fixturesFolder: String?

    /// The URL of the document's first server, resolved against the document's URL; `/` without servers (OpenAPI
    /// 3.1.0, "Server Object"). Nil if it is not http or https.
    public var serverURL: URL? {
        let written = document.servers.first?.url ?? "/"
        let resolved = URL(string: written, relativeTo: url)?.absoluteURL
        guard let resolved, ["http", "https"].contains(resolved.scheme?.lowercased()), resolved.host() != nil else {
            return nil
        }
        return resolved
    }
}

extension LoadedDocument {
    /// The path of the document's first server, even if its host is unknown; empty for `/`.
    public var serverPath: String {
        let written = document.servers.first?.url ?? "/"
        var path = serverURL?.path(percentEncoded: true) ?? (written.hasPrefix("/") ? written : "")
        while path.hasSuffix("/") { path.removeLast() }
        return path
    }
}

/// The progress of loading a document.
public struct LoadingProgress: Sendable, Hashable {
    public enum Phase: Sendable, Hashable {
        /// Files are read or fetched.
        case reading
        /// The document's own text is parsed.
        case parsing
        /// All files together are interpreted.
        case understanding
    }

    public var phase: Phase = .reading
    /// The current file, for display.
    public let file: String
    public let filesRead: Int
    /// Includes the file that is being parsed.
    public let bytesRead: Int
}

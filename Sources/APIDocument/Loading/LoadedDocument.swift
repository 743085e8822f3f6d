import Foundation
import WireFormats

/// A document and where it came from.
public struct LoadedDocument: Sendable {
    /// The document.
    public let document: APIDocument
    /// The files read from the disk, the document's own first: those to watch for changes. Paths as given, the others below
    /// the same folder.
    public let files: [String]
    /// The other files its references lead to, as texts, by their paths below the document's own folder or URL, in order. What
    /// lies elsewhere on the network is none of them.
    public let parts: [(path: String, source: SourceText)]
    /// The URL it was fetched from, if it was.
    public let url: URL?
    /// The folder `stubs` of an app folder, if there is one.
    public let stubsFolder: String?
    /// The folder `fixtures` of an app folder, if there is one.
    public let fixturesFolder: String?

    /// The URL calls go to: that of the document's first server, relative ones resolved against the document's own URL.
    /// Nil where that is no http or https URL. (OpenAPI 3.1.0, "Server Object": without servers it is `/`.)
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
    /// The path that calls begin with: that of the document's first server, also where nobody knows its host; empty for `/`.
    public var serverPath: String {
        let written = document.servers.first?.url ?? "/"
        var path = serverURL?.path(percentEncoded: true) ?? (written.hasPrefix("/") ? written : "")
        while path.hasSuffix("/") { path.removeLast() }
        return path
    }
}

/// How far the reading of a document is.
public struct LoadingProgress: Sendable, Hashable {
    /// What is done now.
    public enum Phase: Sendable, Hashable {
        /// The file is read or fetched.
        case reading
        /// The text of the document's own file is taken apart.
        case parsing
        /// What all files say together is understood.
        case understanding
    }

    /// What is done now.
    public var phase: Phase = .reading
    /// The file that is read now, as shown to people.
    public let file: String
    /// How many files have been read.
    public let filesRead: Int
    /// How many bytes they have, the one that is taken apart included.
    public let bytesRead: Int
}

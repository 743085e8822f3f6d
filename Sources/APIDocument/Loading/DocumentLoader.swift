import Foundation
import SourceTexts
import WireFormats

/// Reads a document with the files it refers to.
///
/// Reads files only below the document's real folder. Fetching is up to the caller: without `fetch`, remote documents
/// are refused and remote references are problems.
public struct DocumentLoader: Sendable {
    /// Fetches a URL's bytes. It must not follow redirects to hosts of another origin that are private by
    /// ``RemoteHost/isPrivate(_:)``, and should stop at the limit of a file's bytes.
    public typealias Fetch = @Sendable (URL) async throws -> [UInt8]

    /// True if references to the network are followed. Files on the document's own server below its own path are always
    /// read; private addresses elsewhere never are.
    public var allowsRemoteReferences = false
    /// Applied to the document in order, before it is interpreted.
    public var overlays: [DocumentOverlay] = []
    /// True if the loaded source is the text after the overlays, for a copy without them.
    public var writesOverlays = false
    public var limits = LoadingLimits()
    /// Called before every file and at the end, on the reading task.
    public var progress: (@Sendable (LoadingProgress) -> Void)?
    private let fetch: Fetch?

    /// - Parameter fetch: nil for a loader without network.
    public init(fetch: Fetch? = nil) {
        self.fetch = fetch
    }

    /// Reads a document. Throws if no operation can be read, and on cancellation; smaller defects are the document's
    /// problems.
    public func load(_ location: DocumentLocation) async throws(Problem) -> LoadedDocument {
        var files: DocumentFiles?
        var own: URL?
        var reading: Reading
        switch location {
        case .path(let path):
            let found = try DocumentFiles(path, limit: limits.fileBytes)
            progress?(LoadingProgress(file: found.document, filesRead: 0, bytesRead: 0))
            let allowsRemote = allowsRemoteReferences && fetch != nil
            reading = try open(try found.readDocument(), at: found.root, allowsRemote: allowsRemote)
            files = found
        case .remote(let url):
            let url = (URL(string: String(url.absoluteString.prefix { $0 != "#" })) ?? url).absoluteURL.standardized
            progress?(LoadingProgress(file: DocumentBundle.shownName(of: url), filesRead: 0, bytesRead: 0))
            reading = try open(try await fetch(url), at: .remote(url), allowsRemote: allowsRemoteReferences)
            own = url
        }
        while !Task.isCancelled, let location = reading.bundle.next() { await read(location, files, &reading) }
        return try finish(reading, files, own)
    }

    private struct Reading {
        var bundle: DocumentBundle
        var files: [String] = []
        var missing: [String] = []
        /// The first location of each real file.
        var seen: [String: PartLocation] = [:]
    }

    private func open(
        _ source: SourceText, at root: PartLocation, allowsRemote: Bool
    ) throws(Problem) -> Reading {
        progress?(LoadingProgress(phase: .parsing, file: source.name, filesRead: 0, bytesRead: source.bytes.count))
        let policy = ReferencePolicy(root: root, readsFiles: true, allowsRemote: allowsRemote)
        return Reading(
            bundle: try DocumentBundle(source, policy, limits, overlays: overlays, writesOverlays: writesOverlays))
    }

    private func read(_ location: PartLocation, _ files: DocumentFiles?, _ reading: inout Reading) async {
        let name = reading.bundle.shownName(of: location)
        progress?(LoadingProgress(file: name, filesRead: reading.bundle.parts.count, bytesRead: reading.bundle.size))
        do throws(Problem) {
            switch location {
            case .file(let path):
                guard let real = try files?.realFile(path, named: name) else { return }
                if let first = reading.seen[real] { return reading.bundle.add(location, sameAs: first) }
                reading.seen[real] = location
                reading.bundle.add(location, try DocumentFiles.read(real, named: name, limit: limits.fileBytes))
                reading.files.append(name)
            case .remote(let url):
                reading.bundle.add(location, try await fetch(url))
            }
        } catch {
            reading.bundle.fail(location, error.message)
            if case .file = location { reading.missing.append(name) }
        }
    }

    private func fetch(_ url: URL) async throws(Problem) -> SourceText {
        let name = DocumentBundle.shownName(of: url)
        guard let fetch else { throw Problem("cannot be fetched here; give a file", file: name) }
        let bytes: [UInt8]
        do {
            bytes = try await fetch(url)
        } catch {
            throw Problem("cannot be fetched: \(error)", file: name)
        }
        guard bytes.count <= limits.fileBytes else {
            throw Problem("has more than \(limits.fileBytes / 1_000_000) MB and is not read", file: name)
        }
        return SourceText(name: name, bytes: bytes, format: SourceText(name: url.path, bytes: bytes).format)
    }

    private func finish(_ reading: Reading, _ files: DocumentFiles?, _ url: URL?) throws(Problem) -> LoadedDocument {
        let bundle = reading.bundle
        if Task.isCancelled { throw Problem("reading was stopped", file: bundle.source.name) }
        progress?(
            LoadingProgress(
                phase: .understanding, file: bundle.source.name, filesRead: bundle.parts.count,
                bytesRead: max(bundle.size, bundle.source.bytes.count)))
        return LoadedDocument(
            document: try APIDocument(bundle), files: (files.map { [$0.document] } ?? []) + reading.files,
            missingFiles: reading.missing, isComplete: bundle.failures.isEmpty, parts: bundle.neighbours, url: url,
            stubsFolder: files?.folder("stubs"), fixturesFolder: files?.folder("fixtures"))
    }
}

public enum DocumentLocation: Hashable, Sendable {
    /// A file, or an app folder: one with `openapi.yaml`, `openapi.yml` or `openapi.json`, and perhaps `stubs/` and
    /// `fixtures/`.
    case path(String)
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

/// Limits of loading a document. The excess is left out and reported as a problem.
public struct LoadingLimits: Sendable, Hashable {
    // Far above real documents.
    var fileBytes = 100_000_000
    var totalBytes = 200_000_000
    var files = 1_000
}

public struct LoadedDocument: Sendable {
    public let document: APIDocument
    /// The files read from disk, the document's own first, to watch for changes. Paths as given; the others are below
    /// the same folder.
    public let files: [String]
    /// The files on disk that a reference names but that could not be read.
    public let missingFiles: [String]
    public let isComplete: Bool
    /// The other files below the document's folder or URL, in order, by relative path. Files elsewhere on the network
    /// are not included.
    package let parts: [(path: String, source: SourceText)]
    /// Nil if the document was not fetched.
    public let url: URL?
    /// The folder `stubs` of an app folder, if it exists.
    public let stubsFolder: String?
    /// The folder `fixtures` of an app folder, if it exists.
    public let fixturesFolder: String?

    /// The first server as written; `/` without servers (OpenAPI 3.1.0, "Server Object").
    private var server: String { document.servers.first?.url ?? "/" }

    /// The URL of the first server, resolved against the document's URL. Nil if it is not http or https.
    public var serverURL: URL? {
        let resolved = URL(string: server, relativeTo: url)?.absoluteURL
        guard let resolved, ["http", "https"].contains(resolved.scheme?.lowercased()), resolved.host() != nil else {
            return nil
        }
        return resolved
    }

    /// The path of the document's first server, even if its host is unknown; empty for `/`.
    public var serverPath: String {
        var path = serverURL?.path(percentEncoded: true) ?? (server.hasPrefix("/") ? server : "")
        while path.hasSuffix("/") { path.removeLast() }
        return path
    }
}

public struct LoadingProgress: Sendable, Hashable {
    public enum Phase: Sendable, Hashable {
        /// Files are read or fetched.
        case reading
        case parsing
        case understanding
    }

    public var phase: Phase = .reading
    /// The current file, for display.
    public let file: String
    public let filesRead: Int
    /// Includes the file that is being parsed.
    public let bytesRead: Int
}

import APIDocument
import DocumentStubs
import Foundation
import SourceTexts
import WireFormats

/// A document with the content of its files at one time, with its overlays and its vocabulary.
struct DocumentContent: Sendable {
    let loaded: LoadedDocument
    /// The problems of the overlays: actions that select nothing.
    let overlayProblems: [Problem]
    /// The problems of the document, with values of `x-faker` that choose nothing.
    let problems: [Problem]
    /// The files to watch: those that were read, and those that are missing. Empty for a document from the network.
    let files: Set<String>
    /// A digest of the text of all files.
    let digest: Int
    /// The time before the first file was read.
    private let date = Date()

    /// - Throws: a complaint if something named is missing, or the problem of a file that cannot be used at all.
    init(
        _ options: AppOptions, at location: DocumentLocation, progress: (@Sendable (LoadingProgress) -> Void)? = nil
    ) async throws {
        let address: URL? = if case .remote(let url) = location { url } else { nil }
        var loader = DocumentLoader(fetch: DocumentFetch(document: address, routes: options.routes).bytes)
        loader.allowsRemoteReferences = options.allowsRemoteReferences
        loader.progress = progress
        let overlays = try options.overlayFiles.map { try SourceText(file: $0) }
        loader.overlays = try overlays.map { try DocumentOverlay($0) }
        loader.writesOverlays = options.writesOverlays
        let words = try options.vocabularyFiles.map { try SourceText(file: $0) }
        let vocabulary = words.isEmpty ? nil : try Vocabulary(adding: words)
        loaded = try await loader.load(location)
        if let vocabulary { loaded.document.use(vocabulary) }
        loaded.document.use(options.examples)
        let document = loaded.document
        overlayProblems = document.problems.filter { problem in overlays.contains { $0.path == problem.path } }
        // Few documents have the word, and the walk takes time.
        let word = Array("x-faker".utf8)
        let mayHaveFakers =
            !overlays.isEmpty
            || document.source.bytes.withUnsafeBufferPointer { bytes in
                bytes.indices.contains { bytes[$0] == word[0] && bytes[$0...].starts(with: word) }
            }
        problems = document.problems + (mayHaveFakers ? document.fakerProblems : [])
        let others = options.overlayFiles + options.vocabularyFiles
        files = address == nil ? Set(loaded.files + loaded.missingFiles + others) : []
        var hasher = Hasher()
        for text in [document.source] + loaded.parts.map(\.source) + overlays + words {
            hasher.combine(text.name)
            hasher.combine(text.bytes)
        }
        digest = hasher.finalize()
    }

    /// True if a file was saved while it was read, or afterwards.
    var isOutdated: Bool {
        files.contains { path in
            let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
            // A missing file is still missing, or a later event reports its removal.
            let attributes = try? FileManager.default.attributesOfItem(atPath: real)
            return (attributes?[.modificationDate] as? Date).map { $0 >= date } ?? false
        }
    }

    /// The reason not to use this content in place of `earlier`: a required file cannot be used.
    func defect(after earlier: DocumentContent) -> Problem? {
        guard !loaded.isComplete, earlier.loaded.isComplete else { return nil }
        let errors = problems.filter { $0.severity == .error }
        return errors.first { !earlier.problems.contains($0) } ?? errors.first
            ?? Problem("refers to a file that cannot be read", file: loaded.document.source.name)
    }
}

import APIDocument
import DemoManager
import DemoManagerFiles
import DocumentStubs
import Foundation
import SourceTexts
import WireFormats

/// Reads a document again after each save of one of its files, one save after another and off the main actor. Until a
/// valid version is saved, the last valid one stays.
struct DocumentWatch: Sendable {
    /// The outcome of a save.
    enum News: Sendable {
        /// The document was replaced.
        case replaced(ReadDocument)
        /// The save is not used, for this reason.
        case refused(Problem)
        /// The text is again that of the document in use, after one that was refused.
        case restored
    }

    private let task: Task<Void, Never>
    private let save: AsyncStream<Void>.Continuation
    /// True while a valid save replaces the document, and after that failed.
    private let isHeldBack = Lock(false)

    /// Begins to watch. Nil for a document from the network.
    ///
    /// - Parameters:
    ///   - read: the document in use.
    ///   - replace: Replaces the document by another version, or throws the reason against it.
    ///   - tell: Receives the outcome of each save.
    init?(
        _ read: ReadDocument, _ options: AppOptions, replace: @escaping @Sendable (ReadDocument) async throws -> Void,
        tell: @escaping @Sendable (News) async -> Void
    ) {
        guard options.watchesFiles, !read.content.files.isEmpty else { return nil }
        let (saves, save) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.save = save
        task = Task.detached { [isHeldBack] in
            var current = read
            var files = read.content.files
            var watch = FileWatch(files: files) { save.yield() }
            if read.content.isOutdated { save.yield() }
            var isRefused = false
            for await _ in saves {
                isHeldBack.withLock { $0 = false }
                do {
                    let next = try await current.again(options)
                    if !files.isSuperset(of: next.content.files) {
                        files = next.content.files.union(current.content.files)
                        watch = FileWatch(files: files) { save.yield() }
                        if next.content.isOutdated { save.yield() }
                    }
                    if next.content.digest == current.content.digest {
                        if isRefused { await tell(.restored) }
                    } else {
                        if let defect = next.content.defect(after: current.content) { throw defect }
                        // Before, so that no change of another document is missed meanwhile.
                        isHeldBack.withLock { $0 = true }
                        try await replace(next)
                        isHeldBack.withLock { $0 = false }
                        current = next
                        await tell(.replaced(next))
                    }
                    isRefused = false
                } catch {
                    isRefused = true
                    let file = options.document ?? current.loaded.document.source.name
                    let problem = error as? Problem ?? Problem("\(error)", file: file)
                    await tell(.refused(problem.keepingEarlier))
                }
            }
            withExtendedLifetime(watch) {}
        }
    }

    /// Reads a save again that was refused beside other documents, because one of them has changed.
    func retry() { if isHeldBack.withLock({ $0 }) { save.yield() } }

    /// Ends the watch.
    func cancel() { task.cancel() }
}

extension DocumentWatch.News {
    var isRefusal: Bool { if case .refused = self { true } else { false } }

    /// The outcome as one line of the gateway's log.
    var line: String {
        switch self {
        case .replaced(let read):
            let file = read.loaded.document.source.name
            let problems = read.problems.isEmpty ? "" : ", " + read.problems.count.of("problem")
            return "\(file): reloaded, \(read.loaded.document.operations.count.of("operation"))\(problems)."
        case .refused(let problem): return problem.description
        case .restored: return "The document is valid again."
        }
    }
}

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

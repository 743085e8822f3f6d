import APIDocument
import DemoManager
import DemoManagerFiles
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

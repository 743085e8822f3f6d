import APIDocument
import AppCore
import DemoGateway
import DemoManager
import DocumentStubs
import HTTPTypes
import SourceTexts
import WireFormats

/// The documents of a run, each below its own path. The engine has them as one description.
actor MountedDocuments {
    /// The way the documents of a run are opened.
    struct Opening: Sendable {
        /// Opens one, perhaps in place of an earlier version.
        let open: @Sendable (ReadDocument, DocumentSource, OpenedDocument?) throws -> OpenedDocument
        /// Returns the remedy if a file has the base path of another one.
        let remedy: @Sendable (_ file: String) -> String
    }

    /// The documents of the start; the watches know the later ones.
    nonisolated let atStart: [MountedDocument]
    private var documents: [MountedDocument]
    private let options: AppOptions
    private let manager: DemoManager
    private let opening: Opening
    /// The last save that was taken, or is being taken.
    private var last: Task<Void, Never>?

    /// Reads and opens the documents, and lets the engine answer for them.
    ///
    /// - Parameter report: receives every step, on any thread.
    /// - Throws: a problem if two documents have the same path, and whatever stops one of them.
    init(
        _ options: AppOptions, in manager: DemoManager, _ opening: Opening,
        _ report: @escaping @Sendable (OpeningStep) -> Void
    ) async throws {
        var opened: [OpenedDocument] = []
        for source in options.sources {
            let read = try await ReadDocument(options.reading(source)) { report(OpeningStep($0)) }
            opened.append(try opening.open(read, source, nil))
        }
        try Self.checkPaths(of: opened, opening.remedy)
        atStart = MountedDocument.named(opened)
        (documents, self.options, self.manager, self.opening) = (atStart, options, manager, opening)
        try manager.use(APIDescription(atStart))
        for folder in opened.flatMap(\.read.stubFolders) { manager.load(folder) }
    }

    /// Replaces each document as it is saved, while the watches are held.
    ///
    /// - Parameters:
    ///   - follow: Receives all documents after a save, and the index of the new one. One save follows another.
    ///   - tell: Receives the outcome of each save, and the index of the document.
    nonisolated func watch(
        follow: @escaping @Sendable ([MountedDocument], Int) async throws -> Void = { _, _ in },
        tell: @escaping @Sendable (DocumentWatch.News, Int) async -> Void
    ) -> [DocumentWatch] {
        let all = Lock<[DocumentWatch]>([])
        let watches = zip(atStart, options.sources).enumerated().compactMap { index, document in
            DocumentWatch(document.0.opened.read, options.reading(document.1)) { read in
                try await self.replace(index, by: read, follow)
            } tell: { news in
                await tell(news, index)
                if case .replaced = news { for watch in all.withLock({ $0 }) { watch.retry() } }
            }
        }
        all.withLock { $0 = watches }
        return watches
    }

    private func replace(
        _ index: Int, by read: ReadDocument, _ follow: @escaping @Sendable ([MountedDocument], Int) async throws -> Void
    ) async throws {
        let task = Task { [last] in
            await last?.value
            let before = documents
            let next = try put(read, at: index)
            do {
                try await follow(next, index)
            } catch {
                documents = before
                try manager.use(APIDescription(before))
                throw error
            }
            next[index].opened.memory?.forgetOthers()
        }
        last = Task { _ = await task.result }
        try await task.value
    }

    /// Replaces a document by another version; the others stay.
    private func put(_ read: ReadDocument, at index: Int) throws -> [MountedDocument] {
        var opened = documents.map(\.opened)
        let document = try opening.open(read, options.sources[index], opened[index])
        // The new one is the one that is refused.
        try Self.checkPaths(of: opened.indices.filter { $0 != index }.map { opened[$0] } + [document], opening.remedy)
        opened[index] = document
        let next = MountedDocument.named(opened, after: documents)
        try manager.use(APIDescription(next))
        documents = next
        return next
    }

    private static func checkPaths(of documents: [OpenedDocument], _ remedy: (String) -> String) throws(Problem) {
        var files: [String: String] = [:]
        for opened in documents {
            let (path, file) = (opened.router.prefix, opened.document.source.name)
            if let other = files[path] {
                let isSame = UserStubs.real(other) == UserStubs.real(file)
                throw Problem(
                    isSame
                        ? "is named twice; name it once, or \(remedy(file))"
                        : "has the base path \(opened.shownPath) of \(other); \(remedy(file))", file: file)
            }
            files[path] = file
        }
    }
}

/// A document beside others. An id of a screen or an operation that another one has gets the document's path, as in
/// `getUser@/shop`.
struct MountedDocument: Sendable {
    let opened: OpenedDocument
    /// The heading of its screens; nil if it is the only one.
    let title: String?
    let names: ScreenNames
    /// Its screens, by their ids beside the others.
    let catalog: ScreenCatalog
    let served: ServedDocument

    /// - Parameter earlier: the same documents before a save. Their ids stay, because switches and journal know them.
    static func named(_ documents: [OpenedDocument], after earlier: [MountedDocument] = []) -> [MountedDocument] {
        func names(_ ids: (OpenedDocument) -> [String], _ name: (ScreenNames, String) -> String) -> [[String: String]] {
            var all = documents.indices.map { place -> [String: String] in
                guard earlier.indices.contains(place) else { return [:] }
                let kept = Set(ids(earlier[place].opened)).intersection(ids(documents[place]))
                return Dictionary(uniqueKeysWithValues: kept.map { ($0, name(earlier[place].names, $0)) })
            }
            var taken = Set(all.flatMap(\.values))
            for (place, opened) in documents.enumerated() {
                for id in ids(opened) where all[place][id] == nil {
                    let name = taken.contains(id) ? "\(id)@\(opened.shownPath)" : id
                    taken.insert(name)
                    all[place][id] = name
                }
            }
            return all.map { $0.filter { $0.key != $0.value } }
        }
        let screens = names({ $0.catalog.screens.map(\.id) }, { $0.screen($1) })
        let operations = names({ $0.document.operations.map(\.id) }, { $0.operation($1) })
        let titles = Dictionary(grouping: documents, by: \.title)
        return documents.enumerated().map { place, opened in
            let isUnique = titles[opened.title]?.count == 1
            return MountedDocument(
                opened, ScreenNames(screens: screens[place], operations: operations[place]),
                title: documents.count < 2 ? nil : isUnique ? opened.title : "\(opened.title) \(opened.shownPath)")
        }
    }

    var counted: CoverageReport.Part {
        CoverageReport.Part(
            document: opened.document, names: names, path: title == nil ? "" : opened.router.prefix,
            screens: catalog.screens)
    }

    private init(_ opened: OpenedDocument, _ names: ScreenNames, title: String?) {
        (self.opened, self.names, self.title) = (opened, names, title)
        catalog = opened.catalog.named(by: names, of: title)
        // The first screen of each operation.
        let screens = opened.catalog.screens.flatMap { screen in
            screen.operations.map { ($0, names.screen(screen.id)) }
        }
        served = ServedDocument(
            opened.document, opened.router, screens: Dictionary(screens, uniquingKeysWith: { first, _ in first }),
            operations: names.operations)
    }
}

extension APIDescription {
    /// All documents for a manager.
    fileprivate init(_ documents: [MountedDocument]) {
        let routers = documents.map(\.opened.router).sorted { $0.prefix.utf8.count > $1.prefix.utf8.count }
        self.init(
            screens: documents.flatMap { $0.opened.description.screens.map($0.names.renamed) },
            operations: documents.flatMap { $0.opened.description.operations.map($0.names.renamed) },
            values: documents.flatMap(\.opened.description.values),
            // Of several documents, a path alone may be another one's.
            servers: documents.count == 1 ? documents[0].opened.description.servers : [],
            stubs: documents.flatMap { $0.opened.description.stubs.map($0.names.renamed) },
            memory: documents.contains { $0.opened.memory != nil } ? MountedMemory(documents) : nil,
            routes: ServedDocuments(documents.map(\.served)),
            located: { path in
                // A stub's path may lack its document's.
                let own =
                    routers.first { !$0.prefix.isEmpty && $0.holds(path) }
                    ?? routers.first { $0.located(written: path) != path }
                return own?.located(written: path) ?? path
            })
    }
}

extension ScreenNames {
    fileprivate func renamed(_ description: ScreenDescription) -> ScreenDescription {
        ScreenDescription(
            id: screen(description.id), openedFrom: description.openedFrom.map(screen),
            operations: description.operations.map(operation))
    }

    fileprivate func renamed(_ description: OperationDescription) -> OperationDescription {
        var description = description
        description.id = operation(description.id)
        return description
    }

    fileprivate func renamed(_ stub: Stub) -> Stub {
        var stub = stub
        stub.operation = stub.operation.map(operation)
        return stub
    }
}

/// The memories of several documents. A request uses the memory of the longest path above it.
struct MountedMemory: ReplyMemory {
    /// The longest path first.
    private let documents: [MountedDocument]

    init(_ documents: [MountedDocument]) {
        self.documents = documents.sorted { $0.opened.router.prefix.utf8.count > $1.opened.router.prefix.utf8.count }
    }

    private func memory(of path: String?) -> RememberedData? {
        documents.first { $0.opened.router.holds(path ?? "") }?.opened.memory
    }

    func needsBody(_ request: HTTPRequest) -> Bool { memory(of: request.path)?.needsBody(request) ?? false }

    func reply(_ reply: StubReply, to request: ReceivedRequest, of call: Call, from source: StubSource) -> StubReply {
        memory(of: request.request.path)?.reply(reply, to: request, of: call, from: source) ?? reply
    }

    func forget(_ operations: Set<String>?, of session: String?) {
        for document in documents {
            let renamed = document.names.operations
            let own = operations.map { operations in
                operations.subtracting(renamed.keys).union(renamed.filter { operations.contains($0.value) }.keys)
            }
            document.opened.memory?.forget(own, of: session)
        }
    }

    var remembered: [RememberedResource] { documents.flatMap { $0.opened.memory?.remembered ?? [] } }
}

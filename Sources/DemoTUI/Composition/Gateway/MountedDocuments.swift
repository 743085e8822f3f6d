import APIDocument
import AppCore
import DemoGateway
import DemoManager
import HTTPTypes
import WireFormats

/// The documents of one gateway, each below its own path. The engine has them as one description.
actor MountedDocuments {
    private var documents: [OpenedDocument]
    private let manager: DemoManager

    /// - Throws: a problem if two documents have the same path.
    init(_ documents: [OpenedDocument], in manager: DemoManager) throws(Problem) {
        (self.documents, self.manager) = (documents, manager)
        try Self.checkPaths(of: documents)
        try manager.use(Self.description(of: documents))
        for document in documents { document.loadStubs(into: manager) }
    }

    /// Puts another version of a document in its place; the others stay.
    func replace(_ index: Int, by document: OpenedDocument) throws(Problem) {
        var next = documents
        next[index] = document
        // The new one is the one that is refused.
        try Self.checkPaths(of: documents.indices.filter { $0 != index }.map { documents[$0] } + [document])
        try manager.use(Self.description(of: next))
        document.forgetOtherWrites()
        documents = next
    }

    private static func description(of documents: [OpenedDocument]) -> APIDescription {
        var known: (screens: Set<String>, operations: Set<String>) = ([], [])
        var parts: [(names: MountNames, opened: OpenedDocument)] = []
        for opened in documents {
            let names = MountNames(opened, besides: known)
            known.screens.formUnion(opened.catalog.screens.map { names.screen($0.id) })
            known.operations.formUnion(opened.document.operations.map { names.operation($0.id) })
            parts.append((names, opened))
        }
        let routers = documents.map(\.router).sorted { $0.prefix.utf8.count > $1.prefix.utf8.count }
        let memories = parts.compactMap { part in
            part.opened.memory.map {
                MountedMemory.Mount(path: part.opened.router.prefix, memory: $0, names: part.names)
            }
        }
        return APIDescription(
            screens: parts.flatMap { names, opened in opened.description.screens.map(names.renamed) },
            operations: parts.flatMap { names, opened in opened.description.operations.map(names.renamed) },
            values: documents.flatMap(\.description.values),
            stubs: parts.flatMap { names, opened in opened.description.stubs.map(names.renamed) },
            memory: memories.isEmpty ? nil : MountedMemory(memories),
            routes: ServedDocuments(
                parts.map { names, opened in
                    ServedDocument(
                        opened.document, opened.router, screens: names.screens(of: opened.catalog),
                        operations: names.operations)
                }),
            located: { path in
                // A stub's path may lack its document's.
                let own =
                    routers.first { path.isBelow($0.prefix) && !$0.prefix.isEmpty }
                    ?? routers.first {
                        $0.located(written: path) != path
                    }
                return own?.located(written: path) ?? path
            })
    }

    private static func checkPaths(of documents: [OpenedDocument]) throws(Problem) {
        var files: [String: String] = [:]
        for opened in documents {
            let (path, file) = (opened.router.prefix, opened.document.source.name)
            if let other = files[path] {
                throw Problem(
                    "has the base path \(path.isEmpty ? "/" : path) of \(other); give it its own with --mount /PATH=\(file)",
                    file: file)
            }
            files[path] = file
        }
    }
}

/// The ids of a document's screens and operations beside those of other documents: an id that another one has already gets
/// the document's path, as in `getUser@/shop`.
struct MountNames: Sendable {
    /// The ids that differ, by those of the document.
    private(set) var operations: [String: String] = [:]
    private var screens: [String: String] = [:]

    init(_ opened: OpenedDocument, besides known: (screens: Set<String>, operations: Set<String>)) {
        func other(_ id: String) -> String { "\(id)@\(opened.router.prefix)" }
        for operation in opened.document.operations where known.operations.contains(operation.id) {
            operations[operation.id] = other(operation.id)
        }
        for screen in opened.catalog.screens where known.screens.contains(screen.id) {
            screens[screen.id] = other(screen.id)
        }
    }

    func operation(_ id: String) -> String { operations[id] ?? id }
    func screen(_ id: String) -> String { screens[id] ?? id }

    /// The first screen of each operation, by the document's own id of the operation.
    func screens(of catalog: ScreenCatalog) -> [String: String] {
        let pairs = catalog.screens.flatMap { screen in screen.operations.map { ($0, self.screen(screen.id)) } }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    func renamed(_ description: ScreenDescription) -> ScreenDescription {
        ScreenDescription(
            id: screen(description.id), openedFrom: description.openedFrom.map(screen),
            operations: description.operations.map(operation))
    }

    func renamed(_ description: OperationDescription) -> OperationDescription {
        var description = description
        description.id = operation(description.id)
        return description
    }

    func renamed(_ stub: Stub) -> Stub {
        var stub = stub
        stub.operation = stub.operation.map(operation)
        return stub
    }
}

/// The memories of several documents. A request goes to that of the longest path it is below.
struct MountedMemory: ReplyMemory {
    struct Mount: Sendable {
        let path: String
        let memory: any ReplyMemory
        let names: MountNames
    }

    /// The longest path first.
    private let mounts: [Mount]

    init(_ mounts: [Mount]) { self.mounts = mounts.sorted { $0.path.utf8.count > $1.path.utf8.count } }

    private func memory(of path: String?) -> (any ReplyMemory)? {
        mounts.first { (path ?? "").isBelow($0.path) }?.memory
    }

    func needsBody(_ request: HTTPRequest) -> Bool { memory(of: request.path)?.needsBody(request) ?? false }

    func reply(_ reply: StubReply, to request: ReceivedRequest, of call: Call, from source: StubSource) -> StubReply {
        memory(of: request.request.path)?.reply(reply, to: request, of: call, from: source) ?? reply
    }

    func forget(_ operations: Set<String>?, of session: String?) {
        for mount in mounts {
            guard let operations else {
                mount.memory.forget(nil, of: session)
                continue
            }
            let renamed = mount.names.operations
            let own = operations.subtracting(renamed.keys).union(renamed.filter { operations.contains($0.value) }.keys)
            mount.memory.forget(own, of: session)
        }
    }

    var remembered: [RememberedResource] { mounts.flatMap(\.memory.remembered) }
}

extension String {
    /// True for a path that is, or is below, another one.
    fileprivate func isBelow(_ prefix: String) -> Bool {
        guard hasPrefix(prefix) else { return false }
        let rest = utf8.dropFirst(prefix.utf8.count).first
        return rest == nil || rest == UInt8(ascii: "/") || rest == UInt8(ascii: "?")
    }
}

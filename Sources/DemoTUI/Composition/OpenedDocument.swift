import APIDocument
import AppCore
import DemoManager
import DocumentStubs
import WireFormats

/// A document with a manager that answers for it: its screens, paths, stubs and memory. The only place that composes
/// them, for the screens, a gateway and the commands.
struct OpenedDocument: Sendable {
    let read: ReadDocument
    let document: APIDocument
    let catalog: ScreenCatalog
    let router: OperationRouter

    /// - Parameters:
    ///   - prefix: The path of the server that calls go to.
    ///   - headers: The names of headers that every call carries.
    ///   - hasServers: True if the paths of the document's other servers lead to its operations, too.
    ///   - remembersWrites: False if demo mode answers every call as if it were the first.
    ///   - isGateway: True for clients that negotiate and read for themselves, false for the screens' own calls.
    ///   - report: Receives every step, on any thread.
    init(
        _ read: ReadDocument, in manager: DemoManager, below prefix: String, sending headers: [String] = [],
        hasServers: Bool = true, remembersWrites: Bool = true, isGateway: Bool = false, _ report: (OpeningStep) -> Void
    ) throws {
        self.read = read
        document = read.loaded.document.sending(headers)
        report(.screens(operations: document.operations.count))
        catalog = ScreenCatalog(document)
        report(.demoData(operations: document.operations.count))
        router = OperationRouter(
            document, below: prefix, describedBelow: read.loaded.serverPath, hasServers: hasServers)
        manager.describe(catalog, document, router)
        for folder in read.stubFolders { manager.load(folder) }
        _ = try manager.add(DocumentStubs(document, below: router.prefix, negotiates: isGateway).stubs)
        manager.memory = remembersWrites ? RememberedData(document, below: router.prefix) : nil
    }

    /// The problems of the document, its screens and the stub folders, without those of stub files.
    var problems: [Problem] { read.problems + catalog.problems + [read.own.notice].compactMap(\.self) }
}

import APIDocument
import AppCore
import DemoGateway
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
    ///   - isReplacing: True if the manager has an earlier version of the document, whose writes are kept.
    ///   - report: Receives every step, on any thread.
    init(
        _ read: ReadDocument, in manager: DemoManager, below prefix: String, sending headers: [String] = [],
        hasServers: Bool = true, remembersWrites: Bool = true, isGateway: Bool = false, isReplacing: Bool = false,
        _ report: (OpeningStep) -> Void = { _ in }
    ) throws {
        self.read = read
        document = read.loaded.document.sending(headers)
        report(.screens(operations: document.operations.count))
        catalog = ScreenCatalog(document)
        report(.demoData(operations: document.operations.count))
        router = OperationRouter(
            document, below: prefix, describedBelow: read.loaded.serverPath, hasServers: hasServers)
        var description = APIDescription(catalog, document, router)
        description.stubs = DocumentStubs(document, below: router.prefix, negotiates: isGateway).stubs
        if remembersWrites {
            let earlier = isReplacing ? manager.memory as? RememberedData : nil
            description.memory =
                earlier.map { RememberedData(document, below: router.prefix, continuing: $0) }
                ?? RememberedData(document, below: router.prefix)
        }
        if isGateway { description.routes = ServedDocument(document, router, screens: catalog.screenByOperation) }
        try manager.use(description)
        if !isReplacing {
            for folder in read.stubFolders { manager.load(folder) }
        }
    }

    /// The problems of the document, its screens and the stub folders, without those of stub files.
    var problems: [Problem] { read.problems + catalog.problems + [read.own.notice].compactMap(\.self) }
}

extension ScreenCatalog {
    /// The first screen of each operation, by the operation's id.
    fileprivate var screenByOperation: [String: String] {
        Dictionary(
            screens.flatMap { screen in screen.operations.map { ($0, screen.id) } },
            uniquingKeysWith: { first, _ in first })
    }
}

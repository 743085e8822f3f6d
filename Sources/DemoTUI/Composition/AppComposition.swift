import APIDocument
import AppCore
import DemoManager
import DocumentStubs
import Foundation
import HTTPTypes
import JSONText
import Logging
import SampleBackend

/// Puts the program together: document, screens, stubs, client, backend. The only place that knows all of them.
struct AppComposition: ScreensSource {
    let options: AppOptions
    let manager: DemoManager
    /// Whose switches are at hand.
    let session: SessionAtHand
    /// What is recorded in this run.
    let recording: AppRecording
    private let transport = AsyncHTTPTransport()
    private let backend: EmbeddedBackend
    private let logger: Logger
    /// What went wrong before the start.
    let problems: [Problem]
    let address = ServerAddress()

    /// - Parameter log: takes a line for every exchange that leaves this program.
    /// - Parameter clients: whose switches can be at hand beside everyone's.
    init(
        _ options: AppOptions, manager: DemoManager = .current, clients: SessionAtHand.Clients? = nil,
        log: any LogHandler = SwiftLogNoOpLogHandler(), problems: [Problem] = []
    ) {
        session = SessionAtHand(manager, clients: clients)
        self.options = options
        self.manager = manager
        recording = AppRecording(manager: manager)
        logger = Logger(label: "demo-tui") { _ in log }
        self.problems = problems
        backend = EmbeddedBackend(
            configuration: SampleBackend.Configuration(
                database: .path(SampleBackend.defaultDatabasePath(environment: options.environment))))
    }

    /// The name to show before the document is read.
    var provisionalTitle: AppTitle {
        let name = options.document.map { String($0.split(separator: "/").last ?? "") } ?? "Harbor"
        return AppTitle(name: name, server: options.baseURL ?? "")
    }

    /// What the document calls its API; a document that does not say is called by its file.
    func name(of document: APIDocument) -> String {
        document.title.contains { !$0.isWhitespace } ? document.title : provisionalTitle.name
    }

    /// Reads the document and puts the services together. Runs after the first paint, off the main actor.
    ///
    /// - Parameter report: told every step, from any thread.
    @concurrent func open(_ report: @escaping @Sendable (OpeningStep) -> Void = { _ in }) async -> OpenedApp {
        do {
            let app = try await prepare(report)
            try checkScreens(in: app.catalog)
            try await startBackend(app.server, for: app.catalog)
            return .open(services(app))
        } catch let failure as StartFailure {
            return .refused(failure.description)
        } catch {
            return .refused("\(error)")
        }
    }

    /// The document with everything a call needs: what the screens and the commands begin with.
    struct Prepared: Sendable {
        let document: APIDocument
        let catalog: ScreenCatalog
        let client: APIClient
        /// Holds replies against the document.
        let contract: ContractWatch
        /// Takes what a person signs in with; the next live call uses it.
        let signIn: OpenedApp.SignIn
        let server: Server
        let own: OwnStubs
    }

    /// Reads the document, loads the stubs, and puts the client together. Nothing leaves but the document's own fetch.
    func prepare(_ report: @escaping @Sendable (OpeningStep) -> Void = { _ in }) async throws -> Prepared {
        let files = try AppFiles(options)
        let loaded = try await Self.load(files, options) { report(OpeningStep($0)) }
        let document = loaded.document.sending(options.headers.map(\.name.rawName))
        report(.screens(operations: document.operations.count))
        let catalog = ScreenCatalog(document)
        report(.demoData(operations: document.operations.count))
        let server = try server(of: loaded)
        let router = OperationRouter(
            document, below: server.display.pathPrefix, describedBelow: loaded.serverPath)
        manager.describe(catalog, document, router)
        try prepareStubs(files.stubFolders(of: loaded))
        recording.use(folder: files.recordingFolder(of: loaded))
        if options.recordFolder != nil { try startRecording() }
        _ = try manager.add(DocumentStubs(document, below: router.prefix).stubs)
        manager.memory = RememberedData(document, below: router.prefix)
        return try await assemble(document, router, catalog, server, files.ownStubs(of: loaded))
    }

    /// Puts the client together, over stubs that are loaded.
    func assemble(
        _ document: APIDocument, _ router: OperationRouter, _ catalog: ScreenCatalog, _ server: Server,
        _ own: OwnStubs
    ) async throws -> Prepared {
        let contract = ContractWatch(document, router, manager)
        let desk = try desk(catalog)
        let rules = SecurityRules(document)
        let authentication = await authentication(catalog, rules, server.display, desk)
        return Prepared(
            document: document, catalog: catalog, client: client(server, authentication, contract),
            contract: contract,
            signIn: { scheme, credentials in
                desk.set(credentials, for: scheme)
                await authentication.forget(.live)
            }, server: server, own: own)
    }

    /// Ends what runs beside the screens.
    func stop() async {
        await recording.finish()
        await backend.stop()
        await transport.shutdown()
    }

    // MARK: Document and stubs

    /// Reads the document with the files it refers to.
    static func load(
        _ files: AppFiles, _ options: AppOptions, progress: (@Sendable (LoadingProgress) -> Void)? = nil
    ) async throws(Problem) -> LoadedDocument {
        let address: URL? = if case .remote(let url) = files.document { url } else { nil }
        var loader = DocumentLoader(fetch: DocumentFetch(document: address).bytes)
        loader.allowsRemoteReferences = options.allowsRemoteReferences
        loader.progress = progress
        return try await loader.load(files.document)
    }

    /// Screens named at the start must exist: a misspelt one must not leave the program live by surprise.
    private func checkScreens(in catalog: ScreenCatalog) throws(StartFailure) {
        for (option, id) in options.demoScreens.map({ ("--demo-screen", $0) })
            + (options.startScreen.map { [("--screen", $0)] } ?? [])
        where catalog[id] == nil {
            let known = catalog.sidebar.map(\.id).joined(separator: ", ")
            throw StartFailure("\(option): there is no screen \"\(id)\". The screens are: \(known).")
        }
    }

    private func prepareStubs(_ folders: [AppFiles.StubFolder]) throws {
        manager.unmatched = options.unmatched
        for folder in folders {
            manager.load(folder)
        }
        if options.isUITesting {
            try manager.seed(Seeds.read(from: options.environment))
        }
        manager.isEnabled = options.isDemo || options.isUITesting
        for screen in options.demoScreens { manager.setEnabled(.on, for: screen) }
    }

    private func startRecording() throws(StartFailure) {
        do throws(Problem) {
            try recording.start()
        } catch {
            throw StartFailure("--record \(error.file): \(error.message)")
        }
    }

    /// Starts the built-in backend if the first screen is live: one that cannot start is a reason not to start at all.
    private func startBackend(_ server: Server, for catalog: ScreenCatalog) async throws(StartFailure) {
        guard case .embedded(let backend, _) = server,
            !manager.isEnabled(for: options.startScreen ?? catalog.first?.id)
        else { return }
        do {
            _ = try await backend.baseURL()
        } catch {
            throw StartFailure(
                "\(error.message) Set XDG_DATA_HOME to a folder of yours, or start without a backend: demo-tui --demo")
        }
    }

    // MARK: Client

    /// The server live calls go to.
    enum Server {
        case given(BaseURL)
        case embedded(EmbeddedBackend, display: BaseURL)
        /// Nobody named one, with what to do then; the path of the document's calls is known all the same.
        case unknown(display: BaseURL, advice: String)

        var title: String {
            switch self {
            case .given(let base): base.description
            case .embedded: "built-in backend"
            case .unknown: "no server"
            }
        }
        var display: BaseURL {
            switch self {
            case .given(let base): base
            case .embedded(_, let display), .unknown(let display, _): display
            }
        }
    }

    private func server(of loaded: LoadedDocument) throws -> Server {
        if let given = options.baseURL { return .given(try BaseURL(given)) }
        let written = loaded.document.servers.first?.url ?? "/"
        if options.document == nil { return .embedded(backend, display: try BaseURL(written)) }
        let advice = "The document names no server. Start with --base-url URL, or press D for demo data."
        do {
            if let url = loaded.serverURL { return .given(try BaseURL(url.absoluteString)) }
            return .unknown(display: try BaseURL("http://localhost" + loaded.serverPath), advice: advice)
        } catch {
            return .unknown(display: BaseURL(loopbackPort: 80), advice: advice)
        }
    }

    private func client(_ server: Server, _ authentication: AuthMiddleware, _ contract: ContractWatch) -> APIClient {
        var client = APIClient(
            displayBase: server.display,
            baseURL: { () async throws(APIError) -> BaseURL in
                switch server {
                case .given(let base): base
                case .embedded(let backend, let display): address.set(try await backend.baseURL(), for: display)
                case .unknown(_, let advice): throw APIError(.notSent(reason: "no server"), message: advice)
                }
            },
            middlewares: [
                RetryMiddleware(), authentication,
                DemoMiddleware(manager: manager, session: session, contract: contract, recording: recording),
                LogMiddleware(logger) { [manager] in manager.redactor.text($0) },
            ],
            transport: transport)
        for header in options.headers { client.commonHeaders[header.name] = header.value }
        return client
    }
}

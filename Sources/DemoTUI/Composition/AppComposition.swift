import APIDocument
import AppCore
import DemoManager
import JSONText
import Logging
import SampleBackend

/// Puts the program together: document, screens, stubs, client, backend. The only place that knows all of them.
struct AppComposition: Sendable {
    let options: AppOptions
    let manager: DemoManager
    private let transport = AsyncHTTPTransport()
    private let backend: EmbeddedBackend
    private let logger: Logger
    private let address = ServerAddress()

    /// - Parameter log: takes a line for every exchange that leaves this program.
    init(_ options: AppOptions, manager: DemoManager = .shared, log: any LogHandler = SwiftLogNoOpLogHandler()) {
        self.options = options
        self.manager = manager
        logger = Logger(label: "demo-tui") { _ in log }
        backend = EmbeddedBackend(
            configuration: SampleBackend.Configuration(
                database: .path(SampleBackend.defaultDatabasePath(environment: options.environment))))
    }

    /// The name to show before the document is read.
    var provisionalTitle: AppTitle {
        let name = options.document.map { String($0.split(separator: "/").last ?? "") } ?? "Harbor"
        return AppTitle(name: name, server: options.baseURL ?? "")
    }

    /// Reads the document and puts the services together. Runs after the first paint, off the main actor.
    @concurrent func open() async -> OpenedApp {
        do {
            let files = try AppFiles(options)
            let document = try Self.document(files.document)
            let catalog = ScreenCatalog(document)
            try checkScreens(in: catalog)
            let server = try server(of: document)
            manager.describe(catalog, document.operations, below: server.display.pathPrefix)
            try prepareStubs(files)
            try manager.addExamples(of: document, below: server.display.pathPrefix)
            try await startBackend(server, for: catalog)
            let loader = await loader(catalog, document, server)
            return .open(
                OpenedApp.Services(
                    title: AppTitle(name: document.title, server: server.title), loader: loader,
                    demo: DemoControls(
                        manager: manager, catalog: catalog, fixturesFolder: options.fixturesFolder,
                        watchesStubs: options.watchesStubs,
                        documentProblems: (document.problems + catalog.problems).map(\.description)),
                    journal: DemoJournal(manager: manager, address: address),
                    stubEditor: StubEditor(
                        newStubsFolder: options.userStubsFolder, examples: document.successExamples,
                        environment: options.environment)))
        } catch let failure as StartFailure {
            return .refused(failure.description)
        } catch {
            return .refused("\(error)")
        }
    }

    /// Ends what runs beside the screens.
    func stop() async {
        await backend.stop()
        await transport.shutdown()
    }

    // MARK: Document and stubs

    static func document(_ path: String) throws -> APIDocument {
        try APIDocument(SourceText(file: path))
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

    private func prepareStubs(_ files: AppFiles) throws {
        manager.unmatched = options.unmatched
        for folder in files.stubFolders { manager.loadStubs(folder: folder.stubs, fixtures: folder.fixtures) }
        if options.isUITesting {
            try manager.seed(Seeds.read(from: options.environment))
        }
        manager.isEnabled = options.isDemo || options.isUITesting
        for screen in options.demoScreens { manager.setEnabled(.on, for: screen) }
    }

    /// Starts the built-in backend if the first screen is live: one that cannot start is a reason not to start at all.
    private func startBackend(_ server: Server, for catalog: ScreenCatalog) async throws(StartFailure) {
        guard case .embedded(let backend, _) = server,
            !manager.isEnabled(for: options.startScreen ?? catalog.sidebar.first?.id)
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
    private enum Server {
        case given(BaseURL)
        case embedded(EmbeddedBackend, display: BaseURL)

        var title: String {
            switch self {
            case .given(let base): base.description
            case .embedded: "built-in backend"
            }
        }
        var display: BaseURL {
            switch self {
            case .given(let base): base
            case .embedded(_, let display): display
            }
        }
    }

    private func server(of document: APIDocument) throws -> Server {
        if let given = options.baseURL { return .given(try BaseURL(given)) }
        let written = document.servers.first?.url ?? "http://localhost"
        if options.document == nil { return .embedded(backend, display: try BaseURL(written)) }
        do {
            return .given(try BaseURL(written))
        } catch {
            throw StartFailure("The document names no server to talk to (\"\(written)\"). Give one with --base-url.")
        }
    }

    private func loader(_ catalog: ScreenCatalog, _ document: APIDocument, _ server: Server) async -> ScreenLoader {
        let client = APIClient(
            displayBase: server.display,
            baseURL: { () async throws(APIError) -> BaseURL in
                switch server {
                case .given(let base): base
                case .embedded(let backend, let display): address.set(try await backend.baseURL(), for: display)
                }
            },
            middlewares: [
                RetryMiddleware(), await authentication(catalog, server.display), DemoMiddleware(manager: manager),
                LogMiddleware(logger),
            ],
            transport: transport)
        return ScreenLoader(
            catalog: catalog, document: document, items: LiveItemService(client),
            collections: LiveCollectionService(client), updates: LiveUpdateService(client))
    }

    private func authentication(_ catalog: ScreenCatalog, _ base: BaseURL) async -> AuthMiddleware {
        let ways = catalog.authentication
        let isSample = options.document == nil
        let middleware = AuthMiddleware(
            base: base,
            login: ways?.tokenURL.map { TokenEndpoint(url: $0, operation: ways?.tokenOperation) },
            refresh: ways?.refreshURL.map { TokenEndpoint(url: $0, operation: ways?.refreshOperation) },
            credentials: { _ in
                guard isSample else { return nil }
                let sample = SampleBackend.credentials
                return .password(username: sample.username, password: sample.password)
            })
        // Stubs ask for no credentials: the demo session starts signed in, and a stubbed 401 refreshes as a real one.
        await middleware.preload(Tokens(access: "demo", refresh: "demo"), for: .demo)
        return middleware
    }
}

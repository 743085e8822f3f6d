import APIDocument
import AppCore
import DemoGateway
import DemoManager
import DocumentStubs
import Foundation
import HTTPTypes
import Logging
import Recordings
import SampleBackend
import Terminal
import WireFormats

/// Composes the program: document, screens, stubs, client, backend. The only place that knows all of them.
struct AppComposition: ScreensSource {
    let options: AppOptions
    let manager: DemoManager
    let session: SessionAtHand
    let recording: Recording
    let counter: CoverageCounter
    private let transport: AsyncHTTPTransport
    private let backend: EmbeddedBackend
    private let callbackSender: CallbackSender
    private let logger: Logger
    let problems: [Problem]
    let address = ServerAddress()

    /// - Parameters:
    ///   - log: gets a line for every exchange that leaves this program.
    ///   - clients: the sessions whose switches can be shown besides everyone's.
    init(
        _ options: AppOptions, manager: DemoManager = .current, clients: SessionAtHand.Clients? = nil,
        log: any LogHandler = SwiftLogNoOpLogHandler(), problems: [Problem] = []
    ) {
        session = SessionAtHand(manager, clients: clients)
        self.options = options
        self.manager = manager
        transport = AsyncHTTPTransport(routes: options.routes)
        callbackSender = CallbackSender(manager, routes: options.routes)
        recording = Recording(of: manager)
        counter = CoverageCounter(of: manager)
        logger = Logger(label: "demo-tui") { _ in log }
        self.problems = options.configuration.problems + problems
        backend = EmbeddedBackend(
            configuration: SampleBackend.Configuration(
                database: .path(SampleBackend.defaultDatabasePath(environment: options.environment))))
    }

    var provisionalTitle: AppTitle {
        let name = options.document.map { String($0.split(separator: "/").last ?? "") } ?? "Harbor"
        return AppTitle(name: name, server: options.baseURL ?? "")
    }

    /// The API's name, or the file's if the document has none.
    func name(of document: APIDocument) -> String {
        document.title.contains { !$0.isWhitespace } ? document.title : provisionalTitle.name
    }

    @concurrent func open(_ report: @escaping @Sendable (OpeningStep) -> Void = { _ in }) async -> OpenedApp {
        do {
            let app = try await prepare(report)
            try checkScreens(in: app.catalog)
            try await startBackend(app.server, for: app.catalog)
            ScratchFile.removeLeftovers()
            var services = services(app)
            services.watchDocument = { [self] take in watchDocument(of: app, take) }
            return .open(services)
        } catch {
            return .refused("\(error)")
        }
    }

    struct Prepared: Sendable {
        let opened: OpenedDocument
        let client: APIClient
        let contract: ContractWatch
        let desk: SignInDesk
        let authentication: AuthMiddleware
        let server: Server

        var document: APIDocument { opened.document }
        var catalog: ScreenCatalog { opened.catalog }
        var signIn: OpenedApp.SignIn {
            { [desk, authentication] scheme, credentials in
                desk.set(credentials, for: scheme)
                await authentication.forget(.live)
            }
        }
    }

    /// Reads the document, loads the stubs and composes the client. Sends nothing but the document's own fetch.
    func prepare(_ report: @escaping @Sendable (OpeningStep) -> Void = { _ in }) async throws -> Prepared {
        let read = try await ReadDocument(options) { report(OpeningStep($0)) }
        let server = try server(of: read.loaded)
        manager.unmatched = options.unmatched
        let opened = open(read, below: server, report)
        try opened.enter(manager)
        if options.isUITesting { try manager.seed(Seeds.read(from: options.environment)) }
        manager.isEnabled = options.isDemo || options.isUITesting
        for screen in options.demoScreens { manager.setEnabled(.on, for: screen) }
        try options.chaos?.start(in: manager)
        let prepared = try await prepare(opened, server)
        if options.recordFolder != nil { try startRecording() }
        return prepared
    }

    private func open(
        _ read: ReadDocument, below server: Server, replacing earlier: OpenedDocument? = nil,
        _ report: (OpeningStep) -> Void = { _ in }
    ) -> OpenedDocument {
        OpenedDocument(
            read, below: server.display.pathPrefix, sending: options.headers.map(\.name.rawName),
            remembersWrites: options.remembersWrites, replacing: earlier, report)
    }

    /// Composes the client.
    /// - Parameter earlier: The app with an earlier version of the document, whose credentials the same server still gets.
    func prepare(_ opened: OpenedDocument, _ server: Server, replacing earlier: Prepared? = nil) async throws
        -> Prepared
    {
        recording.use(folder: opened.read.recordingFolder)
        if case .given(let base) = server { transport.use(base) }
        let contract = earlier?.contract ?? ContractWatch(opened.document, opened.router, manager)
        contract.use(opened.document, opened.router)
        // A value typed for one server is not for another.
        let (old, new) = (earlier?.server.display, server.display)
        let same = old?.scheme == new.scheme && old?.authority == new.authority ? earlier : nil
        let desk = try same?.desk ?? desk(opened.catalog)
        let authentication = await authentication(
            opened.catalog, SecurityRules(opened.document), server.display, desk, continuing: same?.authentication)
        return Prepared(
            opened: opened, client: client(server, authentication, contract), contract: contract, desk: desk,
            authentication: authentication, server: server)
    }

    private func watchDocument(
        of app: Prepared, _ take: @escaping @Sendable (DocumentNews) async -> Void
    ) -> DocumentWatch? {
        DocumentWatch(app.opened.read, options) { read in
            let server = try server(of: read.loaded)
            let opened = open(read, below: server, replacing: app.opened)
            try manager.use(opened.description)
            opened.forgetOtherWrites()
            await take(.replaced(services(try await prepare(opened, server, replacing: app))))
        } tell: { news in
            if let news = DocumentNews(news) { await take(news) }
        }
    }

    func stop() async {
        await recording.finish()
        await backend.stop()
        await transport.shutdown()
        await callbackSender.stop()
    }

    /// Screens named at the start must exist: a typo must not leave the program live.
    private func checkScreens(in catalog: ScreenCatalog) throws(Complaint) {
        for (option, id) in options.demoScreens.map({ ("--demo-screen", $0) })
            + (options.startScreen.map { [("--screen", $0)] } ?? [])
        where catalog[id] == nil {
            let known = catalog.sidebar.map(\.id).joined(separator: ", ")
            throw Complaint("\(option): there is no screen \"\(id)\". The screens are: \(known).")
        }
    }

    private func startRecording() throws(Complaint) {
        do throws(Problem) {
            try recording.start()
        } catch {
            throw Complaint("--record \(error.file): \(error.message)")
        }
    }

    /// Starts the built-in backend if the first screen is live; a backend that cannot start ends the program.
    private func startBackend(_ server: Server, for catalog: ScreenCatalog) async throws(Complaint) {
        guard case .embedded(let backend, _) = server,
            !manager.isEnabled(for: options.startScreen ?? catalog.first?.id)
        else { return }
        do {
            _ = try await backend.baseURL()
        } catch {
            throw Complaint(
                "\(error.message) Set XDG_DATA_HOME to a folder of yours, or start without a backend: demo-tui --demo")
        }
    }

    // MARK: Client

    enum Server {
        case given(BaseURL)
        case embedded(EmbeddedBackend, display: BaseURL)
        /// No server is named; `advice` has the remedy. The path of the document's calls is known anyway.
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
        let advice =
            "The document names no server. Start with --base-url URL, or press \(key: .toggleAll) for demo data."
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

// MARK: - Services

extension AppComposition {
    func services(_ app: Prepared) -> OpenedApp.Services {
        let examples = DocumentStubs(app.document)
        let prefix = app.server.display.pathPrefix
        var demo = controls(app.catalog, problems: app.opened.problems)
        var journal = DemoJournal(manager: manager, address: address, contract: app.contract)
        (demo.pathPrefix, journal.pathPrefix) = (prefix, prefix)
        demo.documentFiles = app.opened.read.content.files
        let served = ServedDocument(app.document, app.opened.router)
        let callbacks = CallbackControls(
            CallbackDesk(manager: manager, sender: callbackSender) { [served] }, in: app.catalog)
        demo.callbacks = callbacks.rows
        counter.use(app.document)
        return OpenedApp.Services(
            title: AppTitle(name: name(of: app.document), server: app.server.title),
            index: ScreenIndex(app.catalog),
            loader: ScreenLoader(catalog: app.catalog, document: app.document, client: app.client),
            demo: demo,
            journal: journal,
            coverage: { [counter] in CoverageReport(counter.coverage, of: app.document, on: app.catalog.screens) },
            callbacks: callbacks,
            signIn: app.signIn,
            stubEditor: StubEditor(
                own: app.opened.read.own, example: { id in app.document.operation(id).map(examples.success) },
                editor: editor),
            examples: ParameterExamples(app.document),
            textEditor: TextEditor(editor: editor), viewFile: app.opened.read.viewFile,
            lastView: app.opened.read.viewFile?.read())
    }

    /// The services without a document: the journal, the stubs and the switches.
    func servicesWithoutDocument(_ own: OwnStubs) -> OpenedApp.Services {
        let catalog = ScreenCatalog(screens: [])
        return OpenedApp.Services(
            title: provisionalTitle, index: ScreenIndex(catalog), loader: nil, demo: controls(catalog, problems: []),
            journal: DemoJournal(manager: manager, address: address), signIn: { _, _ in },
            stubEditor: StubEditor(own: own, example: { _ in nil }, editor: editor), examples: nil,
            textEditor: TextEditor(editor: editor))
    }

    private func controls(_ catalog: ScreenCatalog, problems: [Problem]) -> DemoControls {
        DemoControls(
            session: session, catalog: catalog, watchesStubs: options.watchesStubs, recording: recording,
            problems: self.problems, documentProblems: problems, chaos: options.chaos)
    }

    private var editor: EditorCommand { EditorCommand(environment: options.environment) }
}

// MARK: - Signing in

extension AppComposition {
    func authentication(
        _ catalog: ScreenCatalog, _ rules: SecurityRules, _ base: BaseURL, _ desk: SignInDesk,
        continuing earlier: AuthMiddleware? = nil
    ) async -> AuthMiddleware {
        let schemes = catalog.authentications.map { way in
            let login = way.tokenURL.map { TokenEndpoint(url: $0, operation: way.tokenOperation) }
            let refresh = way.refreshURL.map { TokenEndpoint(url: $0, operation: way.refreshOperation) }
            return (way.name, AuthScheme(login: login, refresh: refresh, scopes: way.scopes))
        }
        let made = Self.madeCredentials(for: catalog.authentications)
        let middleware = AuthMiddleware(
            base: base, schemes: Dictionary(schemes) { $1 },
            requirements: { rules.alternatives(of: $0).map(desk.preferred) },
            credentials: { session, scheme in session == .demo ? made[scheme] : desk.credentials(for: scheme) },
            continuing: earlier)
        // Stubs require no credentials: the demo session starts signed in, and a stubbed 401 refreshes as a real one.
        if schemes.contains(where: { $1.login != nil }) {
            await middleware.preload(Tokens(access: "demo", refresh: "demo"), for: .demo)
        }
        return middleware
    }

    /// The generated credentials of demo calls, by scheme, so that requests look as documented. Without those that are
    /// exchanged for tokens, and without keys in the query, because stubs for a whole URL lack them.
    private static func madeCredentials(for ways: [Authentication]) -> [String: Credentials] {
        let secrets = Secrets.none.adding(
            Dictionary(uniqueKeysWithValues: Secrets.Variable.allCases.map { ($0, "demo") }))
        var made: [String: Credentials] = [:]
        for way in ways where !Secrets.variables(for: way.scheme).isEmpty {
            guard let credentials = secrets.credentials(for: way), !credentials.areExchanged else { continue }
            if case .apiKey(_, _, .query) = credentials { continue }
            made[way.name] = credentials
        }
        return made
    }

    func desk(_ catalog: ScreenCatalog) throws(Complaint) -> SignInDesk {
        if options.document == nil {
            let sample = SampleBackend.credentials
            let password = Credentials.password(username: sample.username, password: sample.password)
            return SignInDesk(Dictionary(catalog.authentications.map { ($0.name, password) }) { $1 })
        }
        let ways = catalog.authentications
        let secrets = try Secrets(environment: options.environment, file: options.secretsFile)
        return SignInDesk(
            ways,
            options.secretsFile == Secrets.prompt && !options.isDemo
                ? try SecretsPrompt.ask(ways, having: secrets) : secrets)
    }
}

extension CallbackControls {
    init(_ desk: CallbackDesk, in catalog: ScreenCatalog) {
        self.init(
            rows: desk.rows(in: catalog), url: { desk.url(of: $0.name, $0.operation) },
            send: { row, url throws(Complaint) in
                try await desk.sent(row.name, of: row.operation, to: url, isConfirmed: true)
            })
    }
}

extension CallbackDesk {
    /// The callbacks of the documents, once for each operation.
    fileprivate func rows(in catalog: ScreenCatalog) -> [CallbackRow] {
        var known: Set<CallbackRow> = []
        return declared.compactMap { callback in
            var row = CallbackRow(name: callback.name, operation: callback.operation)
            guard known.insert(row).inserted else { return nil }
            let path = callback.path?.segments ?? []
            let screens = catalog.screens.filter { screen in
                if let operation = callback.operation, screen.operations.contains(operation) { return true }
                guard !path.isEmpty, let own = screen.load?.path.segments else { return false }
                return own.starts(with: path) || path.starts(with: own)
            }
            row.screens = Set(screens.map(\.id))
            return row
        }
    }
}

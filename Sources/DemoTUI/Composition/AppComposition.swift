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
import SourceTexts
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
    ///   - log: Receives a line for every exchange that leaves this program.
    ///   - clients: The sessions whose switches can be shown besides those of clients without one.
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
                database: SampleBackend.defaultDatabasePath(environment: options.environment)))
    }

    var provisionalTitle: AppTitle {
        let names = options.sources.map { $0.document.map { String($0.split(separator: "/").last ?? "") } ?? "Harbor" }
        return AppTitle(name: names.joined(separator: ", "), server: options.baseURL ?? "")
    }

    @concurrent func open(_ report: @escaping @Sendable (OpeningStep) -> Void = { _ in }) async -> OpenedApp {
        do {
            startBesideReading()
            let mounted = try await mount(report)
            let app = try await prepare(mounted.atStart, by: server)
            try checkScreens(in: app.catalog)
            try await startBackend(for: app)
            var services = services(app)
            services.watchDocuments = { [self] in watch(mounted, app, by: server, $0, $1) }
            return .open(services)
        } catch {
            return .refused("\(error)")
        }
    }

    /// A document with the client of its calls.
    struct Prepared: Sendable {
        let mounted: MountedDocument
        let client: APIClient
        let desk: SignInService
        let authentication: AuthMiddleware
        let server: Server

        var opened: OpenedDocument { mounted.opened }
        var document: APIDocument { opened.document }
        var catalog: ScreenCatalog { mounted.catalog }

        fileprivate func signIn(_ scheme: String, _ credentials: Credentials) async {
            desk.set(credentials, for: scheme)
            await authentication.forget(.live)
        }
    }

    /// All documents, at least one.
    struct PreparedApp: Sendable {
        let documents: [Prepared]
        let contract: ContractWatch
        let catalog: ScreenCatalog
    }

    /// Reads the only document, loads the stubs and composes the client. Sends nothing but the document's own fetch.
    func prepare() async throws -> Prepared { try await prepare(mount { _ in }.atStart, by: server).documents[0] }

    /// Reads the documents, loads the stubs and sets the switches.
    private func mount(_ report: @escaping @Sendable (OpeningStep) -> Void) async throws -> MountedDocuments {
        manager.servers = .one
        manager.unmatched = options.unmatched
        let opening = MountedDocuments.Opening { [self] read, source, earlier in
            OpenedDocument(
                read, below: try server(of: read).display.pathPrefix, sending: options.headers.map(\.name.rawName),
                remembersWrites: options.remembersWrites, replacing: earlier, report)
        } remedy: {
            "open it in a run of its own, or let demo-tui gateway --tui give it a path: --mount /PATH=\($0)"
        }
        let mounted = try await MountedDocuments(options, in: manager, opening, report)
        if options.isUITesting { try manager.seed(Seeds.read(from: options.environment)) }
        manager.isEnabled = options.isDemo || options.isUITesting
        for screen in options.demoScreens { manager.setEnabled(.on, for: screen) }
        try options.chaos?.start(in: manager)
        if let folder = options.recordFolder {
            recording.use(folder: folder)
            try startRecording()
        }
        return mounted
    }

    /// Composes the clients.
    ///
    /// - Parameters:
    ///   - server: Returns the server of a document's live calls.
    ///   - earlier: the app with earlier versions of the documents, whose credentials the same servers still get.
    func prepare(
        _ mounted: [MountedDocument], by server: (MountedDocument) throws -> Server,
        replacing earlier: PreparedApp? = nil
    ) async throws -> PreparedApp {
        let servers = try mounted.map(server)
        // The folder, the client's certificate and the secrets of the command line are for the first server alone.
        if let first = mounted.first { recording.use(folder: first.opened.read.recordingFolder) }
        if case .given(let base)? = servers.first { transport.use(base) }
        let served = ServedDocuments(mounted.map(\.served))
        let contract = earlier?.contract ?? ContractWatch(served, manager)
        contract.use(served)
        var documents: [Prepared] = []
        for (index, mounted) in mounted.enumerated() {
            let server = servers[index]
            // A value typed for one server must not be sent to another.
            let same = earlier.map { $0.documents[index] }.flatMap { $0.server.isSame(as: server) ? $0 : nil }
            let knowsSecrets = servers.first?.isSame(as: server) ?? false
            let desk = try same?.desk ?? (knowsSecrets ? desk(mounted.catalog) : SignInService())
            let authentication = await authentication(mounted, server.display, desk, continuing: same?.authentication)
            documents.append(
                Prepared(
                    mounted: mounted, client: client(server, authentication, contract), desk: desk,
                    authentication: authentication, server: server))
        }
        return PreparedApp(documents: documents, contract: contract, catalog: ScreenCatalog(mounted.map(\.catalog)))
    }

    /// Watches the documents.
    ///
    /// - Parameters:
    ///   - take: Receives the services of all documents after a save of one.
    ///   - tell: Receives the outcome of each save.
    ///   - finish: Completes the services.
    func watch(
        _ mounted: MountedDocuments, _ app: PreparedApp,
        by server: @escaping @Sendable (MountedDocument) throws -> Server,
        _ take: @escaping OpenedApp.Services.Replace, _ tell: @escaping OpenedApp.Services.Tell,
        finish: @escaping @Sendable (inout OpenedApp.Services) -> Void = { _ in }
    ) -> [DocumentWatch] {
        let current = Lock(app)
        return mounted.watch { documents, index in
            let next = try await prepare(documents, by: server, replacing: current.withLock { $0 })
            current.withLock { $0 = next }
            var services = services(next)
            finish(&services)
            let name = documents.count > 1 ? documents[index].opened.document.source.name : nil
            await take(services, index, name)
        } tell: {
            await tell($0, $1)
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
            let near = NearNames(of: id, in: catalog.screens.map(\.id)).question
            let known = catalog.sidebar.map(\.id).joined(separator: ", ")
            throw Complaint("\(option): there is no screen \"\(id)\".\(near) The screens are: \(known).")
        }
    }

    private func startRecording() throws(Complaint) {
        do throws(Problem) {
            try recording.start()
        } catch {
            throw Complaint("--record \(error.file): \(error.message)")
        }
    }

    /// Starts the work that does not need the document, on other threads.
    private func startBesideReading() {
        Task.detached { _ = Vocabulary.standard }
        let isSample = options.sources.allSatisfy { $0.document == nil }
        if isSample, options.baseURL == nil, options.demoScreens.isEmpty, !options.isDemo, !options.isUITesting {
            // `startBackend` reports a failure.
            Task { _ = try? await backend.baseURL() }
        }
        Task.detached(priority: .background) { ScratchFile.removeLeftovers() }
    }

    /// Starts the built-in backend if the first screen is live; a backend that cannot start ends the program.
    private func startBackend(for app: PreparedApp) async throws(Complaint) {
        guard case .embedded? = app.documents.first?.server,
            !manager.isEnabled(for: options.startScreen ?? app.catalog.first?.id)
        else { return }
        do {
            _ = try await backend.baseURL()
        } catch {
            throw Complaint(
                "\(error.message) Set XDG_DATA_HOME to a folder of yours, or start without a backend: demo-tui --demo")
        }
    }

    // MARK: Client

    @Sendable private func server(_ mounted: MountedDocument) throws -> Server { try server(of: mounted.opened.read) }

    private func server(of read: ReadDocument) throws -> Server {
        let loaded = read.loaded
        if let given = options.baseURL {
            // The base URL of one document is its server; several are below their paths there.
            return .given(
                try BaseURL(BaseURL(given).description + (options.sources.count < 2 ? "" : loaded.serverPath)))
        }
        let written = loaded.document.servers.first?.url ?? "/"
        if read.isSample { return .embedded(display: try BaseURL(written)) }
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
                case .embedded(let display): address.set(try await backend.baseURL(), for: display)
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
    func services(_ app: PreparedApp) -> OpenedApp.Services {
        let documents = app.documents
        let reads = documents.map(\.opened.read)
        var demo = controls(app.catalog, problems: documents.flatMap(\.opened.problems))
        var journal = DemoJournal(manager: manager, address: address, contract: app.contract)
        // Beside others, a path without that of its server would be ambiguous.
        let prefix = documents.count == 1 ? documents[0].server.display.pathPrefix : ""
        (demo.pathPrefix, journal.pathPrefix) = (prefix, prefix)
        demo.documentFiles = reads.reduce(into: []) { $0.formUnion($1.content.files) }
        let callbacks = callbacks(of: documents)
        demo.callbacks = callbacks.rows
        let counted = documents.map(\.mounted.counted)
        counter.use(counted)
        let servers = Set(documents.map { documents.count == 1 ? $0.server.title : $0.server.origin })
        let title = AppTitle(
            name: documents.map(\.opened.title).joined(separator: ", "),
            server: servers.count > 1 ? "\(servers.count) servers" : servers.first ?? "")
        let loaders = documents.map { app in
            (
                app.catalog,
                ScreenLoader(catalog: app.catalog, document: app.document, client: app.client, names: app.mounted.names)
            )
        }
        let viewFile = options.viewFile(of: reads)
        return OpenedApp.Services(
            title: title, index: ScreenIndex(app.catalog),
            loader: { screen in loaders.first { $0.0[screen] != nil }?.1 }, demo: demo, journal: journal,
            coverage: { [counter] in CoverageReport(counter.coverage, of: counted) }, callbacks: callbacks,
            signIn: { way, credentials in
                let owner = documents.first { $0.mounted.title == way.document }
                await owner?.signIn(way.name, credentials)
            },
            stubEditor: stubEditor(documents),
            examples: ParameterExamples(documents.map(\.mounted.served)),
            viewFile: viewFile, lastView: viewFile?.read())
    }

    /// New stubs are written into the folder of the document whose operation they answer.
    private func stubEditor(_ documents: [Prepared]) -> StubEditor {
        let examples = documents.map { ($0.mounted.served, DocumentStubs($0.document), $0.opened.read.own) }
        let editable = examples.flatMap(\.2.editable)
        return StubEditor(
            own: { operation in
                let owner = operation.flatMap { id in examples.first { $0.0.operation(id) != nil } } ?? examples[0]
                var own = owner.2
                own.editable = editable
                return own
            },
            example: { id in
                examples.lazy.compactMap { served, stubs, _ in served.operation(id).map(stubs.success) }.first
            }, editor: editor)
    }

    private func callbacks(of documents: [Prepared]) -> CallbackControls {
        func desk(_ documents: [Prepared]) -> CallbackService {
            CallbackService(manager: manager, sender: callbackSender) { documents.map(\.mounted.served) }
        }
        let all = desk(documents)
        return CallbackControls(
            rows: documents.flatMap { desk([$0]).rows(in: $0.catalog) }, url: { all.url(of: $0.name, $0.operation) },
            send: { row, url throws(Complaint) in
                try await all.sent(
                    row.name, of: row.operation, toConfirmed: url, showing: row.item.map { ($0.value, $0.operations) })
            })
    }

    /// The services without a document: the journal, the stubs and the switches.
    func servicesWithoutDocument(_ own: UserStubs) -> OpenedApp.Services {
        let catalog = ScreenCatalog(screens: [])
        return OpenedApp.Services(
            title: provisionalTitle, index: ScreenIndex(catalog), demo: controls(catalog, problems: []),
            journal: DemoJournal(manager: manager, address: address), signIn: { _, _ in },
            stubEditor: StubEditor(own: { _ in own }, example: { _ in nil }, editor: editor), examples: nil)
    }

    private func controls(_ catalog: ScreenCatalog, problems: [Problem]) -> DemoControls {
        DemoControls(
            session: session, catalog: catalog, watchesStubs: options.watchesFiles, recording: recording,
            problems: self.problems, documentProblems: problems, chaos: options.chaos)
    }

    private var editor: EditorCommand { EditorCommand(environment: options.environment) }
}

extension CallbackService {
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

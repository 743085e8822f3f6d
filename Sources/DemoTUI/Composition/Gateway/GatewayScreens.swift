import APIDocument
import AppCore
import DemoGateway
import DemoManager
import Foundation
import Synchronization

/// The screens beside a gateway: the app over the gateway's own engine, stubs and document. What a person switches holds for
/// every client from its next request on.
final class GatewayScreens: ScreensSource {
    /// What ends with the screens.
    private struct Parts: Sendable {
        let gateway: Gateway
        let admin: GatewayAdmin?
        let recorder: GatewayRecorder?
        let place: GatewayPlace
    }

    /// The gateway, once it has started and until it is ended.
    private final class Running: Sendable {
        private let parts = Mutex<Parts?>(nil)

        var now: Parts? { parts.withLock { $0 } }
        func begin(_ parts: Parts) { self.parts.withLock { $0 = parts } }
        func end() -> Parts? {
            parts.withLock { parts in
                defer { parts = nil }
                return parts
            }
        }
    }

    private let command: GatewayCommand
    private let options: AppOptions
    private let app: AppComposition
    private let running: Running
    private let notices: AsyncStream<String>
    private let notice: AsyncStream<String>.Continuation

    /// - Parameters:
    ///   - options: the command's, as the screens take them.
    ///   - manager: decides for the clients and for the screens.
    init(_ command: GatewayCommand, _ options: AppOptions, manager: DemoManager = .current) {
        self.command = command
        self.options = options
        let running = Running()
        self.running = running
        app = AppComposition(
            options, manager: manager,
            clients: SessionAtHand.Clients(
                names: { running.now?.gateway.sessions.names ?? [] },
                manager: { running.now?.gateway.sessions.manager($0) ?? manager }))
        (notices, notice) = AsyncStream.makeStream()
    }

    var provisionalTitle: AppTitle {
        guard options.document == nil, options.stubsFolder != nil || command.upstream != nil else {
            return app.provisionalTitle
        }
        return AppTitle(name: "Gateway", server: command.upstream.map { Redactor().url($0) } ?? "no server")
    }

    @concurrent func open(_ report: @escaping @Sendable (OpeningStep) -> Void) async -> OpenedApp {
        do {
            let composition = GatewayComposition(command, options, manager: app.manager)
            let configuration = try await composition.prepare(report)
            var services = try await services(configuration, composition)
            let place = try await start(configuration, composition)
            services.title.gateway = place
            services.journal.clientURL = place.url
            services.demo.policyReasons = policyReasons
            services.demo.passed = running.now?.recorder?.asPassed(app.manager)
            services.notices = notices
            warn(configuration)
            return .open(services)
        } catch let failure as StartFailure {
            return .refused(failure.description)
        } catch {
            return .refused("\(error)")
        }
    }

    // MARK: The gateway's life

    private func start(
        _ configuration: GatewayConfiguration, _ composition: GatewayComposition
    ) async throws(StartFailure) -> GatewayPlace {
        // The journal shows every request; a line on the terminal would paint over the screens.
        let log = RequestLog(nil)
        let recorder = try GatewayRecorder(command, manager: app.manager) { [notice] in notice.yield($0) }
        let gateway: Gateway
        do {
            gateway = try await Gateway.start(
                configuration, manager: app.manager, log: log, recording: recorder?.recording)
        } catch {
            throw StartFailure(error.description)
        }
        let admin: GatewayAdmin?
        do {
            admin = try await GatewayAdmin(
                command, manager: app.manager, sessions: gateway.sessions,
                recordings: recorder?.desk(app.manager, configuration), environment: options.environment)
        } catch {
            await gateway.stop()
            throw error
        }
        let place = GatewayPlace(
            url: configuration.url(port: gateway.port), upstream: configuration.upstream?.description,
            example: composition.example, admin: admin?.url, tokenFile: admin?.tokenFile)
        running.begin(Parts(gateway: gateway, admin: admin, recorder: recorder, place: place))
        return place
    }

    /// Says what is worth a word but no reason to end.
    private func warn(_ configuration: GatewayConfiguration) {
        if let exposure = configuration.exposure { notice.yield(HumanName.capitalised(exposure)) }
        Task { [notice] in
            if let problem = await configuration.upstreamProblem() { notice.yield(problem) }
        }
    }

    func stop() async {
        let running = running.end()
        async let admin: Void? = running?.admin?.stop()
        async let gateway: Void? = running?.gateway.stop(patience: .milliseconds(400))
        _ = await (admin, gateway)
        _ = await running?.recorder?.finish()
        notice.finish()
        await app.stop()
    }

    // Answers under way have 0.4 s; 0.75 s after a signal the terminal's guard ends the program whatever it does.
    var patience: Duration { .milliseconds(680) }

    var farewell: String? {
        running.now.map { running in
            let count = app.manager.journal.count
            return "The gateway on \(running.place.url) ends after \(count) \(count == 1 ? "request" : "requests")."
        }
    }

    var adviceWithoutTerminal: String? { "the gateway itself needs none: leave --tui away" }

    // MARK: The screens

    private func services(
        _ configuration: GatewayConfiguration, _ composition: GatewayComposition
    ) async throws -> OpenedApp.Services {
        guard let document = configuration.document else {
            var services = app.servicesWithoutDocument()
            services.title = provisionalTitle
            return services
        }
        app.recording.use(folder: composition.recordingFolder)
        let prepared = try await app.assemble(document, composition.catalog, server(configuration))
        return app.services(prepared)
    }

    /// Why some policies cannot be chosen in this run.
    private var policyReasons: [UnmatchedPolicy: String] {
        guard command.upstream == nil else {
            return command.record == nil ? [.capture: "Start with --record DIR to record."] : [:]
        }
        let reason = "There is no server to let it through to; start with --upstream URL."
        return [.guard: reason, .passThrough: reason, .capture: reason]
    }

    /// The server that the screens' own live calls go to: the clients'.
    private func server(_ configuration: GatewayConfiguration) throws -> AppComposition.Server {
        if let upstream = configuration.upstream { return .given(try BaseURL(upstream.description)) }
        return .unknown(
            display: try BaseURL("http://localhost" + configuration.pathPrefix),
            advice: "There is no upstream. Start the gateway with --upstream URL, or press D for demo data.")
    }
}

extension AppOptions {
    /// The gateway's options as the screens and the reading of files take them.
    init(_ command: GatewayCommand, environment: [String: String]) {
        self.init(
            document: command.document, baseURL: command.upstream, isDemo: command.demo,
            stubsFolder: command.folders.stubs, fixturesFolder: command.folders.fixtures, recordFolder: command.record,
            allowsRemoteReferences: command.allowRemoteRefs, environment: environment)
    }
}

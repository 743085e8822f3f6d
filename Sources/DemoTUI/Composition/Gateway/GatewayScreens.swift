import APIDocument
import AppCore
import DemoGateway
import DemoManager
import Foundation
import Recordings
import Terminal
import WireFormats

/// The screens beside a gateway: the app over the gateway's own engine, stubs and document. A switch applies to every
/// client from its next request on.
final class GatewayScreens: ScreensSource {
    private let command: GatewayCommand
    private let options: AppOptions
    private let app: AppComposition
    private let running = Lock<RunningGateway?>(nil)
    private let watch = Lock<Task<Void, Never>?>(nil)
    private let notices: AsyncStream<String>
    private let notice: AsyncStream<String>.Continuation

    init(_ command: GatewayCommand, _ options: AppOptions, manager: DemoManager = .current) {
        self.command = command
        self.options = options
        let now: @Sendable () -> Gateway? = { [running] in running.withLock { $0?.gateway } }
        app = AppComposition(
            options, manager: manager,
            clients: SessionAtHand.Clients(
                names: { now()?.sessions.names ?? [] }, manager: { now()?.sessions.manager($0) ?? manager },
                connected: { now()?.connections ?? 0 }))
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
            let composition = try await GatewayComposition(command, options, manager: app.manager, report)
            let configuration = composition.configuration
            let prepared = try await prepare(composition)
            var services = services(composition, prepared)
            // The journal shows every request; a line on the terminal would overwrite the screens.
            let gateway = try await RunningGateway(
                command, composition, log: RequestLog(nil), environment: options.environment, recording: app.recording,
                counter: app.counter
            ) { [notice] in notice.yield($0) }
            running.withLock { $0 = gateway }
            let place = GatewayPlace(gateway, composition)
            connect(&services, to: gateway, at: place)
            if let mounted = composition.mounted, let prepared {
                services.watchDocuments = { [self] take, tell in
                    app.watch(mounted, prepared, by: server(composition), take, tell) { [self] services in
                        connect(&services, to: gateway, at: place)
                    }
                }
            }
            services.notices = notices
            if let contract = services.journal.contract {
                watch.withLock { $0 = contract.followClients() }
            }
            warn(configuration)
            return .open(services)
        } catch {
            return .refused("\(error)")
        }
    }

    /// Prints warnings that are no reason to stop. The journal shows the gateway's exposure until a request arrives,
    /// so only the upstream is mentioned here.
    private func warn(_ configuration: GatewayConfiguration) {
        Task { [notice] in
            let problem = await configuration.upstreamProblem()
            if let sentence = problem ?? configuration.certificate?.warning ?? configuration.exposure {
                notice.yield(sentence)
            }
        }
    }

    func stop() async {
        watch.withLock { $0 }?.cancel()
        let running = running.withLock { running in
            defer { running = nil }
            return running
        }
        await running?.stop(patience: .milliseconds(400))
        _ = await running?.finish()
        notice.finish()
        await app.stop()
    }

    // Pending answers have 0.4 s; 0.75 s after a signal the terminal's guard ends the program.
    var patience: Duration { .milliseconds(680) }

    var farewell: String? {
        running.withLock { $0 }.map { running in
            "The gateway on \(running.urls.first ?? "") ends after \(app.manager.journal.count.of("request"))."
        }
    }

    var adviceWithoutTerminal: String? { "the gateway itself needs none: leave --tui away" }

    // MARK: The screens

    /// Composes the client of the screens' own calls; nil without a document.
    private func prepare(_ composition: GatewayComposition) async throws -> AppComposition.PreparedApp? {
        guard let mounted = composition.mounted else { return nil }
        return try await app.prepare(mounted.atStart, by: server(composition))
    }

    private func services(
        _ composition: GatewayComposition, _ prepared: AppComposition.PreparedApp?
    ) -> OpenedApp.Services {
        Task.detached(priority: .background) { ScratchFile.removeLeftovers() }
        if let prepared { return app.services(prepared) }
        var services = app.servicesWithoutDocument(composition.own)
        services.title = provisionalTitle
        return services
    }

    private func connect(_ services: inout OpenedApp.Services, to gateway: RunningGateway, at place: GatewayPlace) {
        services.title.gateway = place
        services.journal.clientURL = place.url
        services.journal.session = app.session
        services.demo.policyReasons = command.policyReasons
        services.demo.recordsPassed = gateway.recording != nil
    }

    /// The server of the screens' own live calls: that of the clients.
    private func server(
        _ composition: GatewayComposition
    ) -> @Sendable (MountedDocument) throws -> AppComposition.Server {
        let upstream = composition.configuration.upstream
        return { document in
            let path = document.opened.router.prefix
            if let upstream {
                let base = try BaseURL(upstream.description)
                return .given(try BaseURL("\(base.scheme)://\(base.authority)\(path)"))
            }
            return .unknown(
                display: try BaseURL("http://localhost" + path),
                advice:
                    "There is no upstream. Start the gateway with --upstream URL, or press \(key: .toggleAll) for demo data."
            )
        }
    }
}

extension GatewayPlace {
    init(_ gateway: RunningGateway, _ composition: GatewayComposition) {
        let (url, configuration) = (gateway.urls.first ?? "", composition.configuration)
        self.init(
            url: url, otherURLs: Array(gateway.urls.dropFirst()), exposure: configuration.exposure,
            upstream: configuration.upstream?.description, example: composition.example,
            authority: composition.authority.map {
                Authority(file: $0.certificate.certificateFile, sentence: $0.announcement(url))
            }, admin: gateway.admin?.url, tokenFile: gateway.admin?.tokenFile)
    }
}

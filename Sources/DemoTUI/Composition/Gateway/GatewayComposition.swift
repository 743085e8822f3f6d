import APIDocument
import AppCore
import DemoAdmin
import DemoGateway
import DemoManager
import DemoManagerFiles
import DocumentStubs
import Recordings
import ReplyHeads
import SourceTexts
import WireFormats

/// The gateway's document, stubs, switches and configuration, before it listens.
struct GatewayComposition: Sendable {
    let manager: DemoManager
    private(set) var configuration: GatewayConfiguration
    /// Nil for stubs or an upstream without a document.
    private(set) var mounted: MountedDocuments?
    private(set) var own: UserStubs
    /// The newest stub folder of the user.
    private(set) var stubHome: StubHome?
    private(set) var problems: [String] = []
    /// The authority of `--tls`.
    private(set) var authority: OwnAuthority?

    /// Reads everything and sets the switches.
    /// - Parameter report: receives every step, on any thread.
    /// - Throws: a complaint if something named is missing or cannot be read.
    init(
        _ command: GatewayCommand, _ options: AppOptions, manager: DemoManager = .current,
        _ report: @escaping @Sendable (OpeningStep) -> Void = { _ in }
    ) async throws(Complaint) {
        self.manager = manager
        configuration = try Self.configuration(command)
        configuration.routes = options.routes
        authority = try Self.addCertificate(to: &configuration, command, options)
        // Without a document the server names the stub folder.
        own = UserStubs(
            folder: options.ownStubsFolder(named: Recording.folderName(title: "gateway", identity: command.upstream)))
        if command.sources.isEmpty, command.folders.stubs != nil || command.upstream != nil {
            try loadStubs(options)
        } else {
            do {
                try await open(options, report)
            } catch {
                throw Complaint("\(error)")
            }
        }
        let hasUpstream = configuration.upstream != nil
        manager.servers = hasUpstream ? .one : .none
        manager.unmatched = command.unmatched ?? (hasUpstream ? .guard : .error)
        manager.isEnabled = command.demo || !hasUpstream
        try options.chaos?.start(in: manager)
        problems = (documents.flatMap(\.opened.problems) + manager.problems).map(\.description)
    }

    var documents: [MountedDocument] { mounted?.atStart ?? [] }

    /// The first document; nil for stubs or an upstream without one.
    var opened: OpenedDocument? { documents.first?.opened }

    /// The files that are read by another watch than that of stubs, or written by the gateway.
    func ownFiles(of command: GatewayCommand) -> Set<String> {
        documents.reduce(into: Set(command.record.map { [$0] } ?? [])) { $0.formUnion($1.opened.read.content.files) }
    }

    /// The path of the first screen without parameters, for a first try.
    var example: String {
        let screens = opened?.catalog.sidebar ?? []
        return screens.lazy.compactMap(\.load).map(\.path).first(where: \.parameterNames.isEmpty)?.escaped ?? "/"
    }

    private static func configuration(_ command: GatewayCommand) throws(Complaint) -> GatewayConfiguration {
        var configuration = GatewayConfiguration()
        configuration.address = command.bind
        configuration.port = command.port
        configuration.allowedHosts = command.allowHost
        configuration.allowedOrigins = command.cors
        configuration.validatesRequests = command.validatesRequests
        configuration.sendsCallbacks = command.callbacks
        configuration.callbackHosts = command.allowCallbacksTo
        configuration.limits.body = command.maxBody.bytes
        guard let url = command.upstream else { return configuration }
        do {
            configuration.upstream = try UpstreamServer(url)
        } catch {
            throw Complaint("--upstream \(Redactor().url(url)): \(error).")
        }
        return configuration
    }

    /// Takes the user's certificate, or issues one.
    private static func addCertificate(
        to configuration: inout GatewayConfiguration, _ command: GatewayCommand, _ options: AppOptions
    ) throws(Complaint) -> OwnAuthority? {
        do throws(CertificateFailure) {
            if let certificate = command.certificate, let key = command.key {
                configuration.certificate = try ServerCertificate(file: certificate, keyFile: key)
                return nil
            }
            guard command.tls else { return nil }
            let authority = try OwnAuthority(in: options.authorityFolder)
            configuration.certificate = try ServerCertificate(
                from: authority.certificate, for: configuration.certificateNames)
            return authority
        } catch {
            throw Complaint(error.description)
        }
    }

    private mutating func loadStubs(_ options: AppOptions) throws(Complaint) {
        try options.checkStubFolders()
        own.editable += [options.recordFolder, options.fixturesFolder].compactMap(\.self)
        if let recordings = options.recordFolder { manager.loadStubs(folder: recordings, mayBeMissing: true) }
        guard let stubs = options.stubsFolder else {
            manager.loadStubs(folder: own.folder, fixtures: options.fixturesFolder, mayBeMissing: true)
            return
        }
        manager.loadStubs(folder: stubs, fixtures: options.fixturesFolder ?? stubs)
        stubHome = StubHome(stubs: stubs, fixtures: options.fixturesFolder)
    }

    private mutating func open(
        _ options: AppOptions, _ report: @escaping @Sendable (OpeningStep) -> Void
    ) async throws {
        let (upstream, isAlone) = (configuration.upstream, options.sources.count < 2)
        let opening = MountedDocuments.Opening { read, source, earlier in
            // The upstream of one document is its server; several are below their paths there.
            let usual = isAlone && source.path == nil ? upstream?.pathPrefix : nil
            return OpenedDocument(
                read, below: usual ?? (upstream?.pathPrefix ?? "") + (source.path ?? read.loaded.serverPath),
                hasServers: upstream == nil && isAlone && source.path == nil, remembersWrites: options.remembersWrites,
                isGateway: true, replacing: earlier, report)
        } remedy: {
            "give it its own with --mount /PATH=\($0)"
        }
        mounted = try await MountedDocuments(options, in: manager, opening, report)
        guard let first = opened else { return }
        own = first.read.own
        own.editable += documents.dropFirst().flatMap(\.opened.read.own.editable)
        stubHome = first.read.stubFolders.last(where: \.isOwn).map { StubHome(stubs: $0.stubs, fixtures: $0.fixtures) }
    }

    /// The paths of several documents, a line each.
    var mounts: [String] {
        guard documents.count > 1 else { return [] }
        return documents.map(\.opened).map { "\($0.shownPath) is \($0.document.source.name)." }
    }
}

extension GatewayCommand {
    var policyReasons: [UnmatchedPolicy: String] {
        guard upstream == nil else { return record == nil ? [.capture: "Start with --record DIR to record."] : [:] }
        let reason = "There is no server to let it through to; start with --upstream URL."
        return [.guard: reason, .passThrough: reason, .capture: reason]
    }
}

extension AppOptions {
    init(_ command: GatewayCommand, environment: [String: String]) {
        self.init(
            document: command.sources.first?.document, baseURL: command.upstream, isDemo: command.demo,
            stubsFolder: command.folders.stubs, fixturesFolder: command.folders.fixtures, recordFolder: command.record,
            environment: environment)
        mounts = command.sources
        // Clients of a mock server expect the document.
        examples = .written
        read(by: command.reading)
        remembersWrites = !command.stateless
    }
}

extension GatewayConfiguration {
    /// The base URLs for clients, the most likely first. A wildcard address is replaced by the machine's addresses.
    func urls(port: Int) -> [String] {
        let isEvery = address == "0.0.0.0" || address == "::"
        let known = isEvery ? NetworkAddresses.current(includingIPv6: address == "::") : [address]
        return (known.isEmpty ? ["127.0.0.1"] : known).map { address in
            "\(scheme)://\(address.contains(":") ? "[\(address)]" : address):\(port)"
        }
    }

    /// A warning if other devices can reach the gateway; nil on loopback.
    var exposure: String? {
        if address == "localhost" || address == "::1" || address.hasPrefix("127.") { return nil }
        let more = upstream == nil ? "" : " and, through it, the upstream"
        return "On \(address) everyone in your network can reach the gateway\(more)."
    }

    /// The reason the upstream does not answer; nil if it does, or without one. Only a warning, because it may start
    /// later.
    func upstreamProblem() async -> String? {
        guard let upstream, let problem = await upstream.reachabilityProblem(by: routes) else { return nil }
        return "\(upstream) cannot be reached now: \(problem)."
    }
}

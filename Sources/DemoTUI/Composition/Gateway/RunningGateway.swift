import DemoAdmin
import DemoGateway
import DemoManager
import Logging
import Recordings
import WireFormats

/// A running gateway with its admin API and recording, started and ended as one.
struct RunningGateway: Sendable {
    let gateway: Gateway
    let admin: GatewayAdmin?
    let recorder: GatewayRecorder?
    let urls: [String]
    private let coverage: CoverageFile?
    private let follower: Follower?

    /// Starts everything, or nothing.
    ///
    /// - Parameters:
    ///   - log: gets a line for each request.
    ///   - environment: has the folder for the admin API's token.
    ///   - tell: receives messages for the user, a sentence each.
    /// - Throws: a complaint if a port, a folder or the token is not available.
    init(
        _ command: GatewayCommand, _ composition: GatewayComposition, log: RequestLog, environment: [String: String],
        tell: @escaping @Sendable (String) -> Void
    ) async throws(Complaint) {
        let (manager, configuration) = (composition.manager, composition.configuration)
        coverage = try command.coverage.map { path throws(Complaint) in
            try CoverageFile(path, of: manager) { composition.opened?.document }
        }
        let token = try AdminToken.given(in: environment)
        let recorder = try GatewayRecorder(command, manager: manager, tell: tell)
        let sessions = Sessions(manager)
        follower = command.follow.map { leader in
            Follower(
                leader.text, token: token, manager: manager, sessions: sessions, policyReasons: command.policyReasons
            ) { tell($0.sentence(about: leader)) }
        }
        // Nobody is answered by switches that are not those of the other gateway.
        await follower?.begin()
        let gateway: Gateway
        do {
            gateway = try await Gateway.start(
                configuration, manager: manager, sessions: sessions, log: log, recording: recorder?.recording)
        } catch {
            await follower?.stop()
            throw error
        }
        do {
            admin = try await GatewayAdmin(
                command, manager: manager, home: composition.stubHome, sessions: sessions,
                recordings: recorder?.desk(manager, configuration), callbacks: gateway.callbacks, token: token,
                environment: environment)
        } catch {
            await gateway.stop()
            throw error
        }
        self.gateway = gateway
        self.recorder = recorder
        urls = configuration.urls(port: gateway.port)
    }

    /// Takes no more requests; pending answers have `patience`.
    func stop(patience: Duration) async {
        async let adminEnd: Void? = admin?.stop()
        async let gatewayEnd: Void = gateway.stop(patience: patience)
        async let followerEnd: Void? = follower?.stop()
        _ = await (adminEnd, gatewayEnd, followerEnd)
    }

    /// Writes pending recordings and the coverage at the end.
    /// - Returns: true if everything could be written.
    func finish() async -> Bool {
        let failure = coverage?.write()
        if let failure { StandardError.write(failure) }
        return await recorder?.finish() ?? true && failure == nil
    }
}

struct GatewayAdmin: Sendable {
    private let server: AdminServer
    private let address: String
    /// Nil where the token was given, or there is none.
    private let token: AdminToken?
    private let isForAll: Bool

    init?(
        _ command: GatewayCommand, manager: DemoManager, home: StubHome?, sessions: Sessions,
        recordings: GatewayRecordingDesk?, callbacks: CallbackDesk, token given: String?, environment: [String: String]
    ) async throws(Complaint) {
        guard let admin = command.admin else { return nil }
        let text = command.adminToken == .file ? given ?? AdminToken.random() : nil
        let machine = admin.isLocal ? [] : NetworkAddresses.current(includingIPv6: true)
        var place = admin
        place.hosts = command.allowHost + machine.map { $0.contains(":") ? "[\($0)]" : $0 }
        (address, isForAll) = (admin.address, text == nil)
        let server = try await AdminServer.start(
            manager, at: place, token: text, home: home, sessions: sessions, recordings: recordings,
            callbacks: callbacks, policyReasons: command.policyReasons,
            logger: Logger(label: "admin") { _ in SwiftLogNoOpLogHandler() })
        self.server = server
        do {
            token =
                if let text, given == nil {
                    try AdminToken.write(text, port: server.port, environment: environment)
                } else { nil }
        } catch {
            await server.stop()
            throw error
        }
    }

    var url: String {
        "http://\(address.contains(":") ? "[\(address)]" : address):\(server.port)/__admin"
    }
    var tokenFile: String? { token?.path }

    var announcement: String {
        let place = "The admin API is at \(url)"
        if isForAll { return place + ", for everyone on this machine." }
        return place + "; its token is \(token.map { "in \($0.path)" } ?? "that of \(AdminToken.variable)")."
    }

    func stop() async {
        await server.stop()
        token?.remove()
    }
}

extension AdminToken {
    /// The variable with a token that several programs share.
    static let variable = "DEMO_TUI_ADMIN_TOKEN"

    /// The token of the environment.
    fileprivate static func given(in environment: [String: String]) throws(Complaint) -> String? {
        guard let token = environment[variable], !token.isEmpty else { return nil }
        guard token.utf8.count >= 16, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw Complaint("\(variable) takes at least 16 letters, digits and signs, without spaces.")
        }
        return token
    }
}

extension Follower.News {
    fileprivate func sentence(about leader: AdminURL) -> String {
        switch self {
        case .follows: "The switches are those of \(leader.text)."
        case .isLost(let reason): "\(leader.text): \(reason). It is asked again every second; the switches stay."
        case .cannotTake(let reason): "\(leader.text): not all its switches can be set here. \(reason)"
        }
    }
}

/// The recording of one run: reports to the user, and makes stubs of captured replies.
struct GatewayRecorder: Sendable {
    let recording: GatewayRecording
    private let news: AsyncStream<GatewayRecording.News>.Continuation
    private let tell: @Sendable (String) -> Void
    private let following: Task<Void, Never>

    init?(
        _ command: GatewayCommand, manager: DemoManager, tell: @escaping @Sendable (String) -> Void
    ) throws(Complaint) {
        guard let folder = command.record else { return nil }
        let (news, continuation) = AsyncStream.makeStream(of: GatewayRecording.News.self)
        let recording: GatewayRecording
        do {
            recording = try GatewayRecording(into: folder, redactor: manager.redactor) { continuation.yield($0) }
        } catch {
            throw Complaint("--record \(folder): \(error.message).")
        }
        self.recording = recording
        self.news = continuation
        self.tell = tell
        following = Task { [quiet = command.quiet] in
            for await item in news {
                switch item {
                case .skipped(let sentence): if !quiet { tell(sentence) }
                case .failed(let sentence): tell("\(sentence) Replies go on; nothing more is recorded.")
                case .written: if manager.unmatched == .capture { await recording.settle(manager) }
                }
            }
        }
        recording.start()
    }

    var announcement: String { "Replies of the server are recorded into \(recording.folder)." }

    func desk(_ manager: DemoManager, _ configuration: GatewayConfiguration) -> GatewayRecordingDesk? {
        configuration.upstream.map { GatewayRecordingDesk(recording: recording, manager: manager, upstream: $0) }
    }

    func finish() async -> Bool {
        await recording.flush()
        news.finish()
        await following.value
        for doubt in recording.doubts { tell("\(doubt).") }
        return !recording.hasFailed
    }
}

extension GatewayRecorder {
    func asPassed(_ manager: DemoManager) -> PassedRecording {
        PassedRecording(
            folder: recording.folder, isOn: { recording.phase == .recording }, count: { recording.status.recorded },
            doubts: { recording.doubts },
            hasNews: { recording.hasNews }, start: { recording.start() }, stop: { recording.stop() },
            settle: { await recording.settle(manager) })
    }
}

extension GatewayRecording {
    /// Writes pending replies and makes stubs of them.
    func settle(_ manager: DemoManager) async {
        if await flush() { manager.reload() }
    }
}

extension Sessions: SessionDirectory {}

extension CallbackDesk: CallbackControl {
    package var callbacks: [JSONValue] {
        declared.map { callback in
            [
                "name": .string(callback.name), "operation": callback.operation.map(JSONValue.string) ?? .null,
                "method": .string(callback.method.rawValue), "url": callback.url.map(JSONValue.string) ?? .null,
            ]
        }
    }
}

struct GatewayRecordingDesk: RecordingControl {
    let recording: GatewayRecording
    let manager: DemoManager
    let upstream: UpstreamServer

    var isRecording: Bool { recording.phase == .recording }
    var hasBegun: Bool { recording.phase != .idle }
    var failure: String? { recording.status.failure }

    func isTarget(_ url: String) -> Bool {
        do throws(UpstreamServer.InvalidURL) {
            return try UpstreamServer(url) == upstream
        } catch {
            return false
        }
    }

    func start() { recording.start() }

    func stop() { recording.stop() }

    func record(_ exchanges: [ServedExchange]) async { await recording.record(exchanges) }

    func settle() async -> [String] {
        await recording.settle(manager)
        return recording.stubFiles.map { "\(recording.folder)/mappings/\($0)" }
    }
}

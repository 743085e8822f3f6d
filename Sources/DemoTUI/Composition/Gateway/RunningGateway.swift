import DemoAdmin
import DemoGateway
import DemoManager
import Recordings
import WireFormats

/// A running gateway with its admin API and recording, started and ended as one.
struct RunningGateway: Sendable {
    let gateway: Gateway
    let admin: GatewayAdmin?
    let recording: Recording?
    let urls: [String]
    private let coverage: CoverageFile?
    private let follower: Follower?
    private let tell: @Sendable (String) -> Void
    /// Reports the news of the recording, unless the screens do.
    private let following: Task<Void, Never>?

    /// Starts everything, or nothing.
    ///
    /// - Parameters:
    ///   - log: Receives a line for each request.
    ///   - environment: has the folder for the admin API's token.
    ///   - given: The recording of the screens, which report its news themselves; nil creates one.
    ///   - counter: The counter of the screens; nil creates one if the calls are counted.
    ///   - tell: Receives messages for the user, a sentence each.
    /// - Throws: a complaint if a port, a folder or the token is not available.
    init(
        _ command: GatewayCommand, _ composition: GatewayComposition, log: RequestLog, environment: [String: String],
        recording given: Recording? = nil, counter: CoverageCounter? = nil, tell: @escaping @Sendable (String) -> Void
    ) async throws(Complaint) {
        let (manager, configuration) = (composition.manager, composition.configuration)
        coverage = try command.coverage.map { path throws(Complaint) in
            try CoverageFile(path, of: counter ?? CoverageCounter(of: manager), composition.documents.map(\.counted))
        }
        let token = try AdminToken.given(in: environment)
        let recording = try Self.started(given ?? Recording(of: manager), into: command.record)
        following = given == nil ? recording?.telling(isQuiet: command.quiet, tell) : nil
        let sessions = Sessions(manager)
        follower = command.follow.map { leader in
            Follower(leader.text, token: token, sessions: sessions, policyReasons: command.policyReasons) {
                tell($0.sentence(about: leader))
            }
        }
        // No client may get a reply by other switches than those of the other gateway.
        await follower?.begin()
        let gateway: Gateway
        do {
            gateway = try await Gateway.start(
                configuration, manager: manager, sessions: sessions, log: log, recording: recording)
        } catch {
            await follower?.stop()
            throw error
        }
        do {
            admin = try await GatewayAdmin(
                command, sessions, home: composition.stubHome, recorded: recording?.served(by: configuration.upstream),
                callbacks: gateway.callbacks, token: token, environment: environment
            ) { tell($0.sentence) }
        } catch {
            await gateway.stop()
            throw error
        }
        self.gateway = gateway
        (self.recording, self.tell) = (recording, tell)
        urls = configuration.urls(port: gateway.port)
    }

    /// Accepts no more requests; pending replies have `patience`.
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
        guard let recording else { return failure == nil }
        await recording.finish()
        await following?.value
        for doubt in recording.doubts { tell("\(doubt).") }
        return !recording.hasFailed && failure == nil
    }

    private static func started(_ recording: Recording, into folder: String?) throws(Complaint) -> Recording? {
        guard let folder else { return nil }
        recording.use(folder: folder)
        do throws(Problem) {
            try recording.start()
        } catch {
            throw Complaint("--record \(folder): \(error.message).")
        }
        return recording
    }
}

struct GatewayAdmin: Sendable {
    private let server: AdminServer
    private let address: String
    /// Nil if the token was given, or if there is none.
    private let token: AdminToken?
    private let isForAll: Bool

    init?(
        _ command: GatewayCommand, _ sessions: Sessions, home: StubHome?, recorded: ServerRecording?,
        callbacks: CallbackService, token given: String?, environment: [String: String],
        tell: @escaping @Sendable (Banner) -> Void
    ) async throws(Complaint) {
        guard let admin = command.admin else { return nil }
        let text = command.adminToken == .file ? given ?? AdminToken.random() : nil
        let machine = admin.isLocal ? [] : NetworkAddresses.current(includingIPv6: true)
        var place = admin
        place.hosts = command.allowHost + machine.map { $0.contains(":") ? "[\($0)]" : $0 }
        (address, isForAll) = (admin.address, text == nil)
        let server = try await AdminServer.start(
            sessions, at: place, token: text, home: home, recorded: recorded, callbacks: callbacks,
            policyReasons: command.policyReasons, tell: tell)
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

    var url: String { "http://\(address.contains(":") ? "[\(address)]" : address):\(server.port)/__admin" }
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

    fileprivate static func given(in environment: [String: String]) throws(Complaint) -> String? {
        guard let token = environment[variable], !token.isEmpty else { return nil }
        guard token.utf8.count >= 16, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw Complaint("\(variable) takes at least 16 letters, digits and signs, without spaces.")
        }
        return token
    }
}

extension Banner {
    /// The mode as a line of the log.
    fileprivate var sentence: String { "The mode is now \(text)." }
}

extension Follower.News {
    fileprivate func sentence(about leader: AdminURL) -> String {
        switch self {
        case .follows: "The switches are those of \(leader.text)."
        case .mode(let mode): mode.sentence
        case .isLost(let reason): "\(leader.text): \(reason). It is asked again every second; the switches stay."
        case .cannotTake(let reason): "\(leader.text): not all its switches can be set here. \(reason)"
        }
    }
}

extension Recording {
    fileprivate func telling(isQuiet: Bool, _ tell: @escaping @Sendable (String) -> Void) -> Task<Void, Never> {
        Task { [news] in
            for await item in news {
                switch item {
                case .skipped(let sentence): if !isQuiet { tell(sentence) }
                case .failed(let sentence): tell("\(sentence) Replies go on; nothing more is recorded.")
                case .written: break
                }
            }
        }
    }

    fileprivate func served(by upstream: UpstreamServer?) -> ServerRecording? {
        upstream.map { upstream in ServerRecording(self) { (try? UpstreamServer($0)) == upstream } }
    }
}

extension CallbackService: CallbackControl {
    package var callbacks: [JSONValue] {
        declared.map { callback in
            [
                "name": .string(callback.name), "operation": callback.operation.map(JSONValue.string) ?? .null,
                "method": .string(callback.method.rawValue), "url": callback.url.map(JSONValue.string) ?? .null,
            ]
        }
    }
}

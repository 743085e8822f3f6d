import AsyncHTTPClient
import DemoManager
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import WireFormats

/// Takes over the switches, conditions and resets of another gateway, as its admin API tells them.
///
/// While the other one cannot be reached, the last choices stay, and it is asked again every second.
package actor Follower {
    /// News of the connection, for the user.
    package enum News: Sendable, Hashable {
        case follows
        /// Asked again every second; the reason is a sentence without its full stop.
        case isLost(String)
        /// Choices that this gateway cannot make: another document, or other options.
        case cannotTake(String)
    }

    private let request: HTTPClientRequest
    private let manager: DemoManager
    private let sessions: (any SessionDirectory)?
    private let demo: AdminDemo
    private let client: HTTPClient
    private let tell: @Sendable (News) -> Void
    /// The choices that were taken over.
    private var taken: [String?: Choices] = [:]
    private var following: Task<Void, Never>?

    /// - Parameters:
    ///   - url: the other gateway's admin API, such as `http://127.0.0.1:8081`.
    ///   - token: its token; nil for none.
    ///   - manager: follows everyone's choices.
    ///   - sessions: follow those of the sessions.
    ///   - policyReasons: why some policies cannot be chosen in this run.
    ///   - tell: gets what changed about the connection.
    package init(
        _ url: String, token: String?, manager: DemoManager, sessions: (any SessionDirectory)?,
        policyReasons: [UnmatchedPolicy: String], tell: @escaping @Sendable (News) -> Void
    ) {
        var request = HTTPClientRequest(url: url + "/__admin/" + ChoicesFeed.place.path)
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        self.request = request
        self.manager = manager
        self.sessions = sessions
        self.tell = tell
        demo = AdminDemo(manager: manager, sessions: sessions, recordings: nil, policyReasons: policyReasons)
        // The stream has something to say at least at each heartbeat.
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: .init(connect: .seconds(5), read: TimeAmount(ChoicesFeed.heartbeat * 3)))
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Begins to follow, and returns when the first choices are taken over.
    package func begin() async {
        let (complete, first) = AsyncStream.makeStream(of: Void.self)
        following = Task {
            defer { first.finish() }
            var last: News?
            func say(_ news: News) {
                if news != last { tell(news) }
                last = news
            }
            while !Task.isCancelled {
                do {
                    try await follow(say) { first.finish() }
                    say(.isLost("it ended the stream"))
                } catch {
                    say(.isLost(Self.words(error)))
                }
                do { try await Task.sleep(for: .seconds(1)) } catch { return }
            }
        }
        for await _ in complete {}
    }

    package func stop() async {
        following?.cancel()
        await following?.value
        do { try await client.shutdown() } catch { return }
    }

    private struct Refused: Error {
        let status: HTTPResponseStatus
    }

    /// One connection.
    private func follow(_ say: (News) -> Void, complete: () -> Void) async throws {
        let response = try await client.execute(request, deadline: .distantFuture)
        guard response.status == .ok else { throw Refused(status: response.status) }
        var reader = EventStreamReader()
        var named: Set<String> = []
        var isComplete = false
        for try await chunk in response.body {
            for event in reader.events(in: chunk.readableBytesView) {
                if event.name == "complete", !isComplete {
                    isComplete = true
                    // Sessions that were forgotten while nobody listened.
                    for name in Set(taken.keys.compactMap(\.self)).subtracting(named) {
                        await take(Choices(forgotten: name), isNew: false, say)
                    }
                    say(.follows)
                    complete()
                } else if let json = try? JSONValue(parsing: Array(event.data.utf8)), let choices = Choices(json) {
                    if let name = choices.session { named.insert(name) }
                    await take(choices, isNew: isComplete, say)
                }
            }
        }
    }

    /// - Parameter isNew: false for choices as they were when the connection began: their resets are over.
    private func take(_ choices: Choices, isNew: Bool, _ say: (News) -> Void) async {
        let earlier = taken[choices.session]
        taken[choices.session] = choices.switches == nil ? nil : choices
        if let name = choices.session, choices.switches == nil || earlier.map(choices.takesBack) == true {
            sessions?.forget(name)
        }
        guard choices.switches != nil else { return }
        let isAgain = choices.session != nil && earlier.map(choices.takesBack) == true
        let target = choices.session.flatMap { sessions?.manager($0) } ?? manager
        do throws(AdminRefusal) {
            try await demo.set(choices.changes(from: isAgain ? nil : earlier), on: { target })
        } catch {
            say(.cannotTake(error.faults.map(\.message).joined(separator: " ")))
        }
        guard isNew, choices.resets > (isAgain ? 0 : earlier?.resets ?? 0) else { return }
        target.resetAll()
        if choices.session == nil { sessions?.resetAll() }
    }

    private static func words(_ error: any Error) -> String {
        switch error {
        case let refused as Refused where refused.status == .unauthorized:
            return "it refuses the token; give both the same DEMO_TUI_ADMIN_TOKEN"
        case let refused as Refused where refused.status == .notFound:
            return "it is an older demo-tui, or no admin API"
        case let refused as Refused where refused.status == .misdirectedRequest:
            return "it does not know itself by this name; start it with --allow-host"
        case let refused as Refused: return "it answers with status \(refused.status.code)"
        case let error as HTTPClientError where error == .readTimeout: return "it says nothing any more"
        case let error as HTTPClientError where error == .connectTimeout: return "it cannot be reached"
        case is NIOConnectionError, is IOError: return "it cannot be reached"
        default: return "the connection broke"
        }
    }
}

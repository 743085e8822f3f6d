import AsyncHTTPClient
import DemoManager
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import WireFormats

/// Adopts the switches, conditions and resets of another gateway from its admin API.
///
/// While the other gateway is unreachable, the last choices are kept, and a connection is attempted every second.
package actor Follower {
    /// Changes of the connection, to show to the user.
    package enum News: Sendable, Hashable {
        case follows
        /// A connection is attempted every second; the reason is a sentence without its full stop.
        case isLost(String)
        /// Choices that this gateway cannot adopt, because of another document or other options.
        case cannotTake(String)
        /// The mode has changed with that of the other gateway.
        case mode(Banner)
    }

    private let request: HTTPClientRequest
    private let sessions: Sessions
    private let demo: AdminDemo
    private let client: HTTPClient
    private let tell: @Sendable (News) -> Void
    private struct Taken {
        let identity: Int
        let resets: Int
        var values: Choices.Values
    }

    /// The adopted choices by session.
    private var taken: [String?: Taken] = [:]
    /// Reasons for choices that were not adopted, not yet shown to the user.
    private var refusals: Set<String> = []
    private var following: Task<Void, Never>?

    /// - Parameters:
    ///   - url: the URL of the other gateway's admin API, such as `http://127.0.0.1:8081`.
    ///   - token: its token; nil for none.
    ///   - sessions: the sessions that adopt the choices.
    ///   - policyReasons: the reasons why some policies cannot be chosen in this run.
    ///   - tell: called when the state of the connection changes.
    package init(
        _ url: String, token: String?, sessions: Sessions, policyReasons: [UnmatchedPolicy: String],
        tell: @escaping @Sendable (News) -> Void
    ) {
        var request = HTTPClientRequest(url: url + "/__admin/" + ChoicesFeed.place.path)
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        self.request = request
        self.sessions = sessions
        self.tell = tell
        demo = AdminDemo(sessions: sessions, recording: nil, policyReasons: policyReasons) { tell(.mode($0)) }
        // The stream sends something at least at each heartbeat.
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: .init(connect: .seconds(5), read: TimeAmount(ChoicesFeed.heartbeat * 3)))
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Starts following, and returns when the first choices are adopted.
    package func begin() async {
        let (complete, first) = AsyncStream.makeStream(of: Void.self)
        following = Task {
            defer { first.finish() }
            var last: News?
            func say(_ news: News) {
                if news != last, !Task.isCancelled { tell(news) }
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

    private func sayRefusals(_ say: (News) -> Void) {
        if !refusals.isEmpty { say(.cannotTake(refusals.sorted().joined(separator: " "))) }
        refusals = []
    }

    /// Follows over one connection.
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
                    // These sessions were forgotten while there was no connection.
                    for name in Set(taken.keys.compactMap(\.self)).subtracting(named) {
                        await take(Choices(forgotten: name), isNew: false)
                    }
                    say(.follows)
                    complete()
                    sayRefusals(say)
                } else if let json = try? JSONValue(parsing: Array(event.data.utf8)), let choices = Choices(json) {
                    // An unreadable event is from another version.
                    if let name = choices.session { named.insert(name) }
                    await take(choices, isNew: isComplete)
                    if isComplete { sayRefusals(say) }
                }
            }
        }
    }

    /// - Parameter isNew: false for the initial choices of a connection: resets of then unknown sessions are past.
    private func take(_ choices: Choices, isNew: Bool) async {
        let name = choices.session
        var earlier = taken[name]
        if let name, choices.values == nil || earlier.map({ $0.identity != choices.identity }) == true {
            sessions.forget(name)
            earlier = nil
        }
        guard let values = choices.values else { return taken[name] = nil }
        var taken = Taken(identity: choices.identity, resets: choices.resets, values: earlier?.values ?? [:])
        // A session that was only reset, and is unknown here, needs no reset.
        let target = name.map { values.isEmpty ? sessions.known($0) : sessions.manager($0) } ?? sessions.everyone
        if let target {
            await set(Choices.changes(from: taken.values, to: values), to: values, on: target, &taken)
            let isReset =
                earlier.map { $0.identity == choices.identity && $0.resets < choices.resets }
                ?? (isNew && choices.resets > 0)
            if isReset { sessions.resetAll(target) }
        }
        self.taken[name] = taken
    }

    /// Sets all changes, or those that can be set; the others are retried with the next choices.
    private func set(
        _ changes: Choices.Values, to values: Choices.Values, on target: DemoManager, _ taken: inout Taken
    ) async {
        func set(_ changes: Choices.Values) async throws(AdminRefusal) {
            await demo.set(try Choices.body(of: changes).read(demo.read), adopting: true, on: target)
            for path in changes.keys { taken.values[path] = values[path] }
        }
        do throws(AdminRefusal) {
            try await set(changes)
        } catch {
            for (path, value) in changes {
                do throws(AdminRefusal) {
                    try await set([path: value])
                } catch {
                    refusals.formUnion(error.faults.map(\.message))
                }
            }
        }
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

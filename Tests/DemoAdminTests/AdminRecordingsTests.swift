import DemoManager
import DemoManagerFiles
import Recordings
import Synchronization
import TestSupport
import Testing

@testable import DemoAdmin

/// A recording that only notes what it is told.
private final class NotedRecording: RecordingControl {
    struct State {
        var isRecording = false
        var hasBegun = false
        var failure: String?
        var settled = 0
        var taken: [ServedExchange] = []
    }
    let state = Mutex(State())
    let paths: [String]

    init(paths: [String] = []) { self.paths = paths }

    var isRecording: Bool { state.withLock { $0.isRecording } }
    var hasBegun: Bool { state.withLock { $0.hasBegun } }
    var failure: String? { state.withLock { $0.failure } }
    func isTarget(_ url: String) -> Bool { url == "http://server" }
    func start() { state.withLock { state in (state.isRecording, state.hasBegun, state.failure) = (true, true, nil) } }
    func stop() { state.withLock { $0.isRecording = false } }
    func record(_ exchanges: [ServedExchange]) async { state.withLock { $0.taken = exchanges } }
    func settle() async -> [String] {
        state.withLock { $0.settled += 1 }
        return paths
    }
}

@Suite("Recordings over the admin API")
struct AdminRecordingsTests {
    @Test("A recording starts, stops, and lists its mappings") func life() async throws {
        let folder = try Folder(["made.json": #"{"request": {"url": "/made"}, "response": {}}"#, "old.json": "{}"])
        let recording = NotedRecording(paths: [folder.path + "/made.json"])
        let api = AdminAPI(recordings: recording)
        api.manager.loadStubs(folder: folder.path)
        #expect(try await api.call(.get, "recordings/status").body == ["status": "NeverStarted"])
        #expect(try await api.call(.post, "recordings/stop").status == 400)
        let target = #"{"targetBaseUrl": "http://server", "persist": true, "repeatsAsScenarios": true}"#
        #expect(try await api.call(.post, "recordings/start", target).status == 200)
        #expect(try await api.call(.get, "recordings/status").body == ["status": "Recording"])
        let end = try await api.call(.post, "recordings/stop")
        #expect(end.body["mappings"]?.arrayValue?.map { $0["request"]?["url"] } == ["/made"])
        #expect(try await api.call(.get, "recordings/status").body == ["status": "Stopped"])
    }

    @Test(
        "an option that is not done here is refused by name, and nothing begins",
        arguments: [
            ("targetBaseUrl", #""http://other""#), ("targetBaseUrl", "1"), ("persist", "false"), ("filters", "{}"),
            ("repeatsAsScenarios", "false"), ("outputFormat", #""IDS""#), ("transformers", "[]"),
        ])
    func refused(_ key: String, _ value: String) async throws {
        let recording = NotedRecording()
        let answer = try await AdminAPI(recordings: recording).call(.post, "recordings/start", "{\"\(key)\": \(value)}")
        #expect(answer.status == 422)
        #expect(answer.body["errors"]?.arrayValue?.first?["source"]?["pointer"]?.stringValue == "/" + key)
        #expect(!recording.hasBegun)
    }

    @Test("a recording that the disk ended says so, and can be begun again") func failure() async throws {
        let recording = NotedRecording()
        let api = AdminAPI(recordings: recording)
        recording.start()
        recording.state.withLock { $0.failure = "Recording failed: full." }
        let status = try await api.call(.get, "recordings/status").body
        #expect(status == ["status": "Stopped", "failure": "Recording failed: full."])
        #expect(try await api.call(.post, "recordings/start").body == ["status": "Recording"])
    }

    @Test("without a server or a folder it says how to get one") func nothing() async throws {
        let api = AdminAPI()
        #expect(try await api.call(.get, "recordings/status").body == ["status": "NeverStarted"])
        for path in ["recordings/start", "recordings/stop", "recordings/snapshot"] {
            let answer = try await api.call(.post, path)
            #expect(answer.status == 422)
            #expect(answer.body["errors"]?.arrayValue?.first?["title"]?.stringValue?.contains("--record DIR") == true)
        }
    }

    @Test("A snapshot records whole passed replies of the journal") func snapshot() async throws {
        let recording = NotedRecording()
        let api = AdminAPI(DemoManager(configuration: .init(unmatched: .passThrough)), recordings: recording)
        try api.manager.stub(.get("/stub"), statusCode: 200)
        func pass(_ path: String, isCut: Bool = false, sent: Int = 0) {
            var headers = HTTPFields()
            headers[.contentLength] = sent > 0 ? "\(sent)" : nil
            let exchange = api.ask(path, headers: headers).exchange
            var outcome = ExchangeOutcome.reply(status: 201, headers: [:], body: Array("it".utf8), duration: .zero)
            outcome.isCut = isCut
            api.manager.finish(exchange, with: outcome)
        }
        pass("/whole")
        pass("/stub")
        pass("/cut", isCut: true)
        pass("/upload", sent: 5)
        api.ask("/under-way")
        #expect(try await api.call(.post, "recordings/snapshot").status == 200)
        let taken = recording.state.withLock { $0.taken }
        #expect(taken.map(\.request.path) == ["/whole"])
        #expect(taken.first?.response.status.code == 201 && taken.first?.body == Array("it".utf8))
    }

    @Test("Recordings are loaded before demo is switched on") func settled() async throws {
        let recording = NotedRecording()
        let api = AdminAPI(recordings: recording)
        #expect(try await api.call(.put, "demo", #"{"enabled": true}"#).status == 200)
        #expect(recording.state.withLock { $0.settled } == 1)
    }
}

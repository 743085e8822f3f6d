import DemoManager
import DemoManagerFiles
import Foundation
import TestSupport
import Testing

@testable import DemoAdmin
@testable import Recordings

@Suite("Recordings over the admin API") struct AdminRecordingsTests {
    private let folder: Folder
    private let recording: Recording
    private let api: AdminAPI

    init() throws { try self.init(calls: .system) }

    /// - Parameter calls: the disk that is recorded on.
    private init(calls: FileCalls) throws {
        folder = try Folder()
        let manager = DemoManager(configuration: .init(unmatched: .passThrough))
        recording = Recording(of: manager, into: folder.path("recording"), calls: calls)
        manager.loadStubs(folder: recording.folder, mayBeMissing: true)
        api = AdminAPI(manager, recorded: ServerRecording(recording) { $0 == "http://server" })
    }

    /// A reply of the server.
    private func serve(_ path: String) {
        let request = HTTPRequest(method: .get, scheme: "http", authority: "server", path: path)
        recording.take(ServedExchange(request: request, response: HTTPResponse(status: .ok)), captures: false)
    }

    @Test("A recording starts, stops, and lists its mappings") func life() async throws {
        #expect(try await api.call(.get, "recordings/status").body == ["status": "NeverStarted"])
        #expect(try await api.call(.post, "recordings/stop").status == 400)
        let target = #"{"targetBaseUrl": "http://server", "persist": true, "repeatsAsScenarios": true}"#
        #expect(try await api.call(.post, "recordings/start", target).status == 200)
        #expect(try await api.call(.get, "recordings/status").body == ["status": "Recording"])
        try folder.write("recording/mappings/old.json", #"{"request": {"url": "/old"}, "response": {}}"#)
        serve("/made")
        let end = try await api.call(.post, "recordings/stop")
        #expect(end.body["mappings"]?.arrayValue?.map { $0["request"]?["url"] } == ["/made"])
        #expect(try await api.call(.get, "recordings/status").body == ["status": "Stopped"])
    }

    @Test("a recording that the disk ended says so, and can be begun again") func failure() async throws {
        var calls = FileCalls.system
        calls.write = { _, _, _ in
            errno = ENOSPC
            return -1
        }
        let scene = try AdminRecordingsTests(calls: calls)
        try scene.recording.start()
        scene.serve("/made")
        await scene.recording.flush()
        let failure = try #require(scene.recording.status.failure)
        let status = try await scene.api.call(.get, "recordings/status").body
        #expect(status == ["status": "Stopped", "failure": .string(failure)])
        #expect(try await scene.api.call(.post, "recordings/start").body == ["status": "Recording"])
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
        let made = try await api.call(.post, "recordings/snapshot").body["mappings"]?.arrayValue ?? []
        #expect(made.map { $0["request"]?["url"] } == ["/whole"])
        #expect(made.first?["response"]?["status"] == 201 && made.first?["response"]?["body"] == "it")
    }

    @Test("Recordings are loaded before demo is switched on") func settled() async throws {
        try recording.start()
        serve("/made")
        #expect(try await api.call(.put, "demo", #"{"enabled": true}"#).status == 200)
        #expect(api.manager.stubs.count == 1)
    }
}

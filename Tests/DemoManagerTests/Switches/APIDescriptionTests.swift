import Testing
import WireFormats

@testable import DemoManager

/// An API's description that is replaced while its manager is used.
@Suite struct APIDescriptionTests {
    private let manager = demoManager()

    /// A description of operations with a screen of the same id each, which answer with their texts.
    private func description(_ answers: [(id: String, text: String)], _ routes: String = "") -> APIDescription {
        APIDescription(
            screens: answers.map { ScreenDescription(id: $0.id, operations: [$0.id]) },
            operations: answers.map { OperationDescription(id: $0.id, method: .get, pathTemplate: "/\($0.id)") },
            stubs: answers.map { id, text in
                let pattern = RequestPattern(method: .one(.get), url: .path("/\(id)"))
                return Stub(
                    name: id, source: .generated, request: pattern,
                    sequence: [SequenceEntry(Reply(body: Array(text.utf8)))], origin: .made(by: "test"))
            }, routes: routes, located: { $0.hasPrefix("/api") ? String($0.dropFirst(4)) : $0 })
    }

    private func stub(_ name: String) throws -> StubState { try #require(manager.stubs.first { $0.stub.name == name }) }

    @Test("Stubs in both descriptions get the new reply and keep id and hits; others are removed") func stubs() throws {
        try manager.use(description([("a", "old"), ("gone", "old")]))
        #expect(manager.answer("/a") == "old")
        let before = try stub("a")
        try manager.use(description([("new", "new"), ("a", "new")]))
        #expect(manager.answer("/a") == "new" && manager.answer("/new") == "new")
        #expect(try stub("a").id == before.id && stub("a").hits == 2)
        #expect(manager.stubs.count == 2)
        #expect(manager.decide(.get("/gone")).refusal == .noStub)
    }

    @Test("A screen follows its opener, also by the new description") func openers() throws {
        var description = description([("a", "a"), ("b", "b"), ("c", "c")])
        description.screens[1].openedFrom = "a"
        manager.isEnabled = false
        try manager.use(description)
        manager.setEnabled(.on, for: "a")
        #expect(manager.isEnabled(for: "b") && !manager.isEnabled(for: "c"))
        description.screens[1].openedFrom = nil
        description.screens[2].openedFrom = "a"
        try manager.use(description)
        #expect(!manager.isEnabled(for: "b") && manager.isEnabled(for: "c"))
    }

    @Test("Switches and conditions are kept for items in both descriptions only, in sessions too")
    func switches() throws {
        try manager.use(description([("a", ""), ("b", ""), ("gone", "")]))
        let session = manager.makeSession(named: "phone")
        for screen in ["a", "gone"] {
            manager.setCondition(.notFound, forOperation: screen)
            manager.setEnabled(.off, for: screen)
            session.setEnabled(.off, for: screen)
        }
        manager.setCondition(.slow, forScreen: "gone")
        manager.setEnabled(.off, for: "gone")
        try manager.use(description([("a", ""), ("b", "")]))
        manager.update(session)
        #expect(Array(manager.screenSwitches.keys) == ["a"])
        #expect(manager.condition(forOperation: "a") == .notFound)
        #expect(manager.condition(forOperation: "gone") == nil && manager.screenConditions.isEmpty)
        #expect(Array(session.screenSwitches.keys) == ["a"])
    }

    @Test("A stub that the user disabled, changed or removed stays so; a reset restores the new one")
    func changed() throws {
        try manager.use(description([("off", "old"), ("changed", "old"), ("removed", "old")]))
        manager.setEnabled(false, stub: try stub("off").id)
        let own = SequenceEntry(Reply(body: Array("own".utf8)))
        try manager.update(stub("changed").id) { $0.sequence = [own] }
        manager.remove(try stub("removed").id)
        try manager.use(description([("off", "new"), ("changed", "new"), ("removed", "new")]))
        #expect(try !stub("off").isEnabled)
        #expect(manager.answer("/changed") == "own")
        #expect(manager.decide(.get("/removed")).refusal == .noStub)
        manager.restoreDocumentStubs()
        #expect(manager.answer("/changed") == "new" && manager.answer("/removed") == "new")
    }

    @Test("The paths of stub files are resolved by the new description") func paths() throws {
        try manager.addPath("/api/file", "file") { $0.source = .file }
        #expect(manager.decide(.get("/file")).refusal == .noStub)
        try manager.use(description([]))
        #expect(manager.answer("/file") == "file")
    }

    @Test("A stub of a file that names the document's server answers at any server; one for another server does not")
    func servers() throws {
        let stubs = [
            ("/api/own", "api.example.com"), ("/api/other", "cdn.example.com"), ("/outside", "api.example.com"),
        ]
        for (path, host) in stubs {
            try manager.addPath(path, path) {
                $0.source = .file
                ($0.request.scheme, $0.request.host, $0.request.port) = ("https", host, 443)
            }
        }
        #expect(manager.decide(.get("/own")).refusal == .noStub)
        var description = description([])
        description.servers = [try BaseURL("https://API.example.com/api")]
        try manager.use(description)
        #expect(manager.answer("/own") == "/api/own")
        #expect(manager.decide(.get("/other")).refusal == .noStub)
        #expect(manager.decide(.get("/outside")).refusal == .noStub)
    }

    @Test("A call that was routed by an earlier description is neither decided nor recorded") func outdated() throws {
        try manager.use(description([("a", "old")], "old"))
        var call = manager.beginCall()
        call.description = manager.routes?.number
        try manager.use(description([("a", "new")], "new"))
        guard case .outdated = manager.begin(.get("/a"), body: nil, call: call) else { return #expect(Bool(false)) }
        #expect(manager.journal.exchanges.isEmpty)
        #expect(manager.routes?.routes as? String == "new")
        call.description = manager.routes?.number
        let begun = manager.begin(.get("/a"), body: nil, call: call)
        if case .made(let decision) = begun { #expect(decision.text == "new") } else { Issue.record("not decided") }
    }

    @Test("A description with an invalid stub changes nothing") func refused() throws {
        try manager.use(description([("a", "old")]))
        var next = description([("a", "new")])
        next.stubs[0].sequence = []
        #expect(throws: Problem.self) { try manager.use(next) }
        #expect(manager.answer("/a") == "old")
    }
}

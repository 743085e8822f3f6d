import DemoManager
import DemoManagerFiles
import Foundation
import TestSupport
import Testing

@testable import DemoAdmin

@Suite("Mappings over the admin API") struct AdminMappingsTests {
    private let api = AdminAPI()

    private static let hello = #"{"request": {"urlPath": "/hello"}, "response": {"status": 418, "body": "hi"}}"#

    @Test("a mapping that is added answers, is listed, edited in its place and deleted") func life() async throws {
        let added = try await api.call(.post, "mappings", Self.hello)
        #expect(added.status == 201)
        let id = try #require(added.body["id"]?.stringValue)
        guard case .stub(let reply, _) = api.ask("/hello").action else { return #expect(Bool(false), "no answer") }
        #expect(reply.status.code == 418)
        #expect(try await api.call(.get, "mappings").body["meta"]?["total"] == 1)
        #expect(try await api.call(.get, "mappings/{id}", parameter: id).body["request"]?["urlPath"] == "/hello")

        let edited = try await api.call(
            .put, "mappings/{id}", #"{"request": {"urlPath": "/hello"}, "response": {"status": 204}}"#, parameter: id)
        #expect(edited.status == 200 && edited.body["id"]?.stringValue == id)
        guard case .stub(let next, _) = api.ask("/hello").action else { return #expect(Bool(false), "no answer") }
        #expect(next.status.code == 204)

        #expect(try await api.call(.delete, "mappings/{id}", parameter: id).status == 200)
        #expect(try await api.call(.get, "mappings/{id}", parameter: id).status == 404)
        #expect(api.manager.stubs.isEmpty)
    }

    @Test("an id of the client's own is kept") func ownID() async throws {
        let id = "76ada7b0-55ae-4229-91c4-396a36f18347"
        let added = try await api.call(.post, "mappings", #"{"id": "\#(id)", "request": {}, "response": {}}"#)
        #expect(added.body["id"]?.stringValue == id)
        #expect(try await api.call(.get, "mappings/{id}", parameter: id).status == 200)
    }

    @Test("An import overwrites or ignores mappings of the same id") func imports() async throws {
        let id = "11111111-2222-4333-8444-555555555555"
        func text(_ status: Int, _ policy: String) -> String {
            let mapping = #"{"id": "\#(id)", "request": {"urlPath": "/a"}, "response": {"status": \#(status)}}"#
            return #"{"mappings": [\#(mapping)], "importOptions": {"duplicatePolicy": "\#(policy)"}}"#
        }
        #expect(try await api.call(.post, "mappings/import", text(200, "OVERWRITE")).status == 200)
        #expect(try await api.call(.post, "mappings/import", text(500, "IGNORE")).status == 200)
        #expect(api.manager.stubs.map(\.stub.sequence[0].reply.status) == [200])
        #expect(try await api.call(.post, "mappings/import", text(500, "OVERWRITE")).status == 200)
        #expect(api.manager.stubs.map(\.stub.sequence[0].reply.status) == [500])
    }

    @Test("An import may delete all others, and keeps those it brings with and without ids") func replaced()
        async throws
    {
        _ = try await api.call(.post, "mappings", #"{"request": {"urlPath": "/old"}}"#)
        let named = #"{"id": "11111111-2222-4333-8444-555555555555", "request": {"urlPath": "/a"}}"#
        let body =
            #"{"mappings": [\#(named), {"request": {"urlPath": "/b"}}], "importOptions": {"deleteAllNotInImport": true}}"#
        #expect(try await api.call(.post, "mappings/import", body).status == 200)
        #expect(api.manager.stubs.map { "\($0.stub.request.url.text)" } == ["/b", "/a"])
    }

    @Test("limit and offset give a part of the list and the number of all") func pages() async throws {
        for number in 0..<5 {
            _ = try await api.call(.post, "mappings", #"{"request": {"urlPath": "/\#(number)"}, "response": {}}"#)
        }
        let page = try await api.call(.get, "mappings", query: ["limit": "2", "offset": "4"]).body
        #expect(page["mappings"]?.arrayValue?.count == 1 && page["meta"]?["total"] == 5)
    }

    @Test("A reset removes added mappings and keeps stubs of the app's code") func reset() async throws {
        try api.manager.stub(.get("http://api.example.com/own"), statusCode: 204)
        _ = try await api.call(.post, "mappings", Self.hello)
        #expect(try await api.call(.post, "mappings/reset").status == 200)
        #expect(api.manager.stubs.map(\.stub.source) == [.code])
    }

    @Test("A reset restores edited and deleted stubs of the document in order", arguments: ["mappings/reset", "reset"])
    func documentStubs(_ path: String) async throws {
        let stubs = ["/a", "/b", "/c"].map { path in
            Stub(
                source: .generated, request: RequestPattern(method: .one(.get), url: .path(path)),
                sequence: [SequenceEntry(Reply(status: 200))], origin: .made(by: "document"))
        }
        try api.manager.add(stubs)
        let before = api.manager.stubs.map(\.uuid)
        for _ in 0..<2 {
            _ = try await api.call(.put, "mappings/{id}", Self.hello, parameter: before[0])
            _ = try await api.call(.delete, "mappings/{id}", parameter: before[0])
            _ = try await api.call(.put, "mappings/{id}", Self.hello, parameter: before[1])
            #expect(api.manager.stubs.count == 2)
            #expect(try await api.call(.post, path).status == 200)
            #expect(api.manager.stubs.map(\.uuid) == before)
            #expect(api.manager.stubs.allSatisfy { $0.stub.sequence[0].reply.status == 200 })
        }
    }

    @Test("A reset reads the folders: deleted files lose their stubs, broken ones keep them")
    func deletedFiles() async throws {
        let folder = try Folder(["a.json": Self.hello, "b.json": Self.hello])
        api.manager.loadStubs(folder: folder.path)
        try FileManager.default.removeItem(atPath: folder.path + "/a.json")
        try folder.write("b.json", "{")
        api.manager.reload()
        #expect(api.manager.stubs.count == 2)
        #expect(try await api.call(.post, "mappings/reset").status == 200)
        #expect(api.manager.stubs.map(\.stub.origin.path) == [folder.path + "/b.json"])
    }

    @Test("A generated stub is listed with its request") func madeReplies() async throws {
        var reply = Reply(status: 201)
        reply.maker = ReplyMaker { _, _ in }
        let pattern = RequestPattern(method: .one(.post), url: .path("/things"))
        try api.manager.add(Stub(request: pattern, sequence: [SequenceEntry(reply)], origin: .made(by: "test")))
        let mapping = try await api.call(.get, "mappings").body["mappings"]?.arrayValue?.first
        #expect(mapping?["request"] == ["method": "POST", "urlPath": "/things"])
        #expect(mapping?["response"]?["status"] == 201)
    }

    @Test("Saved mappings follow other files, keep their id, and answer in the next run") func save() async throws {
        let folder = try Folder(["z.json": #"{"request": {"urlPath": "/hello"}, "response": {"status": 200}}"#])
        let api = AdminAPI(home: StubHome(stubs: folder.path))
        api.manager.loadStubs(folder: folder.path)
        #expect(try await api.call(.post, "mappings/save").status == 200)
        let id = try #require(try await api.call(.post, "mappings", Self.hello).body["id"]?.stringValue)
        for _ in 0..<2 { #expect(try await api.call(.post, "mappings/save").status == 200) }
        #expect(api.manager.stubs.map(\.stub.source) == [.file, .file])
        _ = try await api.call(.post, "mappings", #"{"request": {"urlPath": "/new"}, "response": {}}"#)
        #expect(try await api.call(.post, "mappings/save").status == 200)
        let next = AdminAPI()
        next.manager.loadStubs(folder: folder.path)
        for manager in [api.manager, next.manager] {
            #expect(manager.stubs.count == 3 && manager.stubs.contains { $0.uuid == id })
        }
        guard case .stub(let reply, _) = next.ask("/hello").action else { return #expect(Bool(false), "no answer") }
        #expect(reply.status.code == 418)
        #expect(try await api.call(.delete, "mappings/{id}", parameter: id).status == 200)
        #expect(try await api.call(.post, "mappings/save").status == 200)
        next.manager.reload()
        #expect(!next.manager.stubs.contains { $0.uuid == id } && next.manager.stubs.count == 2)
    }

    @Test("An edited or imported mapping stays in its file", arguments: [false, true])
    func replaced(isImported: Bool) async throws {
        let folder = try Folder()
        let api = AdminAPI(home: StubHome(stubs: folder.path))
        api.manager.loadStubs(folder: folder.path)
        let id = try #require(try await api.call(.post, "mappings", Self.hello).body["id"]?.stringValue)
        #expect(try await api.call(.post, "mappings/save").status == 200)
        let changed = #"{"id": "\#(id)", "request": {"urlPath": "/hello"}, "response": {"status": 204}}"#
        let answer =
            isImported
            ? try await api.call(.post, "mappings/import", #"{"mappings": [\#(changed)]}"#)
            : try await api.call(.put, "mappings/{id}", changed, parameter: id)
        #expect(answer.status == 200)
        #expect(api.manager.stubs.map(\.stub.origin.path) == [folder.path + "/~saved.json"])
        #expect(try await api.call(.post, "mappings/save").status == 200)
        let next = DemoManager()
        next.loadStubs(folder: folder.path)
        #expect(next.stubs.map(\.uuid) == [id] && next.stubs.first?.stub.sequence.first?.reply.status == 204)
    }

    @Test("Nothing is saved without a folder, or over a broken file") func unsaved() async throws {
        #expect(try await AdminAPI().call(.post, "mappings/save").status == 422)
        let folder = try Folder(["~saved.json": "{"])
        let api = AdminAPI(home: StubHome(stubs: folder.path))
        api.manager.loadStubs(folder: folder.path)
        _ = try await api.call(.post, "mappings", Self.hello)
        let answer = try await api.call(.post, "mappings/save")
        #expect(answer.status == 422 && api.manager.stubs.count == 1)
        #expect(answer.body["errors"]?.arrayValue?.first?["title"]?.stringValue?.contains("~saved.json") == true)
    }
}

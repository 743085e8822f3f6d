import DemoManager
import JSONText
import Testing

@testable import DemoAdmin

@Suite("Mappings over the admin API")
struct AdminMappingsTests {
    private static let hello = #"{"request": {"urlPath": "/hello"}, "response": {"status": 418, "body": "hi"}}"#

    @Test("a mapping that is added answers, is listed, edited in its place and deleted")
    func life() async throws {
        let api = AdminAPI()
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

    @Test("an id of the client's own is kept")
    func ownID() async throws {
        let api = AdminAPI()
        let id = "76ada7b0-55ae-4229-91c4-396a36f18347"
        let added = try await api.call(.post, "mappings", #"{"id": "\#(id)", "request": {}, "response": {}}"#)
        #expect(added.body["id"]?.stringValue == id)
        #expect(try await api.call(.get, "mappings/{id}", parameter: id).status == 200)
    }

    @Test("what cannot be honoured is refused by name, and nothing changes")
    func refused() async throws {
        let api = AdminAPI()
        let answer = try await api.call(
            .post, "mappings",
            #"{"mappings": [\#(Self.hello), {"request": {"urlGlob": "*"}, "response": {}}]}"#)
        #expect(answer.status == 422)
        let fault = try #require(answer.body["errors"]?.arrayValue?.first)
        #expect(fault["title"]?.stringValue?.contains("urlGlob") == true)
        #expect(fault["source"]?["pointer"] == "/mappings/1/request/urlGlob")
        #expect(api.manager.stubs.isEmpty)
        #expect(try await api.call(.post, "mappings", "{nonsense").status == 422)
        let file = #"{"request": {}, "response": {"bodyFileName": "/etc/passwd"}}"#
        #expect(try await api.call(.post, "mappings", file).status == 422)
    }

    @Test("an import overwrites mappings of the same id or leaves them, as it says")
    func imports() async throws {
        let api = AdminAPI()
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
        #expect(try await api.call(.post, "mappings/import", text(500, "LATER")).status == 422)
    }

    @Test("an import or an edit that cannot be honoured names the key and changes nothing")
    func refusedChanges() async throws {
        let api = AdminAPI()
        let id = "11111111-2222-4333-8444-555555555555"
        let old = #"{"id": "\#(id)", "request": {"urlPath": "/a"}, "response": {"status": 200}}"#
        _ = try await api.call(.post, "mappings", old)
        let changed =
            #"{"id": "\#(id)", "request": {"urlPath": "/a"}, "response": {"status": 500, "bodyFilename": "x"}}"#
        let mappings = #"{"mappings": [\#(Self.hello), \#(changed)], "importOptions": {"deleteAllNotInImport": true}}"#
        let answers = [
            try await api.call(.post, "mappings/import", mappings),
            try await api.call(.put, "mappings/{id}", changed, parameter: id),
        ]
        for answer in answers {
            #expect(answer.status == 422)
            let pointer = answer.body["errors"]?.arrayValue?.first?["source"]?["pointer"]?.stringValue
            #expect(pointer?.hasSuffix("/response/bodyFilename") == true)
        }
        #expect(api.manager.stubs.map(\.uuid) == [id])
        #expect(api.manager.stubs.first?.stub.sequence.first?.reply.status == 200)
    }

    @Test("limit and offset give a part of the list and the number of all")
    func pages() async throws {
        let api = AdminAPI()
        for number in 0..<5 {
            _ = try await api.call(.post, "mappings", #"{"request": {"urlPath": "/\#(number)"}, "response": {}}"#)
        }
        let page = try await api.call(.get, "mappings", query: ["limit": "2", "offset": "4"]).body
        #expect(page["mappings"]?.arrayValue?.count == 1 && page["meta"]?["total"] == 5)
        #expect(try await api.call(.get, "mappings", query: ["limit": "-1"]).status == 400)
    }

    @Test("reset takes out what was added and keeps what the app's own code added")
    func reset() async throws {
        let api = AdminAPI()
        try api.manager.stub(.get("http://api.example.com/own"), statusCode: 204)
        _ = try await api.call(.post, "mappings", Self.hello)
        #expect(try await api.call(.post, "mappings/reset").status == 200)
        #expect(api.manager.stubs.map(\.stub.source) == [.code])
    }
}

import DemoManager
import HTTPTypes
import JSONText
import Testing

@testable import DemoAdmin

@Suite("Requests over the admin API")
struct AdminRequestsTests {
    private func api() async throws -> AdminAPI {
        let api = AdminAPI(DemoManager(configuration: .init(unmatched: .error)))
        _ = try await api.call(
            .post, "mappings", #"{"request": {"method": "GET", "urlPath": "/known"}, "response": {}}"#)
        api.ask("/known?page=2", headers: [.authorization: "Bearer top-secret"])
        api.ask(.post, "/known")
        return api
    }

    @Test("requests are counted and found by what mappings match with")
    func find() async throws {
        let api = try await api()
        #expect(try await api.call(.post, "requests/count", #"{"urlPath": "/known"}"#).body["count"] == 2)
        let pattern = #"{"method": "GET", "headers": {"Authorization": {"equalTo": "Bearer top-secret"}}}"#
        #expect(try await api.call(.post, "requests/count", pattern).body["count"] == 1)
        let found = try await api.call(.post, "requests/find", pattern).body["requests"]?.arrayValue ?? []
        #expect(found.map { $0["url"]?.stringValue } == ["/known?page=2"])
        #expect(try await api.call(.post, "requests/count", #"{"urlGlob": "x"}"#).status == 422)
    }

    @Test("no secret is told")
    func secrets() async throws {
        let api = try await api()
        for answer in [try await api.call(.get, "requests"), try await api.call(.post, "requests/find", "{}")] {
            #expect(!answer.body.text(.compact).contains("top-secret"))
        }
    }

    @Test("the newest comes first, with what was decided; one is found by its id")
    func list() async throws {
        let api = try await api()
        let requests = try await api.call(.get, "requests").body["requests"]?.arrayValue ?? []
        #expect(requests.map { $0["decision"]?.stringValue } == ["refused", "stubbed"])
        let id = try #require(requests.first?["id"]?.stringValue)
        #expect(try await api.call(.get, "requests/{id}", parameter: id).body["request"]?["method"] == "POST")
        #expect(try await api.call(.get, "requests/{id}", parameter: "x").status == 404)
    }

    @Test("what no stub answered is told with the mappings that came close")
    func nearMisses() async throws {
        let api = try await api()
        let unmatched = try await api.call(.get, "requests/unmatched").body["requests"]?.arrayValue ?? []
        #expect(unmatched.map { $0["method"]?.stringValue } == ["POST"])
        let misses = try await api.call(.get, "requests/unmatched/near-misses").body["nearMisses"]?.arrayValue ?? []
        #expect(misses.first?["stubMapping"]?["request"]?["urlPath"] == "/known")
        let asked = try await api.call(.post, "near-misses/request", #"{"method": "PUT", "url": "/known"}"#)
        #expect(asked.body["nearMisses"]?.arrayValue?.isEmpty == false)
        let pattern = try await api.call(
            .post, "near-misses/request-pattern", #"{"method": "PUT", "urlPath": "/known"}"#)
        #expect(pattern.body["nearMisses"]?.arrayValue?.count == 2)
    }

    @Test("a request that was to go past the stubs is none that they missed")
    func bypassed() async throws {
        let api = AdminAPI()
        let request = HTTPRequest(method: .get, scheme: "http", authority: "api.example.com", path: "/a")
        _ = api.manager.decide(request, call: Call(id: 1, mode: .demo, isBypassed: true))
        #expect(try await api.call(.get, "requests").body["requests"]?.arrayValue?.count == 1)
        #expect(try await api.call(.get, "requests/unmatched").body["requests"] == [])
    }

    @Test("the journal is emptied")
    func reset() async throws {
        let api = try await api()
        _ = try await api.call(.post, "requests/reset")
        #expect(try await api.call(.get, "requests").body["meta"]?["total"] == 0)
    }
}

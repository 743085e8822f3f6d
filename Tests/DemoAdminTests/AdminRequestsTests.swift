import DemoManager
import HTTPTypes
import JSONText
import Testing

@testable import DemoAdmin

@Suite("Requests over the admin API")
struct AdminRequestsTests {
    private func api() throws -> AdminAPI {
        let api = AdminAPI(DemoManager(configuration: .init(unmatched: .error)))
        _ = try api.call(.post, "mappings", #"{"request": {"method": "GET", "urlPath": "/known"}, "response": {}}"#)
        api.ask("/known?page=2", headers: [.authorization: "Bearer top-secret"])
        api.ask(.post, "/known")
        return api
    }

    @Test("requests are counted and found by what mappings match with")
    func find() throws {
        let api = try api()
        #expect(try api.call(.post, "requests/count", #"{"urlPath": "/known"}"#).body["count"] == 2)
        let pattern = #"{"method": "GET", "headers": {"Authorization": {"equalTo": "Bearer top-secret"}}}"#
        #expect(try api.call(.post, "requests/count", pattern).body["count"] == 1)
        let found = try api.call(.post, "requests/find", pattern).body["requests"]?.arrayValue ?? []
        #expect(found.map { $0["url"]?.stringValue } == ["/known?page=2"])
        #expect(try api.call(.post, "requests/count", #"{"urlGlob": "x"}"#).status == 422)
    }

    @Test("no secret is told")
    func secrets() throws {
        let api = try api()
        for answer in [try api.call(.get, "requests"), try api.call(.post, "requests/find", "{}")] {
            #expect(!answer.body.text(.compact).contains("top-secret"))
        }
    }

    @Test("the newest comes first, with what was decided; one is found by its id")
    func list() throws {
        let api = try api()
        let requests = try api.call(.get, "requests").body["requests"]?.arrayValue ?? []
        #expect(requests.map { $0["decision"]?.stringValue } == ["refused", "stubbed"])
        let id = try #require(requests.first?["id"]?.stringValue)
        #expect(try api.call(.get, "requests/{id}", parameter: id).body["request"]?["method"] == "POST")
        #expect(try api.call(.get, "requests/{id}", parameter: "x").status == 404)
    }

    @Test("what no stub answered is told with the mappings that came close")
    func nearMisses() throws {
        let api = try api()
        let unmatched = try api.call(.get, "requests/unmatched").body["requests"]?.arrayValue ?? []
        #expect(unmatched.map { $0["method"]?.stringValue } == ["POST"])
        let misses = try api.call(.get, "requests/unmatched/near-misses").body["nearMisses"]?.arrayValue ?? []
        #expect(misses.first?["stubMapping"]?["request"]?["urlPath"] == "/known")
        let asked = try api.call(.post, "near-misses/request", #"{"method": "PUT", "url": "/known"}"#)
        #expect(asked.body["nearMisses"]?.arrayValue?.isEmpty == false)
        let pattern = try api.call(.post, "near-misses/request-pattern", #"{"method": "PUT", "urlPath": "/known"}"#)
        #expect(pattern.body["nearMisses"]?.arrayValue?.count == 2)
    }

    @Test("the journal is emptied")
    func reset() throws {
        let api = try api()
        _ = try api.call(.post, "requests/reset")
        #expect(try api.call(.get, "requests").body["meta"]?["total"] == 0)
    }
}

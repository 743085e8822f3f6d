import DemoManager
import HTTPTypes
import Testing

@Suite("Requests over the admin API") struct AdminRequestsTests {
    private let api = AdminAPI(DemoManager(configuration: .init(unmatched: .error)))

    init() async throws {
        _ = try await api.call(
            .post, "mappings", #"{"request": {"method": "GET", "urlPath": "/known"}, "response": {}}"#)
        api.ask("/known?page=2", headers: [.authorization: "Bearer top-secret"])
        api.ask(.post, "/known")
    }

    @Test("Requests are counted and found by patterns") func find() async throws {
        #expect(try await api.call(.post, "requests/count", #"{"urlPath": "/known"}"#).body["count"] == 2)
        let pattern = #"{"method": "GET", "headers": {"Authorization": {"equalTo": "Bearer top-secret"}}}"#
        #expect(try await api.call(.post, "requests/count", pattern).body["count"] == 1)
        let found = try await api.call(.post, "requests/find", pattern).body["requests"]?.arrayValue ?? []
        #expect(found.map { $0["url"]?.stringValue } == ["/known?page=2"])
    }

    @Test("An absolute URL is the client's, without secrets") func absoluteURL() async throws {
        var call = Call(id: 2, mode: .demo)
        call.asked = Call.Asked(
            HTTPRequest(method: .get, scheme: "http", authority: "localhost:8080", path: "/known?token=top-secret"))
        _ = api.manager.decide(.get("https://api.example.com/v1/known"), call: call)
        let requests = try await api.call(.get, "requests").body["requests"]?.arrayValue ?? []
        #expect(
            requests.prefix(2).map { $0["request"]?["absoluteUrl"] } == [
                "http://localhost:8080/known?token=REDACTED", "http://api.example.com/known",
            ])
    }

    @Test("Requests contain no secrets") func secrets() async throws {
        for answer in [try await api.call(.get, "requests"), try await api.call(.post, "requests/find", "{}")] {
            #expect(!answer.body.text(.compact).contains("top-secret"))
        }
    }

    @Test("The newest request is first, with its decision; one is found by id") func list() async throws {
        let requests = try await api.call(.get, "requests").body["requests"]?.arrayValue ?? []
        #expect(requests.map { $0["decision"]?.stringValue } == ["refused", "stubbed"])
        let id = try #require(requests.first?["id"]?.stringValue)
        #expect(try await api.call(.get, "requests/{id}", parameter: id).body["request"]?["method"] == "POST")
        #expect(try await api.call(.get, "requests/{id}", parameter: "x").status == 404)
    }

    @Test("Unmatched requests have near misses") func nearMisses() async throws {
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

    @Test("A bypassed request is not unmatched") func bypassed() async throws {
        let api = AdminAPI()
        let call = Call(id: 1, mode: .demo, isBypassed: true)
        _ = api.manager.decide(.get("http://api.example.com/a"), call: call)
        #expect(try await api.call(.get, "requests").body["requests"]?.arrayValue?.count == 1)
        #expect(try await api.call(.get, "requests/unmatched").body["requests"] == [])
    }

    @Test("A request is listed with parameters, cookie names and its stub") func parts() async throws {
        let id = try #require(api.manager.stubs.first?.uuid)
        api.ask("/known?q=a+b&q=%C3%A4&token=s3cret", headers: [.cookie: "session=s3cret"])
        let event = try #require(try await api.call(.get, "requests").body["requests"]?.arrayValue?.first)
        #expect(event["stubMapping"]?["id"]?.stringValue == id)
        #expect(event["request"]?["queryParams"]?["q"] == ["key": "q", "values": ["a b", "ä"]])
        #expect(event["request"]?["cookies"] == ["session": "REDACTED"])
        #expect(!event.text(.compact).contains("s3cret"))
    }

    @Test("A refusal is listed with the client's status and body") func notice() async throws {
        let api = AdminAPI(DemoManager(configuration: .init(unmatched: .error)))
        var outcome = ExchangeOutcome.failure("no stub", duration: .zero)
        outcome.notice = .init(status: 404, headers: [.contentType: "text/plain"], body: Array("?token=s3cret".utf8))
        api.manager.finish(api.ask("/a").exchange, with: outcome)
        let told = try await api.call(.get, "requests").body["requests"]?.arrayValue?.first?["response"]
        #expect(told?["status"] == 404 && told?["failure"] == "no stub" && told?["body"] == "?token=REDACTED")
        #expect(told?["headers"] == ["Content-Type": "text/plain"])
    }

    @Test("The messages of a WebSocket are listed without secrets") func messages() async throws {
        let api = AdminAPI()
        let id = api.ask("/a").exchange
        api.manager.finish(id, with: .reply(status: 101, headers: [:], body: [], duration: .zero))
        let sent: [SocketMessage] = [
            SocketMessage(from: .client, .text, "?token=s3cret".utf8, at: .milliseconds(5)),
            SocketMessage(from: .server, .binary, [0, 1, 2], at: .seconds(1)),
            SocketMessage(from: .server, .text, String(repeating: "x", count: 5_000).utf8, at: .seconds(2)),
            SocketMessage(from: .client, .close(code: 1_000), "bye".utf8, at: .seconds(3)),
        ]
        for message in sent { api.manager.note(message, of: id) }
        let event = try #require(try await api.call(.get, "requests").body["requests"]?.arrayValue?.first)
        let messages = event["webSocket"]?["messages"]?.arrayValue ?? []
        #expect(event["webSocket"]?["count"] == 4 && messages.count == 4)
        #expect(messages.first == ["from": "client", "time": 5, "text": "?token=REDACTED"])
        #expect(messages.dropFirst().first == ["from": "server", "time": 1_000, "base64": "AAEC"])
        #expect(messages.dropFirst(2).first?["size"] == 5_000)
        #expect(messages.last == ["from": "client", "time": 3_000, "close": 1_000, "reason": "bye"])
    }

    @Test("Requests are filtered by timestamp and Boolean") func filters() async throws {
        func count(_ query: [String: String]) async throws -> JSONValue? {
            try await api.call(.get, "requests", query: query).body["meta"]?["total"]
        }
        #expect(try await count(["since": "2020-01-31T12:00:00.5Z"]) == 2)
        #expect(try await count(["since": "9999-01-31T12:00:00Z"]) == 0)
        #expect(try await count(["unmatched": "false"]) == 2)
    }

    @Test("The answering stub is nearest, and a logged request can be sent back") func fedBack() async throws {
        let api = AdminAPI()
        let stub =
            """
            {"request": {"method": "POST", "urlPath": "/a", "queryParameters": {"q": {"equalTo": "x y"}},
             "headers": {"Accept": {"equalTo": "text/b"}}, "cookies": {"c": {"equalTo": "1"}},
             "bodyPatterns": [{"equalTo": "ä"}]}, "response": {}}
            """
        _ = try await api.call(.post, "mappings", stub)
        let request =
            """
            {"method": "POST", "url": "/a", "queryParams": {"q": {"key": "q", "values": ["x y"]}},
             "headers": {"Accept": ["text/a", "text/b"]}, "cookies": {"c": "1"}, "bodyAsBase64": "w6Q=",
             "loggedDate": 1, "protocol": "HTTP/1.1"}
            """
        let misses = try await api.call(.post, "near-misses/request", request).body["nearMisses"]?.arrayValue
        #expect(misses?.count == 1)
        #expect(misses?.first?["matchResult"]?["distance"]?.numberValue?.double == 0)
        #expect(misses?.first?["stubMapping"]?["request"]?["urlPath"] == "/a")
    }

    @Test("the journal is emptied") func reset() async throws {
        _ = try await api.call(.post, "requests/reset")
        #expect(try await api.call(.get, "requests").body["meta"]?["total"] == 0)
    }
}

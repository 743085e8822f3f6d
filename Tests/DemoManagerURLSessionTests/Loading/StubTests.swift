import DemoManager
import DemoManagerURLSession
import Foundation
import LoopbackPorts
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Stubs in a URLSession") struct StubTests {
    @Test("A stub answers with its status, headers and body, and nothing is sent") func reply() async throws {
        try await LoopbackServer.run { server in
            let reply = Reply(status: 418, headers: [.contentType: "text/plain"], body: Array("tea".utf8))
            let manager = try demo(answering: reply)
            let got = try await manager.session().get(server.url("/me?a=1"))
            #expect(got.status == 418 && got.text == "tea" && got.headers["Content-Type"] == "text/plain")
            #expect(server.requests.isEmpty)
            #expect(manager.lastEnd == .status(418))
            #expect(manager.journal.exchanges.last?.outcome?.body == Array("tea".utf8))
        }
    }

    @Test("A stub's cookies are stored only under the policy error, so that no server gets them")
    func cookies() async throws {
        var headers = HTTPFields()
        headers.append(HTTPField(name: .setCookie, value: "sid=a; Path=/"))
        headers.append(HTTPField(name: .setCookie, value: "theme=dark; Expires=Wed, 21 Oct 2099 07:28:00 GMT"))
        let expected: [(policy: UnmatchedPolicy, sets: Bool, names: [String])] = [
            (.error, true, ["sid", "theme"]), (.error, false, []), (.passThrough, true, []),
        ]
        for (policy, sets, names) in expected {
            let manager = try demo(policy, answering: Reply(headers: headers))
            let session = manager.session { $0.httpShouldSetCookies = sets }
            _ = try await session.get(me)
            withExtendedLifetime(manager) {}
            let cookies = URL(string: me).flatMap { session.configuration.httpCookieStorage?.cookies(for: $0) }
            #expect(cookies?.map(\.name).sorted() == names)
        }
    }

    @Test("A delayed, paced body of 10 MB arrives completely") func largeBody() async throws {
        let body = (0..<10_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let pacing = Pacing.even(chunks: 7, duration: .milliseconds(20))
        let manager = try demo(answering: Reply(body: body, delay: .fixed(.milliseconds(10)), pacing: pacing))
        let (data, _) = try await manager.session().data(for: .to(me))
        #expect([UInt8](data) == body)
    }

    @Test("HEAD, 204 and 304 have no body", arguments: [("HEAD", 200), ("GET", 204), ("GET", 304)])
    func bodiless(method: String, status: Int) async throws {
        let manager = try demo(answering: Reply(status: status, body: Array("body".utf8)))
        let got = try await manager.session().get(.to(me, method))
        #expect(got.status == status && got.text.isEmpty)
    }

    @Test("The response has the URL the app asked for, without marks", arguments: ["", "#part"])
    func responseURL(fragment: String) async throws {
        let manager = try demo(answering: Reply())
        let request = try URLRequest.to(me + fragment) { $0.demoScreen = "profile" }
        #expect(try await manager.session().data(for: request).1.url?.absoluteString == me + fragment)
    }

    @Test("The length of a body is told, but where the author or the status says otherwise")
    func contentLength() async throws {
        let body = Array("body".utf8)
        let expected: [(reply: Reply, method: String, length: String?, expected: Int64)] = [
            (Reply(body: body), "GET", "4", 4), (Reply(status: 404, body: body), "POST", "4", 4),
            (Reply(body: body), "HEAD", "4", 4), (Reply(headers: [.contentLength: "9"], body: body), "GET", "9", 9),
            (Reply(headers: [.transferEncoding: "chunked"], body: body), "GET", nil, -1),
            (Reply(status: 204, body: body), "GET", nil, -1), (Reply(status: 304, body: body), "GET", nil, -1),
        ]
        for (reply, method, length, count) in expected {
            let manager = try demo(answering: reply)
            let (_, response) = try await manager.session().data(for: .to(me, method))
            #expect((response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Length") == length)
            #expect(response.expectedContentLength == count)
        }
    }

    @Test("Repeated headers are joined as URLSession joins them") func repeatedHeaders() async throws {
        var headers: HTTPFields = [:]
        headers[.allow] = "GET"
        headers.append(HTTPField(name: .allow, value: "PUT"))
        let manager = try demo(answering: Reply(headers: headers))
        let got = try await manager.session().get(me)
        #expect(got.headers["Allow"] == "GET, PUT")
    }

    #if !canImport(Darwin)
        @Test(
            "A stubbed redirect is followed; 307 and 308 keep the method",
            arguments: [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")])
        func redirect(status: Int, method: String) async throws {
            let manager = demo()
            try manager.stub(matching: .request(.any, "/old"), Reply(status: status, headers: [.location: "/new?a=1"]))
            try manager.stub(matching: .request(.any, "/new"), .json(["n": 1]))
            let (body, response) = try await manager.session().data(
                for: .to("https://a.example/old", "POST", body: "b") { $0.demoScreen = "profile" })
            #expect(String(decoding: body, as: UTF8.self) == #"{"n":1}"#)
            #expect(response.url?.absoluteString == "https://a.example/new?a=1")
            let exchanges = manager.journal.exchanges
            #expect(exchanges.map(\.status) == [status, 200])
            #expect(exchanges.last?.request.method.rawValue == method)
            #expect(
                exchanges.last?.requestBody.map { String(decoding: $0, as: UTF8.self) } == (method == "POST" ? "b" : "")
            )
        }

        @Test("A redirect's cookies are sent to its target, in place of those before")
        func redirectCookies() async throws {
            let manager = demo()
            let login = Reply(status: 302, headers: [.setCookie: "sid=9; Path=/", .location: "/me"])
            try manager.stub(matching: .request(.any, "/login"), login)
            let away = Reply(status: 307, headers: [.location: "http://b.example/me"])
            try manager.stub(matching: .request(.any, "/away"), away)
            let renew = Reply(status: 302, headers: [.setCookie: "sid=10; Path=/", .location: "/me"])
            try manager.stub(matching: .request(.any, "/renew"), renew)
            try manager.stub(matching: .request(.any, "/me"), .json([:]))
            func cookies(
                _ paths: [String], own: String? = nil, handles: Bool = true, sets: Bool = true
            ) async throws -> [String?] {
                let session = manager.session { $0.httpShouldSetCookies = sets }
                let known = manager.journal.exchanges.count
                for path in paths {
                    _ = try await session.get(
                        .to("http://a.example\(path)") {
                            $0.httpShouldHandleCookies = handles
                            if let own { $0.setValue(own, forHTTPHeaderField: "Cookie") }
                        })
                }
                return manager.journal.exchanges.dropFirst(known).map { $0.request.headerFields[.cookie] }
            }
            #expect(try await cookies(["/login", "/me"]) == [nil, "sid=9", "sid=9"])
            #expect(try await cookies(["/login", "/login"]) == [nil, "sid=9", "sid=9", "sid=9"])
            #expect(try await cookies(["/login", "/away"]) == [nil, "sid=9", "sid=9", nil])
            #expect(try await cookies(["/login", "/renew"]) == [nil, "sid=9", "sid=9", "sid=10"])
            #expect(try await cookies(["/login"], own: "a=1") == ["a=1", "a=1,sid=9"])
            #expect(try await cookies(["/login"], handles: false) == [nil, nil])
            #expect(try await cookies(["/login"], sets: false) == [nil, nil])
        }

        @Test("Circular redirects end with an error, and one to a request without a stub is refused")
        func circle() async throws {
            let manager = demo()
            try manager.stub(.get("https://a.example/a"), Reply(status: 302, headers: [.location: "/b"]))
            try manager.stub(.get("https://a.example/b"), Reply(status: 302, headers: [.location: "/a"]))
            try manager.stub(.get("https://a.example/c"), Reply(status: 302, headers: [.location: "/d"]))
            let session = manager.session()
            await #expect { try await session.get("https://a.example/a") } throws: {
                ($0 as? URLError)?.code == .httpTooManyRedirects
            }
            await #expect { try await session.get("https://a.example/c") } throws: {
                ($0 as? URLError)?.demoRefusal?.description.contains("/d") == true
            }
        }

        @Test(
            "A stubbed 401 ends the task, whatever its challenge",
            arguments: ["Basic realm=\"x\"", "Bearer", "Digest realm=\"x\", nonce=\"1\"", "Bearer realm=\"x\""])
        func challenge(_ challenge: String) async throws {
            let headers: HTTPFields = [.wwwAuthenticate: challenge]
            let manager = try demo(answering: Reply(status: 401, headers: headers, body: Array("no".utf8)))
            let got = try await manager.session().get(me)
            #expect(got.status == 401 && got.text == "no" && got.headers["X-WWW-Authenticate"] == challenge)
        }
    #endif

    @Test("Completion handlers and delegates get the same reply as data(for:)") func otherWays() async throws {
        let manager = try demo(answering: Reply(status: 201, body: Array("made".utf8)))
        let request = try URLRequest.to(me, "POST", body: "x")
        let handled: Got = try await withCheckedThrowingContinuation { continuation in
            manager.session().dataTask(with: request) { data, response, error in
                let result: Result<Got, any Error> =
                    if let data, let response { .success(Got((data, response))) } else {
                        .failure(error ?? CancellationError())
                    }
                continuation.resume(with: result)
            }.resume()
        }
        #expect(handled.status == 201 && handled.text == "made")
        let listener = Listener()
        manager.session(delegate: listener).dataTask(with: request).resume()
        #expect(await listener.heard() == ["response 201", "data made", "end"])
    }

    @Test("Session headers are matched, and the request's own win") func sessionHeaders() async throws {
        let pattern = RequestPattern(headers: [
            NamedMatcher("Authorization", .equalTo("Bearer mine")), NamedMatcher("X-App", .equalTo("1")),
        ])
        let manager = try demo(to: pattern, answering: Reply(status: 202))
        let session = manager.session { $0.httpAdditionalHeaders = ["Authorization": "Bearer session", "X-App": "1"] }
        let got = try await session.get(.to(me) { $0.setValue("Bearer mine", forHTTPHeaderField: "authorization") })
        #expect(got.status == 202)
    }

    @Test("1,000 concurrent requests get 1,000 replies") func concurrency() async throws {
        let manager = try demo(answering: Reply(body: Array("x".utf8), delay: .fixed(.milliseconds(5))))
        let session = manager.session()
        let answers = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<1_000 {
                group.addTask { try await session.get("http://api.example/\(number)").text == "x" }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(answers == 1_000)
        #expect(manager.stubs.first?.hits == 1_000)
        #expect(manager.journal.exchanges.count { $0.outcome?.end == .status(200) } == 1_000)
    }
}

@Suite("Marks of a request") struct DemoMarksTests {
    @Test("Marks are read back unchanged, whatever their characters") func roundTrip() throws {
        var request = try URLRequest.to("https://api.example/me?a=%2F#")
        request.demoScreen = "a&b=c #~demo:ü%20"
        request.demoOperation = ""
        request.demoCondition = .named("half full")
        request.bypassesDemo = true
        #expect(request.demoScreen == "a&b=c #~demo:ü%20")
        #expect(request.demoOperation == "")
        #expect(request.demoCondition == .named("half full"))
        #expect(request.bypassesDemo)
        #expect(request.url?.query == "a=%2F")
    }

    @Test("The app's own fragment is kept, and removing the marks restores the URL") func ownFragment() throws {
        for text in ["https://api.example/me", "https://api.example/?q=1#part", "/relative"] {
            var request = try URLRequest.to(text)
            request.demoScreen = "profile"
            request.demoScreen = "cards"
            #expect(request.demoScreen == "cards")
            request.demoMarks = DemoMarks()
            #expect(request.url?.absoluteString == text)
        }
    }

    @Test("A fragment that only resembles marks is ignored") func foreignFragments() throws {
        for fragment in ["demo:screen=x", "~demo:", "~demo:screen", "~demo:attempt=-3&mode=odd&call=-1", "~demo:=&=="] {
            #expect(try URLRequest.to("https://api.example/#\(fragment)").demoMarks == DemoMarks())
        }
    }
}

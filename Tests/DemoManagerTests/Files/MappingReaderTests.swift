import Testing

@testable import DemoManager
@testable import DemoManagerFiles

@Suite struct MappingReaderTests {
    @Test("one mapping or a list of them, in YAML or JSON") func shapes() {
        #expect(mappings("request: {urlPath: /a}\nresponse: {status: 204}").stubs.count == 1)
        #expect(mappings("mappings:\n- request: {urlPath: /a}\n- request: {urlPath: /b}").stubs.count == 2)
        let json = #"{"mappings":[{"request":{"urlPath":"/a"},"response":{"body":"x"}}],"meta":{"total":1}}"#
        #expect(mappings(json, name: "stubs/test.json").stubs.first?.sequence.first?.reply.body == Array("x".utf8))
    }

    @Test("every key of a mapping is read") func everything() throws {
        let content = mappings(
            """
            id: 1b0e
            name: profile
            priority: 2
            scenarioName: onboarding
            requiredScenarioState: Started
            newScenarioState: done
            persistent: true
            insertionIndex: 7
            request: {method: PUT, urlPath: /me}
            response:
              status: 418
              statusMessage: I'm a teapot
              headers: {X-A: one, Set-Cookie: [a=1, b=2]}
              jsonBody: {n: 1.10}
              fixedDelayMilliseconds: 20
              delayDistribution: {type: uniform, lower: 10, upper: 30}
              chunkedDribbleDelay: {numberOfChunks: 4, totalDuration: 100}
              fault: CONNECTION_RESET_BY_PEER
            metadata:
              owner: team
              demo-tui: {enabled: false, screens: [profile]}
            """)
        #expect(content.problems == [])
        let stub = try #require(content.stubs.first)
        #expect(stub.name == "profile" && stub.uuid == "1b0e" && stub.priority == 2 && !stub.isEnabled)
        #expect(stub.screens == ["profile"])
        #expect(stub.scenario == ScenarioRule(name: "onboarding", requiredState: "Started", newState: "done"))
        #expect(stub.metadata?["owner"] == "team")
        #expect(stub.kept == ["persistent": true, "insertionIndex": 7])
        let reply = try #require(stub.sequence.first?.reply)
        #expect(reply.status == 418 && reply.statusMessage == "I'm a teapot")
        #expect(reply.headers.map(\.value) == ["one", "a=1", "b=2"])
        #expect(reply.body == Array(#"{"n":1.10}"#.utf8))
        #expect(
            reply.delay == Delay(fixed: .milliseconds(20), random: .uniform(.milliseconds(10)...(.milliseconds(30)))))
        #expect(reply.pacing == .even(chunks: 4, duration: .milliseconds(100)))
        #expect(reply.fault == .connectionReset)
    }

    @Test("One name can have two methods, and a host can be a matcher") func wireMock() throws {
        let request = "request: {method: GET_OR_HEAD, host: {equalTo: a.example.com}, urlPath: /a}"
        let content = mappings(request + "\nresponse: {status: 204}")
        #expect(content.problems == [])
        let pattern = try #require(content.stubs.first?.request)
        #expect(pattern.method == .oneOf([.get, .head]) && pattern.host == "a.example.com")
        #expect(mappings("request: {host: {contains: a}}\nresponse: {}").problems.contains { $0.severity == .error })
    }

    @Test("Demo keys are read at the top level, and a sequence replaces the response") func shorthand() throws {
        let content = mappings(
            """
            request: {urlPath: /a}
            response: {status: 500}
            sequence:
            - {status: 401, repeat: 2}
            - {fault: NO_NETWORK}
            - {passThrough: true}
            sequenceEnd: cycle
            """)
        #expect(content.problems == [])
        let stub = try #require(content.stubs.first)
        #expect(stub.sequence.map(\.reply.status) == [401, 200, 200])
        #expect(stub.sequence.map(\.count) == [2, 1, 1])
        #expect(stub.sequence[1].reply.fault == .noNetwork && stub.sequence[2].reply.passesThrough)
        #expect(stub.sequenceEnd == .cycle)
        #expect(mappings("request: {urlPath: /a}\nfault: TIMEOUT").stubs.first?.sequence.first?.reply.fault == .timeout)
    }

    @Test(
        "an unknown key or matcher is refused by name, with file, line and column",
        arguments: [
            ("request: {urlPath: /a}\nrespones: {status: 200}", "respones", 2),
            ("request:\n  urlPath: /a\n  bodyPattern: []", "bodyPattern", 3),
            ("request:\n  urlPath: /a\n  headers:\n    Accept: {equalsTo: x}", "equalsTo", 4),
            ("request: {urlPath: /a}\nresponse:\n  bodyfile: x", "bodyfile", 3),
            ("request: {urlPath: /a}\nresponse:\n  proxyUrlPrefixToRemove: /x", "proxyUrlPrefixToRemove", 3),
            ("request: {urlPath: /a}\nmetadata:\n  demo-tui:\n    enable: false", "enable", 4),
            (
                "request:\n  urlPath: /a\n  queryParameters:\n    q:\n      contains: x\n      caseInsensitive: true",
                "caseInsensitive", 6
            ),
            (
                "request: {urlPath: /a}\nresponse:\n  delayDistribution: {type: fixed, milliseconds: 1, x: 1}", "\"x\"",
                3
            ),
        ])
    func unknown(_ text: String, _ name: String, _ line: Int) throws {
        let content = mappings(text)
        #expect(content.stubs.isEmpty)
        let problem = try #require(content.problems.first)
        #expect(problem.message.contains(name))
        #expect(problem.file == "stubs/test.yaml" && problem.position?.line == line, "\(problem)")
    }

    @Test(
        "An invalid mapping is refused",
        arguments: [
            "request: {urlPathPattern: '('}", "request: {urlPathTemplate: '/{a'}", "request: {url: a}", "response: {}",
            "request: {urlPath: /a, url: /a}", "request: {urlPath: '/a?x=1'}",
            "request: {urlPath: /a, headers: {'a b': {absent: true}}}",
            "request: {urlPath: /a, pathParameters: {id: {equalTo: x}}}", "request: {method: 'G E T'}",
            "request: {urlPath: /a}\nresponse: {status: 0}", "request: {urlPath: /a}\nresponse: {status: abc}",
            "request: {urlPath: /a}\nresponse: {headers: {X: \"a\\r\\nY: b\"}}",
            "request: {urlPath: /a}\nresponse: {headers: {'a:b': c}}",
            "request: {urlPath: /a}\nresponse: {body: x, jsonBody: {}}",
            "request: {urlPath: /a}\nresponse: {base64Body: '*'}",
            "request: {urlPath: /a}\nresponse: {bodyFileName: x.json}", "request: {urlPath: /a}\npriority: 0",
            "request: {urlPath: /a}\nsequence: []", "request: {urlPath: /a}\nsequenceEnd: fail",
            "request: {urlPath: /a}\nnewScenarioState: x", "request: {urlPath: /a}\nfault: BANG", "[]", "7", "",
            "request: {urlPath: /a, bodyPatterns: [{}]}", "request: {urlPath: /a, bodyPatterns: [{equalToJson: '{'}]}",
            "request: {urlPath: /a, bodyPatterns: [{matchesJsonPath: '$.a.length()'}]}",
            "request: {urlPath: /a, bodyPatterns: [{and: []}]}", "request: {bodyPatterns: [{binaryEqualTo: '?'}]}",
            "request: {urlPath: /a, bodyPatterns: [{equalTo: a, contains: b}]}",
            "request: {urlPath: /a, bodyPatterns: [{equalToJson: '{\"a\":\"${json-unit.any-string}\"}'}]}",
            "request: {urlPath: /a, bodyPatterns: [{equalToJson: {a: '${json-unit.any-string}'}}]}",
            "{\"request\": {\"headers\": {\"A\": {\"absent\": true}, \"A\": {\"equalTo\": \"x\"}}}}",
            "{\"request\": {\"urlPath\": \"/a\"}, \"response\": {\"headers\": {\"A\": \"b\", \"A\": \"c\"}}}",
            "request: {method: {oneOf: [GET], noneOf: [PUT]}}", "request: {method: {oneOf: []}}",
            "request: {method: {oneOf: [GET, ANY]}}", "request: {scheme: ftp}", "request: {host: 'a:80'}",
            "request: {urlPath: /a}\nresponse: {delayDistribution: {type: uniform, lower: 1, upper: 2, median: 3}}",
            "request: {urlPath: /a}\nresponse: {delayDistribution: {lower: 1}}",
            "request: {urlPath: /a}\nresponse: {delayDistribution: {type: uniform, lower: 2, upper: 1}}",
            "request: {urlPath: /a}\nresponse: {fault: EMPTY_RESPONSE}\nfault: TIMEOUT",
            "request: {urlPath: /a}\nresponse: {proxyBaseUrl: 'http://b'}\nfault: TIMEOUT",
            "request: {urlPath: /a}\nresponse: {proxyBaseUrl: 'http://b'}\npassThrough: true",
            "request: {urlPath: /a}\nid: a\nuuid: b", "request: {urlPath: /a}\nmetadata: []",
            "request: {urlPath: /a}\npersistent: 1", "request: {urlPath: /a}\nscenarioScope: screen",
        ])
    func refused(_ text: String) {
        let content = mappings(text)
        #expect(content.stubs.isEmpty && !content.problems.isEmpty)
    }

    @Test("An invalid mapping does not affect the others in its file") func partly() {
        let content = mappings(
            "mappings:\n- {request: {urlPath: /a}}\n- {request: {urlPaht: /b}}\n- {request: {urlPath: /c}}")
        #expect(content.stubs.map(\.title) == ["ANY /a", "ANY /c"])
        #expect(content.problems.map(\.pointer) == ["/mappings/1/request/urlPaht"])
    }

    @Test("a request that matches everything works, with a warning") func everythingMatches() {
        let content = mappings("request: {}\nresponse: {status: 204}")
        #expect(content.stubs.count == 1)
        #expect(content.problems.map(\.severity) == [.warning])
    }

    @Test("A delay distribution may omit its type", arguments: ["type: lognormal, ", ""])
    func kindOfDelay(_ type: String) throws {
        let text =
            "request: {urlPath: /a}\nresponse: {delayDistribution: {\(type)median: 80, sigma: 0.4, maxValue: 90.5}}"
        let random = Delay.Distribution.lognormal(median: .milliseconds(80), sigma: 0.4, maximum: .microseconds(90_500))
        #expect(try #require(mappings(text).stubs.first).sequence[0].reply.delay == Delay(random: random))
    }

    @Test("Our own keys are removed from the metadata, others are kept") func metadata() throws {
        func metadata(_ text: String) throws -> JSONValue? {
            try #require(mappings("request: {urlPath: /a}\nmetadata: \(text)").stubs.first).metadata
        }
        #expect(try metadata("{owner: team, demo-tui: {enabled: false}}") == ["owner": "team"])
        #expect(try metadata("{demo-tui: {enabled: false}}") == nil)
    }
}

import TestSupport
import Testing

@testable import DemoManager
@testable import DemoManagerFiles

/// Stubs with `response-template`.
@Suite struct TemplateStubTests {
    /// A mapping of a request and a response, both as members of a flow in YAML.
    private static func mapping(_ request: String, _ response: String) -> String {
        "request: {\(request)}\nresponse: {\(response), transformers: [response-template]}"
    }

    private func manager(_ mapping: String) throws -> DemoManager {
        let (manager, content) = (demoManager(), mappings(mapping))
        if let problem = content.problems.first { throw problem }
        try manager.add(content.stubs)
        return manager
    }

    @Test(
        "Each mapping in WireMock's documentation is answered",
        arguments: [
            ("urlPath: /a/b", "body: '{{request.path.[0]}}'", "/a/b", "a"),
            ("urlPathPattern: /static/.*", "body: '{{request.pathSegments.[1]}}'", "/static/x", "x"),
            (
                "urlPathTemplate: '/contacts/{id}/notes/{note}'", "body: '{{request.path.id}}'", "/contacts/1/notes/2",
                "1"
            ),
            ("urlPath: /p", "body: '{{parameters.A}}', transformerParameters: {A: Hi}", "/p", "Hi"),
            ("urlPath: /q", "jsonBody: {q: '{{request.query.q}}', n: [1]}", "/q?q=x", #"{"q":"x","n":[1]}"#),
            ("urlPath: /l", "body: '{{#each request.query.a}}{{this}};{{/each}}'", "/l?a=1&a=2", "1;2;"),
            ("urlPath: /m", "body: '{{{math 1 ''+'' request.query.a}}}'", "/m?a=4", "5"),
            ("urlPath: /b", "base64Body: e3t4fX0=", "/b", "{{x}}"),
            ("urlPath: /h", "headers: {X-A: '{{request.query.a}}'}, body: '{{size ''abc''}}'", "/h?a=z", "3"),
        ])
    func forms(_ request: String, _ response: String, _ path: String, _ text: String) throws {
        let decision = try manager(Self.mapping(request, response)).decide(.get(path))
        #expect(decision.text == text)
        if let header = decision.reply?.headers[.init("X-A")!] { #expect(header == "z") }
    }

    @Test("The request's body is collected and read") func body() throws {
        let manager = try manager(
            Self.mapping("method: POST, urlPath: /o", "status: 201, body: 'order {{jsonPath request.body ''$.id''}}'"))
        let request = HTTPRequest(method: .post, scheme: "http", authority: "a.test", path: "/o")
        #expect(manager.needsBody(request, call: manager.beginCall()))
        #expect(manager.decide(request, body: #"{"id":7}"#).text == "order 7")
        let failed = manager.decide(request, body: "{")
        #expect(failed.refusal == .replyFailed)
        #expect(failed.text.contains("POST http://a.test/o: the request's body is not JSON"))
    }

    @Test("Without the transformer, braces are text") func plain() throws {
        for end in ["", ", transformers: []"] {
            #expect(try manager("request: {urlPath: /a}\nresponse: {body: '{{x}}'\(end)}").answer("/a") == "{{x}}")
        }
    }

    @Test("A path parameter is found below the server's path, and a header gets no line break") func edges() throws {
        let content = mappings(Self.mapping("urlPathTemplate: '/u/{id}'", "body: '{{request.path.id}}'"))
        let maker = try #require(content.stubs.first?.sequence.first?.reply.maker)
        var reply = StubReply()
        try maker.make(ReceivedRequest(.get("/api/u/9")), &reply)
        #expect(reply.body == Array("9".utf8))
        let header = try manager(Self.mapping("urlPath: /h", "headers: {X-A: '{{request.query.a}}'}"))
        #expect(header.decide(.get("/h?a=1%0d%0aB:2")).text.contains("the header X-A has line breaks"))
    }

    @Test(
        "An error names file, line, member and helper",
        arguments: [
            ("body: '{{hostname}}'", "the body: there is no value and no helper \"hostname\""),
            ("headers: {X-A: '{{file ''x''}}'}", "the header X-A: \"file\" is not a helper"),
            ("jsonBody: {a: '{{systemValue key=''a''}}'}", "the body: \"systemValue\" is not a helper"),
            ("proxyBaseUrl: 'http://a.test'", "transformers is not supported beside proxyBaseUrl"),
        ])
    func faults(_ response: String, _ part: String) throws {
        let content = mappings(Self.mapping("urlPath: /a", response))
        let problem = try #require(content.problems.first)
        #expect(content.stubs.isEmpty && problem.description.contains(part), "\(problem)")
        #expect(problem.file == "stubs/test.yaml" && problem.position?.line == 2)
    }

    @Test("Another transformer and lone parameters are refused") func transformers() {
        let other = mappings("request: {urlPath: /a}\nresponse: {transformers: [webhook]}")
        #expect(
            other.problems.first?.message == #"the transformer "webhook" is not supported; there is response-template"#)
        let alone = mappings("request: {urlPath: /a}\nresponse: {transformerParameters: {}}")
        #expect(alone.problems.first?.message.contains("need transformers") == true)
    }

    @Test("A template in a body file is rendered, its errors name the file, and its name is not a template")
    func files() throws {
        let folder = try Folder([
            "__files/a.json": "{\"id\": {{request.query.id}}}", "__files/b.txt": "x\n{{env 'HOME'}}",
            "mappings/a.yaml": Self.mapping("urlPath: /a", "bodyFileName: a.json"),
            "mappings/b.yaml": Self.mapping("urlPath: /b", "bodyFileName: b.txt"),
            "mappings/c.yaml": Self.mapping(
                "urlPath: /c", "bodyFileName: a.json, transformerParameters: {disableBodyFileTemplating: true}"),
            "mappings/d.yaml": Self.mapping("urlPath: /d", "bodyFileName: '{{request.query.id}}.json'"),
        ])
        let manager = demoManager()
        let problems = manager.loadStubs(folder: folder.path)
        #expect(manager.answer("/a?id=3") == "{\"id\": 3}")
        #expect(manager.answer("/c") == "{\"id\": {{request.query.id}}}")
        let texts = problems.map(\.description)
        #expect(
            texts.contains { $0.contains("b.yaml") && $0.contains("b.txt: template line 2: \"env\" is not a helper") })
        #expect(texts.contains { $0.contains("d.yaml") && $0.contains("the name of a body file cannot be a template") })
        #expect(texts.allSatisfy { !$0.contains("a.json") }, "\(texts)")
    }
}

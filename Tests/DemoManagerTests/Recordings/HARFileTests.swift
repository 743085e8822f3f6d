import Foundation
import SourceTexts
import TestSupport
import Testing
import WireFormats

@testable import DemoManager
@testable import DemoManagerFiles
@testable import Recordings

@Suite struct HARFileTests {
    private func entry(
        _ url: String = "https://api.example.com/x", request: String = "", response: String = #""status": 200"#,
        content: String = #""text": "it", "mimeType": "text/plain""#
    ) -> String {
        #"{"request": {"method": "GET", "url": "\#(url)", "headers": []\#(request)}, "response": {\#(response), "#
            + #""headers": [], "content": {\#(content)}}}"#
    }

    private func archive(_ entries: String...) -> String {
        #"{"log": {"entries": [\#(entries.joined(separator: ",\n"))]}}"#
    }

    private func read(_ text: String, host: String? = nil, cookies: Bool = false) throws -> HARFile {
        try HARFile(SourceText(name: "a.har", bytes: Array(text.utf8)), host: host, keepsCookies: cookies)
    }

    @Test("An entry becomes an exchange: method, URL as sent, body, head") func entryRead() throws {
        let text = """
            \u{FEFF}{"log": {"entries": [{"request": {"method": "POST",
              "url": "https://ada:secret@api.example.com:8443/a b/é?q=1#top",
              "headers": [{"name": ":authority", "value": "x"}, {"name": "Accept", "value": "*/*"}, {"name": "no name", "value": ""}],
              "postData": {"mimeType": "application/json", "text": "{\\"a\\":1}"}},
             "response": {"status": 201, "statusText": "Made", "headers": [{"name": "Content-Encoding", "value": "br"},
              {"name": "Set-Cookie", "value": "a=1\\nb=2"}, {"name": "X-A", "value": "1\\n2"}],
              "content": {"size": 4, "mimeType": "image/png", "encoding": "base64", "text": "iVBO\\nRw=="}}}]}}
            """
        let exchange = try #require(try read(text).exchanges.first)
        #expect(exchange.request.authority == "api.example.com:8443" && exchange.request.path == "/a%20b/%C3%A9?q=1")
        #expect(exchange.request.headerFields[.contentType] == "application/json")
        #expect(exchange.requestBody == Array(#"{"a":1}"#.utf8))
        #expect(exchange.response.status.code == 201 && exchange.body == [0x89, 0x50, 0x4E, 0x47])
        #expect(
            exchange.response.headerFields.map { "\($0.name): \($0.value)" } == [
                "X-A: 1", "X-A: 2", "Content-Type: image/png",
            ])
        #expect(try read(text, cookies: true).exchanges[0].response.headerFields[values: .setCookie] == ["a=1", "b=2"])
    }

    @Test("Forms in parameters are forms; a body that was stored compressed stays marked") func flavours() throws {
        let form = entry(
            request:
                #", "postData": {"mimeType": "application/x-www-form-urlencoded", "params": [{"name": "a b", "value": "1&2"}, {"name": "c"}]}"#
        )
        let gzip = entry(
            response: #""status": 200, "headers": [{"name": "content-encoding", "value": "gzip"}]"#,
            content: #""encoding": "base64", "text": "H4sIAAAAAAACA6tWKsnPTs1TslIqTk0uSi1RqgUAaGoWXxIAAAA=""#)
        let exchanges = try read(archive(form, gzip.replacing(#", "headers": [], "content""#, with: #", "content""#)))
            .exchanges
        #expect(exchanges[0].requestBody == Array("a%20b=1%262&c=".utf8))
        #expect(exchanges[1].response.headerFields[.contentEncoding] == "gzip")
    }

    private static func get(_ response: String) -> String {
        #"{"request": {"method": "GET", "url": "http://a/"}, "response": \#(response)}"#
    }

    @Test(
        "An invalid entry is named with its pointer, and the others are imported",
        arguments: [
            (#"{"response": {}}"#, "it has no request (/log/entries/1)"), ("[]", "it has no request (/log/entries/1)"),
            (
                #"{"request": {"method": "G T", "url": "http://a/"}, "response": {"status": 200}}"#,
                "method is not valid (/log/entries/1/request/method)"
            ),
            (
                #"{"request": {"method": "GET", "url": "/x"}, "response": {"status": 200}}"#,
                "url is not the absolute URL of a server (/log/entries/1/request/url)"
            ),
            (
                get(#"{"status": "OK"}"#),
                "status must be a whole number from 100 to 999 (/log/entries/1/response/status)"
            ),
            (
                get(#"{"status": 200, "content": {"size": 9}}"#),
                "its body of 9 bytes is not in the file; save it with content (/log/entries/1/response/content)"
            ),
            (
                get(#"{"status": 200, "content": {"text": "%%%%", "encoding": "base64"}}"#),
                "its body is not Base64 (/log/entries/1/response/content/text)"
            ),
        ])
    func broken(_ entry: String, _ reason: String) throws {
        let file = try read(archive(self.entry(), entry, self.entry()))
        #expect(file.exchanges.count == 2 && file.entryCount == 3)
        let problem = try #require(file.problems.first)
        #expect(
            problem.message == "entry 2 is not imported: \(reason)" && problem.severity == .error
                && problem.position != nil)
    }

    @Test("Entries without a reply or server are warnings") func nothingToTake() throws {
        let file = try read(
            archive(entry(response: #""status": 0"#), entry("data:text/plain,x"), entry("chrome-extension://abc/x.js")))
        #expect(file.exchanges.isEmpty && file.problems.map(\.severity) == [.warning, .warning, .warning])
    }

    @Test("Replies of several servers are kept separate; one server can be chosen") func servers() async throws {
        let text = archive(entry("https://a.example/x"), entry("https://b.example:8443/x", content: #""text": "b""#))
        let scene = try RecordingScene()
        try await scene.record(try read(text).exchanges)
        let player = try scene.player()
        func answer(_ authority: String) -> String {
            player.decide(HTTPRequest(method: .get, scheme: "https", authority: authority, path: "/x")).text
        }
        #expect(answer("a.example") == "it" && answer("b.example:8443") == "b")
        let unknown = #expect(throws: Problem.self) { try read(text, host: "c.example") }
        #expect(unknown?.message.hasPrefix("has no requests to c.example, only to ") == true)
        let one = try read(text, host: "B.example").exchanges
        #expect(one.count == 1 && !one[0].namesHost)
    }

    @Test(
        "A file that is not an archive is refused with its name",
        arguments: ["", "{", "[]", #"{"log": {}}"#, #"{"log": {"entries": {}}}"#])
    func refused(_ text: String) {
        let problem = #expect(throws: Problem.self) { try read(text) }
        #expect(problem?.file == "a.har")
    }

    @Test("An archive imported, exported and imported again is the same, without secrets")
    func roundTrip() async throws {
        let exchanges: [ServedExchange] = [
            .served("/a?x=1&y=%20", #"{"token":"hunter2","n":1.10}"#), .served("/a?x=1&y=%20", "second"),
            .served(
                .get, "/p", headers: [("Content-Type", "image/png"), ("X-A", "1"), ("X-A", "2")], [0xFF, 0x00, 0xFE]),
            .served(
                .post, "/login?api_key=hunter2", sent: #"{"password":"hunter2","user":"ada"}"#,
                sentType: "application/json", status: 204, []),
            .served("/confirm/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2ln", "ok"),
            .served(
                .put, "/form", sent: "a=1&password=hunter2", sentType: "application/x-www-form-urlencoded", status: 500,
                Array("no".utf8)),
        ]
        let first = try RecordingScene()
        try await first.record(exchanges)
        let began = Date(timeIntervalSince1970: 1_700_000_000)
        let exported = HARWriter.text(
            of: try first.player().stubs.reversed().map(\.stub.undated), version: "1", now: began)
        #expect(exported.text.contains(#""startedDateTime": "2023-11-14T22:13:20.000Z""#))
        #expect(exported.problems == [] && !exported.text.contains("hunter2") && !exported.text.contains("eyJ"))
        let second = try RecordingScene()
        let file = try read(exported.text)
        #expect(file.problems == [])
        try await second.record(file.exchanges)
        for part in ["mappings", "__files"] { #expect(try second.names(part) == first.names(part)) }
        #expect(try second.everything() == first.everything())
        let again = try second.player().stubs.reversed().map(\.stub.undated)
        #expect(HARWriter.text(of: again, version: "1", now: began).text == exported.text)
    }

    /// Archives that other tools wrote, beside a checkout of the project where they are there.
    private static let shared = SharedCases.path("har")

    @Test(
        "Archives of other tools are read completely, and their replies are replayed",
        .enabled(if: FileManager.default.fileExists(atPath: shared)), arguments: ["insomnia", "postdata"])
    func archives(_ name: String) async throws {
        let file = try HARFile(SourceText(file: "\(Self.shared)/\(name).har"))
        #expect(file.exchanges.count == file.entryCount && file.problems == [])
        let scene = try RecordingScene()
        let recording = try await scene.record(file.exchanges)
        #expect(recording.status.skipped == 0)
        let player = try scene.player()
        for exchange in file.exchanges {
            let decision = player.decide(
                exchange.request, body: exchange.requestBody, call: player.beginCall(screen: nil))
            #expect(decision.reply?.body == exchange.body && decision.status == exchange.response.status.code)
        }
    }

    @Test("An entry has the date of its recording") func dated() async throws {
        let scene = try RecordingScene()
        try await scene.record([.served("/a", "x")])
        let stubs = try scene.player().stubs.map(\.stub)
        let path = try #require(stubs.first?.origin.path)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)], ofItemAtPath: path)
        #expect(HARWriter.text(of: stubs, version: "1").text.contains("2023-11-14T22:13:20.000Z"))
    }

    @Test("A stream is exported with all its events") func stream() throws {
        let stubs = mappings(
            "{request: {method: GET, url: /a}, response: {events: [{data: 1, id: x}, {after: 9, data: 2}]}}"
        ).stubs
        let exported = HARWriter.text(of: stubs, version: "1")
        #expect(exported.problems == [])
        let content = try JSONValue(parsing: exported.text)["log"]?["entries"]?[0]?["response"]?["content"]
        #expect(content?["mimeType"] == "text/event-stream")
        #expect(content?["text"]?.stringValue?.hasSuffix("data: 2\n\n") == true)
    }

    @Test("Stubs with patterns, and those without a reply, are named instead of guessed") func unsaid() throws {
        let stubs = mappings(
            """
            mappings:
            - {request: {urlPathPattern: /a.*}}
            - {request: {url: /b}, response: {fault: EMPTY_RESPONSE}}
            - {request: {method: GET, urlPath: /c, queryParameters: {q: {equalTo: a b}}}, response: {status: 404}}
            """
        ).stubs
        let exported = HARWriter.text(of: stubs, version: "1")
        #expect(exported.problems.count == 2)
        let entry = try JSONValue(parsing: exported.text)["log"]?["entries"]?[0]
        #expect(entry?["request"]?["url"]?.stringValue == "http://localhost/c?q=a%20b")
        #expect(entry?["response"]?["status"]?.intValue == 404)
    }
}

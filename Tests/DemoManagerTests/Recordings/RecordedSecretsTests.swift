import Foundation
import Testing

@testable import DemoManager
@testable import Recordings

@Suite struct RecordedSecretsTests {
    private let scene: RecordingScene
    init() throws { scene = try RecordingScene() }

    private static let jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2lnbmF0dXJl"

    @Test("No secret of a request or reply reaches the disk or a file name") func nothingOnDisk() async throws {
        var login = ServedExchange.served(
            .post, "/login?api_key=hunter2", sent: "grant_type=password&username=ada&password=hunter2",
            sentType: "application/x-www-form-urlencoded",
            headers: [
                ("Set-Cookie", "sid=hunter2; Path=/"), ("Set-Cookie", "csrf=hunter2"), ("X-Api-Key", "hunter2"),
                ("Location", "https://u:hunter2@h/x?token=hunter2"), ("X-Note", "is \(Self.jwt)"),
                ("Content-Type", "application/json"),
            ],
            Array(
                #"{"access_token":"hunter2","nested":{"secret":{"value":"hunter2"}},"id":1,"note":"\#(Self.jwt)"}"#.utf8
            ))
        login.request.headerFields[.authorization] = "Basic hunter2"
        login.request.headerFields[.cookie] = "sid=hunter2"
        try await scene.record([
            login, .served("/confirm/\(Self.jwt)?x=1", "done"),
            .served(.put, "/me", sent: #"{"password":"hunter2","name":"Ada"}"#, Array("{}".utf8)),
            .served(.get, "/big", Array((String(repeating: " ", count: 5_000) + #"{"token":"hunter2"}"#).utf8)),
            .served(.get, "/cut", headers: [("Content-Type", "application/json")], Array(#"{"token":"hunter2","#.utf8)),
        ])
        let written = try scene.everything()
        #expect(!written.contains("hunter2"))
        #expect(!written.contains("eyJhbG") && !written.lowercased().contains("eyjhbg"))
        #expect(try scene.names("mappings").count == 5)
    }

    @Test("A recording answers whatever the secrets are, but not requests that differ otherwise")
    func matching() async throws {
        try await scene.record([
            .served(.get, "/x?q=a.b&api_key=one", Array("query".utf8)), .served("/confirm/\(Self.jwt)/now", "path"),
            .served(.post, "/me", sent: #"{"password":"one","pets":[{"n":1}],"name":"Ada"}"#, Array("json".utf8)),
            .served(
                .post, "/login", sent: "user=ada&password=one", sentType: "application/x-www-form-urlencoded",
                Array("form".utf8)),
        ])
        let player = try scene.player()
        #expect(player.answer("/x?q=a.b&api_key=two") == "query")
        for other in ["/x?q=a.b", "/x?q=axb&api_key=one", "/x?q=a.b&api_key=one&page=2", "/y?q=a.b&api_key=one"] {
            #expect(player.decide(.get(other)).refusal == .noStub, "\(other)")
        }
        #expect(player.answer("/confirm/abc/now") == "path")
        #expect(player.decide(.get("/confirm/abc/then")).refusal == .noStub)
        let post = HTTPRequest.post("/me")
        #expect(player.decide(post, body: #"{"name":"Ada","pets":[{"n":1.0}],"password":"two"}"#).text == "json")
        #expect(player.decide(post, body: #"{"name":"Bob","pets":[{"n":1}],"password":"one"}"#).refusal == .noStub)
        let login = HTTPRequest.post("/login", headers: [.contentType: "application/x-www-form-urlencoded"])
        #expect(player.decide(login, body: "password=two&user=ada").text == "form")
        #expect(player.decide(login, body: "password=two&user=bob").refusal == .noStub)
    }

    @Test("A recording is matched by the request's body", arguments: [#"{"a":1}"#, "[1,2]", "plain text", "12", ""])
    func bodies(_ sent: String) async throws {
        try await scene.record([.served(.post, "/x", sent: sent, Array("it".utf8))])
        let player = try scene.player()
        #expect(player.decide(.post("/x"), body: sent).text == "it")
        for other in [#"{"a":2}"#, #"{"a":1,"b":2}"#, "[2,1]", "plain", "13", ""] where other != sent {
            #expect(player.decide(.post("/x"), body: other).refusal == .noStub, "\(other)")
        }
    }

    @Test("Pictures and scripts are recorded unchanged") func pictures() async throws {
        let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0xFF] + Array("pin=1234 \"token\":\"a\"".utf8)
        let script: [UInt8] = Array("a.key=b.key;token=c".utf8)
        try await scene.record([
            .served(.get, "/p", headers: [("Content-Type", "image/png")], picture),
            .served(.get, "/s", headers: [("Content-Type", "text/javascript; charset=utf-8")], script),
        ])
        let player = try scene.player()
        #expect(player.decide(.get("/p")).reply?.body == picture)
        #expect(player.decide(.get("/s")).reply?.body == script)
    }

    @Test("A harmless key is recorded, and doubtful names are listed with count and file") func doubts() async throws {
        let list = #"[{"key":"ORB","name":"Orbit"},{"key":"MIR","name":"Mir"},{"key":"k7Jd93kLs0a9Dk2xQ1"}]"#
        let recording = try await scene.record([.served("/projects", list), .served("/projects/ORB", #"{"id":1}"#)])
        let player = try scene.player()
        #expect(player.answer("/projects") == list.replacing("k7Jd93kLs0a9Dk2xQ1", with: "REDACTED"))
        #expect(player.answer("/projects/ORB") == #"{"id":1}"#)
        let file = try #require(try scene.names("mappings").first { !$0.contains("orb") && !$0.contains("ORB") })
        #expect(
            recording.doubts.map(\.description) == [
                #"mappings/\#(file): warning: "key" may be a secret: 1 value replaced"#,
                #"mappings/\#(file): warning: "key" may be a secret: 2 values kept"#,
            ])
        #expect(recording.doubts.allSatisfy { FileManager.default.fileExists(atPath: $0.path ?? "") })
        try recording.start()
        #expect(recording.doubts == [])
    }

    @Test("Secrets of known shapes, and those a server repeats, are in no file") func shapes() async throws {
        let bot = "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw"
        try await scene.record([
            .served("/bot\(bot)/getMe", #"{"ok":true,"note":"uses ghp_\#(String(repeating: "aB3", count: 12))"}"#),
            .served(
                .post, "/login", sent: #"{"user":"ada","password":"correct horse"}"#, sentType: "application/json",
                status: 400, Array(#"{"detail":"invalid password correct horse"}"#.utf8)),
            .served("/cb?code=SplxlOBeZQQYbYS6WxSbIA&device=tv&lang=en", "ok"),
        ])
        let written = try scene.everything()
        for secret in ["AAHdqTcv", "ghp_", "correct horse", "SplxlOBe"] { #expect(!written.contains(secret)) }
        #expect(try scene.player().answer("/bot1:x/getMe").contains("uses REDACTED"))
    }

    @Test("A compressed body is redacted") func compressed() throws {
        let manager = demoManager()
        let id = manager.decide(.get("/x")).exchange
        let body = Array(#"{"token":"s3cret","id":7}"#.utf8)
        // Deflate without compression (RFC 1951 section 3.2.4), in zlib's wrapping.
        let stored: [UInt8] = [0x78, 0x01, 0x01, UInt8(body.count), 0, ~UInt8(body.count), 0xFF] + body + [0, 0, 0, 0]
        manager.finish(
            id, with: .reply(status: 200, headers: [.contentEncoding: "deflate"], body: stored, duration: .zero))
        let shown = try #require(manager.exchange(id)?.redacted(by: Redactor()) { $0.decodedBody }.outcome?.body)
        #expect(String(decoding: shown, as: UTF8.self) == #"{"token":"REDACTED","id":7}"#)
    }
}

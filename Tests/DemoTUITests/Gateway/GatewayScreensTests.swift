import DemoManager
import Foundation
import HTTPTypes
import Terminal
import Testing

@testable import DemoTUI

@MainActor
@Suite("The screens beside a gateway")
struct GatewayScreensTests {
    @Test("the journal is there first, makes no request, and says where to point an app and what to press")
    func invitation() async throws {
        try await GatewayStage.run(["--admin", "0"]) { stage in
            let gateway = try #require(stage.app.state.title.gateway)
            #expect(stage.app.title.contains("Journal") && stage.app.banner.contains("at \(gateway.url)"))
            #expect(stage.app.words.contains("curl -i '\(gateway.url)/transactions'"), "\(stage.app.screen)")
            #expect(stage.app.words.contains("d switches that screen between server and stubs"))
            #expect(gateway.admin.map { stage.app.words.contains("The admin API is at \($0)") } == true)
            #expect(stage.app.exchanges.isEmpty)
        }
    }

    @Test("on every address of the machine the invitation says one that a phone can use, and who else can reach it")
    func exposed() async throws {
        try await GatewayStage.run(["--bind", "0.0.0.0"]) { stage in
            let gateway = try #require(stage.app.state.title.gateway)
            #expect(!gateway.url.contains("0.0.0.0") && !gateway.url.contains("//127.") || gateway.otherURLs.isEmpty)
            #expect(stage.app.words.contains("everyone in your network can reach the gateway"), "\(stage.app.screen)")
        }
    }

    @Test("a client's request appears by itself; d on it switches its screen from the next request on, and back")
    func switching() async throws {
        try await GatewayStage.run { stage in
            let app = stage.app
            #expect(await stage.show("/cards") == "401 passed")
            for words in ["live", "401", "/cards"] { #expect(app.row(3).contains(words), "\(app.screen)") }
            await app.press("d")
            #expect(app.banner.contains("MIXED 1/6") && app.footer.contains("Cards is demo"), "\(app.screen)")
            #expect(await stage.show("/cards") == "200 stubbed")
            #expect(app.row(3).contains("stub"), "\(app.screen)")
            #expect(await stage.show("/transactions") == "401 passed")
            await app.press("j", "Enter")
            let gateway = try #require(app.state.title.gateway)
            #expect(app.screen.contains("GET \(gateway.url)/cards"), "where the client sent it\n\(app.screen)")
            await app.press("d")
            #expect(app.banner.contains("LIVE"))
            await app.press("Esc")
            #expect(await stage.show("/cards") == "401 passed")
        }
    }

    @Test("D answers every client by stubs; a condition for a request's screen is what they get")
    func everything() async throws {
        try await GatewayStage.run { stage in
            await stage.app.press("D")
            #expect(await stage.show("/transactions") == "200 stubbed")
            #expect(await stage.show("/cards") == "200 stubbed")
            await stage.app.choose("Invalid permissions (403)")
            #expect(await stage.show("/cards") == "403 stubbed", "\(stage.app.screen)")
            #expect(await stage.show("/transactions") == "200 stubbed")
            await stage.app.press("D")
            #expect(await stage.show("/transactions") == "401 passed")
        }
    }

    @Test("beside the journal the sidebar only selects: d there switches, and nothing is asked of the server")
    func sidebar() async throws {
        try await GatewayStage.run { stage in
            let app = stage.app
            await app.press("Tab", "j", "j", "j", "d")
            #expect(app.banner.contains("MIXED 1/6") && app.title.contains("Journal"), "\(app.screen)")
            #expect(app.exchanges.isEmpty)
            #expect(await stage.show("/cards") == "200 stubbed")
            await app.press("Enter")
            #expect(app.title.contains("Cards [demo]"), "\(app.screen)")
            await app.press("L")
            #expect(app.title.contains("Journal 2") && app.row(3).contains("/cards"), "\(app.screen)")
            await app.press("q", "q", "y")
            #expect(app.end == RunEnd(code: 0))
        }
    }

    @Test("a screen's name in the request counts; a session is shown; an exchange opens with its near misses")
    func marks() async throws {
        try await GatewayStage.run(["--unmatched", "error"]) { stage in
            let app = stage.app
            let screen = try #require(HTTPField.Name("X-Demo-Screen"))
            let session = try #require(HTTPField.Name("X-Demo-Session"))
            _ = await stage.show("/nowhere", [screen: "cards", session: "phone"])
            #expect(app.row(2).contains("Session") && app.row(3).contains("phone"), "\(app.screen)")
            await app.press("d")
            #expect(await stage.show("/nowhere", [screen: "cards"]) == "404 refused")
            await app.press("g", "Enter")
            #expect(app.screen.contains("Closest stubs") || app.screen.contains("No stub comes close"), "\(app.screen)")
            await app.press("Esc")
            #expect(app.title.contains("Journal 2"))
        }
    }

    @Test("s chooses a client: its switches are its own from then on, everyone else's stay; the screens show its data")
    func sessions() async throws {
        try await GatewayStage.run { stage in
            let app = stage.app
            let session = try #require(HTTPField.Name("X-Demo-Session"))
            await app.press("s")
            #expect(app.footer.contains("X-Demo-Session"), "\(app.screen)")
            #expect(await stage.show("/cards", [session: "phone"]) == "401 passed")
            await app.press("s", "j", "Enter", "D")
            #expect(app.banner.contains("session phone") && app.banner.contains("DEMO"), "\(app.screen)")
            #expect(await stage.show("/cards", [session: "phone"]) == "200 stubbed")
            #expect(await stage.show("/cards") == "401 passed")
            await app.press("4")
            #expect(app.title.contains("Cards [demo]"), "\(app.screen)")
            #expect(app.exchanges.last?.call.isNumberedByApp == true)
            await app.press("s", "g", "Enter")
            #expect(app.banner.contains("LIVE") && app.title.contains("Cards [live]"), "\(app.screen)")
        }
    }

    @Test("U says what becomes of requests without a stub, for every client from the next one on")
    func policy() async throws {
        try await GatewayStage.run { stage in
            let app = stage.app
            await app.press("D")
            #expect(await stage.show("/nowhere") == "404 passed")
            await app.press("U", "g", "Enter")
            #expect(app.footer.contains("Where no stub matches: refuse."), "\(app.screen)")
            #expect(await stage.show("/nowhere") == "404 refused")
            await app.press("U", "G", "Enter")
            #expect(app.footer.contains("--record"), "\(app.screen)")
        }
    }

    @Test("what a client writes in demo is on the screen here, and Z forgets it for all")
    func written() async throws {
        try await GatewayStage.run(["--demo"], size: Size(columns: 120, rows: 30)) { stage in
            let app = stage.app
            let path = "/chats/demo-chat-1/messages"
            #expect(await stage.send(.post, path, json: #"{"text":"Written outside"}"#).hasSuffix("stubbed"))
            await app.press("3")
            #expect(app.screen.contains("Written outside"), "\(app.screen)")
            await app.press("L", "Z")
            #expect(app.screen.contains("Reset everything?"))
            await app.press("y", "3")
            #expect(!app.screen.contains("Written outside"), "\(app.screen)")
        }
    }

    @Test("what clients are answered by the server is recorded, and answers them once all is demo; R ends it")
    func recording() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("demo-tui-passed-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await GatewayStage.run(["--record", folder]) { stage in
            let app = stage.app
            #expect(app.banner.contains(" REC "), "\(app.screen)")
            #expect(await stage.show("/cards") == "401 passed")
            await app.press("D")
            #expect(await stage.show("/cards") == "401 stubbed", "the recording, not the sample's own cards")
            await app.press("R")
            #expect(!app.banner.contains(" REC ") && app.footer.contains("Recorded 1 reply"), "\(app.screen)")
        }
        try await GatewayStage.run { stage in
            await stage.app.press("R")
            #expect(stage.app.footer.contains("--record DIR"), "\(stage.app.screen)")
        }
    }

    @Test("without a document there are the journal and the switches")
    func withoutDocument() async throws {
        let command = try GatewayStage.gateway(["--upstream", "http://127.0.0.1:9"])
        try await GatewayStage.run(command) { app in
            #expect(app.title.contains("Journal") && app.banner.contains("LIVE"), "\(app.screen)")
            await app.press("D", "Tab", "j", "d", "S")
            #expect(app.banner.contains("DEMO"))
            await app.press("Esc", "q")
            #expect(app.end == RunEnd(code: 0), "\(app.screen)")
        }
    }

    @Test("a port that is taken ends the start with what to do")
    func portTaken() async throws {
        try await GatewayStage.run { stage in
            let port = try #require(stage.app.state.title.gateway.flatMap { URL(string: $0.url)?.port })
            let command = try GatewayStage.gateway([Harness.resources + "/openapi.yaml"], port: port)
            try await GatewayStage.run(command) { app in
                #expect(app.end?.code == 2 && app.end?.message?.contains("--port") == true)
            }
        }
    }
}

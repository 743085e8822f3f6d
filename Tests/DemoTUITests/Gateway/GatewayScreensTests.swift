import DemoManager
import Foundation
import HTTPTypes
import Terminal
import TestSupport
import Testing

@testable import DemoTUI

extension Step {
    /// A reading of a client, and the status and decision of its reply.
    fileprivate static func get(
        _ path: String, _ reply: String, _ headers: HTTPFields = [:], at place: SourceLocation = #_sourceLocation
    ) -> Step {
        Step { app in
            let shown = await app.client?.show(path, headers)
            #expect(shown == reply, "\(app.screen)", sourceLocation: place)
        }
    }
}

extension HTTPField.Name {
    fileprivate static var screen: Self { Self("X-Demo-Screen") ?? .cookie }
    fileprivate static var session: Self { Self("X-Demo-Session") ?? .cookie }
}

@MainActor @Suite("The screens beside a gateway") struct GatewayScreensTests {
    nonisolated static let walks: [Walk] = [
        Walk(
            "a client's request appears by itself; d on it switches its screen, and back",
            .get("/cards", "401 passed"), .row(3, "live", "401", "/cards"), .press("d"), .banner("MIXED"),
            .footer("Cards uses demo data"), .get("/cards", "200 stubbed"), .row(3, "stub"),
            .get("/transactions", "401 passed"), .press("j Enter Right"),
            .holds { $0.screen.contains("GET \($0.state.title.gateway?.url ?? "?")/cards") }, .press("d"),
            .banner("LIVE"), .press("Esc"), .get("/cards", "401 passed")),
        Walk(
            "D stubs every client; a condition applies to its screen's requests", .press("D"),
            .get("/transactions", "200 stubbed"), .get("/cards", "200 stubbed"),
            .choose("403 forbidden"), .get("/cards", "403 stubbed"),
            .get("/transactions", "200 stubbed"), .press("D"), .get("/transactions", "401 passed")),
        Walk(
            "beside the journal the sidebar selects without a request: d there switches, Enter opens",
            .press("Tab j j j d"), .banner("MIXED"), .title("Journal"), .holds { $0.exchanges.isEmpty },
            .get("/cards", "200 stubbed"), .press("Enter"), .title("Cards", "◐ demo"), .press("L"),
            .title("Journal · 2"), .row(3, "/cards"), .press("q y"), .ends(0)),
        Walk(
            "s chooses a client, whose switches are its own; the screens show its data", .press("s"),
            .footer("X-Demo-Session"), .get("/cards", "401 passed", [.session: "phone"]), .press("s j Enter D"),
            .banner("session phone", "DEMO"), .get("/cards", "200 stubbed", [.session: "phone"]),
            .get("/cards", "401 passed"), .press("4"), .title("Cards", "◐ demo"),
            .holds { $0.exchanges.last?.call.isNumberedByApp == true }, .press("s g Enter"), .banner("LIVE"),
            .title("Cards", "● live")),
        Walk(
            "a failure for one call waits for a client, also if its screen is in front", .press("D 4"),
            .title("Cards", "◐ demo"), .press("c j Space"), .footer("Next call of"),
            .get("/cards", "401 stubbed"), .get("/cards", "200 stubbed")),
        Walk(
            "U sets the policy for requests without a stub", .press("D"), .get("/nowhere", "404 passed"),
            .press("U g Enter"), .footer("When no stub matches: block."), .get("/nowhere", "404 refused"),
            .press("U G Enter"), .footer("--record")),
        Walk("R without a folder names --record", .press("R"), .footer("--record DIR")),
    ]

    @Test("The gateway's screens work", arguments: walks) func walk(_ walk: Walk) async throws {
        try await GatewayStage.run { try await walk.take(on: $0.app) }
    }

    @Test("A request's screen name is used, its session is shown, and an exchange has near misses")
    func unmatched() async throws {
        let walk = Walk(
            "", .get("/nowhere", "404 passed", [.screen: "cards", .session: "phone"]), .row(2, "Session"),
            .row(3, "phone"), .press("d"), .get("/nowhere", "404 refused", [.screen: "cards"]), .row(3, "404"),
            .waits { $0.screen.contains("404 after") }, .press("g Right Right Enter"),
            .holds { $0.screen.contains("Closest stubs") || $0.screen.contains("No stub comes close") },
            .press("Esc"), .title("Journal · 2"))
        try await GatewayStage.run(["--unmatched", "error"]) { try await walk.take(on: $0.app) }
    }

    @Test("The journal is first, makes no request, and says how to use the gateway") func invitation() async throws {
        try await GatewayStage.run(["--admin", "0"]) { stage in
            let gateway = try #require(stage.app.state.title.gateway)
            #expect(stage.app.title.contains("Journal") && stage.app.banner.contains("at \(gateway.url)"))
            #expect(stage.app.words.contains("curl -i '\(gateway.url)/transactions'"), "\(stage.app.screen)")
            #expect(stage.app.words.contains("d switches that screen between server and stubs"))
            #expect(gateway.admin.map { stage.app.words.contains("The admin API is at \($0)") } == true)
            #expect(stage.app.exchanges.isEmpty)
        }
    }

    @Test("With all addresses, the invitation names one for a phone and warns") func exposed() async throws {
        try await GatewayStage.run(["--bind", "0.0.0.0"]) { stage in
            let gateway = try #require(stage.app.state.title.gateway)
            #expect(!gateway.url.contains("0.0.0.0") && !gateway.url.contains("//127.") || gateway.otherURLs.isEmpty)
            #expect(stage.app.words.contains("everyone in your network can reach the gateway"), "\(stage.app.screen)")
        }
    }

    @Test("A client's write is on the screen, and Z forgets it") func written() async throws {
        try await GatewayStage.run(["--demo"], size: Size(columns: 120, rows: 30)) { stage in
            let path = "/chats/demo-chat-1/messages"
            #expect(await stage.send(.post, path, json: #"{"text":"Written outside"}"#).hasSuffix("stubbed"))
            try await Walk(
                "", .press("3"), .sees("Written outside"), .press("L Z"), .sees("Reset all demo data?"), .press("y 3"),
                .lacks("Written outside")
            ).take(on: stage.app)
        }
    }

    @Test("Passed replies are recorded and answer in demo; R ends the recording") func recording() async throws {
        let folder = try Folder()
        try await GatewayStage.run(["--record", folder.path("new")]) { stage in
            let app = stage.app
            #expect(app.banner.contains("● REC"), "\(app.screen)")
            #expect(await stage.show("/cards") == "401 passed")
            await app.press("D")
            #expect(await stage.show("/cards") == "401 stubbed", "the recording, not the sample's own cards")
            await app.press("R")
            #expect(!app.banner.contains("● REC") && app.footer.contains("Recorded 1 reply"), "\(app.screen)")
        }
    }

    @Test("Without a document there are the journal and the switches") func withoutDocument() async throws {
        let command = try GatewayStage.gateway(["--upstream", "http://127.0.0.1:9"])
        try await GatewayStage.run(command) { app in
            try await Walk(
                "", .title("Journal"), .banner("LIVE"), .press("D Tab j d S"), .banner("DEMO"), .press("Esc q"),
                .ends(0)
            ).take(on: app)
        }
    }

    @Test("A port in use ends the program with advice") func portTaken() async throws {
        try await GatewayStage.run { stage in
            let port = try #require(stage.app.state.title.gateway.flatMap { URL(string: $0.url)?.port })
            let command = try GatewayStage.gateway([Harness.resources + "/openapi.yaml"], port: port)
            try await GatewayStage.run(command) { app in
                #expect(app.end?.code == 2 && app.end?.message?.contains("--port") == true)
            }
        }
    }
}

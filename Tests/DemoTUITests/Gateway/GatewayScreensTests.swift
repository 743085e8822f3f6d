import DemoManager
import Foundation
import HTTPTypes
import Terminal
import Testing

@testable import DemoTUI

/// A row of a table: keys on the gateway's screens, and requests of a client.
private struct GatewayWalk: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let arguments: [String]
    let steps: [ClientStep]

    init(_ name: String, _ arguments: [String] = [], _ steps: ClientStep...) {
        (testDescription, self.arguments, self.steps) = (name, arguments, steps)
    }
}

private enum ClientStep: Sendable {
    /// A step on the screens.
    case app(Step)
    /// A reading of a client, and the status and decision of its reply.
    case read(String, String, HTTPFields, SourceLocation)

    static func press(_ keys: String) -> ClientStep { .app(.press(keys)) }
    static func get(
        _ path: String, _ reply: String, _ headers: HTTPFields = [:], at place: SourceLocation = #_sourceLocation
    ) -> ClientStep { .read(path, reply, headers, place) }
    static func title(_ text: String, at place: SourceLocation = #_sourceLocation) -> ClientStep {
        .app(.title(text, at: place))
    }
    static func banner(_ texts: String..., at place: SourceLocation = #_sourceLocation) -> ClientStep {
        .app(.holds(at: place) { app in texts.allSatisfy { app.banner.contains($0) } })
    }
    static func footer(_ text: String, at place: SourceLocation = #_sourceLocation) -> ClientStep {
        .app(.footer(text, at: place))
    }
    static func row(_ index: Int, _ texts: String..., at place: SourceLocation = #_sourceLocation) -> ClientStep {
        .app(.holds(at: place) { app in texts.allSatisfy { app.row(index).contains($0) } })
    }
}

extension HTTPField.Name {
    fileprivate static var screen: Self { Self("X-Demo-Screen") ?? .cookie }
    fileprivate static var session: Self { Self("X-Demo-Session") ?? .cookie }
}

@MainActor
@Suite("The screens beside a gateway")
struct GatewayScreensTests {
    nonisolated private static let walks: [GatewayWalk] = [
        GatewayWalk(
            "a client's request appears by itself; d on it switches its screen, and back", [],
            .get("/cards", "401 passed"), .row(3, "live", "401", "/cards"), .press("d"), .banner("MIXED"),
            .footer("Cards uses demo data"), .get("/cards", "200 stubbed"), .row(3, "stub"),
            .get("/transactions", "401 passed"), .press("j Enter Right"),
            .app(.holds { $0.screen.contains("GET \($0.state.title.gateway?.url ?? "?")/cards") }), .press("d"),
            .banner("LIVE"), .press("Esc"), .get("/cards", "401 passed")),
        GatewayWalk(
            "D stubs every client; a condition applies to its screen's requests", [], .press("D"),
            .get("/transactions", "200 stubbed"), .get("/cards", "200 stubbed"),
            .app(.choose("403 forbidden")), .get("/cards", "403 stubbed"),
            .get("/transactions", "200 stubbed"), .press("D"), .get("/transactions", "401 passed")),
        GatewayWalk(
            "beside the journal the sidebar selects without a request: d there switches, Enter opens", [],
            .press("Tab j j j d"), .banner("MIXED"), .title("Journal"), .app(.holds { $0.exchanges.isEmpty }),
            .get("/cards", "200 stubbed"), .press("Enter"), .app(.title("Cards", "◐ demo")), .press("L"),
            .title("Journal 2"), .row(3, "/cards"), .press("q q y"), .app(.ends(0))),
        GatewayWalk(
            "a request's screen name counts, its session is shown, and an exchange has near misses",
            ["--unmatched", "error"], .get("/nowhere", "404 passed", [.screen: "cards", .session: "phone"]),
            .row(2, "Session"), .row(3, "phone"), .press("d"), .get("/nowhere", "404 refused", [.screen: "cards"]),
            .row(3, "404"), .app(.waits { $0.screen.contains("404 after") }), .press("g Right Right Enter"),
            .app(.holds { $0.screen.contains("Closest stubs") || $0.screen.contains("No stub comes close") }),
            .press("Esc"), .title("Journal 2")),
        GatewayWalk(
            "s chooses a client, whose switches are its own; the screens show its data", [], .press("s"),
            .footer("X-Demo-Session"), .get("/cards", "401 passed", [.session: "phone"]), .press("s j Enter D"),
            .banner("session phone", "DEMO"), .get("/cards", "200 stubbed", [.session: "phone"]),
            .get("/cards", "401 passed"), .press("4"), .app(.title("Cards", "◐ demo")),
            .app(.holds { $0.exchanges.last?.call.isNumberedByApp == true }), .press("s g Enter"), .banner("LIVE"),
            .app(.title("Cards", "● live"))),
        GatewayWalk(
            "a failure for one call waits for a client, also if its screen is in front", [], .press("D 4"),
            .app(.title("Cards", "◐ demo")), .press("c j Space"), .footer("answers once"),
            .get("/cards", "401 stubbed"), .get("/cards", "200 stubbed")),
        GatewayWalk(
            "U sets the policy for requests without a stub", [], .press("D"), .get("/nowhere", "404 passed"),
            .press("U g Enter"), .footer("When no stub matches: block."), .get("/nowhere", "404 refused"),
            .press("U G Enter"), .footer("--record")),
        GatewayWalk("R without a folder names --record", [], .press("R"), .footer("--record DIR")),
    ]

    @Test("A user sees that", arguments: walks) private func walk(_ walk: GatewayWalk) async throws {
        try await GatewayStage.run(walk.arguments) { stage in
            for step in walk.steps {
                switch step {
                case .app(let step): try await step.run(stage.app)
                case .read(let path, let reply, let headers, let place):
                    let shown = await stage.show(path, headers)
                    #expect(shown == reply, "\(stage.app.screen)", sourceLocation: place)
                }
            }
        }
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

    @Test("On all addresses the invitation names one for a phone and warns") func exposed() async throws {
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
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("demo-tui-passed-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await GatewayStage.run(["--record", folder]) { stage in
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

    @Test("A port in use ends the start with advice") func portTaken() async throws {
        try await GatewayStage.run { stage in
            let port = try #require(stage.app.state.title.gateway.flatMap { URL(string: $0.url)?.port })
            let command = try GatewayStage.gateway([Harness.resources + "/openapi.yaml"], port: port)
            try await GatewayStage.run(command) { app in
                #expect(app.end?.code == 2 && app.end?.message?.contains("--port") == true)
            }
        }
    }
}

import Foundation
import SampleBackend
import Testing

@testable import DemoTUI

/// A real client, curl, whose server is switched from a real terminal.
@Suite("The gateway's screens under tmux", .enabled(if: Tmux.isAvailable && Tmux.hasCurl))
struct GatewayTourTests {
    private let home = FileManager.default.temporaryDirectory.appendingPathComponent("demo-tui-gateway-\(UUID())").path

    /// What the gateway said it decided for a request of curl's.
    private func decision(_ url: String) throws -> String {
        Tmux.run(["curl", "-s", "-D", "-", "-o", "/dev/null", url], to: home + ".head")
        let lines = try String(contentsOfFile: home + ".head", encoding: .utf8).split(whereSeparator: \.isNewline)
        return String(lines.first { $0.lowercased().hasPrefix("x-demo-decision: ") }?.split(separator: " ").last ?? "")
    }

    @Test("curl is switched between server and stubs live; a signal ends all, with a line on the normal screen")
    func switched() async throws {
        let backend = try await SampleBackend.start()
        let tmux = Tmux(environment: ["HOME": home, "XDG_DATA_HOME": home, "TERM": "xterm-256color"])
        defer { tmux.end() }
        let document = await Harness.resources + "/openapi.yaml"
        let upstream = "http://127.0.0.1:\(backend.port)"
        tmux.run("\(Tmux.program) gateway \(document) --upstream \(upstream) --port 0 --tui; echo code=$?")
        try #require(tmux.wait(for: "curl -i '"), "an empty journal says what to try\n\(tmux.screen)")
        let url = try #require(
            tmux.screen.split(separator: "'").first { $0.hasSuffix("/transactions") }.map(String.init))

        #expect(try decision(url) == "passed")
        try #require(tmux.wait(for: "live "), "the request is there without a key\n\(tmux.screen)")
        tmux.press("d")
        try #require(tmux.wait(for: "MIXED 1/6"), "d switches the request's screen\n\(tmux.screen)")
        #expect(try decision(url) == "stubbed")
        try #require(tmux.wait(for: "stub "), "\(tmux.screen)")
        tmux.press("D")
        try #require(tmux.wait(for: "DEMO"), "\(tmux.screen)")
        #expect(try decision(url.replacing("/transactions", with: "/cards")) == "stubbed")
        tmux.press("D")
        try #require(tmux.wait(for: "MIXED 1/6"), "\(tmux.screen)")
        tmux.press("C")
        try #require(tmux.wait(for: "LIVE"), "\(tmux.screen)")
        #expect(try decision(url) == "passed")

        Tmux.run(["pkill", "-TERM", "-f", "^\(Tmux.program) gateway .* --upstream \(upstream) "], to: "/dev/null")
        #expect(tmux.wait(for: "code=143"), "\(tmux.screen)")
        #expect(tmux.screen.contains("ends after 4 requests"), "\(tmux.screen)")
        #expect(!tmux.screen.contains("Journal"), "the screens are gone\n\(tmux.screen)")
        await backend.stop()
    }
}

extension Tmux {
    fileprivate static var hasCurl: Bool { run(["curl", "--version"], to: "/dev/null") == 0 }
}

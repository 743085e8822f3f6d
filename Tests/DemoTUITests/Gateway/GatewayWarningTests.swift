import DemoGateway
import Foundation
import LoopbackPorts
import SampleBackend
import Terminal
import Testing

@testable import DemoTUI

@Suite("What a gateway warns of as it starts")
struct GatewayWarningTests {
    @Test(
        "an address that others reach is warned of; those of this machine alone are not",
        arguments: [
            ("0.0.0.0", true), ("192.168.1.7", true), ("::", true), ("my-machine.local", true), ("127.0.0.1", false),
            ("127.1.2.3", false), ("::1", false), ("localhost", false),
        ])
    func exposure(address: String, isExposed: Bool) {
        var configuration = GatewayConfiguration()
        configuration.address = address
        #expect((configuration.exposure != nil) == isExposed)
        #expect(configuration.exposure?.contains(address) != false)
    }

    @Test("an upstream that is not there is named with the reason; one that is there, or none, is no problem")
    func upstream() async throws {
        var configuration = GatewayConfiguration()
        #expect(await configuration.upstreamProblem() == nil)
        let closed = try ClosedPort()
        configuration.upstream = try UpstreamServer("http://127.0.0.1:\(closed.number)")
        let problem = await configuration.upstreamProblem()
        #expect(problem?.hasPrefix("http://127.0.0.1:\(closed.number) cannot be reached now: ") == true)
        withExtendedLifetime(closed) {}
        let backend = try await SampleBackend.start()
        configuration.upstream = try UpstreamServer("http://127.0.0.1:\(backend.port)")
        #expect(await configuration.upstreamProblem() == nil)
        await backend.stop()
    }

    @Test("the screens say both, and go on")
    @MainActor func screens() async throws {
        let closed = try ClosedPort()
        let command = try GatewayStage.gateway([
            "--bind", "0.0.0.0", "--upstream", "http://127.0.0.1:\(closed.number)",
        ])
        try await GatewayStage.run(command, size: Size(columns: 160, rows: 24)) { app in
            await app.wait { app.footer.contains("cannot be reached now") || app.end != nil }
            #expect(app.footer.contains("cannot be reached now") && app.end == nil, "\(app.screen)")
        }
        withExtendedLifetime(closed) {}
    }

    @Test(
        "without screens both are lines on standard error, and the gateway runs",
        .enabled(if: GatewayProcess.isAvailable))
    func process() async throws {
        let folder = try GatewayFolder()
        let closed = try ClosedPort()
        let upstream = "http://127.0.0.1:\(closed.number)"
        try await onThread {
            let gateway = try GatewayProcess(
                ["--bind", "0.0.0.0", "--upstream", upstream], in: folder.path)
            #expect(eventually { gateway.errorText.contains("cannot be reached now") })
            #expect(gateway.errorText.contains("demo-tui: warning: On 0.0.0.0 everyone in your network can reach"))
            #expect(gateway.errorText.contains("demo-tui: warning: \(upstream) cannot be reached"))
            #expect(gateway.end(SIGTERM) == 143)
        }
        withExtendedLifetime(closed) {}
    }
}

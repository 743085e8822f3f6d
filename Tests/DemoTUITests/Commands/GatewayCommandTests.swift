import ArgumentParser
import DemoAdmin
import DemoGateway
import DemoManager
import Foundation
import HTTPTypes
import LoopbackPorts
import SampleBackend
import Terminal
import TestSupport
import Testing
import WireFormats

@testable import DemoTUI

@Suite("The gateway's options") struct GatewayCommandTests {
    @Test(
        "Impossible options are refused with advice",
        arguments: [
            (["--record", "dir"], "name it with --upstream URL"),
            (["--unmatched", "capture", "--upstream", "http://localhost:1"], "name the folder with --record DIR"),
            (["--cors", "localhost:5173"], "takes an origin such as"),
            (["--cors", "http://h/path"], "takes an origin"),
            (["--allow-host", "http://h/"], "takes a name such as"),
            (["--admin-token", "none"], "needs --admin PORT"),
            (["--client-key", "a.key"], "name it with --client-certificate FILE"),
            (["--certificate", "a.pem"], "name it with --key FILE"),
            (["--key", "a.key"], "name it with --certificate FILE"),
            (["--follow", "http://localhost:1", "--admin", "0"], "leave --admin and --tui away"),
            (["--admin", "0.0.0.0:0", "--admin-token", "none"], "this machine alone"),
            (["--admin", "70000"], "[address:]port"), (["--admin", ":1"], "[address:]port"),
            (["--follow", "localhost:8081"], "is invalid"), (["--follow", "http://h:1/demo"], "is invalid"),
            (["--unmatched", "guard"], "name it with --upstream"), (["--port", "70000"], "from 0 to 65535"),
        ])
    func refused(_ arguments: [String], _ advice: String) {
        do {
            _ = try GatewayCommand.parse(arguments)
            Issue.record("taken: \(arguments)")
        } catch {
            #expect(GatewayCommand.message(for: error).contains(advice))
        }
    }

    @Test(
        "Origins and hosts are accepted as people write them",
        arguments: [
            ["--cors", "http://localhost:5173/"], ["--cors", "*"], ["--cors", "https://[::1]:8443"],
            ["--allow-host", "machine.local:8080"], ["--allow-host", "*"],
        ])
    func taken(_ arguments: [String]) throws { _ = try GatewayCommand.parse(arguments) }

    @Test(
        "The admin API listens on this machine unless an address is given",
        arguments: [
            ("8081", "127.0.0.1", true), ("0.0.0.0:8081", "0.0.0.0", false), ("[::1]:8081", "::1", true),
            ("localhost:8081", "localhost", true),
        ])
    func adminPlace(_ text: String, _ address: String, _ isLocal: Bool) throws {
        let place = try #require(try GatewayCommand.parse(["--admin", text]).admin)
        #expect(place.address == address && place.port == 8081 && place.isLocal == isLocal)
    }

    @Test("A gateway that follows another one has its switches at the start") func follows() async throws {
        let environment = ["DEMO_TUI_ADMIN_TOKEN": String(repeating: "t", count: 16)]
        let (first, second) = (DemoManager(), DemoManager())
        func start(_ arguments: [String], _ manager: DemoManager) async throws -> RunningGateway {
            let command = try GatewayCommand.parse(
                ["--upstream", "http://localhost:1", "--port", "0", "--unmatched", "error"] + arguments)
            let composition = try await GatewayComposition(
                command, AppOptions(command, environment: environment), manager: manager)
            return try await RunningGateway(
                command, composition, log: RequestLog(nil), environment: environment
            ) { _ in }
        }
        let leader = try await start(["--admin", "0"], first)
        let admin = try #require(leader.admin)
        #expect(admin.tokenFile == nil && admin.announcement.contains("that of DEMO_TUI_ADMIN_TOKEN"))
        first.isEnabled = true
        let follower = try await start(["--follow", admin.url], second)
        #expect(second.isEnabled)
        await follower.stop(patience: .zero)
        await leader.stop(patience: .zero)
    }

    @Test("A short admin token is refused", arguments: ["short", "a space in the token"])
    func shortToken(_ token: String) async throws {
        let command = try GatewayCommand.parse(["--upstream", "http://localhost:1", "--port", "0", "--admin", "0"])
        let composition = try await GatewayComposition(
            command, AppOptions(command, environment: [:]), manager: DemoManager())
        await #expect(throws: Complaint.self) {
            try await RunningGateway(
                command, composition, log: RequestLog(nil), environment: ["DEMO_TUI_ADMIN_TOKEN": token]
            ) { _ in }
        }
    }

    @Test(
        "A size is accepted in bytes or with a unit",
        arguments: [
            ("500K", 512_000), ("20M", 20_971_520), ("2g", 2_147_483_648), ("1kb", 1_024), ("3MB", 3_145_728),
            ("7B", 7), ("1048576", 1_048_576), ("1024G", 1_099_511_627_776),
        ])
    func size(_ text: String, _ bytes: Int) throws {
        #expect(try GatewayCommand.parse(["--max-body", text]).maxBody.bytes == bytes)
    }

    @Test(
        "An invalid size is refused",
        arguments: ["0", "x", "", "-1", "1.5M", "10T", "M", "20 M", "99999999999999999999", "1099511627776G"])
    func noSize(_ text: String) {
        #expect(throws: (any Error).self) { try GatewayCommand.parse(["--max-body", text]) }
    }

    @Test("--max-body limits matched bodies") func sizeCounts() async throws {
        let command = try GatewayCommand.parse(["--max-body", "500K", "--upstream", "http://localhost:1"])
        let composition = try await GatewayComposition(
            command, AppOptions(command, environment: [:]), manager: DemoManager())
        #expect(composition.configuration.limits.body == 500 << 10)
    }
}

@MainActor @Suite("Stubs beside a server") struct GatewayPathsTests {
    private static let document = """
        openapi: 3.0.3
        info: {title: Pets, version: '1'}
        servers: [{url: 'https://a.test/v1'}, {url: 'https://a.test/v2'}]
        paths: {/pets: {get: {responses: {'200': {description: ok}}}}}
        """

    @Test(
        "A stub answers its path; an unknown server is replaced by the document's first",
        arguments: [
            ("/v1", "/v2/pets", ["/v2/pets"], ["/v1/pets", "/pets"]),
            ("/v2", "/v1/pets", ["/v1/pets"], ["/v2/pets", "/pets"]),
            ("/v1", "/pets", ["/pets", "/v1/pets"], ["/v2/pets"]),
            ("", "/v1/pets", ["/v1/pets", "/pets"], ["/v2/pets"]),
            ("", "/v2/pets", ["/v2/pets"], ["/v1/pets", "/pets"]), ("", "/v1/pe.*", ["/v1/pets"], ["/v2/pets"]),
            ("/mine", "/v1/pets", ["/mine/pets", "/pets", "/v1/pets"], ["/v2/pets"]),
        ])
    func answered(upstream: String, stub: String, own: [String], others: [String]) async throws {
        let kind = stub.contains("*") ? "urlPathPattern" : "urlPath"
        let text = "request: {\(kind): \(stub)}\nresponse: {status: 202}\n"
        let folder = try Folder(["openapi.yaml": Self.document, "stubs/pets.yaml": text])
        let arguments = ["--demo", "--stubs", folder.path + "/stubs"]
        try await GatewayStage.run(arguments, document: folder.path + "/openapi.yaml", below: upstream) { stage in
            for path in own { #expect(await stage.send(.get, path) == "202 stubbed", "\(path)") }
            for path in others { #expect(await stage.send(.get, path) != "202 stubbed", "\(path)") }
        }
    }
}

@Suite("Warnings of a gateway") struct GatewayWarningTests {
    @Test(
        "An address that other machines can reach causes a warning, one of this machine does not",
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

    @Test("A missing upstream is named with the reason") func upstream() async throws {
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

    @Test("The screens show both warnings, and open") @MainActor func screens() async throws {
        let closed = try ClosedPort()
        let command = try GatewayStage.gateway(["--bind", "0.0.0.0", "--upstream", "http://127.0.0.1:\(closed.number)"])
        try await GatewayStage.run(command, size: Size(columns: 160, rows: 24)) { app in
            await app.wait { app.footer.contains("cannot be reached now") || app.end != nil }
            #expect(app.footer.contains("cannot be reached now") && app.end == nil, "\(app.screen)")
        }
        withExtendedLifetime(closed) {}
    }

    @Test(
        "Without screens both warnings are lines on standard error, and the gateway starts",
        .enabled(if: GatewayProcess.isAvailable))
    func process() async throws {
        let folder = try GatewayFolder()
        let closed = try ClosedPort()
        let upstream = "http://127.0.0.1:\(closed.number)"
        try await onThread {
            let gateway = try GatewayProcess(["--bind", "0.0.0.0", "--upstream", upstream], in: folder.path)
            #expect(eventually { gateway.errorText.contains("cannot be reached now") })
            #expect(gateway.errorText.contains("demo-tui: warning: On 0.0.0.0 everyone in your network can reach"))
            #expect(gateway.errorText.contains("demo-tui: warning: \(upstream) cannot be reached"))
            #expect(gateway.end(SIGTERM) == 143)
        }
        withExtendedLifetime(closed) {}
    }
}

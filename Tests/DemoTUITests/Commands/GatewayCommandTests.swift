import ArgumentParser
import DemoGateway
import DemoManager
import Testing

@testable import DemoTUI

@Suite("The gateway's options")
struct GatewayCommandTests {
    @Test(
        "What cannot be is refused with what to do",
        arguments: [
            (["--record", "dir"], "name it with --upstream URL"),
            (["--unmatched", "capture", "--upstream", "http://localhost:1"], "name the folder with --record DIR"),
            (["--cors", "localhost:5173"], "takes an origin such as"),
            (["--cors", "http://h/path"], "takes an origin"),
            (["--allow-host", "http://h/"], "takes a name such as"),
            (["--admin-token", "none"], "offer it with --admin PORT"),
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
        "Origins and hosts are taken as people write them",
        arguments: [
            ["--cors", "http://localhost:5173/"], ["--cors", "*"], ["--cors", "https://[::1]:8443"],
            ["--allow-host", "machine.local:8080"], ["--allow-host", "*"],
        ])
    func taken(_ arguments: [String]) throws { _ = try GatewayCommand.parse(arguments) }

    @Test("A recording of what an upstream answers is taken")
    func record() throws {
        let command = try GatewayCommand.parse(["--upstream", "http://localhost:1", "--record", "dir"])
        #expect(command.record == "dir")
    }

    @Test(
        "A size is written in bytes or with its unit",
        arguments: [
            ("500K", 512_000), ("20M", 20_971_520), ("2g", 2_147_483_648), ("1kb", 1_024), ("3MB", 3_145_728),
            ("7B", 7),
            ("1048576", 1_048_576), ("1024G", 1_099_511_627_776),
        ])
    func size(_ text: String, _ bytes: Int) throws {
        #expect(try GatewayCommand.parse(["--max-body", text]).maxBody.bytes == bytes)
    }

    @Test(
        "What is no size is refused",
        arguments: ["0", "x", "", "-1", "1.5M", "10T", "M", "20 M", "99999999999999999999", "1099511627776G"])
    func noSize(_ text: String) {
        #expect(throws: (any Error).self) { try GatewayCommand.parse(["--max-body", text]) }
    }

    @Test("What a size is bounds what stubs are matched by")
    func sizeCounts() async throws {
        let command = try GatewayCommand.parse(["--max-body", "500K", "--upstream", "http://localhost:1"])
        let composition = try await GatewayComposition(
            command, AppOptions(command, environment: [:]), manager: DemoManager())
        #expect(composition.configuration.limits.body == 500 << 10)
    }
}

import ArgumentParser
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
}

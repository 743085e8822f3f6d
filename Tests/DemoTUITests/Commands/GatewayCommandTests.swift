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

    @Test("A recording of what an upstream answers is taken")
    func record() throws {
        let command = try GatewayCommand.parse(["--upstream", "http://localhost:1", "--record", "dir"])
        #expect(command.record == "dir")
    }
}

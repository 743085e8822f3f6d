import DemoManager
import LoopbackPorts
import Testing

@testable import DemoTUI

@MainActor
@Suite("The server to talk to")
struct ServerTests {
    @Test("a server that is not there is said with a way out, and D gives a working app")
    func closedPort() async throws {
        let port = try ClosedPort()
        try await Harness.run(AppOptions(baseURL: "http://127.0.0.1:\(port.number)", startScreen: "cards")) { app in
            #expect(app.banner.contains("LIVE") && app.banner.contains("127.0.0.1:\(port.number)"))
            #expect(
                app.words.contains("Press d to open this screen with demo data, D for all of them."), "\(app.screen)")
            #expect(!app.screen.contains("NIO") && !app.screen.contains("Error("), "\(app.screen)")
            await app.press("D")
            #expect(app.banner.contains("DEMO") && app.screen.contains("Mastercard"), "\(app.screen)")
            for (key, words) in [("1", "Theo Marchetti"), ("2", "Bakkerij Van Loo"), ("3", "front desk")] {
                await app.press(key)
                #expect(app.screen.contains(words), "\(app.screen)")
            }
        }
        withExtendedLifetime(port) {}
    }

    @Test("--demo-screen starts one screen with stubs, the others live")
    func demoScreen() async throws {
        try await Harness.run(AppOptions(demoScreens: ["cards"], startScreen: "cards")) { app in
            #expect(app.banner.contains("MIXED 1/6"))
            #expect(app.title.contains("[demo]") && app.screen.contains("Mastercard"), "\(app.screen)")
            #expect(app.isAllStubs)
            await app.press("1")
            #expect(app.title.contains("[live]") && app.screen.contains("Maya"))
        }
    }

    @Test("a screen that is not in the document ends the start with its name and those there are")
    func unknownScreen() async throws {
        for options in [AppOptions(demoScreens: ["crads"]), AppOptions(startScreen: "crads")] {
            try await Harness.run(options) { app in
                #expect(app.end?.code == 2)
                #expect(app.end?.message?.contains("\"crads\"") == true && app.end?.message?.contains("cards") == true)
            }
        }
    }
}

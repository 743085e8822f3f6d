import Foundation
import Testing

@testable import DemoTUI

@MainActor
@Suite("UI tests start the program with seeds")
struct SeedTests {
    private func options(_ seeds: String, screen: String = "cards") -> AppOptions {
        AppOptions(startScreen: screen, isUITesting: true, environment: ["DEMO_TUI_SEEDS": seeds])
    }

    @Test("seeds answer by status and body and win over every stub")
    func reply() async throws {
        try await Harness.run(
            options(#"{"GET /cards": {"status": 200, "body": {"data": [{"id": "1", "label": "Seeded"}]}}}"#)
        ) { app in
            #expect(app.screen.contains("Seeded") && app.banner.contains("DEMO"), "\(app.screen)")
            await app.press("D", "D", "r")
            #expect(app.screen.contains("Seeded"))
            #expect(!FileManager.default.fileExists(atPath: app.dataFolder))
        }
    }

    @Test("an array is a sequence whose last reply stays")
    func sequence() async throws {
        let seeds =
            #"{"GET /cards": [{"status": 403}, {"status": 200, "body": {"data": [{"id": "1", "label": "Second"}]}}]}"#
        try await Harness.run(options(seeds)) { app in
            #expect(app.screen.contains("403"), "\(app.screen)")
            await app.press("r")
            #expect(app.screen.contains("Second"))
            await app.press("r")
            #expect(app.screen.contains("Second"))
        }
    }

    @Test("a request without a seed is a clear message on its screen, not a crash")
    func missing() async throws {
        try await Harness.run(options("{}")) { app in
            #expect(app.screen.contains("GET /cards") && app.screen.contains("seed"), "\(app.screen)")
            await app.press("d")
            #expect(app.screen.contains("seed"), "nothing reaches the network in live mode either\n\(app.screen)")
        }
    }

    @Test(
        "seeds that cannot be read end the start with a sentence",
        arguments: ["{", "[]", #"{"what is this": {}}"#, #"{"GET /cards": {"statsu": 1}}"#, "@/no/such/file"])
    func broken(_ seeds: String) async throws {
        try await Harness.run(options(seeds)) { app in
            #expect(app.end?.code == 2, "\(app.screen)")
            #expect(app.end?.message?.isEmpty == false)
        }
    }

    @Test("@ names a file")
    func file() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("seeds-\(UUID()).json").path
        try #"{"/cards": {"body": {"data": [{"id": "1", "label": "From a file"}]}}}"#.write(
            toFile: path, atomically: true, encoding: .utf8)
        defer { unlink(path) }
        try await Harness.run(options("@" + path)) { app in #expect(app.screen.contains("From a file"), "\(app.screen)")
        }
    }
}

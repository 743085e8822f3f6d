import AppCore
import DemoManager
import DemoManagerFiles
import Foundation
import HTTPTypes
import Recordings
import TestSupport
import Testing

@testable import DemoTUI

@MainActor @Suite struct RecordingTests {
    /// The main area below its title.
    private func content(_ harness: Harness) -> String {
        harness.screen.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2).dropLast()
            .compactMap {
                $0.contains("│") ? $0.split(separator: "│", maxSplits: 1, omittingEmptySubsequences: false).last : nil
            }
            .joined(separator: "\n")
    }

    @Test("Recorded replies show the same screens in demo, also in the next run") func recordAndPlay() async throws {
        let home = try Folder()
        let folder = home.path("new")
        var live: [String] = []
        try await Harness.run(AppOptions(recordFolder: folder)) { harness in
            #expect(harness.banner.contains("● LIVE  ● REC"))
            for key in ["1", "2", "3"] {
                await harness.press(key)
                live.append(content(harness))
            }
            #expect(live[0].contains("Maya Lindqvist"))
            await harness.press("D")
            for (place, key) in ["1", "2", "3"].enumerated() {
                await harness.press(key)
                #expect(content(harness) == live[place])
            }
            #expect(harness.screen.contains("◐ demo"))
        }
        try await Harness.run(AppOptions(isDemo: true, recordFolder: folder)) { harness in
            #expect(harness.footer.contains("recorded replies answer in demo mode; S lists them."), "\(harness.screen)")
            await harness.press("1")
            #expect(content(harness) == live[0])
            #expect(harness.isAllStubs)
            await harness.press("S", "/")
            await harness.type("recorded")
            await harness.press("Enter")
            #expect(harness.screen.contains("recorded in "), "\(harness.screen)")
        }
    }

    @Test("R starts and stops the recording of live replies") func key() async throws {
        try await Harness.run(AppOptions()) { harness in
            let folder = harness.dataFolder + "/demo-tui/recordings/harbor"
            #expect(!FileManager.default.fileExists(atPath: folder))
            await harness.press("R")
            #expect(harness.banner.contains("● LIVE  ● REC") && harness.screen.contains("Recording into"))
            await harness.press("D", "2", "R")
            #expect(!harness.screen.contains("● REC"))
            let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/mappings")
            #expect(
                names.contains { $0.hasPrefix("get-user-") } && !names.contains { $0.hasPrefix("get-transactions") })
            let count = names.count
            await harness.press("D", "r")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/mappings").count == count)
        }
    }

    @Test("R in demo advises to go live; a folder that cannot be created is an error") func notes() async throws {
        try await Harness.run { harness in
            await harness.press("R")
            #expect(harness.screen.contains("Recording: only what the server answers. Press D to go live."))
        }
        let folder = try Folder(["file": ""])
        let harness = Harness(AppOptions(isDemo: true, recordFolder: folder.path + "/file/below"))
        await harness.start()
        #expect(harness.end?.code == 2)
        #expect(harness.end?.message?.contains("nothing can be recorded there: Not a directory") == true)
        await harness.stop()
    }

    @Test("The policy capture records passed replies, which answer from then on") func capture() async throws {
        let home = try Folder()
        let folder = home.path("new")
        let manager = DemoManager(configuration: .init(unmatched: .capture))
        manager.isEnabled = true
        manager.loadStubs(folder: folder, mayBeMissing: true)
        let recording = Recording(of: manager, into: folder)
        let request = HTTPRequest(method: .get, scheme: "https", authority: "api.example.com", path: "/x")
        let response = APIResponse(
            head: HTTPResponse(status: .ok, headerFields: [.contentEncoding: "gzip"]), body: Array("it".utf8))
        recording.take(request, nil, response, .live)
        #expect(!recording.hasNews)
        guard case .passThrough(let reason) = manager.decide(request, call: manager.beginCall(screen: nil)).action
        else {
            Issue.record("nothing passed")
            return
        }
        recording.take(request, nil, response, reason)
        await recording.settle()
        guard case .stub(let reply, _) = manager.decide(request, call: manager.beginCall(screen: nil)).action else {
            Issue.record("no recording")
            return
        }
        #expect(reply.body == Array("it".utf8) && !recording.hasNews)
    }
}

import Foundation
import Testing
import WireFormats

@testable import DemoManager
@testable import Recordings

private let folder = "../shared/cases/har"

/// Archives that other tools wrote, beside a checkout of the project where they are there.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: folder))) struct SharedArchiveTests {
    @Test("archives of other tools are read whole, and their replies come back", arguments: ["insomnia", "postdata"])
    func archives(_ name: String) async throws {
        let file = try HARFile(SourceText(file: "\(folder)/\(name).har"))
        #expect(file.exchanges.count == file.entryCount && file.problems == [])
        let scene = try RecordingScene()
        let recorder = try await scene.record(file.exchanges)
        #expect(recorder.status.skipped == 0)
        let player = try scene.player()
        for exchange in file.exchanges {
            let decision = player.decide(
                exchange.request, body: exchange.requestBody, call: player.beginCall(screen: nil))
            #expect(
                decision.reply?.body == exchange.body && decision.reply?.status.code == exchange.response.status.code)
        }
    }
}

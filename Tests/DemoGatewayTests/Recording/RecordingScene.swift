import DemoGateway
import DemoManager
import DemoManagerFiles
import Foundation
import LoopbackPorts
import Recordings

/// A folder that a gateway records into.
final class RecordingScene: Sendable {
    let folder: String
    let recording: Recording

    /// A recording that was begun.
    init(limits: Recording.Limits = Recording.Limits()) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("demo-tui-gateway-\(UUID())").path
        recording = Recording(of: DemoManager(), into: folder, limits: limits)
        try recording.start()
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// The news at the end of the recording, without the notes about written files.
    var sentences: [Recording.News] {
        get async {
            await recording.finish()
            return await recording.news.filter { $0 != .written }.reduce(into: []) { $0.append($1) }
        }
    }

    /// The names of the stub files, once everything is written.
    func names() async throws -> [String] {
        await recording.flush()
        return try FileManager.default.contentsOfDirectory(atPath: folder + "/mappings").sorted()
    }

    /// Sends each request through a recording gateway and then to one that has the recording alone.
    func replies(to requests: [String], from upstream: LoopbackServer) async throws -> (
        live: [ReceivedReply?], replayed: [ReceivedReply?]
    ) {
        var replies: (live: [ReceivedReply?], replayed: [ReceivedReply?]) = ([], [])
        let front = try await TestGateway(upstream: upstream.port, recording: recording) { _, manager in
            manager.isEnabled = false
        }
        for request in requests { replies.live.append(try await front.reply(to: request)) }
        await front.stop()
        await upstream.stop()
        await recording.flush()
        let player = try await TestGateway { [folder] _, manager in manager.loadStubs(folder: folder) }
        for request in requests { replies.replayed.append(try await player.reply(to: request)) }
        await player.stop()
        return replies
    }
}

import DemoAdmin
import DemoGateway
import DemoManager

extension Sessions: SessionDirectory {}

/// What the admin API begins and ends recordings with.
struct GatewayRecordingDesk: RecordingControl {
    let recording: GatewayRecording
    let manager: DemoManager
    let upstream: UpstreamServer

    var isRecording: Bool { recording.phase == .recording }
    var hasBegun: Bool { recording.phase != .idle }
    var failure: String? { recording.status.failure }

    func isTarget(_ url: String) -> Bool {
        do throws(UpstreamServer.InvalidURL) {
            return try UpstreamServer(url) == upstream
        } catch {
            return false
        }
    }

    func start() { recording.start() }

    func stop() { recording.stop() }

    func record(_ exchanges: [ServedExchange]) async { await recording.record(exchanges) }

    func settle() async -> [String] {
        await recording.settle(manager)
        return recording.stubFiles.map { "\(recording.folder)/mappings/\($0)" }
    }
}

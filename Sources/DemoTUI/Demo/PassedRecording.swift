import DemoManager
import JSONText

/// The recording of what a gateway passes for its clients, as the key has it.
struct PassedRecording: Sendable {
    /// Where is recorded.
    let folder: String
    let isOn: @Sendable () -> Bool
    /// Replies written since the start.
    let count: @Sendable () -> Int
    /// Names whose values may be secrets or data, each with its file.
    let doubts: @Sendable () -> [Problem]
    /// Whether there are recordings that the stubs do not know yet.
    let hasNews: @Sendable () -> Bool
    let start: @Sendable () -> Void
    let stop: @Sendable () -> Void
    /// Writes what is still to be written and hands it to the stubs.
    let settle: @Sendable () async -> Void
}

extension DemoControls {
    /// Whether this run can record: the app can, a gateway where it was given a folder.
    var canRecord: Bool { passed != nil || session.isAlone }

    /// Whether what the server answers is recorded now.
    var isRecording: Bool { passed?.isOn() ?? recording.isOn }

    /// Whether there are recordings that the stubs do not know yet.
    var hasRecordingNews: Bool { recording.hasNews || passed?.hasNews() ?? false }

    /// Hands what was recorded to the stubs.
    func settleRecording() async {
        await recording.settle()
        await passed?.settle()
    }

    /// Begins or ends the recording of what a gateway passes.
    func toggle(_ passed: PassedRecording) -> DemoFact {
        if passed.isOn() {
            passed.stop()
            return .recorded(folder: passed.folder, replies: passed.count(), doubts: passed.doubts().count)
        }
        passed.start()
        return .recording(folder: passed.folder, needsLive: session.base.banner == .demo)
    }
}

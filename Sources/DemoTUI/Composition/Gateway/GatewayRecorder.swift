import DemoGateway
import DemoManager

/// The recording of one run: tells a person what there is to know, and makes stubs of what is captured.
struct GatewayRecorder: Sendable {
    let recording: GatewayRecording
    private let news: AsyncStream<GatewayRecording.News>.Continuation
    private let tell: @Sendable (String) -> Void
    private let following: Task<Void, Never>

    /// Begins to record where the command asks for it.
    /// - Parameter tell: takes what a person is to know, a sentence each.
    /// - Throws: `StartFailure` for a folder that cannot be recorded into.
    init?(
        _ command: GatewayCommand, manager: DemoManager, tell: @escaping @Sendable (String) -> Void
    ) throws(StartFailure) {
        guard let folder = command.record else { return nil }
        let (news, continuation) = AsyncStream.makeStream(of: GatewayRecording.News.self)
        let recording: GatewayRecording
        do {
            recording = try GatewayRecording(into: folder, redactor: manager.redactor) { continuation.yield($0) }
        } catch {
            throw StartFailure("--record \(folder): \(error.message).")
        }
        self.recording = recording
        self.news = continuation
        self.tell = tell
        following = Task { [quiet = command.quiet] in
            for await item in news {
                switch item {
                case .skipped(let sentence): if !quiet { tell(sentence) }
                case .failed(let sentence): tell("\(sentence) Replies go on; nothing more is recorded.")
                case .written: if manager.unmatched == .capture { await recording.settle(manager) }
                }
            }
        }
        recording.start()
    }

    /// Where is recorded, in a line.
    var announcement: String { "What the server answers is recorded into \(recording.folder)." }

    /// What the admin API begins and ends it with.
    func desk(_ manager: DemoManager, _ configuration: GatewayConfiguration) -> GatewayRecordingDesk? {
        configuration.upstream.map { GatewayRecordingDesk(recording: recording, manager: manager, upstream: $0) }
    }

    /// Writes what is still to be written, at the end.
    /// - Returns: whether everything could be written all the time.
    func finish() async -> Bool {
        await recording.flush()
        news.finish()
        await following.value
        for doubt in recording.doubts { tell("\(doubt).") }
        return !recording.hasFailed
    }
}

extension GatewayRecorder {
    /// The recording as the screens' key has it.
    func asPassed(_ manager: DemoManager) -> PassedRecording {
        PassedRecording(
            folder: recording.folder, isOn: { recording.phase == .recording }, count: { recording.status.recorded },
            doubts: { recording.doubts },
            hasNews: { recording.hasNews }, start: { recording.start() }, stop: { recording.stop() },
            settle: { await recording.settle(manager) })
    }
}

extension GatewayRecording {
    /// Writes what is still to be written and makes stubs of it.
    func settle(_ manager: DemoManager) async {
        if await flush() { manager.reload() }
    }
}

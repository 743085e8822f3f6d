import DemoManager
import Recordings

/// A recording that the API begins and ends. How it records is not known here.
package protocol RecordingControl: Sendable {
    /// True if it was begun and not ended; also while it pauses because the disk refused.
    var isRecording: Bool { get }
    /// True if it was ever begun.
    var hasBegun: Bool { get }
    /// Why it pauses, in one sentence; nil while it goes on.
    var failure: String? { get }
    /// True if a URL is that of the server whose replies are recorded.
    func isTarget(_ url: String) -> Bool
    /// Begins, also again after a failure: what was recorded before for the same requests is replaced.
    func start()
    /// Ends it.
    func stop()
    /// Records replies that came before it was begun.
    func record(_ exchanges: [ServedExchange]) async
    /// Writes what is still to be written and hands it to the stubs.
    ///
    /// - Returns: the paths of the stub files made since it was begun.
    @discardableResult
    func settle() async -> [String]
}

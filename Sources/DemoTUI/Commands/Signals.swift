import Dispatch
import Foundation

/// Waiting for a signal without a screen.
enum Signals {
    /// Returns when one of the signals comes; they no longer end the program by themselves.
    static func first(of numbers: [Int32]) async -> Int32 {
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        let sources = numbers.map { number in
            #if canImport(Darwin)
                signal(number, SIG_IGN)
            #endif
            // On Linux the source replaces the signal's action by itself, a moment later: ignored until then, one that comes
            // in between would be lost, and the program could not be ended.
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield(number) }
            source.resume()
            return source
        }
        defer { for source in sources { source.cancel() } }
        for await number in stream { return number }
        return SIGTERM
    }
}

import Dispatch
import Foundation

/// Waiting for a signal without a screen.
enum Signals {
    /// Returns when one of the signals comes; they no longer end the program by themselves.
    static func first(of numbers: [Int32]) async -> Int32 {
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        let sources = numbers.map { number in
            signal(number, SIG_IGN)
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

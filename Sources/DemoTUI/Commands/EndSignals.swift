import Dispatch
import Foundation

/// The signals that ask a server to end, for a run without screens.
struct EndSignals {
    private let sources: [any DispatchSourceSignal]
    private let numbers: AsyncStream<Int32>

    /// Takes the signals: once it returns, none of them ends the program by itself. After `nohup` the terminal's end is none.
    init() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        numbers = stream
        sources = ([SIGINT, SIGTERM, SIGQUIT] + (Self.ignoresHangUp ? [] : [SIGHUP])).map { number in
            #if canImport(Darwin)
                signal(number, SIG_IGN)
            #endif
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield(number) }
            return source
        }
        for source in sources {
            // On Linux the source replaces the signal's action by itself, a moment later: ignored until then, one that comes
            // in between would be lost, and the program could not be ended.
            await withCheckedContinuation { taken in
                source.setRegistrationHandler { taken.resume() }
                source.resume()
            }
        }
    }

    /// Whether the program was started to outlive its terminal.
    private static var ignoresHangUp: Bool {
        var action = sigaction()
        sigaction(SIGHUP, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Returns when the first of them comes.
    func first() async -> Int32 {
        defer { for source in sources { source.cancel() } }
        for await number in numbers { return number }
        return SIGTERM
    }
}

import ArgumentParser
import Dispatch
import Foundation

/// One run of the screens: takes the terminal, paints, opens the document, and gives the terminal back whatever ends it.
@MainActor
struct AppRun {
    private let options: AppOptions

    init(_ options: AppOptions) { self.options = options }

    /// Runs until a person or a signal ends it.
    /// - Throws: the exit code; what had to be said is on standard error.
    func run() async throws {
        let composition =
            if let file = options.logFile { AppComposition(options, log: try FileLog(path: file)) } else {
                AppComposition(options)
            }
        let terminal: NcursesTerminal
        do {
            terminal = try NcursesTerminal(environment: options.environment, errorLog: options.logFile)
        } catch {
            throw StandardError.exit(error.exitCode, error.userMessage)
        }
        let state = AppState(
            title: composition.provisionalTitle, size: terminal.size, startScreen: options.startScreen)
        let runner = EffectRunner(terminal: terminal) { await composition.open($0) }
        let loop = AppLoop(state: state, terminal: terminal, runner: runner)
        let end = await withCheckedContinuation { continuation in
            loop.start { continuation.resume(returning: $0) }
        }
        terminal.close()
        if let message = end.message { StandardError.write(message) }
        // The end is in order where that is quick; a call that hangs must not keep a person waiting for the shell.
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(400)) { exit(end.code) }
        await composition.stop()
        throw ExitCode(end.code)
    }
}

/// How a run ended.
struct RunEnd: Hashable, Sendable {
    let code: Int32
    /// A line for standard error, once the terminal is back.
    var message: String?
}

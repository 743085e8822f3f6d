import AppCore
import ArgumentParser
import Dispatch
import Foundation
import Recordings
import Terminal
import WireFormats

/// A run of the screens: takes the terminal, paints, opens the document, and restores the terminal in every case.
@MainActor
struct AppRun {
    private let source: any ScreensSource
    private let options: AppOptions

    init(_ source: any ScreensSource, _ options: AppOptions) {
        self.source = source
        self.options = options
    }

    /// A run of the app alone. A log that cannot be written is a problem to show, not a reason to stop.
    init(_ options: AppOptions) {
        var composition = AppComposition(options)
        if let path = options.logFile {
            do throws(Problem) {
                composition = AppComposition(options, log: try FileLog(path: path))
            } catch {
                composition = AppComposition(options, problems: [error])
            }
        }
        self.init(composition, options)
    }

    /// Runs until the user or a signal ends it.
    /// - Throws: the exit code; messages are on standard error by then.
    func run() async throws {
        let terminal: SystemTerminal
        do {
            terminal = try SystemTerminal(
                program: "demo-tui", environment: options.environment,
                theme: options.configuration.theme, errorLog: options.logFile)
        } catch {
            let advice = source.adviceWithoutTerminal.map { "; " + $0 } ?? ""
            throw StandardError.exit(2, "\(error)\(error.advice)\(advice)")
        }
        if let chosen = options.configuration.chosenTheme { terminal.use(chosen) }
        let state = AppState(
            title: source.provisionalTitle, size: terminal.size, startScreen: options.startScreen,
            options.configuration)
        let runner = EffectRunner(terminal: terminal) { [source] in await source.open($0) }
        let loop = AppLoop(state: state, terminal: terminal, runner: runner, themeFile: options.themeFile)
        let end = await withCheckedContinuation { continuation in loop.start { continuation.resume(returning: $0) } }
        terminal.close()
        if let message = end.message { StandardError.write(message) }
        if let problem = end.problem { StandardError.write("\(problem)") }
        if let note = terminal.note { StandardError.write(note) }
        if end.message == nil, let farewell = source.farewell { StandardOutput.write(farewell) }
        // The end is orderly if it is quick.
        DispatchQueue.global().asyncAfter(deadline: .now() + source.patience / .seconds(1)) { exit(end.code) }
        await source.stop()
        throw ExitCode(end.code)
    }
}

extension TerminalProblem {
    /// The way to continue without screens, as the end of the message.
    fileprivate var advice: String {
        switch self {
        case .notATerminal: "; run demo-tui in one; in scripts and pipes use demo-tui check"
        case .dumb: "; in scripts use demo-tui check"
        case .unknownType, .refused: ""
        }
    }
}

struct RunEnd: Hashable, Sendable {
    let code: Int32
    /// A line for standard error after the terminal is restored.
    var message: String?
    /// The reason why the last view is not kept.
    var problem: Problem?

    /// Writes the last view, and the theme if one was chosen, as far as they have files.
    func keeping(_ state: AppState, in view: LastViewFile?, _ theme: ThemeFile?) -> RunEnd {
        var end = self
        do throws(Problem) {
            try view?.write(state.lastView)
            if state.hasChosenTheme { try theme?.write(state.theme) }
        } catch {
            end.problem = error
        }
        return end
    }
}

/// The services of a run of the screens: the app alone, or the app beside a gateway.
protocol ScreensSource: Sendable {
    var provisionalTitle: AppTitle { get }
    /// Reads the document and composes the services. Runs after the first paint, off the main actor.
    ///
    /// - Parameter report: receives every step, on any thread.
    @concurrent func open(_ report: @escaping @Sendable (OpeningStep) -> Void) async -> OpenedApp
    func stop() async

    /// The time for `stop` before the program ends anyway.
    var patience: Duration { get }
    /// A line for standard output once the terminal is back.
    var farewell: String? { get }
    /// Additional advice if there is no terminal.
    var adviceWithoutTerminal: String? { get }
}

extension ScreensSource {
    // A call that hangs must not delay the shell.
    var patience: Duration { .milliseconds(400) }
    var farewell: String? { nil }
    var adviceWithoutTerminal: String? { nil }
}

enum OpenedApp: Sendable {
    struct Services: Sendable {
        /// Takes the services after a save of the document at this index, with its name if there are several.
        typealias Replace = @Sendable (Services, Int, String?) async -> Void
        /// Receives the outcome of each save, and the index of the document.
        typealias Tell = @Sendable (DocumentWatch.News, Int) async -> Void

        var title: AppTitle
        let index: ScreenIndex
        /// Makes the calls of a screen with this id.
        var loader: @Sendable (String) -> ScreenLoader? = { _ in nil }
        var demo: DemoControls
        var journal: DemoJournal
        /// The calls of this run beside the document's operations; nil without a document.
        var coverage: @Sendable () -> CoverageReport? = { nil }
        /// Sends callbacks by hand; nil without a document.
        var callbacks: CallbackControls?
        /// Stores credentials for a scheme of a document in memory until the program ends.
        let signIn: @Sendable (Authentication, Credentials) async -> Void
        let stubEditor: StubEditor
        let examples: ParameterExamples?
        var notices: AsyncStream<String>?
        /// Watches the documents while the watches are held.
        var watchDocuments: @Sendable (@escaping Replace, @escaping Tell) -> [DocumentWatch] = { _, _ in [] }
        /// The file of the last view; nil if none is restored or kept.
        var viewFile: LastViewFile?
        var lastView: LastView?

        var journalChanged: Event { journal.changed(recorded: demo.recording.status.recorded) }
    }

    case open(Services)
    case refused(String)
}

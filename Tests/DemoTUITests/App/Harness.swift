import DemoManager
import Foundation

@testable import DemoTUI

/// The program without a terminal: keys go in, the screen comes out as text. Everything behind it is real - document,
/// stubs, client, and the sample's backend once something is live.
@MainActor
final class Harness {
    let terminal: MemoryTerminal
    let manager: DemoManager
    let composition: AppComposition
    private(set) var end: RunEnd?
    private let loop: AppLoop
    private let runner: EffectRunner

    /// - Parameters:
    ///   - options: what the program is started with; the environment is the test's own.
    ///   - size: 80 x 24 unless told otherwise.
    init(_ options: AppOptions = AppOptions(isDemo: true), size: Size = Size(columns: 80, rows: 24)) {
        var options = options
        let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("demo-tui-tests-\(UUID())").path
        options.environment.merge(["XDG_DATA_HOME": scratch, "HOME": scratch]) { own, _ in own }
        options.resources = Harness.resources
        terminal = MemoryTerminal(size: size)
        manager = DemoManager()
        let composition = AppComposition(options, manager: manager)
        self.composition = composition
        runner = EffectRunner(terminal: terminal) { await composition.open() }
        loop = AppLoop(
            state: AppState(
                title: composition.provisionalTitle, size: terminal.size, startScreen: options.startScreen),
            terminal: terminal, runner: runner)
    }

    /// The checkout's resources: the test bundle has none of its own.
    static let resources = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Resources/fixtures/harbor").path

    /// Starts and waits until the first screen is there.
    func start() async {
        loop.start { [weak self] in self?.end = $0 }
        await settle()
    }

    /// Presses keys, spelled as the help spells them, and waits until everything they began has ended.
    func press(_ keys: String...) async {
        for spelled in keys {
            guard let key = Key(spelled: spelled) else { preconditionFailure("no key \(spelled)") }
            terminal.feed([.key(key)])
            await settle()
        }
    }

    /// Types text.
    func type(_ text: String) async {
        terminal.type(text)
        await settle()
    }

    func resize(_ columns: Int, _ rows: Int) { terminal.feed([.resize(Size(columns: columns, rows: rows))]) }

    /// The screen as text.
    var screen: String { terminal.text }
    var state: AppState { loop.state }

    /// The first line of the screen.
    var banner: String { screen.split(separator: "\n", omittingEmptySubsequences: false).first.map(String.init) ?? "" }

    /// The journal's exchanges so far.
    var exchanges: [Exchange] { Array(manager.journal.exchanges) }

    private func settle() async { await runner.settled() }

    /// Ends the backend.
    func stop() async { await composition.stop() }
}

import DemoManager
import Foundation
import Terminal

@testable import DemoTUI

/// The program without a terminal: keys go in, the screen comes out as text. Everything behind it is real - document,
/// stubs, client, and the sample's backend once something is live.
@MainActor
final class Harness {
    let terminal: MemoryTerminal
    let manager: DemoManager
    let source: any ScreensSource
    private(set) var end: RunEnd?
    /// Where the run keeps its data; new for every harness.
    let dataFolder: String
    private let loop: AppLoop
    private let runner: EffectRunner

    /// - Parameters:
    ///   - options: what the program is started with; the environment is the test's own.
    ///   - size: 80 x 24 unless told otherwise.
    ///   - restTime: how long the sidebar's selection has to stay on a live screen; none unless told otherwise.
    ///   - watchesStubs: whether stub files that are saved are read by themselves.
    ///   - source: puts together what the screens work with; the app alone unless told otherwise.
    init(
        _ options: AppOptions = AppOptions(isDemo: true), size: Size = Size(columns: 80, rows: 24),
        watchesStubs: Bool = false, restTime: Duration = .zero,
        source: (AppOptions, DemoManager) -> any ScreensSource = { AppComposition($0, manager: $1) }
    ) {
        var options = options
        let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("demo-tui-tests-\(UUID())").path
        options.environment.merge(["XDG_DATA_HOME": scratch, "HOME": scratch]) { own, _ in own }
        options.resources = Harness.resources
        options.watchesStubs = watchesStubs
        dataFolder = scratch
        terminal = MemoryTerminal(size: size)
        manager = DemoManager()
        let source = source(options, manager)
        self.source = source
        runner = EffectRunner(terminal: terminal) { await source.open($0) }
        var state = AppState(
            title: source.provisionalTitle, size: terminal.size, startScreen: options.startScreen)
        // A busy machine may take longer than a note stays.
        state.noteTime = .seconds(3_600)
        state.restTime = restTime
        loop = AppLoop(state: state, terminal: terminal, runner: runner)
    }

    /// The checkout's resources: the test bundle has none of its own.
    static let resources = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Resources/fixtures/harbor").path

    /// Starts, runs the body, and ends the backend whatever happens.
    static func run(
        _ options: AppOptions = AppOptions(isDemo: true), size: Size = Size(columns: 80, rows: 24),
        watchesStubs: Bool = false, restTime: Duration = .zero,
        source: (AppOptions, DemoManager) -> any ScreensSource = { AppComposition($0, manager: $1) },
        _ body: @MainActor (Harness) async throws -> Void
    ) async throws {
        let harness = Harness(options, size: size, watchesStubs: watchesStubs, restTime: restTime, source: source)
        await harness.start()
        let result: Result<Void, any Error>
        do { result = .success(try await body(harness)) } catch { result = .failure(error) }
        await harness.stop()
        if FileManager.default.fileExists(atPath: harness.dataFolder) {
            try FileManager.default.removeItem(atPath: harness.dataFolder)
        }
        try result.get()
    }

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

    /// Presses keys and does not wait: what they began is still in flight.
    func feed(_ keys: String...) {
        for spelled in keys {
            guard let key = Key(spelled: spelled) else { preconditionFailure("no key \(spelled)") }
            terminal.feed([.key(key)])
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

    /// The second line of the screen, where the panel's title stands; beside a sidebar that is part of it.
    var title: String { row(1) }
    /// The last line of the screen.
    var footer: String { row(state.size.rows - 1) }
    /// One line of the screen.
    func row(_ index: Int) -> String {
        let rows = screen.split(separator: "\n", omittingEmptySubsequences: false)
        return rows.indices.contains(index) ? String(rows[index]) : ""
    }

    /// The journal's exchanges so far.
    var exchanges: [Exchange] { Array(manager.journal.exchanges) }

    /// Waits until what was begun has ended.
    func settle() async { await runner.settled() }

    /// Ends the backend.
    func stop() async { await source.stop() }
}

extension Key {
    /// The key of a name, as help and README write it.
    init?(spelled name: String) {
        let special: [Key] = [
            .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .insert, .delete, .backspace, .enter, .escape,
            .tab, .backTab, .character(" "), .control(" "),
        ]
        let aliases: [String: Key] = [
            "↑": .up, "↓": .down, "←": .left, "→": .right, "PageDown": .pageDown, "PageUp": .pageUp,
            "Backspace": .backspace, "Delete": .delete, "Escape": .escape,
        ]
        if let key = (special + (1...12).map(Key.function)).first(where: { $0.name == name }) ?? aliases[name] {
            self = key
        } else if let only = name.first, name.count == 1 {
            self = .character(only)
        } else if let letter = name.last, ["^", "C-"].contains(name.dropLast()) {
            self = .control(Character(letter.lowercased()))
        } else {
            return nil
        }
    }
}

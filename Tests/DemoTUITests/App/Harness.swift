import AppCore
import DemoManager
import Foundation
import HTTPTypes
import Terminal
import TestSupport

@testable import DemoTUI

/// The program without a terminal: keys go in, the screen comes out as text. Everything behind it is real - document,
/// stubs, client, and the sample's backend once something is live.
@MainActor final class Harness {
    let terminal: MemoryTerminal
    let manager: DemoManager
    let source: any ScreensSource
    private(set) var end: RunEnd?
    /// The state of a walk: the screen and the number of exchanges at its mark, the stub of its last step with one.
    var (markedScreen, markedCount, lastStub) = ("", 0, StubID?.none)
    var markedRows = 0
    /// The client of the gateway, of tests that have one.
    var client: GatewayStage? { transport.map { GatewayStage(app: self, transport: $0) } }
    var transport: AsyncHTTPTransport?
    /// The folder of own stubs, of tests that have one.
    var stubsFolder = ""
    /// The run's data folder; new for every harness.
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
        watchesStubs: Bool = false, restTime: Duration = .zero, offersMouse: Bool = true,
        source: (AppOptions, DemoManager) -> any ScreensSource = { AppComposition($0, manager: $1) }
    ) {
        var options = options
        let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("demo-tui-tests-\(UUID())").path
        options.environment.merge(["XDG_DATA_HOME": scratch, "HOME": scratch]) { own, _ in own }
        options.resources = Harness.resources
        options.watchesFiles = watchesStubs
        dataFolder = scratch
        terminal = MemoryTerminal(size: size)
        terminal.offersMouse = offersMouse
        manager = DemoManager()
        let source = source(options, manager)
        self.source = source
        runner = EffectRunner(terminal: terminal) { await source.open($0) }
        var state = AppState(
            title: source.provisionalTitle, size: terminal.size, startScreen: options.startScreen,
            options.configuration)
        // A busy machine may take longer than a note stays.
        state.noteTime = .seconds(3_600)
        state.restTime = restTime
        loop = AppLoop(state: state, terminal: terminal, runner: runner, themeFile: options.themeFile)
    }

    /// The checkout's resources: the test bundle has none of its own.
    static let resources = Checkout.path("Resources/fixtures/harbor")

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
        for key in keys {
            feed(key)
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

    /// The borders of the panel's frame, with its title and its place; beside a sidebar that is part of it.
    var title: String { row(1) + " " + row(state.size.rows - 2) }
    /// The message above the last line, as running text; empty without one.
    private var message: String {
        let count = state.note.map { TextLayout.wrapped($0.text, width: state.size.columns - 6).count } ?? 0
        let last = state.size.rows - 1
        let text = (last - min(4, count)..<last).map(row).joined(separator: " ").filter { !"│─╰╯".contains($0) }
        return text.split(separator: " ").joined(separator: " ")
    }

    /// The last line of the screen, behind the message if there is one.
    var footer: String { message + row(state.size.rows - 1) }
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

extension Harness {
    /// Runs the program over a document of the test's own, in demo unless told otherwise.
    static func run(
        over document: String, _ options: AppOptions = AppOptions(isDemo: true),
        size: Size = Size(columns: 80, rows: 24), restTime: Duration = .zero,
        _ body: @MainActor (Harness) async throws -> Void
    ) async throws {
        let folder = try Folder(["document.yaml": document])
        var options = options
        options.document = folder.path("document.yaml")
        try await run(options, size: size, restTime: restTime, body)
    }
}

extension Harness {
    /// Adds a stub that wins over those of the sample: JSON for a path, whatever the query.
    @discardableResult
    func stub(
        _ method: HTTPRequest.Method = .get, _ path: String, status: Int = 200, _ json: String = "",
        headers: HTTPFields = [:], after delay: Duration = .zero
    ) throws -> StubID {
        var headers = headers
        if !json.isEmpty { headers[.contentType] = "application/json" }
        return try manager.add(
            Stub(
                request: RequestPattern(method: .one(method), url: .path(path)),
                sequence: [
                    SequenceEntry(Reply(status: status, headers: headers, body: Array(json.utf8), delay: .fixed(delay)))
                ], origin: .made(by: "the test")))
    }

    /// Waits for what comes by the manager's changes rather than by a key. Gives up after a minute: a busy machine may take its time.
    func wait(until isThere: () -> Bool) async {
        let deadline = ContinuousClock.now + .seconds(60)
        while !isThere(), ContinuousClock.now < deadline { await Task.yield() }
    }

    /// Opens the condition picker, turns to the target with this name, and chooses.
    func choose(_ condition: String, for target: String = "", by key: String = "Enter") async {
        await press("c")
        for _ in 0..<6 where !target.isEmpty && !screen.contains(target) { await press("Tab") }
        await press("g")
        let lines = (state.popups.last as? ConditionPicker)?.lines ?? []
        for _ in 0..<(lines.firstIndex { $0.text == condition } ?? 0) { await press("j") }
        await press(key)
    }

    /// True if every exchange so far was answered by a stub.
    var isAllStubs: Bool {
        exchanges.allSatisfy { if case .stub = $0.action { true } else { false } }
    }

    /// The text in front, of a popup or the main area, and the message, as running text: no line breaks, one space between
    /// words.
    var words: String {
        (lines + [message]).joined(separator: " ").split(separator: " ").joined(separator: " ")
    }

    /// Characters that no cell may have: controls, marks of direction, invisible ones.
    var unseen: [String] { String.unseen(screen) }

    /// The lines in front, of a popup or the main area, without its frame.
    var lines: [String] {
        let layout = Layout(size: state.size, state: state)
        let pane = state.popups.last.map { state.pane(of: $0, in: state.world) } ?? layout.main ?? layout.sidebar
        guard let area = pane?.content else { return [] }
        return [row(pane?.area.y ?? 0)] + area.rows.map { Self.cut(row($0), area.columns) }
    }

    /// The cells of a line.
    private static func cut(_ line: String, _ columns: Range<Int>) -> String {
        var column = 0
        return String(
            line.filter { character in
                defer { column += TextWidth.width(of: String(character)) }
                return columns.contains(column)
            })
    }

    func line(_ text: String) -> String { lines.first { $0.contains(text) } ?? "" }

    var table: CollectionScreen? { state.mainPanel as? CollectionScreen }
    var conversation: ConversationScreen? { state.mainPanel as? ConversationScreen }
    /// The names of the rows in front.
    var names: [String?]? { table?.list.rows.map { $0["name"]?.stringValue } }
    /// The names of the columns in front.
    var columns: [String] { table?.cells.columns.map(\.field.name) ?? [] }
    /// The text that was copied last.
    var copied: String {
        for case .copied(let bytes) in terminal.acts.reversed() { return String(decoding: bytes, as: UTF8.self) }
        return ""
    }
    var paths: Set<String> { Set(exchanges.compactMap(\.request.path)) }
    func readings(of path: String) -> Int { exchanges.count { $0.request.path == path && $0.request.method == .get } }
    var deletions: [String?] { exchanges.filter { $0.request.method == .delete }.map(\.request.path) }
    /// The body sent last, as text.
    var sentBody: String { String(decoding: exchanges.last?.requestBody ?? [], as: UTF8.self) }

    /// The names of the own stub files.
    var stubFiles: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: stubsFolder).filter { $0.hasSuffix(".yaml") }
        }
    }

    /// The form in front.
    var form: FormScreen? { state.mainPanel as? FormScreen }
    /// The name of the form's field with the focus; nil on the button.
    var focusedField: String? {
        form?.focusedNode?.field.name
    }
    /// Moves to a field of the form in front.
    func focus(_ name: String) async {
        for _ in 0..<(form?.lines.count ?? 0) where focusedField != name { await press("Down") }
    }
}

extension String {
    /// The characters of a text, but line ends, that control, reorder or cannot be seen, by their numbers.
    static func unseen(_ text: String) -> [String] {
        text.unicodeScalars.filter {
            $0 != "\n"
                && [.control, .format, .surrogate, .privateUse, .lineSeparator, .paragraphSeparator]
                    .contains($0.properties.generalCategory)
        }.map { String($0.value, radix: 16) }
    }
}

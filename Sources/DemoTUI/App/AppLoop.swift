import Terminal

/// Connects terminal, state and runner: events go to the state, effects to the runner. The screen is painted after each
/// batch of events; nothing runs in between.
/// A key that came twice is often held down. Its next outcome and picture are then prepared as soon as the terminal has
/// shown the last one.
@MainActor
final class AppLoop {
    private(set) var state: AppState
    private let terminal: any Terminal
    private let runner: EffectRunner
    private let themeFile: ThemeFile?
    private var finish: ((RunEnd) -> Void)?
    private var isHandling = false
    private var waiting: [Event] = []
    private var lastKey: Key?
    /// The last key, if it came twice.
    private var held: Key?
    private var prepared: Prepared?

    /// The outcome of a key, valid as long as the state is unchanged.
    private struct Prepared {
        let key: Key
        var state: AppState
        let effects: [Effect]
        let picture: Canvas

        init(_ key: Key, in state: AppState) {
            (self.key, self.state) = (key, state)
            effects = self.state.update(.key(key))
            picture = self.state.draw()
        }
    }

    /// - Parameter themeFile: The file that stores a chosen theme; nil stores none.
    init(state: AppState, terminal: any Terminal, runner: EffectRunner, themeFile: ThemeFile? = nil) {
        self.state = state
        self.state.offersMouse = terminal.offersMouse
        terminal.takesMouse = self.state.takesMouse
        self.terminal = terminal
        self.runner = runner
        self.themeFile = themeFile
    }

    /// Paints for the first time, then opens the document.
    /// - Parameter finish: Called once when the program must end, with the way it ends.
    func start(_ finish: @escaping (RunEnd) -> Void) {
        self.finish = finish
        runner.post = { [weak self] event in self?.handle([event]) }
        runner.quit = { [weak self] how in self?.end(how) }
        paint()
        terminal.start { [weak self] events in self?.take(events) }
        KeyTable.$current.withValue(state.keys) { runner.run([.openDocument]) }
    }

    private func take(_ events: [TerminalEvent]) {
        guard !events.isEmpty else { return prepare() }
        var own: [Event] = []
        for event in events {
            switch event {
            case .key(let key): own.append(.key(key))
            case .mouse(let mouse): own.append(.mouse(mouse))
            case .paste(let text): own.append(.paste(text))
            case .resize(let size): own.append(.resized(size))
            case .inputEnded: end(RunEnd(code: 129))
            case .signal(let number): end(RunEnd(code: 128 + number))
            }
        }
        handle(own)
    }

    /// Updates the state by events and paints once. Events that effects post immediately join the same batch.
    func handle(_ events: [Event]) {
        waiting += events
        guard !isHandling else { return }
        KeyTable.$current.withValue(state.keys) { handleWaiting() }
    }

    private func handleWaiting() {
        isHandling = true
        var picture: Canvas?
        while !waiting.isEmpty {
            let event = waiting.removeFirst()
            (picture, held) = (nil, nil)
            let next = prepared
            prepared = nil
            if case .key(let key) = event {
                if key == lastKey { held = key }
                lastKey = key
            }
            if let next, held == next.key {
                (state, picture) = (next.state, next.picture)
                runner.run(next.effects)
            } else {
                runner.run(state.update(event))
            }
        }
        isHandling = false
        guard finish != nil else { return }
        show(picture ?? state.draw())
    }

    private func prepare() {
        guard finish != nil, let held, prepared == nil else { return }
        prepared = KeyTable.$current.withValue(state.keys) { Prepared(held, in: state) }
    }

    private func paint() { KeyTable.$current.withValue(state.keys) { show(state.draw()) } }

    private func show(_ picture: Canvas) {
        terminal.draw(picture)
        terminal.setTitle(state.windowTitle)
    }

    private func end(_ how: RunEnd) {
        guard let finish else { return }
        self.finish = nil
        runner.cancelEverything()
        finish(how.keeping(state, in: runner.app?.viewFile, themeFile))
    }
}

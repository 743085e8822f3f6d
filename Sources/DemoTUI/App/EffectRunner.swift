import AppCore
import Terminal
import WireFormats

/// Performs effects: the edge between the state and the world. Slow work runs in tasks and returns events.
@MainActor
final class EffectRunner {
    var post: (Event) -> Void = { _ in }
    var quit: (RunEnd) -> Void = { _ in }

    let terminal: any Terminal
    private let open: @Sendable (@escaping @Sendable (OpeningStep) -> Void) async -> OpenedApp
    var app: OpenedApp.Services?
    private var tasks: [TaskKey: Task<Void, Never>] = [:]
    /// The opening of the document, then the tasks that follow changes until the end.
    var background: [Task<Void, Never>] = []
    private var stubWatch: DemoControls.Watch?
    private var documentWatches: [DocumentWatch] = []
    var edits = 0
    var stubProblems: Set<Problem> = []
    /// Edited texts of held calls that could not be used.
    var drafts: [ExchangeNumber: String] = [:]
    /// The number of running tasks that will return an event. Timers do not count.
    private var pending = 0
    private var idleWaiters: [CheckedContinuation<Void, Never>] = []

    /// A panel has at most one task for each purpose.
    private struct TaskKey: Hashable {
        let panel: PanelID
        let purpose: RequestID.Purpose
    }

    init(
        terminal: any Terminal, open: @escaping @Sendable (@escaping @Sendable (OpeningStep) -> Void) async -> OpenedApp
    ) {
        self.terminal = terminal
        self.open = open
    }

    func run(_ effects: [Effect]) {
        for effect in effects { run(effect) }
    }

    func cancelEverything() {
        for task in background + tasks.values { task.cancel() }
        tasks = [:]
        for watch in documentWatches { watch.cancel() }
    }

    private func run(_ effect: Effect) {
        switch effect {
        case .openDocument: openDocument()
        case .load(let request): load(request)
        case .send(let request): send(request)
        case .cancel(let panel, let purpose):
            for purpose in purpose.map({ [$0] }) ?? [.load, .send] {
                tasks.removeValue(forKey: TaskKey(panel: panel, purpose: purpose))?.cancel()
            }
        case .invent(var question, let request):
            for field in question.fields where field.isRequired && question.texts[field.name] == nil {
                question.texts[field.name] = app?.examples?.example(of: field.name, for: request)
            }
            post(.questioned(question))
        case .demo(let command): perform(command)
        case .stub(let command): perform(command)
        case .hold(let command): perform(command)
        case .callback(let command): perform(command)
        case .toggleRecording: toggleRecording()
        case .listConditions(let screen, let operation):
            post(.present(ConditionPicker(app?.demo.choices(for: screen) ?? [], selecting: operation)))
        case .fetchConditions(let panel, let screen):
            post(.panel(panel, .conditions(app?.demo.choices(for: screen) ?? [])))
        case .editCondition(let condition, let operation, let screen, let panel):
            edit { try $0.stubEditor.target(of: condition, for: operation, in: $0.demo.manager) }
            post(.panel(panel, .conditions(app?.demo.choices(for: screen) ?? [])))
        case .listSessions:
            let sessions = app?.demo.session.rows ?? []
            let none = "No client uses a session yet. Send X-Demo-Session: NAME to start one."
            post(sessions.count > 1 ? .present(PickPopup.session(sessions)) : .noted(.info(none)))
        case .opened(let screen, let opener): opened(screen, from: opener)
        case .copy(let request): copy(request)
        case .saveFile(let path, let bytes): save(bytes, path: path)
        case .signIn(let way, let credentials): signIn(way, credentials)
        case .editStub(let exchange): edit { try $0.stubEditor.target(of: exchange, journal: $0.journal) }
        case .openStub(let stub): edit { try $0.stubEditor.target(of: stub, in: $0.demo.manager) }
        case .openProblem(let problem): edit(problem) { try $0.stubEditor.target(of: problem) }
        case .editText(let panel, let text): if let app { post(.panel(panel, .edited(edited(text, by: app)))) }
        case .complete(let panel, let path):
            let (longer, names) = PathCompletion.longer(than: path)
            post(.panel(panel, .completed(path: longer, among: names)))
        case .fetchStubs(let panel, let screen): post(.panel(panel, .stubs(app?.demo.stubs(of: screen) ?? StubList())))
        case .fetchCoverage(let panel): post(.panel(panel, .coverage(app?.coverage())))
        case .fetchStub(let panel, let stub): post(.panel(panel, .stub(app?.demo.lines(of: stub))))
        case .fetchExchanges(let panel):
            post(.panel(panel, .exchanges(app?.journal.rows ?? [], app?.journal.rate ?? RequestRate())))
        case .fetchExchange(let panel, let number, let layout): fetch(number, for: panel, layout)
        case .after(let delay, let event):
            Task { [weak self] in
                do { try await Task.sleep(for: delay) } catch { return }
                self?.post(event)
            }
        case .suspend: terminal.suspendAndStop()
        case .repaint:
            terminal.forget()
            post(.resized(terminal.size))
        case .takeMouse(let takes): terminal.takesMouse = takes
        case .useTheme(let theme): terminal.use(theme)
        case .quit(let code): quit(RunEnd(code: code))
        case .leave(let named):
            let losses = named + (app?.demo.losses ?? [])
            if losses.isEmpty { quit(RunEnd(code: 0)) } else { post(.present(ConfirmPopup.quit(losing: losses))) }
        case .push, .present, .openScreen, .openPart, .goToScreen, .ask, .close, .remove, .replace, .tell, .written,
            .note, .run, .chooseColumns, .chooseTheme, .name:
            // The state performs these itself and never returns them.
            break
        }
    }

    // MARK: Document

    private func openDocument() {
        let opening = begin { [self, open] in
            let opened = await open { step in
                Task { @MainActor [weak self] in self?.post(.documentStep(step)) }
            }
            if !Task.isCancelled { take(opened) }
        }
        background.append(opening)
    }

    private func take(_ opened: OpenedApp) {
        switch opened {
        case .refused(let reason): quit(RunEnd(code: 2, message: reason))
        case .open(let services):
            app = services
            stubProblems = Set(services.demo.status.problems)
            post(.demoChanged(services.demo.status, nil))
            post(.documentOpened(services.demo.catalog, services.index, services.title, services.lastView))
            if let notice = services.demo.recordingsNotice { post(.noted(.info(notice))) }
            watchStubs(services.demo)
            followRecording(services.demo)
            if let notices = services.notices { follow(notices) { $0.post(.noted(.error($1))) } }
            followChanges(services)
            documentWatches = services.watchDocuments(
                { [weak self] in await self?.replace($0, of: $1, named: $2) },
                { [weak self] in await self?.take($0, of: $1) })
        }
    }

    /// Adopts all services of a document's new version together.
    private func replace(_ new: OpenedApp.Services, of document: Int, named name: String?) {
        guard let old = app?.demo else { return }
        var services = new
        services.demo.refusals = old.refusals
        services.demo.refusals[document] = nil
        app = services
        let problems = services.demo.documentProblems
        let fact = DemoFact.reloaded(
            name ?? "Document", problems: problems.count,
            new: problems.first { $0.severity == .error && !old.documentProblems.contains($0) })
        watchStubs(services.demo)
        post(.documentReplaced(services.demo.catalog, services.index, services.title, services.demo.status, fact))
    }

    /// Shows the outcome of a save that replaces nothing.
    private func take(_ news: DocumentWatch.News, of document: Int) {
        guard var app else { return }
        let fact: DemoFact
        switch news {
        case .replaced: return
        case .refused(let problem):
            app.demo.refusals[document] = problem
            fact = DemoFact(problem.description, isProblem: true)
        case .restored:
            app.demo.refusals[document] = nil
            fact = DemoFact("The document is valid again.")
        }
        self.app = app
        post(.demoChanged(app.demo.status, fact))
    }

    /// Follows a stream until the end of the program.
    func follow<News: Sendable>(
        _ stream: AsyncStream<News>, _ take: @escaping @MainActor (EffectRunner, News) async -> Void
    ) {
        background.append(
            Task { [weak self] in
                for await news in stream {
                    guard let self else { return }
                    await take(self, news)
                }
            })
    }

    func watchStubs(_ demo: DemoControls) {
        stubWatch = demo.watch { [edits] problems in
            Task { @MainActor [weak self] in
                // Changes during the editing were read when the editor ended.
                if let self, edits == self.edits, let app { reloaded(problems, app.demo) }
            }
        }
    }

    private func signIn(_ way: Authentication, _ credentials: Credentials) {
        guard let app else { return }
        begin { [self] in
            await app.signIn(way, credentials)
            post(.signedIn)
        }
    }

    // MARK: Calls

    private func load(_ request: LoadRequest) {
        guard let app, let loader = app.loader(request.screen.id) else { return }
        var context = context(of: request.id, screen: request.screen.id)
        // Rows show when the reply is complete.
        if !request.screen.showsRows {
            let unseen = Lock<[UInt8]>([])
            context.onPart = { [weak self] headers, part in
                let isFirst = unseen.withLock { bytes in
                    defer { bytes += part }
                    return bytes.isEmpty && !part.isEmpty
                }
                // Bytes that arrive before the panel reads cause no further event.
                guard isFirst else { return }
                Task { @MainActor in
                    let bytes = unseen.withLock { bytes in
                        defer { bytes = [] }
                        return bytes
                    }
                    self?.post(.panel(request.id.panel, .part(request.id, headers, bytes)))
                }
            }
        }
        start(request.id, in: context) { [context] in
            let (place, result) = await loader.load(request, in: context)
            let provenance = app.journal.provenance(of: context)
            return .loaded(request.id, LoadReply(provenance: provenance, place: place, result: result))
        }
    }

    private func send(_ request: SendRequest) {
        guard let app, let loader = app.loader(request.screen.id) else { return }
        let context = context(of: request.id, screen: request.screen.id)
        start(request.id, in: context) {
            do throws(LoadFailure) {
                let done = try await loader.send(
                    request.change, of: request.screen, at: request.place, refetching: request.refetches, in: context)
                return .sent(request.id, app.journal.provenance(of: context), .success(done))
            } catch {
                switch error {
                case .failed(let error): return .sent(request.id, app.journal.provenance(of: context), .failure(error))
                case .missing(let fields): return .missing(request.id, fields)
                }
            }
        }
    }

    /// The context of a new call: its mode is bound here, before anything else happens.
    private func context(of id: RequestID, screen: String) -> CallContext {
        CallContext(
            screen: screen, session: app?.demo.session(for: screen) ?? .live,
            onAttempt: { attempt in
                Task { @MainActor [weak self] in self?.post(.panel(id.panel, .attempt(id, number: attempt))) }
            })
    }

    /// Runs a call of a panel; an earlier call for the same purpose is cancelled.
    private func start(_ id: RequestID, in context: CallContext, _ body: @escaping @Sendable () async -> PanelEvent) {
        let key = TaskKey(panel: id.panel, purpose: id.purpose)
        tasks[key]?.cancel()
        tasks[key] = begin { [self] in
            let event = await body()
            // A stopped call has an exchange, too.
            post(.panel(id.panel, event))
            // The screen has its data; the contract check follows.
            if let app, await app.journal.isOffContract(context.id) { post(app.journalChanged) }
        }
    }

    /// Begins a task that will return an event.
    @discardableResult
    func begin(_ body: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        pending += 1
        return Task {
            await body()
            pending -= 1
            guard pending == 0 else { return }
            for waiter in idleWaiters { waiter.resume() }
            idleWaiters = []
        }
    }

    func settled() async {
        guard pending > 0 else { return }
        await withCheckedContinuation { idleWaiters.append($0) }
    }
}

extension ScreenLoader {
    fileprivate func load(_ request: LoadRequest, in context: CallContext) async
        -> (Place, Result<LoadReply.Content, LoadFailure>)
    {
        do {
            if request.screen.showsRows {
                let loaded = try await page(
                    request.page, of: request.screen, filters: request.filters, at: request.place, in: context)
                return (loaded.place, .success(.page(loaded.content)))
            }
            let loaded = try await item(of: request.screen, at: request.place, behind: request.lastEventID, in: context)
            return (loaded.place, .success(.item(loaded.content)))
        } catch {
            return (request.place, .failure(error))
        }
    }
}

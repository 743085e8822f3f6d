import JSONText
import Terminal

extension EffectRunner {
    func perform(_ command: DemoCommand) {
        guard let app else { return }
        afterRecording(app.demo) { [weak self] in
            let fact = app.demo.perform(command)
            self?.post(.demoChanged(app.demo.status, fact))
            // What is captured is written by this program itself, and not watched.
            if case .policy = command { self?.watchStubs(app.demo) }
        }
    }

    func perform(_ command: StubCommand) {
        guard let app else { return }
        post(.demoChanged(app.demo.status, app.demo.perform(command)))
    }

    func opened(_ screen: String, from opener: String?) {
        guard let app else { return }
        app.demo.open(screen, from: opener)
        post(.demoChanged(app.demo.status, nil))
    }

    /// One exchange in full; which stubs came close to it, and where the document says otherwise, takes a moment and comes with it.
    func fetch(_ exchange: ExchangeNumber, for panel: PanelID, _ layout: BodyLines.Layout) {
        guard let app, app.journal.wantsMore(exchange) else {
            post(.panel(panel, .exchange(app?.journal.detail(of: exchange, layout))))
            return
        }
        pending += 1
        Task {
            post(.panel(panel, .exchange(await app.journal.fullDetail(of: exchange, layout))))
            finished()
        }
    }

    func editStub(_ exchange: ExchangeNumber?) {
        guard let app else { return }
        edit(app.stubEditor.target(of: exchange, journal: app.journal), app)
    }

    func openStub(_ stub: StubNumber) {
        guard let app else { return }
        edit(app.stubEditor.target(of: stub, in: app.demo.manager), app)
    }

    func open(_ problem: Problem) {
        guard let app else { return }
        edit(app.stubEditor.target(of: problem), app, isOfDocument: app.demo.documentProblems.contains(problem))
    }

    /// Opens a file in the editor and reads the stub files again.
    private func edit(
        _ target: Result<StubEditor.Target, StubEditor.Refusal>, _ app: OpenedApp.Services, isOfDocument: Bool = false
    ) {
        switch target {
        case .failure(let problem): post(.noted(.error(problem.sentence)))
        case .success(let target):
            let status = terminal.runOutside { NcursesTerminal.run(app.stubEditor.command(for: target)) }
            switch app.stubEditor.finish(target, status: status) {
            case .failed(let sentence): post(.noted(.error(sentence)))
            case .unchanged: post(.noted(.info("Not changed.")))
            case .saved where isOfDocument: post(.demoChanged(app.demo.status, .savedForNextStart))
            case .saved:
                // What was wrong with it before is told once more: it was to be mended.
                stubProblems = stubProblems.filter { !target.isPlace(of: $0) }
                let isCopied = reloaded(app.demo.reload(), app.demo) && target.original != nil
                if isCopied { post(.demoChanged(app.demo.status, .copied(to: target.destination))) }
                edits += 1
                watchStubs(app.demo)
            }
        }
    }

    /// Tells that the stub files were read again.
    /// - Returns: whether nothing new is wrong in them.
    @discardableResult
    func reloaded(_ problems: [Problem], _ demo: DemoControls) -> Bool {
        let new = problems.first { $0.severity == .error && !stubProblems.contains($0) }
        stubProblems = Set(problems)
        post(.demoChanged(demo.status, .reloaded(problems: problems.count, new: new)))
        return new == nil
    }
}

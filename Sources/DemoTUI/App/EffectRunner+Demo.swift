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

    /// Opens a stub in the editor and reads the stub files again.
    private func edit(_ target: Result<StubEditor.Target, StubEditor.Refusal>, _ app: OpenedApp.Services) {
        switch target {
        case .failure(let problem): post(.noted(.error(problem.sentence)))
        case .success(let target):
            let status = terminal.runOutside { NcursesTerminal.run(app.stubEditor.command(for: target)) }
            if let refusal = app.stubEditor.finish(target, status: status) {
                post(.noted(.error(refusal.sentence)))
                return
            }
            let problems = app.demo.reload(adding: target.draft == nil ? nil : app.stubEditor.newStubsFolder)
            post(.demoChanged(app.demo.status, .reloaded(problems: problems)))
            watchStubs(app.demo)
        }
    }
}

import AppCore
import DemoManager
import DemoManagerFiles
import Foundation
import HTTPTypes
import Recordings
import Terminal
import WireFormats

extension EffectRunner {
    func perform(_ command: DemoCommand) {
        guard let app else { return }
        afterRecording(app.demo) { [weak self] in
            let fact = app.demo.perform(command)
            self?.post(.demoChanged(app.demo.status, fact))
            // The program's own captures are not watched.
            if case .policy = command { self?.watchStubs(app.demo) }
        }
    }

    func perform(_ command: StubCommand) {
        guard let app else { return }
        post(.demoChanged(app.demo.status, app.demo.perform(command)))
    }

    func opened(_ screen: String, from opener: String?) {
        guard let app else { return }
        app.demo.manager.open(screen, from: opener)
        post(.demoChanged(app.demo.status, nil))
    }

    /// Fetches an exchange in full. The closest stubs and the contract flaws take time and follow.
    func fetch(_ exchange: ExchangeNumber, for panel: PanelID, _ layout: BodyLines.Layout) {
        guard let app, app.journal.wantsMore(exchange) else {
            post(.panel(panel, .exchange(app?.journal.detail(of: exchange, layout))))
            return
        }
        begin { [self] in post(.panel(panel, .exchange(await app.journal.fullDetail(of: exchange, layout)))) }
    }

    /// Opens a file of stubs, or that of a problem.
    func edit(_ problem: Problem? = nil, _ find: (OpenedApp.Services) throws -> StubEditor.Target) {
        guard let app else { return }
        do {
            let target = try find(app)
            let status = terminal.runOutside { SystemTerminal.run(app.stubEditor.command(for: target)) }
            switch app.stubEditor.finish(target, status: status) {
            case .failed(let sentence): post(.noted(.error(sentence)))
            case .unchanged: post(.noted(.info("Not changed.")))
            case .saved where problem.map(app.demo.problems.contains) ?? false:
                post(.demoChanged(app.demo.status, DemoFact("Saved. It is read again at the next start.")))
            case .saved where problem.map(app.demo.isOfDocument) ?? false:
                // The watch reads it.
                break
            case .saved:
                // Its earlier problems are reported again, because it was edited to fix them.
                stubProblems = stubProblems.filter { !target.isPlace(of: $0) }
                let isCopied = reloaded(app.demo.session.base.reload(), app.demo) && target.original != nil
                if isCopied {
                    let path = DemoFact.short(target.destination)
                    let fact = DemoFact("Saved as your own stub, which answers instead: \(path)")
                    post(.demoChanged(app.demo.status, fact))
                }
                edits += 1
                watchStubs(app.demo)
            }
        } catch {
            post(.noted(.error("\(error)")))
        }
    }

    /// Reports that the stub files were read again.
    /// - Returns: true if they have no new problems.
    @discardableResult
    func reloaded(_ problems: [Problem], _ demo: DemoControls) -> Bool {
        let new = problems.first { $0.severity == .error && !stubProblems.contains($0) }
        stubProblems = Set(problems)
        post(.demoChanged(demo.status, .reloaded("Stubs", problems: problems.count, new: new, changes: .mode(.demo))))
        return new == nil
    }

    func toggleRecording() {
        guard let app else { return }
        afterRecording(app.demo) { [weak self] in
            guard let self else { return }
            let fact = app.demo.toggleRecording()
            post(.demoChanged(app.demo.status, fact))
            // The program's own files are not watched.
            watchStubs(app.demo)
        }
    }

    func followChanges(_ services: OpenedApp.Services) {
        // Clients of a gateway make thousands of requests a second.
        let pause: Duration? = services.title.gateway == nil ? nil : .milliseconds(60)
        follow(services.demo.session.base.changes()) { runner, change in
            guard let app = runner.app else { return }
            if change != .journal { runner.post(.demoChanged(app.demo.status, nil)) }
            runner.post(app.journalChanged)
            // Further changes are combined at the end of the pause; without changes nothing waits.
            if let pause, change == .journal { try? await Task.sleep(for: pause) }
        }
    }

    func followRecording(_ demo: DemoControls) {
        follow(demo.recording.news) { runner, news in
            switch news {
            case .written: if let app = runner.app { runner.post(app.journalChanged) }
            case .skipped(let sentence), .failed(let sentence):
                if let app = runner.app { runner.post(.demoChanged(app.demo.status, nil)) }
                runner.post(.noted(.error(sentence)))
            }
        }
    }

    func afterRecording(_ demo: DemoControls, _ body: @escaping () -> Void) {
        guard demo.recording.hasNews else { return body() }
        begin {
            await demo.recording.settle()
            body()
        }
    }

    func copy(_ request: CopyRequest) {
        guard let text = text(of: request), !text.isEmpty else {
            post(.noted(.info("There is nothing to copy.")))
            return
        }
        switch terminal.copy(text) {
        case .sent(let bytes): post(.noted(.info("Copied \(request.name), \(TextLayout.grouped(bytes)) bytes.")))
        case .tooLarge(let limit):
            post(.noted(.error("Not copied: more than \(TextLayout.grouped(limit)) bytes, the most a terminal takes.")))
        case .unavailable: post(.noted(.error("This terminal has no clipboard to copy to.")))
        }
    }

    private func text(of request: CopyRequest) -> [UInt8]? {
        switch request {
        case .value(let text): Array(text.utf8)
        case .url(let exchange): app?.journal.url(of: exchange).map { Array($0.utf8) }
        case .body(let exchange): app?.journal.body(of: exchange)
        case .curl(let exchange): app?.journal.curl(of: exchange).map { Array($0.utf8) }
        }
    }
}

extension CopyRequest {
    fileprivate var name: String {
        switch self {
        case .value: "the value"
        case .url: "the URL"
        case .body: "the body"
        case .curl: "a curl command"
        }
    }
}

extension EffectRunner {
    /// Writes a reply's body into a new file; existing files are never replaced.
    func save(_ bytes: [UInt8], path: String) {
        let file = URL(fileURLWithPath: (path as NSString).expandingTildeInPath)
        do {
            try Data(bytes).write(to: file, options: .withoutOverwriting)
            post(.noted(.info("Saved \(ContentKind.size(bytes.count)) to \(file.path).")))
        } catch CocoaError.fileWriteFileExists {
            post(
                .noted(
                    .error("Not saved: there is a file \(file.path) already; \(key: .saveFile) asks for another name."))
            )
        } catch {
            post(.noted(.error("Not saved: \(file.path) cannot be written.")))
        }
    }
}

extension EffectRunner {
    func perform(_ command: HoldCommand) {
        guard let app else { return }
        let manager = app.demo.session.base
        switch command {
        case .toggle(let breakpoint):
            let isOn = !manager.breakpoints.contains(breakpoint)
            manager.setBreakpoint(breakpoint, isOn: isOn)
            let fact =
                isOn
                ? DemoFact("Calls of \(breakpoint) are held from now on. \(key: .showHeldCalls) lists them.")
                : DemoFact("Calls of \(breakpoint) are no longer held.")
            post(.demoChanged(app.demo.status, fact))
        case .release(let id, let holdsReply): end(id, with: .proceed(holdsReply: holdsReply))
        case .drop(let id): end(id, with: .dropped)
        case .edit(let id): held(id) { edit($0, app) }
        case .answer(let id): held(id) { answer($0, app) }
        case .listFailures(let id):
            guard let call = app.demo.holds[id], let operation = call.operation else { return noteEnd() }
            post(.present(PickPopup.failures(app.demo.failures(of: operation), of: call)))
        case .fail(let id, let condition):
            guard let operation = app.demo.holds[id]?.operation, let reply = app.demo.failure(condition, of: operation)
            else { return noteEnd() }
            end(id, with: .answer(reply))
        }
    }

    private func end(_ id: ExchangeNumber, with end: HoldEnd) {
        drafts[id] = nil
        if app?.demo.session.base.end(id, with: end) != true { noteEnd() }
    }

    private func held(_ id: ExchangeNumber, _ body: (HeldCall) -> Void) {
        guard let manager = app?.demo.session.base, let call = manager.heldCall(id) else { return noteEnd() }
        // The deadline does not apply while an editor is open.
        manager.setTimed(false, id)
        body(call)
        manager.setTimed(true, id)
    }

    private func noteEnd() { post(.noted(.info("That call has gone on already."))) }

    private func edit(_ held: HeldCall, _ app: OpenedApp.Services) {
        let redactor = app.demo.manager.redactor
        if let reply = held.reply {
            let message = MessageText(reply, redactor)
            edit(message, named: "reply.http", of: held, app) { .answer(try message.edit($0, of: reply)) }
        } else {
            let (request, body) = (held.exchange.request, held.exchange.requestBody)
            let message = MessageText(request, body, redactor)
            edit(message, named: "request.http", of: held, app) {
                .proceed(try message.edit($0, of: request, hasBody: held.hasBody))
            }
        }
    }

    /// The edited reply begins as the document's reply.
    private func answer(_ held: HeldCall, _ app: OpenedApp.Services) {
        let example = held.exchange.call.operation.flatMap { app.stubEditor.example($0) }
        var reply = StubReply(status: .init(code: example?.status ?? 200))
        if reply.status != .noContent {
            reply.headers[.contentType] = "application/json"
            reply.body = (example?.body ?? .object(JSONObject())).bytes()
        }
        let message = MessageText(reply, app.demo.manager.redactor)
        edit(message, named: "reply.http", of: held, app, takesUnchanged: true) {
            .answer(try message.edit($0, of: reply))
        }
    }

    /// - Parameter takesUnchanged: True if the unchanged text is also a valid reply.
    private func edit(
        _ message: MessageText, named name: String, of held: HeldCall, _ app: OpenedApp.Services,
        takesUnchanged: Bool = false, _ read: (String) throws -> HoldEnd
    ) {
        let text = drafts[held.id] ?? message.text
        let taken: String
        switch edited(text, named: name, by: app) {
        case .failed(let sentence): return post(.noted(.error("\(sentence) The call is still held.")))
        case .unchanged where !takesUnchanged:
            return post(.noted(.info("Nothing was changed; the call is still held.")))
        case .unchanged: taken = text
        case .text(let text): taken = text
        }
        do {
            end(held.id, with: try read(taken))
        } catch {
            drafts[held.id] = taken
            post(.noted(.error("\(error) The call is still held, and your text is kept.")))
        }
    }
}

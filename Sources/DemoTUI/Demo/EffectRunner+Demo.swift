import AppCore
import DemoManager
import DemoManagerFiles
import Foundation
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
        post(
            .demoChanged(
                demo.status, .reloaded("Stubs", problems: problems.count, new: new, changes: .mode(.demo))))
        return new == nil
    }

    func toggleRecording() {
        guard let app else { return }
        afterRecording(app.demo) { [weak self] in
            guard let self else { return }
            switch app.demo.toggleRecording() {
            case .success(let fact): post(.demoChanged(app.demo.status, fact))
            case .failure(let complaint): post(.noted(.error(complaint.description)))
            }
            // The program's own files are not watched.
            watchStubs(app.demo)
        }
    }

    func followRecording(_ demo: DemoControls) {
        background.append(
            Task { [weak self] in
                for await news in demo.recording.news {
                    guard let self else { return }
                    switch news {
                    case .written: if let app { post(app.journalChanged) }
                    case .skipped(let sentence), .failed(let sentence):
                        if let app { post(.demoChanged(app.demo.status, nil)) }
                        post(.noted(.error(sentence)))
                    }
                }
            })
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

import DemoManager
import HTTPTypes
import Terminal
import WireFormats

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
            post(.failuresListed(app.demo.failures(of: operation), of: call))
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

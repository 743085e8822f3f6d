import DemoManager
import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension DemoURLProtocol {
    /// Begins the call and decides, after reading the body if it is needed.
    func begin() {
        guard let site = Installation.of(type(of: self)) else {
            return fail(
                "the DemoManager of this session is gone; keep it as long as its sessions", .resourceUnavailable)
        }
        self.site = site
        var marks = request.demoMarks
        switch context {
        case .plain: break
        case .condition(let condition): marks.condition = condition
        case .unclear(let conditions):
            let names = conditions.map(\.name).joined(separator: ", ")
            return refuse(
                by: site.manager,
                "it was sent outside of the tasks of withCondition while several are open (\(names)); "
                    + "set its demoCondition")
        case .shared:
            return refuse(
                by: site.manager,
                "an equal request was sent at the same time under another condition, and URLSession does not tell them "
                    + "apart; set the demoCondition of both")
        case .isolation(let manager):
            return refuse(
                by: manager,
                "its session belongs to DemoManager.shared, and the test has a manager of its own; install "
                    + "DemoManager.current in the session")
        }
        let call = marks.begin(with: site.manager)
        self.call = call
        #if !canImport(Darwin)
            // A live request is here for its marks alone.
            if call.mode == .live, !site.manager.isOffline { return passOn() }
        #endif
        switch RequestBody(request, task) {
        case .bytes(let bytes): decide(bytes)
        case .stream(let stream):
            isBodyConsumed = isStubbed(call)
            // URLSession cannot send a body that was read here, so it is read only if a stub may answer.
            if isBodyConsumed { read(stream) } else { decide(nil) }
        case .file(let file):
            if isStubbed(call) { read(InputStream(url: file)) } else { decide(nil) }
        case .hidden:
            guard !site.manager.needsBody(facts, call: call) else {
                return fail("the body of an upload task cannot be matched here; send it as the request's httpBody")
            }
            decide(nil)
        }
    }

    /// Ends the task with an error and its message.
    private func fail(
        _ message: String, _ code: URLError.Code = .unsupportedURL, _ cause: (any Error)? = nil
    ) {
        end(.failure(URLError(code, message, target.url, cause), message))
    }

    /// Ends the task with an error, and records the refusal in the manager's journal for tests.
    private func refuse(by manager: DemoManager, _ reason: String) {
        let url = Redactor().url(request.url?.absoluteString ?? "")
        let message = "\(request.httpMethod ?? "GET") \(url) is refused: \(reason)"
        let decision = manager.refuse(facts, call: manager.beginCall(), message: message)
        guard case .refuse(let refusal) = decision.action else { return }
        fail(refusal.message, .resourceUnavailable, refusal)
    }

    /// Decides, and carries out the decision.
    func decide(_ body: [UInt8]?) {
        guard let site, let call else { return }
        let decision = site.manager.decide(facts, body: body, call: call)
        exchange = decision.exchange
        switch decision.action {
        case .refuse(let refusal): fail(refusal.message, .resourceUnavailable, refusal)
        case .stub(let reply, let stub): answer(reply, stub, to: body)
        case .passThrough(let reason): pass(reason, after: decision.delay, body)
        }
    }

    private func answer(_ reply: StubReply, _ stub: StubRef, to body: [UInt8]?) {
        #if !canImport(Darwin)
            let isReply = reply.fault == nil && reply.error == nil
            if isReply, let kind = task?.unstubbableKind {
                return fail("a \(kind) task cannot be answered by a stub on Linux (\(stub.reason)); use a data task")
            }
        #endif
        #if !canImport(Darwin)
            // Before the storage changes: it tells which of the cookies are its own.
            let bare = storage?.removeCookies(from: target) ?? target
        #endif
        store(cookiesOf: reply)
        #if !canImport(Darwin)
            if isReply, let next = reply.redirect(of: bare) { return follow(reply, to: next, body) }
        #endif
        play(reply.script(for: target, by: stub, timeout: timeout))
    }

    #if !canImport(Darwin)
        /// Continues with the request that a stub redirects to. URLSession does so itself only on Apple platforms.
        private func follow(_ reply: StubReply, to next: URLRequest, _ body: [UInt8]?) {
            willEnd(.reply(status: reply.status.code, headers: reply.headers, body: reply.body, duration: .zero))
            exchange = nil
            let keepsBody = next.httpMethod == target.httpMethod
            redirects.append(storage?.addCookies(to: next) ?? next)
            if redirects.count > 20 { return fail("stubs redirected the request 20 times", .httpTooManyRedirects) }
            wait(reply.delay, then: .decide(body: keepsBody ? body ?? [] : []))
        }
    #endif

    /// The session's cookies, if it handles those of the request.
    private var storage: HTTPCookieStorage? {
        guard request.httpShouldHandleCookies, let configuration = site?.installation.configuration,
            configuration.httpShouldSetCookies
        else { return nil }
        return configuration.httpCookieStorage
    }

    /// Keeps the cookies of a stub as the session keeps a server's, if nothing may leave: a server must never see them.
    private func store(cookiesOf reply: StubReply) {
        guard site?.manager.keepsCalls == true, reply.headers[.setCookie] != nil, reply.fault == nil,
            let url = target.url, let storage
        else { return }
        for value in reply.headers[values: .setCookie] {
            let cookies = HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": value], for: url)
            storage.setCookies(cookies, for: url, mainDocumentURL: request.mainDocumentURL)
        }
    }

    /// Passes the request to URLSession itself, or to the server that a stub forwards to.
    private func pass(_ reason: PassThroughReason, after delay: Duration, _ body: [UInt8]?) {
        let facts = facts
        if case .proxy = reason {
            guard let body else {
                return fail("the body of this task cannot be forwarded; send it as the request's httpBody")
            }
            let outgoing = target.sent(as: reason.outgoing(facts), body: body.isEmpty ? nil : Data(body))
            return wait(delay, then: .forward(outgoing, .other))
        }
        #if !canImport(Darwin)
            if !isBodyConsumed, redirects.isEmpty { return wait(delay, then: .pass) }
            // The session it is sent in adds its cookies once more.
            var outgoing = storage?.removeCookies(from: target) ?? target
        #else
            var outgoing = target
        #endif
        // A stream was read for the decision, and the body of a redirected request is what was decided on.
        if isBodyConsumed || !redirects.isEmpty, let body { outgoing.httpBody = body.isEmpty ? nil : Data(body) }
        wait(delay, then: .forward(outgoing, .own))
    }

    /// True if a stub may answer, judged without the body.
    private func isStubbed(_ call: Call) -> Bool {
        guard let manager = site?.manager else { return false }
        return manager.needsBody(facts, call: call) || manager.explain(facts, call: call).answer != nil
    }

    private func read(_ stream: InputStream?) {
        // On a separate thread, because the writer of the stream may be slow.
        nonisolated(unsafe) let loader = self
        nonisolated(unsafe) let stream = stream
        let url = request.url
        Thread.detachNewThread {
            do {
                loader.continue(with: .decide(body: try stream?.readAll() ?? []))
            } catch {
                let message = "the request's body cannot be read: \(error.localizedDescription)"
                let failure = URLError(.requestBodyStreamExhausted, message, url, error)
                loader.continue(with: .act(.failure(failure, message), scene: 0))
            }
        }
    }

    /// The time the session waits for a head: the request's time-out, else the configuration's.
    private var timeout: Duration {
        let ofSession = site?.installation.configuration.timeoutIntervalForRequest ?? 60
        let limit = request.timeoutInterval == 60 ? ofSession : request.timeoutInterval
        return .seconds(max(0, min(limit, 86_400)))
    }

    /// The request, in the form that stubs match.
    private var facts: HTTPRequest {
        HTTPRequest(target, additional: site?.installation.configuration.httpAdditionalHeaders)
    }
}

#if !canImport(Darwin)
    extension URLSessionTask {
        /// The kind of a task that cannot be stubbed, because URLSession accepts no reply but its own; nil for others.
        fileprivate var unstubbableKind: String? {
            self is URLSessionDownloadTask ? "download" : self is URLSessionWebSocketTask ? "WebSocket" : nil
        }
    }

    /// URLSession puts a session's cookies into a request when its task is made, behind those of the app. It does so on Linux
    /// alone, and tells nobody which are which.
    extension HTTPCookieStorage {
        /// The request with the cookies kept for its URL, as a task has it.
        fileprivate func addCookies(to request: URLRequest) -> URLRequest {
            var request = request
            if let value = cookieHeader(of: request) { request.addValue(value, forHTTPHeaderField: "Cookie") }
            return request
        }

        /// The request as the app made it, without the cookies kept for its URL.
        fileprivate func removeCookies(from request: URLRequest) -> URLRequest {
            guard let added = cookieHeader(of: request), let value = request.value(forHTTPHeaderField: "Cookie"),
                value.hasSuffix(added)
            else { return request }
            var request = request
            let own = value.dropLast(added.count)
            request.setValue(own.isEmpty ? nil : String(own.dropLast()), forHTTPHeaderField: "Cookie")
            return request
        }

        private func cookieHeader(of request: URLRequest) -> String? {
            guard let cookies = request.url.flatMap({ self.cookies(for: $0) }), !cookies.isEmpty else { return nil }
            return HTTPCookie.requestHeaderFields(with: cookies)["Cookie"]
        }
    }
#endif

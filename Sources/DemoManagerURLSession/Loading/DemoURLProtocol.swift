import DemoManager
import Foundation
import WireFormats

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Answers the tasks of one installation, or passes them on. Subclasses differ only in identity.
///
/// A task is decided once, in its first `startLoading`. Each later call takes the next step: after a suspension, or
/// requested by `continue(with:)`.
class DemoURLProtocol: PassingProtocol {
    /// The next step.
    enum Step: Sendable {
        case begin
        case wait
        case decide(body: [UInt8])
        case act(Script, scene: Int)
        case pass
        case forward(URLRequest, Origin)
    }

    /// Set by any thread, taken on the task's own queue.
    private let step = Lock(Step.begin)
    /// Stops the current work for the task.
    private let stop = Lock<(@Sendable () -> Void)?>(nil)
    private let beginning = ContinuousClock.now
    /// The context of the code that made the request. Taken once, also by a task that is cancelled before it begins.
    lazy var context = Installation.of(type(of: self))?.installation.takeContext(of: request) ?? .plain
    var site: (installation: Installation, manager: DemoManager)?
    var call: Call?
    /// The requests that stubs redirected to, in order; the last one is decided.
    var redirects: [URLRequest] = []
    /// The request to decide: the last redirect, else the task's own.
    var target: URLRequest { redirects.last ?? request }
    var exchange: ExchangeID?
    /// True if the body's stream was read here and cannot be read again.
    var isBodyConsumed = false

    /// Called for each task, inside Foundation's locks: only reads the switches.
    override class func canInit(with request: URLRequest) -> Bool {
        guard let scheme = request.url?.scheme, ["http", "https", "ws", "wss"].contains(scheme) else { return false }
        // A session whose manager was deallocated must not silently become live.
        guard let (installation, manager) = Installation.of(self) else { return true }
        let marks = request.demoMarks
        let context = RequestContext(marks, manager)
        let isOffline = manager.isOffline
        let isDemo = isOffline || !context.isPlain || marks.begin(with: manager).mode == .demo
        #if canImport(Darwin)
            guard isDemo else { return false }
        #else
            // The response to a live request names its URL: the marks must not be in it.
            guard isDemo || marks != DemoMarks() else { return false }
            // Only URLSession itself can load a WebSocket: it is refused where nothing may leave, else left alone.
            let isRefused = isOffline || isDemo && manager.unmatched == .error && !marks.isBypassed
            if scheme.hasPrefix("ws"), context.isPlain, !isRefused { return false }
        #endif
        installation.keep(context, of: request)
        return true
    }

    override func startLoading() {
        // A cancellation may arrive before the start.
        guard gate.isOpen else { return }
        #if canImport(Darwin)
            runLoop = .current
        #else
            if isPassed { return pass(to: []) }
        #endif
        let next = step.withLock { step in
            defer { step = .wait }
            return step
        }
        take(next)
    }

    func take(_ next: Step) {
        switch next {
        case .wait: break
        case .begin: begin()
        case .decide(let body): decide(body)
        case .act(let script, let scene): act(script, scene)
        case .pass: passOn()
        case .forward(let request, let origin): forward(request, to: origin)
        }
    }

    override func didCancel() {
        stop.withLock { $0 }?()
        _ = context
        willEnd(.cancelled(duration: .zero))
    }

    override func willEnd(_ outcome: ExchangeOutcome) {
        guard let exchange, let manager = site?.manager else { return }
        var outcome = outcome
        outcome.duration = beginning.duration(to: .now)
        manager.finish(exchange, with: outcome)
    }

    #if canImport(Darwin)
        private var runLoop: RunLoop?

        /// Takes the next step where URLSession expects callbacks: in the run loop of the thread that started loading.
        func `continue`(with next: Step) {
            nonisolated(unsafe) let loader = self
            guard let runLoop else { return }
            runLoop.perform(inModes: [.default, .common]) {
                if loader.gate.isOpen { loader.take(next) }
            }
            CFRunLoopWakeUp(runLoop.getCFRunLoop())
        }
    #else
        /// Takes the next step on the task's own queue, which alone may access the session. Only `resume` gets there:
        /// it restarts the loading of a running task, and does nothing after its end. A suspended task takes the step
        /// when resumed.
        func `continue`(with next: Step) {
            step.withLock { $0 = next }
            if task?.state == .running { task?.resume() }
        }
    #endif
}

extension DemoURLProtocol {
    /// Takes `next` after `pause`.
    func wait(_ pause: Duration, then next: Step) {
        guard pause > .zero else { return take(next) }
        nonisolated(unsafe) let loader = self
        let wait = Task {
            do {
                try await Task.sleep(for: pause)
                loader.continue(with: next)
            } catch {
                // It was stopped, which the task already knows.
            }
        }
        stop.withLock { $0 = { wait.cancel() } }
    }

    /// Plays one scene after another, each after its pause.
    func play(_ script: Script, from scene: Int = 0) {
        wait(script.scenes[scene].pause, then: .act(script, scene: scene))
    }

    /// Plays one scene; the last one ends the task.
    func act(_ script: Script, _ scene: Int) {
        guard scene < script.scenes.count - 1 else { return end(script) }
        for message in script.scenes[scene].messages { client?.send(message, from: self) }
        play(script, from: scene + 1)
    }

    /// Passes the task to URLSession, or to other protocol classes of its configuration.
    func passOn() {
        #if !canImport(Darwin)
            pass(to: site?.installation.configuration.classesOfOthers ?? [])
        #endif
    }

    /// Sends another request on behalf of the task, once, and gives its reply to the task.
    func forward(_ outgoing: URLRequest, to origin: Origin) {
        guard let installation = site?.installation else { return }
        nonisolated(unsafe) let loader = self
        let request = request
        // Not on this queue, because creating and starting a task waits for it.
        DispatchQueue.global().async {
            let task = installation.session(for: origin).dataTask(with: outgoing.unmarked) { data, response, error in
                loader.continue(with: .act(Script(data, response, error, to: request), scene: 0))
            }
            // Cancelling a task waits for the queue of all sessions, on which this may be called.
            loader.stop.withLock { $0 = { DispatchQueue.global().async { task.cancel() } } }
            if loader.gate.isOpen { task.resume() } else { task.cancel() }
        }
    }
}

extension Script {
    /// The reply of the server, or its failure.
    fileprivate init(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?, to request: URLRequest) {
        guard error == nil, let response = response as? HTTPURLResponse else {
            let error = error ?? URLError(.badServerResponse)
            self = .failure(error, error.localizedDescription)
            return
        }
        let body = data ?? Data()
        let outcome = ExchangeOutcome.reply(
            status: response.statusCode, headers: response.fields, body: [UInt8](body), duration: .zero)
        #if canImport(Darwin)
            if let next = response.redirect(of: request) {
                self = .redirect(response, to: next, after: .zero, outcome: outcome)
                return
            }
        #endif
        self = .reply(response, pieces: [(.zero, body)], after: .zero, outcome: outcome)
    }
}

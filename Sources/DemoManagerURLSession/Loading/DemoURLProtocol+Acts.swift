import DemoManager
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension DemoURLProtocol {
    /// Takes `next` after a pause.
    func wait(_ pause: Duration, then next: Step) {
        guard pause > .zero else { return take(next) }
        nonisolated(unsafe) let loader = self
        let wait = Task {
            do {
                try await Task.sleep(for: pause)
                loader.continue(with: next)
            } catch {
                // It was stopped; the task has heard of that.
            }
        }
        activity.withLock { $0 = .pause(wait) }
    }

    /// Tells the task one scene after the other, each after its pause.
    func play(_ script: Script, from scene: Int = 0) {
        wait(script.scenes[scene].pause, then: .act(script, scene: scene))
    }

    /// Tells the task one scene; the last one ends it.
    func act(_ script: Script, _ scene: Int) {
        guard scene < script.scenes.count - 1 else { return end(script) }
        for message in script.scenes[scene].messages { client?.send(message, from: self) }
        play(script, from: scene + 1)
    }

    /// Leaves the task to URLSession, or to other protocol classes of its configuration.
    func passOn() {
        #if !canImport(Darwin)
            pass(to: site?.installation.otherClasses ?? [])
        #endif
    }

    /// Sends a request in place of the task's own, once, and gives the task its reply.
    func forward(_ outgoing: URLRequest, to origin: Origin) {
        guard let installation = site?.installation else { return }
        nonisolated(unsafe) let loader = self
        let request = request
        // Not on this queue: making and starting a task waits for it.
        DispatchQueue.global().async {
            let task = installation.session(for: origin).dataTask(with: outgoing) { data, response, error in
                loader.continue(with: .act(Script(data, response, error, to: request), scene: 0))
            }
            loader.activity.withLock { $0 = .task(task) }
            if loader.gate.isOpen { task.resume() } else { task.cancel() }
        }
    }
}

extension Script {
    /// The server's reply, or its failure.
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

import ArgumentParser
import DemoGateway
import DemoManager
import DemoManagerFiles
import Dispatch
import Foundation
import Recordings
import ReplyHeads
import Terminal
import WireFormats

/// A run of the gateway without screens: starts it, prints its address, and ends it in order on a signal.
struct GatewayRun {
    private let command: GatewayCommand

    private let options: AppOptions

    init(_ command: GatewayCommand, _ options: AppOptions) { (self.command, self.options) = (command, options) }

    func run() async throws {
        let composition = try await GatewayComposition(command, options)
        let configuration = composition.configuration
        let log = RequestLog(command.quiet ? nil : Self.write)
        // Before it listens it may wait for another gateway. Signals end it meanwhile, also as the first process of a container.
        let early = await EndSignals()
        let wait = Task {
            let number = await early.first()
            if !Task.isCancelled { exit(128 + number) }
        }
        let running = try await RunningGateway(
            command, composition, log: log, environment: options.environment
        ) { StandardError.write($0) }
        wait.cancel()
        await wait.value
        let signals = await EndSignals()
        announce(running, composition)
        let reported = Lock(Set(composition.manager.problems))
        let watch = composition.manager.watchStubs(except: composition.ownFiles(of: command)) { problems in
            let known = reported.withLock { known in
                defer { known = Set(problems) }
                return known
            }
            for problem in problems where !known.contains(problem) { StandardError.write(problem.description) }
        }
        let documents = composition.mounted?.watch { news, _ in
            if !command.quiet || news.isRefusal { StandardError.write(news.line) }
        }
        if let problem = await configuration.upstreamProblem() { StandardError.write("warning: " + problem) }
        let number = await signals.first()
        watch.cancel()
        for document in documents ?? [] { document.cancel() }
        throw ExitCode(await Self.end(running, number))
    }

    /// Ends the run. Pending replies get a second; slower ones delay neither the recording nor the program.
    /// - Returns: the exit code: the signal's, or 1 if the recording or the coverage is incomplete.
    private static func end(_ running: RunningGateway, _ signal: Int32) async -> Int32 {
        let stopped = Task { await running.stop(patience: .seconds(1)) }
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        Task {
            await stopped.value
            end.yield()
        }
        let timer = DispatchWorkItem { end.yield() }
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1_800), execute: timer)
        // A disk that does not respond counts as a failed recording.
        let last = DispatchWorkItem {
            guard let folder = running.recording?.folder else { exit(128 + signal) }
            StandardError.write("The last replies are missing in \(folder): they were not written within 10 seconds.")
            exit(1)
        }
        let patience = running.recording == nil ? 3.6 : 10
        DispatchQueue.global().asyncAfter(deadline: .now() + patience, execute: last)
        _ = await ends.first { _ in true }
        timer.cancel()
        let isWritten = await running.finish()
        last.cancel()
        return isWritten ? 128 + signal : 1
    }

    private static func write(_ lines: [String]) {
        StandardError.write(raw: lines.map { VisibleText.line($0) + "\n" }.joined())
    }

    private func announce(_ running: RunningGateway, _ composition: GatewayComposition) {
        let configuration = composition.configuration
        let mode = composition.manager.isEnabled ? "DEMO" : "LIVE"
        let stubs = composition.manager.stubs.count.of("stub")
        let destination = configuration.upstream.map { upstream in
            let way = upstream.hop(by: configuration.routes).way.map { " through \(VisibleText.line($0))" } ?? ""
            return "Passed requests go to \(upstream)\(way)."
        }
        let lines =
            ["The gateway listens on \(running.urls.joined(separator: " and ")), \(mode), \(stubs)."]
            + composition.mounts
            + [
                composition.authority?.announcement(running.urls.first ?? ""),
                destination ?? "There is no upstream: no request is forwarded.",
                running.recording.map { "Replies of the server are recorded into \($0.folder)." },
                running.admin?.announcement, "Press Ctrl-C to end.",
            ].compactMap(\.self)
        for line in lines { StandardOutput.write(line) }
        for problem in composition.problems { StandardError.write(problem) }
        for warning in [configuration.certificate?.warning, configuration.exposure].compactMap(\.self) {
            StandardError.write("warning: " + warning)
        }
    }
}

import ArgumentParser
import DemoGateway
import DemoManager
import Dispatch
import Foundation

/// One run of the gateway without screens: starts it, says where it is, and ends it in order when a signal comes.
struct GatewayRun {
    private let command: GatewayCommand

    init(_ command: GatewayCommand) { self.command = command }

    /// Runs until a signal ends it.
    /// - Throws: `StartFailure` where it cannot start, then the exit code.
    func run() async throws {
        let options = AppOptions(command, environment: ProcessInfo.processInfo.environment)
        let composition = GatewayComposition(command, options)
        let configuration = try await composition.prepare()
        // Whoever reads the log may go; the gateway stays.
        signal(SIGPIPE, SIG_IGN)
        let log = RequestLog(command.quiet ? nil : Self.write)
        let recorder = try GatewayRecorder(command, manager: composition.manager) { StandardError.write($0) }
        let gateway: Gateway
        do {
            gateway = try await Gateway.start(
                configuration, manager: composition.manager, log: log, recording: recorder?.recording)
        } catch {
            throw StartFailure(error.description)
        }
        let admin: GatewayAdmin?
        do {
            admin = try await GatewayAdmin(
                command, manager: composition.manager, sessions: gateway.sessions,
                recordings: recorder?.desk(composition.manager, configuration),
                environment: ProcessInfo.processInfo.environment)
        } catch {
            await gateway.stop()
            throw error
        }
        announce(gateway, admin, recorder, configuration, composition)
        let watch = composition.manager.watchStubs(except: command.record) { problems in
            for problem in problems { StandardError.write(problem.description) }
        }
        if let problem = await configuration.upstreamProblem() { StandardError.write("warning: " + problem) }
        let number = await Signals.first(of: [SIGINT, SIGTERM, SIGHUP])
        watch.cancel()
        // Answers under way have a second; whatever holds them longer does not hold the program.
        let deadline = DispatchWorkItem { exit(128 + number) }
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1_800), execute: deadline)
        async let adminEnd: Void? = admin?.stop()
        async let gatewayEnd: Void = gateway.stop()
        _ = await (adminEnd, gatewayEnd)
        deadline.cancel()
        let isWritten = await recorder?.finish() ?? true
        throw ExitCode(isWritten ? 128 + number : 1)
    }

    private static func write(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    private func announce(
        _ gateway: Gateway, _ admin: GatewayAdmin?, _ recorder: GatewayRecorder?,
        _ configuration: GatewayConfiguration, _ composition: GatewayComposition
    ) {
        let mode = composition.manager.isEnabled ? "DEMO" : "LIVE"
        let count = composition.manager.stubs.count
        StandardOutput.write(
            "The gateway listens on \(configuration.url(port: gateway.port)), \(mode), \(count) stubs.")
        if let upstream = configuration.upstream {
            StandardOutput.write("Passed requests go to \(upstream).")
        } else {
            StandardOutput.write("There is no upstream: nothing is passed.")
        }
        if let recorder { StandardOutput.write(recorder.announcement) }
        if let admin { StandardOutput.write(admin.announcement) }
        StandardOutput.write("Press Ctrl-C to end.")
        fflush(nil)
        for problem in composition.problems { StandardError.write(problem) }
        if let exposure = configuration.exposure { StandardError.write("warning: " + exposure) }
    }
}

import DemoGateway
import DemoManager

/// A gateway that runs, with what stands beside it: the admin API and the recording. Started and ended as one.
struct RunningGateway: Sendable {
    let gateway: Gateway
    let admin: GatewayAdmin?
    let recorder: GatewayRecorder?
    /// What clients may have as base URL, the likeliest first.
    let urls: [String]

    /// Starts all of it, or nothing.
    ///
    /// - Parameters:
    ///   - log: takes a line for each request.
    ///   - environment: says where the admin API's token goes.
    ///   - tell: takes what a person is to know while it runs, a sentence each.
    /// - Throws: `StartFailure` where a port, a folder or the token cannot be had.
    init(
        _ command: GatewayCommand, _ configuration: GatewayConfiguration, _ composition: GatewayComposition,
        log: RequestLog, environment: [String: String], tell: @escaping @Sendable (String) -> Void
    ) async throws(StartFailure) {
        let manager = composition.manager
        let recorder = try GatewayRecorder(command, manager: manager, tell: tell)
        let gateway: Gateway
        do {
            gateway = try await Gateway.start(
                configuration, manager: manager, log: log, recording: recorder?.recording)
        } catch {
            throw StartFailure(error.description)
        }
        do {
            admin = try await GatewayAdmin(
                command, manager: manager, home: composition.stubHome, sessions: gateway.sessions,
                recordings: recorder?.desk(manager, configuration), environment: environment)
        } catch {
            await gateway.stop()
            throw error
        }
        self.gateway = gateway
        self.recorder = recorder
        urls = configuration.urls(port: gateway.port)
    }

    /// Takes no more requests; answers under way have `patience`.
    func stop(patience: Duration) async {
        async let adminEnd: Void? = admin?.stop()
        async let gatewayEnd: Void = gateway.stop(patience: patience)
        _ = await (adminEnd, gatewayEnd)
    }

    /// Writes what is still to be recorded, at the end.
    /// - Returns: whether everything could be written all the time.
    func finishRecording() async -> Bool { await recorder?.finish() ?? true }
}

import DemoAdmin
import DemoGateway
import DemoManager
import Logging

/// The admin API beside a gateway, with its token.
struct GatewayAdmin: Sendable {
    private let server: AdminServer
    private let token: AdminToken?

    /// Starts the API where the command asks for it.
    /// - Throws: `StartFailure` where the port is taken or the token cannot be written.
    init?(
        _ command: GatewayCommand, manager: DemoManager, home: StubHome?, sessions: Sessions,
        recordings: GatewayRecordingDesk?, environment: [String: String]
    ) async throws(StartFailure) {
        guard let port = command.admin else { return nil }
        let text = command.adminToken == .file ? AdminToken.random() : nil
        let server: AdminServer
        do {
            server = try await AdminServer.start(
                manager, port: port, token: text, home: home, sessions: sessions, recordings: recordings,
                policyReasons: command.policyReasons,
                logger: Logger(label: "admin") { _ in SwiftLogNoOpLogHandler() })
        } catch {
            throw StartFailure(error.description)
        }
        self.server = server
        do {
            token = try text.map { text throws(AdminServer.StartFailure) in
                try AdminToken.write(text, port: server.port, environment: environment)
            }
        } catch {
            await server.stop()
            throw StartFailure(error.description)
        }
    }

    /// Where it is.
    var url: String { "http://127.0.0.1:\(server.port)/__admin" }
    /// Where its token stands; nil where it asks for none.
    var tokenFile: String? { token?.path }

    /// Where it is and what to send, in a line.
    var announcement: String {
        let place = "The admin API is at \(url)"
        guard let token else { return place + ", for everyone on this machine." }
        return place + "; its token is in \(token.path)."
    }

    /// Ends it and takes the token away.
    func stop() async {
        await server.stop()
        token?.remove()
    }
}

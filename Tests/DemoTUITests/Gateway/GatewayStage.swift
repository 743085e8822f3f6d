import AppCore
import ArgumentParser
import Foundation
import HTTPTypes
import SampleBackend
import Terminal

@testable import DemoTUI

/// The screens beside a gateway in front of the sample's real backend, and a client that talks to it over HTTP.
@MainActor struct GatewayStage {
    let app: Harness
    let transport: AsyncHTTPTransport

    /// Starts backend, gateway and screens, runs the body, and ends everything.
    ///
    /// - Parameter path: the path of the upstream's URL.
    static func run(
        _ arguments: [String] = [], document: String = Harness.resources + "/openapi.yaml", below path: String = "",
        environment: [String: String] = [:], size: Size = Size(columns: 100, rows: 24),
        _ body: @MainActor (GatewayStage) async throws -> Void
    ) async throws {
        let backend = try await SampleBackend.start()
        let command = try gateway([document, "--upstream", "http://127.0.0.1:\(backend.port)\(path)"] + arguments)
        let transport = AsyncHTTPTransport()
        let result: Result<Void, any Error>
        do {
            try await run(command, environment: environment, size: size) { app in
                app.transport = transport
                try await body(GatewayStage(app: app, transport: transport))
            }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        await transport.shutdown()
        await backend.stop()
        try result.get()
    }

    /// Runs the screens of a command.
    static func run(
        _ command: GatewayCommand, environment: [String: String] = [:], size: Size = Size(columns: 100, rows: 24),
        _ body: @MainActor (Harness) async throws -> Void
    ) async throws {
        let given = AppOptions(command, environment: environment)
        try await Harness.run(given, size: size, source: { GatewayScreens(command, $0, manager: $1) }, body)
    }

    /// The command as a person types it, on a free port unless told otherwise.
    static func gateway(_ arguments: [String], port: Int = 0) throws -> GatewayCommand {
        try GatewayCommand.parse(arguments + ["--tui", "--port", "\(port)"])
    }

    /// A client's request.
    /// - Returns: the status and what the gateway says it decided, `200 stubbed`; else what went wrong.
    func send(
        _ method: HTTPRequest.Method = .get, _ path: String, _ headers: HTTPFields = [:], json: String? = nil
    ) async -> String {
        let port = app.state.title.gateway.flatMap { URL(string: $0.url)?.port } ?? 0
        var request = HTTPRequest(
            method: method, scheme: "http", authority: "127.0.0.1:\(port)", path: path, headerFields: headers)
        if json != nil { request.headerFields[.contentType] = "application/json" }
        do {
            let reply = try await transport.send(
                request, body: json.map { Array($0.utf8) }, context: CallContext(session: .live))
            let decision = HTTPField.Name("X-Demo-Decision").flatMap { reply.head.headerFields[$0] }
            return "\(reply.status) \(decision ?? "")"
        } catch {
            return "\(error)"
        }
    }

    /// A client's reading, and its line in the journal, if that is in front.
    func show(_ path: String, _ headers: HTTPFields = [:]) async -> String {
        let count = app.journal?.rows.count
        let reply = await send(.get, path, headers)
        guard let count else { return reply }
        await app.wait { (app.journal?.rows.count ?? 0) > count && app.journal?.rows.first?.isDone == true }
        return reply
    }
}

extension Harness {
    /// The journal in front.
    var journal: JournalScreen? { state.mainPanel as? JournalScreen }
}

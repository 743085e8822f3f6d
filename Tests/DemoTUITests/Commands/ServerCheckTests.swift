import Foundation
import JSONText
import LoopbackPorts
import SampleBackend
import Testing

@testable import DemoTUI

@MainActor
@Suite("A server held against its document")
struct ServerCheckTests {
    /// What `check --base-url` finds.
    private func found(_ document: String? = nil, at server: String, signsIn: Bool = true) async throws
        -> [CheckProblem]
    {
        let credentials = SampleBackend.credentials
        var environment = ["HOME": "/nowhere"]
        if signsIn {
            environment["DEMO_TUI_USERNAME"] = credentials.username
            environment["DEMO_TUI_PASSWORD"] = credentials.password
        }
        let options = AppOptions(
            document: document, baseURL: server, watchesStubs: false, environment: environment,
            resources: Harness.resources)
        return try await CheckCommand.found(options).filter { $0.kind == .server }
    }

    /// The sample's backend, ended afterwards.
    private func withBackend(_ body: (String) async throws -> Void) async throws {
        let backend = try await SampleBackend.start()
        let result: Result<Void, any Error>
        do {
            result = .success(try await body("http://127.0.0.1:\(backend.port)"))
        } catch {
            result = .failure(error)
        }
        await backend.stop()
        try result.get()
    }

    /// The sample's document with other words in it, in a file that is gone afterwards.
    private func withDocument(
        _ replacements: [(String, String)], _ body: (String) async throws -> Void
    ) async throws {
        var text = try String(contentsOfFile: Harness.resources + "/openapi.yaml", encoding: .utf8)
        for (old, new) in replacements {
            let place = try #require(text.range(of: old))
            text.replaceSubrange(place, with: new)
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("check-\(UUID().uuidString).yaml")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await body(file.path)
    }

    @Test("The sample's backend answers as its document says, but for what is not ready, which stubs answer")
    func sample() async throws {
        try await withBackend { server in
            let errors = try await found(at: server).filter { $0.severity == .error }
            #expect(errors.count == 2, "\(errors)")
            for (path, problem) in zip(["/cards", "/insights"], errors.sorted { $0.message < $1.message }) {
                #expect(problem.message.contains("GET \(path) at \(server)"))
                #expect(problem.message.contains("answers 501; stubs answer it"))
                #expect(problem.position != nil)
            }
        }
    }

    @Test("A reply of another form is told with its place, and so is what the server does not have")
    func differences() async throws {
        let unknown =
            "\npaths:\n  /nowhere:\n    get: {operationId: nowhere, responses: {'200': {description: none}}}\n"
        let form = ("$ref: '#/components/schemas/UserAnswer'", "{type: object, properties: {data: {type: integer}}}")
        try await withDocument([("\npaths:\n", unknown), form]) { document in
            try await withBackend { server in
                let problems = try await found(document, at: server)
                let me = problems.first { $0.operation == "getMe" && $0.pointer?.tokens == ["data"] }
                #expect(me?.message.contains("must be a whole number") == true, "\(problems)")
                let other = problems.first { $0.operation == "nowhere" }
                #expect(other?.message.contains("does not have it, it answers 404") == true, "\(problems)")
            }
        }
    }

    @Test("Without credentials one line says that nothing was let in")
    func refused() async throws {
        // The sample itself would bring its credentials along.
        try await withDocument([]) { document in
            try await withBackend { server in
                let errors = try await found(document, at: server, signsIn: false).filter { $0.severity == .error }
                #expect(errors.count == 1, "\(errors)")
                #expect(errors.first?.message.contains("does not let the call in") == true, "\(errors)")
            }
        }
    }

    @Test("A server that is not there is told once")
    func closed() async throws {
        let port = try ClosedPort()
        let errors = try await found(at: "http://127.0.0.1:\(port.number)").filter { $0.severity == .error }
        #expect(errors.count == 1, "\(errors)")
        withExtendedLifetime(port) {}
    }
}

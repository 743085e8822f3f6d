import APIDocument
import AppCore
import HTTPTypes
import SourceTexts
import Testing
import WireFormats

/// A loader over a document of a few lines, with a server that answers by path and keeps what it was asked.
struct LoaderStage {
    let catalog: ScreenCatalog
    let loader: ScreenLoader
    let transport: StubTransport

    /// - Parameters:
    ///   - paths: the document's `paths`.
    ///   - answers: bodies by path, below the server's base; a path that is not there is answered 404, one whose body begins
    ///     with a digit by that status.
    init(_ paths: String, _ answers: [String: String], names: ScreenNames = ScreenNames()) throws {
        try self.init(document(paths: paths), answers, names: names)
    }

    /// The same over a document that is whole.
    init(_ document: APIDocument, _ answers: [String: String], names: ScreenNames = ScreenNames()) throws {
        let catalog = ScreenCatalog(document).named(by: names, of: names.operations.isEmpty ? nil : "T")
        let transport = StubTransport { request, _ in
            let path = (request.path ?? "").dropFirst("/v1".count).prefix { $0 != "?" }
            guard let answer = answers["\(request.method.rawValue) \(path)"] ?? answers[String(path)] else {
                return reply(404)
            }
            if let status = Int(answer) { return reply(status) }
            return reply(200, answer, headers: [.contentType: "application/json", .eTag: "\"\(path)\""])
        }
        let client = try APIClient(transport)
        self.catalog = catalog
        self.transport = transport
        loader = ScreenLoader(catalog: catalog, document: document, client: client, names: names)
    }

    /// The screen of that id; the test fails without it.
    func screen(_ id: String) throws -> Screen { try #require(catalog[id], "\(catalog.screens.map(\.id))") }

    /// The error that loading the screen's item ends with.
    func failure(of screen: Screen) async throws -> APIError {
        let failure = await AppCoreTests.failure { () async throws(LoadFailure) in
            try await loader.item(of: screen, at: Place(), in: .test)
        }
        guard case .failed(let error) = failure else { throw Unexpected(failure) }
        return error
    }

    /// The sent requests, as `GET /path?query`.
    var sent: [String] {
        transport.sent.map { "\($0.request.method.rawValue) \(($0.request.path ?? "").dropFirst("/v1".count))" }
    }
}

import APIDocument
import DemoGateway
import DemoManager
import DocumentStubs
import SourceTexts
import WireFormats

/// Runs `body` with a gateway that answers from a document, its checks switched on.
func withMock(
    _ document: String, below prefix: String = "",
    _ prepare: (inout GatewayConfiguration, DemoManager) throws -> Void = { _, _ in },
    _ body: (TestGateway) async throws -> Void
) async throws {
    let document = try APIDocument(SourceText(name: "openapi.yaml", bytes: Array(document.utf8)))
    try await withGateway { configuration, manager in
        configuration.validatesRequests = true
        try prepare(&configuration, manager)
        try manager.use(.mock(document, below: prefix, hasServers: configuration.upstream == nil))
    } _: { gateway in
        try await body(gateway)
    }
}

extension APIDescription {
    /// A document with its stubs, remembered writes and routes.
    static func mock(
        _ document: APIDocument, below prefix: String = "", hasServers: Bool = true, screens: [String: String] = [:]
    ) -> APIDescription {
        let router = OperationRouter(document, below: prefix, hasServers: hasServers)
        return APIDescription(
            stubs: DocumentStubs(document, below: prefix, negotiates: true).stubs,
            memory: RememberedData(document, below: prefix),
            routes: ServedDocuments([ServedDocument(document, router, screens: screens)]))
    }
}

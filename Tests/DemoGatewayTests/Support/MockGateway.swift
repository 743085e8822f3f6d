import APIDocument
import DemoGateway
import DemoManager
import DocumentStubs
import WireFormats

/// Runs `body` with a gateway that answers from a document, its checks switched on.
func withMock(
    _ document: String, below prefix: String = "",
    _ prepare: (inout GatewayConfiguration, DemoManager) throws -> Void = { _, _ in },
    _ body: (TestGateway) async throws -> Void
) async throws {
    let document = try APIDocument(SourceText(name: "openapi.yaml", bytes: Array(document.utf8)))
    try await withGateway { configuration, manager in
        configuration.document = document
        configuration.validatesRequests = true
        try manager.add(DocumentStubs(document, below: prefix, negotiates: true).stubs)
        manager.memory = RememberedData(document, below: prefix)
        try prepare(&configuration, manager)
        let router = OperationRouter(document, below: prefix, hasServers: configuration.upstream == nil)
        configuration.router = router
    } _: { gateway in
        try await body(gateway)
    }
}

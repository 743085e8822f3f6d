import APIDocument
import DemoGateway
import DemoManager
import DemoManagerFiles
import DocumentStubs
import HTTPTypes
import SourceTexts
import Terminal
import TestSupport
import Testing
import WireFormats

@testable import DemoTUI

@MainActor @Suite("Replies are checked against the document") struct ContractWatchTests {
    private static let document = """
        openapi: 3.0.3
        info: {title: Pets, version: '1'}
        paths:
          /pets:
            get:
              operationId: listPets
              responses:
                '200':
                  description: ok
                  content:
                    application/json:
                      schema: {type: array, items: {$ref: '#/components/schemas/Pet'}}
                      example: [{id: 1, name: Rex}, {id: two, name: Bo}]
          /owners:
            get:
              operationId: listOwners
              responses:
                '200':
                  description: ok
                  content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Pet'}}}}
        components:
          schemas:
            Pet: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}
        """

    private func run(_ body: @MainActor (Harness) async throws -> Void) async throws {
        // As written, the example breaks its schema.
        let options = AppOptions(isDemo: true, examples: .written)
        try await Harness.run(over: Self.document, options, size: Size(columns: 120, rows: 40), body)
    }

    nonisolated static let ownWalks: [Walk] = [
        Walk(
            "the screen whose data it is says so in a word, another one does not", .title("! schema mismatch"),
            .press("2"), .title("Owners"), .title(lacks: "schema mismatch")),
        Walk(
            "the journal marks it, shows the marked ones alone, and the exchange says where and why", .press("2 L"),
            .title("1 schema mismatch"), .row(3, "/owners"), .holds { !$0.row(3).contains("200 !") },
            .row(4, "/pets", "200 !"), .press("!"), .row(3, "/pets"), .lacks("/owners"),
            .press("Enter"), .sees("! Schema mismatch; Why says where."), .press("Left"),
            .sees("/1/id: must be a whole number, not text", ".yaml:23:"), .press("Esc !"), .sees("/owners")),
        Walk(
            "every reply is checked once, and a condition's own reply not at all",
            .holds { app in app.exchanges.map { $0.verdict?.flaws.count } == [1] },
            .does { $0.manager.setCondition(.serverError, forScreen: "pets") }, .press("r"),
            .holds { $0.exchanges.last?.outcome?.end == .status(500) }, .holds { $0.exchanges.last?.verdict == nil },
            .press("L ! Enter Left"), .sees("must be a whole number")),
    ]

    @Test("Deviations are shown", arguments: ownWalks) func ownWalk(_ walk: Walk) async throws {
        try await run { try await walk.take(on: $0) }
    }

    nonisolated static let walks: [Walk] = [
        Walk(
            "where all is as documented, nothing is marked and ! says so", .press("4 L"), .lacks("schema mismatch"),
            .holds { app in app.exchanges.allSatisfy { $0.verdict == .kept } }, .press("!"),
            .footer("matches its schema"))
    ]

    @Test("Checked replies are shown", arguments: walks) func walk(_ walk: Walk) async throws { try await walk.take() }
}

@Suite("Replies to a gateway's clients are checked against the document") struct JournalWatchTests {
    private static let document = openAPI(
        "Pets", server: nil,
        "GET /pets -> [integer] ; parameters: [{name: limit, in: query, schema: {type: integer, maximum: 10}}]")

    private let manager = DemoManager()

    /// An exchange that ended.
    private func exchange(
        _ body: String, status: Int = 200, action: Decision.Action = .passThrough(.live), isCut: Bool = false,
        path: String = "/pets", call: Call? = nil
    ) -> ExchangeID {
        let request = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: path)
        let id = manager.record(action, request: request, call: call ?? manager.beginCall())
        var outcome = ExchangeOutcome.reply(
            status: status, headers: [.contentType: "application/json"], body: Array(body.utf8), duration: .zero)
        outcome.isCut = isCut
        manager.finish(id, with: outcome)
        return id
    }

    /// The answer of a WebSocket's stub to a request that is not for one.
    private static func plainAnswerOfSocket() throws -> Decision.Action {
        let manager = DemoManager()
        manager.isEnabled = true
        let mapping: JSONValue = [
            "request": ["method": "GET", "urlPath": "/pets"], "response": ["webSocket": ["send": []]],
        ]
        for stub in try MappingParser().stubs(in: mapping, named: "test") { try manager.add(stub) }
        return manager.decide(
            HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/pets"), call: manager.beginCall()
        )
        .action
    }

    @Test("An undocumented reply is marked, passed or stubbed; an unchecked one is not") func marks() async throws {
        let document = try APIDocument(SourceText(name: "p.yaml", bytes: Array(Self.document.utf8)))
        var changes = manager.changes().makeAsyncIterator()
        let broken = exchange(#"["x"]"#)
        let undescribed = exchange("{}", path: "/other")
        let (unchanged, cut) = (exchange("", status: 304), exchange("[1", isCut: true))
        let own = exchange("{}", call: Call(id: 1, mode: .live))
        let socket = exchange("", status: 426, action: try Self.plainAnswerOfSocket())
        let fine = exchange("[1]")
        let served = ServedDocument(document, OperationRouter(document, below: ""))
        let contract = ContractWatch(ServedDocuments([served]), manager)
        let watch = contract.followClients()
        // The newest are checked first: with the oldest all are.
        while manager.exchange(broken)?.verdict == nil { _ = await changes.next() }
        #expect(manager.exchange(broken)?.verdict?.flaws.map(\.pointer.description) == ["/0"])
        #expect(manager.exchange(fine)?.verdict == .kept)
        #expect(manager.exchange(cut)?.verdict == .unchecked("only the beginning of its body was kept"))
        for id in [undescribed, unchanged, own, socket] { #expect(manager.exchange(id)?.verdict == nil) }
        let asked = exchange("[1]", path: "/pets?limit=11")
        #expect(
            contract.verdict(on: try #require(manager.exchange(asked)))?.flaws.map(\.message) == [
                "request, query limit: must be at most 10"
            ])
        let later = exchange("{}")
        while manager.exchange(later)?.verdict == nil { _ = await changes.next() }
        watch.cancel()
    }
}

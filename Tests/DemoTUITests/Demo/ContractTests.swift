import APIDocument
import DemoManager
import HTTPTypes
import Terminal
import Testing
import WireFormats

@testable import DemoTUI

@MainActor
@Suite("Replies are held against the document")
struct ContractWatchTests {
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
        try await Harness.run(over: Self.document, size: Size(columns: 120, rows: 40), body)
    }

    @Test("the screen whose data it is says so in a word, another one does not")
    func word() async throws {
        try await run { app in
            #expect(app.title.contains("! not as documented"), "\(app.screen)")
            await app.press("2")
            #expect(app.title.contains("Owners") && !app.title.contains("not as documented"), "\(app.screen)")
        }
    }

    @Test("the journal marks it, shows the marked ones alone, and the exchange says where and why")
    func journal() async throws {
        try await run { app in
            await app.press("2", "L")
            #expect(app.title.contains("1 not as documented"), "\(app.screen)")
            #expect(app.row(3).contains("/owners") && !app.row(3).contains("200 !"), "\(app.screen)")
            #expect(app.row(4).contains("/pets") && app.row(4).contains("200 !"), "\(app.screen)")
            await app.press("!")
            #expect(app.row(3).contains("/pets") && !app.screen.contains("/owners"), "\(app.screen)")
            await app.press("Enter")
            #expect(app.screen.contains("/1/id: must be a whole number, not text"), "\(app.screen)")
            #expect(app.screen.contains(".yaml:23:"), "\(app.screen)")
            await app.press("Esc", "!")
            #expect(app.screen.contains("/owners"), "\(app.screen)")
        }
    }

    @Test("every reply is checked once, and a condition's own reply not at all")
    func conditions() async throws {
        try await run { app in
            #expect(app.exchanges.map { $0.verdict?.flaws.count } == [1])
            app.manager.setCondition(.serverError, forScreen: "pets")
            await app.press("r")
            #expect(app.exchanges.last?.outcome?.end == .status(500) && app.exchanges.last?.verdict == nil)
            await app.press("L", "!", "Enter")
            #expect(app.screen.contains("must be a whole number"), "\(app.screen)")
        }
    }

    @Test("where all is as documented, nothing is marked and ! says so")
    func fine() async throws {
        try await Harness.run { app in
            await app.press("4", "L")
            #expect(!app.screen.contains("not as documented"), "\(app.screen)")
            #expect(app.exchanges.allSatisfy { $0.verdict == .kept })
            await app.press("!")
            #expect(app.footer.contains("as documented"), "\(app.screen)")
        }
    }
}

@Suite("What a gateway's clients are answered is held against the document")
struct JournalWatchTests {
    private static let document = """
        openapi: 3.0.3
        info: {title: Pets, version: '1'}
        paths:
          /pets:
            get:
              responses:
                '200':
                  description: ok
                  content: {application/json: {schema: {type: array, items: {type: integer}}}}
        """

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

    @Test("a reply that is not as documented is marked, passed or stubbed; what cannot be told is not")
    func marks() async throws {
        let document = try APIDocument(SourceText(name: "p.yaml", bytes: Array(Self.document.utf8)))
        var changes = manager.changes().makeAsyncIterator()
        let broken = exchange(#"["x"]"#)
        let undescribed = exchange("{}", path: "/other")
        let (unchanged, cut) = (exchange("", status: 304), exchange("[1", isCut: true))
        let own = exchange("{}", call: Call(id: 1, mode: .live))
        let fine = exchange("[1]")
        let contract = ContractWatch(document, OperationRouter(document, below: ""), manager)
        let watch = JournalWatch(manager: manager, contract: contract).begin()
        // The newest are checked first: with the oldest all are.
        while manager.exchange(broken)?.verdict == nil { _ = await changes.next() }
        #expect(manager.exchange(broken)?.verdict?.flaws.map(\.pointer.description) == ["/0"])
        #expect(manager.exchange(fine)?.verdict == .kept)
        #expect(manager.exchange(cut)?.verdict == .unchecked("only the beginning of its body was kept"))
        for id in [undescribed, unchanged, own] { #expect(manager.exchange(id)?.verdict == nil) }
        let later = exchange("{}")
        while manager.exchange(later)?.verdict == nil { _ = await changes.next() }
        watch.cancel()
    }
}

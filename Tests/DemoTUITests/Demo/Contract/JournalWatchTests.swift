import APIDocument
import DemoManager
import HTTPTypes
import JSONText
import Testing

@testable import DemoTUI

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

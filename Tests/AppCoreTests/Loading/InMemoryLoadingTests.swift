import APIDocument
import AppCore
import Testing
import WireFormats

@Suite("A loader without a server")
struct InMemoryLoadingTests {
    private let row: JSONValue = ["id": "1"]

    private func page(_ rows: [JSONValue], total: Int? = nil) -> Page {
        Page(rows: rows, total: total, response: reply(200))
    }

    /// A loader over a list `GET /rows` with these pages.
    private func loader(
        _ pages: [Result<Page, APIError>], update: Result<UpdateOutcome, APIError> = .failure(APIError(.cancelled))
    ) throws -> (loader: ScreenLoader, screen: Screen) {
        let text = """
            openapi: 3.1.0
            info: {title: T, version: '1'}
            paths:
              /rows:
                get:
                  operationId: listRows
                  \(answer("{type: array, items: {type: object, properties: {id: {type: string}}}}"))
            """
        let document = try APIDocument(SourceText(name: "t.yaml", bytes: Array(text.utf8)))
        let catalog = ScreenCatalog(document)
        let loader = ScreenLoader(
            catalog: catalog, document: document, items: InMemoryItemService(.failure(APIError(.cancelled))),
            collections: InMemoryCollectionService(pages), updates: InMemoryUpdateService(update))
        return (loader, try #require(catalog.screens.first))
    }

    @Test("each page leads to the one after it, and the last to none")
    func pages() async throws {
        let (loader, screen) = try loader([.success(page([row, row], total: 3)), .success(page([row]))])
        let first = try await loader.page(nil, of: screen, filters: [:], at: Place(), in: .test).content
        let token = try #require(first.next)
        let second = try await loader.page(token, of: screen, filters: [:], at: Place(), in: .test).content
        #expect(first.rows.count == 2 && first.total == 3 && second.rows.count == 1 && second.next == nil)
    }

    @Test("a page that fails is the service's error, unchanged")
    func failedPage() async throws {
        let error = APIError(.status, status: 403, message: "no")
        let (loader, screen) = try loader([.failure(error)])
        let failure = await loadFailure { () async throws(LoadFailure) in
            try await loader.page(nil, of: screen, filters: [:], at: Place(), in: .test)
        }
        #expect(failure == .failed(error))
    }

    @Test("what a send ends with comes back as it is")
    func send() async throws {
        let (loader, screen) = try loader([], update: .success(.stored(row, reply(200))))
        let outcome = try await loader.send(
            .init(request: try #require(screen.load), style: .create), of: screen, at: Place(), in: .test)
        guard case .stored(let value, _) = outcome else { throw Unexpected(outcome) }
        #expect(value == row)
    }

    @Test("a place keeps what its screen was opened with, and answers that were had before")
    func place() throws {
        let (_, screen) = try loader([])
        var place = Place(inherited: ["team": "blue"], answers: ["getMe": row])
        place = place.opening(row: row, from: nil)
        #expect(place.inherited["team"] == "blue" && place.answers["getMe"] == row && place.row == row)
        #expect(place.opening(row: nil, from: screen.load).answers["getMe"] == row)
        #expect(place.answering(["p": "x"]).asked["p"] == "x")
    }
}

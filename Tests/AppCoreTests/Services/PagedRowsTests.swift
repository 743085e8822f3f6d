import AppCore
import JSONText
import Testing

@Suite("Rows loaded page by page")
struct PagedRowsTests {
    /// Two pages and the end, as a server with 5,000 rows would give them.
    private func page(_ rows: Range<Int>, more: Bool, total: Int? = nil) async throws -> Page {
        let rows = rows.map { JSONValue.number(JSONNumber($0)) }
        var pages = [Result<Page, APIError>.success(Page(rows: rows, total: total, response: reply(200)))]
        if more { pages.append(.success(Page(rows: [], response: reply(200)))) }
        return try await InMemoryCollectionService(pages)
            .page(nil, of: CollectionEndpoint(Endpoint(path: "/")), in: .test)
    }

    private func loaded(total: Int? = nil, more: Bool = true) async throws -> PagedRows {
        var rows = PagedRows()
        _ = rows.reload(call: 1)
        rows.received(try await page(0..<60, more: more, total: total), call: 1)
        return rows
    }

    @Test("The next page is added to the rows at hand; the last one completes them")
    func next() async throws {
        var rows = try await loaded()
        #expect(rows.state == .idle)
        let load = rows.loadNext(call: 2)
        #expect(load?.token != nil)
        #expect(rows.state == .loadingNext)
        rows.received(try await page(60..<70, more: false), call: 2)
        #expect(rows.rows.count == 70)
        #expect(rows.state == .complete)
        let further = rows.loadNext(call: 3)
        #expect(further == nil)
    }

    @Test("A page that fails keeps the rows, and a retry asks for the same page")
    func failedPage() async throws {
        var rows = try await loaded()
        let load = rows.loadNext(call: 2)
        rows.failed(APIError(.connection(.reset)), call: 2)
        #expect(rows.rows.count == 60)
        #expect(rows.state == .failed(APIError(.connection(.reset))))
        let next = rows.loadNext(call: 3)
        let retry = rows.retry(call: 3)
        #expect(next == nil)
        #expect(retry == load)
    }

    @Test("A reload that fails keeps the rows of before, and a retry begins at the first page")
    func failedReload() async throws {
        var rows = try await loaded()
        _ = rows.reload(call: 2)
        rows.failed(APIError(.status, status: 500), call: 2)
        #expect(rows.rows.count == 60)
        let retry = rows.retry(call: 3)
        #expect(retry == .first)
        rows.received(try await page(0..<5, more: false), call: 3)
        #expect(rows.rows.count == 5)
    }

    @Test("What belongs to an older load changes nothing")
    func stale() async throws {
        var rows = try await loaded()
        _ = rows.loadNext(call: 2)
        _ = rows.reload(call: 3)
        let isReceived = rows.received(try await page(60..<70, more: false), call: 2)
        let isFailed = rows.failed(APIError(.cancelled), call: 2)
        rows.cancelled(call: 2)
        #expect(!isReceived && !isFailed)
        #expect(rows.state == .loadingFirst)
        #expect(rows.rows.count == 60)
    }

    @Test("After clear, a reply to an earlier load is not taken: old and new rows never mix")
    func clear() async throws {
        var rows = try await loaded()
        _ = rows.loadNext(call: 2)
        rows.clear()
        let isReceived = rows.received(try await page(60..<70, more: false), call: 2)
        #expect(!isReceived)
        #expect(rows.rows.isEmpty)
    }

    @Test("A load that was cancelled can be begun again by scrolling")
    func cancelled() async throws {
        var rows = try await loaded()
        _ = rows.loadNext(call: 2)
        rows.cancelled(call: 2)
        #expect(rows.state == .idle)
        let again = rows.loadNext(call: 3)
        #expect(again != nil)
    }

    @Test("The next page is wanted near the end, once")
    func wants() async throws {
        var rows = try await loaded()
        #expect(!rows.wantsNext(lastVisible: 20))
        #expect(rows.wantsNext(lastVisible: 45))
        _ = rows.loadNext(call: 2)
        #expect(!rows.wantsNext(lastVisible: 59))
    }

    @Test("The count says how much is loaded, of how much")
    func counts() async throws {
        #expect(try await loaded(total: 5000).countText == "60 of 5,000")
        #expect(try await loaded().countText == "60+")
        #expect(try await loaded(more: false).countText == "60")
        #expect(try await loaded(total: 60, more: false).countText == "60")
    }

    @Test("Rows put in, taken out and replaced change the total with them")
    func edits() async throws {
        var rows = try await loaded(total: 5000)
        rows.remove(at: 0)
        rows.remove(at: 500)
        #expect(rows.countText == "59 of 4,999")
        rows.insert("new", at: 999)
        rows.replace(at: 0, with: "first")
        rows.replace(at: -1, with: "none")
        #expect(rows.rows.first == "first" && rows.rows.last == "new")
        #expect(rows.total == 5000)
    }
}

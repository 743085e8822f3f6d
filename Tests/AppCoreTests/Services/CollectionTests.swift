import APIModel
import AppCore
import HTTPTypes
import Testing
import WireFormats

@Suite("Pages of a collection")
struct CollectionTests {
    /// Reads pages until there is none, at most ten; gives the requests' paths and the number of rows.
    private func read(
        _ pagination: Pagination, rows: String = "/data", query: [QueryItem] = [],
        _ answers: @escaping @Sendable (String) -> APIResponse
    ) async throws -> (paths: [String], rows: Int) {
        let transport = StubTransport { request, _ in answers(request.path ?? "") }
        let service = try APIClient(transport)
        let collection = CollectionEndpoint(
            Endpoint(path: "/t", query: query), rows: try JSONPointer(rows), pagination: pagination)
        var token: PageToken?
        var count = 0
        for _ in 1...10 {
            let page = try await service.page(token, of: collection, in: .test)
            count += page.rows.count
            token = page.next
            if token == nil { break }
        }
        return (transport.sent.compactMap { $0.request.path }, count)
    }

    private func page(_ rows: Int, next: String = "null") -> APIResponse {
        let items = Array(repeating: "1", count: rows).joined(separator: ",")
        return reply(200, #"{"data": [\#(items)], "next": \#(next)}"#)
    }

    @Test("A cursor leads on until it is null, and goes beside the user's filters")
    func cursor() async throws {
        let next = try JSONPointer("/next")
        let (paths, rows) = try await read(.cursor(parameter: "cursor", next: next), query: [.init("q", "a")]) { path in
            path.contains("cursor=a%2Fb%3D") ? page(1) : page(2, next: #""a/b=""#)
        }
        #expect(paths == ["/v1/t?q=a", "/v1/t?q=a&cursor=a%2Fb%3D"])
        #expect(rows == 3)
    }

    @Test("A cursor that leads to itself ends the list")
    func cursorLoop() async throws {
        let (paths, _) = try await read(.cursor(parameter: "c", next: try JSONPointer("/next"))) { _ in
            page(1, next: "7")
        }
        #expect(paths.count == 2)
    }

    @Test("A cursor that is a URL is followed by its query and never leaves this server")
    func cursorURL() async throws {
        let (paths, _) = try await read(.cursor(parameter: "c", next: try JSONPointer("/next"))) { path in
            path.contains("p=2") ? page(1) : page(1, next: #""https://evil.test/other?p=2&q=a%20b""#)
        }
        #expect(paths == ["/v1/t", "/v1/t?p=2&q=a%20b"])
    }

    @Test("Numbered pages end with the first that is not full")
    func numbers() async throws {
        let (paths, rows) = try await read(.page(parameter: "page", first: 1, sizeParameter: "size", size: 2)) { path in
            page(path.contains("page=3") ? 1 : 2)
        }
        #expect(paths == ["/v1/t?size=2", "/v1/t?size=2&page=2", "/v1/t?size=2&page=3"])
        #expect(rows == 5)
    }

    @Test("Numbered pages of unknown size end with an empty one")
    func unknownSize() async throws {
        let (paths, _) = try await read(.page(parameter: "p")) { path in page(path.contains("p=3") ? 0 : 4) }
        #expect(paths.count == 3)
    }

    @Test("An offset counts rows")
    func offset() async throws {
        let (paths, rows) = try await read(.offset(parameter: "skip", limitParameter: "take", limit: 3)) { path in
            page(path.contains("skip=3") ? 2 : 3)
        }
        #expect(paths == ["/v1/t?take=3", "/v1/t?take=3&skip=3"])
        #expect(rows == 5)
    }

    @Test(
        "Link headers are read with commas in targets and several relations",
        arguments: [
            #"<http://x/t?p=2>; rel="next""#, #"</t?p=1>; rel=prev, </t?p=2>; rel=next"#,
            #"</t?a=1,2>; rel="first"; title="a, b", <?p=2>; title="x"; rel="last next""#,
        ])
    func link(header: String) async throws {
        let (paths, _) = try await read(.link, rows: "") { path in
            path.contains("p=2") ? reply(200, "[2]") : reply(200, "[1]", headers: [.init("Link")!: header])
        }
        #expect(paths == ["/v1/t", "/v1/t?p=2"])
    }

    @Test(
        "The number of all rows is found where servers put it",
        arguments: [
            #"{"data": [], "total": 5000}"#, #"{"data": [], "meta": {"total_count": 5000}}"#,
            #"{"data": [], "pagination": {"total": 5000}}"#,
        ])
    func total(body: String) async throws {
        let service = try APIClient(StubTransport(answer(200, body)))
        let rows = try JSONPointer("/data")
        let collection = CollectionEndpoint(Endpoint(path: "/t"), rows: rows, facts: try facts(of: body, rows: rows))
        #expect(try await service.page(nil, of: collection, in: .test).total == 5000)
    }

    @Test("A reply without the rows is an error that names the place")
    func missing() async throws {
        let service = try APIClient(StubTransport(answer(200, #"{"data": {}}"#)))
        let collection = CollectionEndpoint(Endpoint(path: "/t"), rows: try JSONPointer("/data"))
        let error = await failure { () throws(APIError) in try await service.page(nil, of: collection, in: .test) }
        #expect(error?.kind == .malformedBody)
        #expect(error?.userMessage.contains("\"data\"") == true)
    }
}

@Suite("Reading one item")
struct ItemTests {
    @Test("The item is unwrapped and keeps its document and entity tag")
    func item() async throws {
        let stub = answer(200, #"{"data": {"id": 1}, "meta": 2}"#, headers: [.eTag: "\"v1\""])
        let service = try APIClient(StubTransport(stub))
        let item = try await service.item(Endpoint(path: "/x"), unwrapping: try JSONPointer("/data"), in: .test)
        #expect(item.value == ["id": 1])
        #expect(item.document["meta"] == 2)
        #expect(item.etag == "\"v1\"")
    }
}

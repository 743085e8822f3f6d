import HTTPTypes
import Testing
import WireFormats

@testable import AppCore

@Suite("A page of a collection") struct CollectionTests {
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

    @Test("A reply without the rows is an error that names the place") func missing() async throws {
        let service = try APIClient(StubTransport(answer(200, #"{"data": {}}"#)))
        let collection = CollectionEndpoint(Endpoint(path: "/t"), rows: try JSONPointer("/data"))
        let error = await failure { () throws(APIError) in try await service.page(nil, of: collection, in: .test) }
        #expect(error?.kind == .malformedBody)
        #expect(error?.userMessage.contains("\"data\"") == true)
    }
}

@Suite("Reading one item") struct ItemTests {
    @Test("The item is unwrapped and keeps its document and entity tag") func item() async throws {
        let stub = answer(200, #"{"data": {"id": 1}, "meta": 2}"#, headers: [.eTag: "\"v1\""])
        let service = try APIClient(StubTransport(stub))
        let item = try await service.item(Endpoint(path: "/x"), unwrapping: try JSONPointer("/data"), in: .test)
        #expect(item.value == ["id": 1])
        #expect(item.document["meta"] == 2)
        #expect(item.etag == "\"v1\"")
    }
}

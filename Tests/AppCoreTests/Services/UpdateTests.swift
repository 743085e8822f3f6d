import HTTPTypes
import Testing
import WireFormats

@testable import AppCore

@Suite("What an update sends, and what its reply means")
struct UpdateTests {
    private let base = try? JSONValue(
        parsing:
            #"{"id": 1, "name": "Theo", "rate": 1.10, "tags": ["a", "b"], "address": {"city": "Porto", "zip": "1"}}"#)

    private func change(_ pointer: String, _ value: JSONValue?) throws -> Update.Change {
        Update.Change(try JSONPointer(pointer), value)
    }

    private func body(_ style: Update.Style, _ changes: [Update.Change]) throws -> String {
        let update = Update(endpoint: Endpoint(method: .put, path: "/x"), style: style, base: base, changes: changes)
        return String(decoding: try #require(try update.request().body), as: UTF8.self)
    }

    @Test("PUT starts from what was fetched: members no form shows are kept as they were spelled")
    func replace() throws {
        let changes = [try change("/name", "Ada"), try change("/address/zip", nil)]
        let sent = try body(.replace, changes)
        #expect(sent == #"{"id":1,"name":"Ada","rate":1.10,"tags":["a","b"],"address":{"city":"Porto"}}"#)
    }

    @Test("PATCH sends only what changed; a removed member is null")
    func merge() throws {
        let changes = [
            try change("/name", "Ada"), try change("/rate", .number(try #require(JSONNumber(text: "1.1")))),
            try change("/address/zip", nil), try change("/nickname", nil),
        ]
        #expect(try body(.merge, changes) == #"{"name":"Ada","address":{"zip":null}}"#)
    }

    @Test("where nothing says how deep a server merges, the member that holds a change goes along whole")
    func mergeWhole() throws {
        var update = Update(
            endpoint: Endpoint(method: .patch, path: "/x"), style: .merge, base: base,
            changes: [try change("/name", "Ada"), try change("/address/zip", nil)])
        update.owners = [.root]
        #expect(update.document == ["name": "Ada", "address": ["city": "Porto"]])
        update.changes = [try change("/address", nil)]
        #expect(update.document == ["address": .null])
        update.owners = [.root, try JSONPointer("/address")]
        update.changes = [try change("/address/zip", "2")]
        #expect(update.document == ["address": ["zip": "2"]])
    }

    @Test("PATCH of an item sends its array whole, since a merge patch knows no items")
    func mergeArray() throws {
        #expect(try body(.merge, [try change("/tags/1", "c")]) == #"{"tags":["a","c"]}"#)
    }

    @Test("POST sends what was filled in and nothing of the base")
    func create() throws {
        #expect(try body(.create, [try change("/name", "Ada"), try change("/note", nil)]) == #"{"name":"Ada"}"#)
    }

    @Test("Setting what is there already is no change")
    func unchanged() throws {
        let same = Update(
            endpoint: Endpoint(path: "/x"), style: .merge, base: base, changes: [try change("/name", "Theo")])
        #expect(same.effectiveChanges.isEmpty)
        let gone = Update(
            endpoint: Endpoint(path: "/x"), style: .merge, base: base, changes: [try change("/none", nil)])
        #expect(gone.effectiveChanges.isEmpty)
    }

    @Test("If-Match goes along for a change and a deletion, not for a new resource and not with a weak tag")
    func ifMatch() throws {
        func tag(_ style: Update.Style, _ etag: String) throws -> String? {
            try Update(endpoint: Endpoint(path: "/x"), style: style, base: base, etag: etag).request().headers[.ifMatch]
        }
        #expect(try tag(.replace, "\"a\"") == "\"a\"")
        #expect(try tag(.merge, "\"a\"") == "\"a\"")
        #expect(try tag(.delete, "\"a\"") == "\"a\"")
        #expect(try tag(.create, "\"a\"") == nil)
        #expect(try tag(.replace, "W/\"a\"") == nil)
    }

    @Test(
        "Where If-Match must be sent it is the tag that was read; any version where none was, or a weak one, which it cannot carry",
        arguments: [("\"a\"", "\"a\""), ("W/\"a\"", "*"), (nil, "*")] as [(String?, String)])
    func requiredIfMatch(etag: String?, sent: String) throws {
        var endpoint = Endpoint(path: "/x")
        try endpoint.setHeader("If-Match", to: "*")
        for style in [Update.Style.replace, .merge, .delete] {
            #expect(
                try Update(endpoint: endpoint, style: style, base: base, etag: etag).request().headers[.ifMatch] == sent
            )
        }
    }

    @Test("A deletion has no body")
    func delete() throws {
        #expect(try Update(endpoint: Endpoint(path: "/x"), style: .delete, base: base).request().body == nil)
    }

    @Test("A form is encoded member by member")
    func form() throws {
        let changes = [
            try change("/a", "x y&"), try change("/b", 2), try change("/c", ["1", "2"]), try change("/d", .null),
        ]
        let update = Update(endpoint: Endpoint(path: "/x"), style: .create, changes: changes, encoding: .form)
        let request = try update.request()
        #expect(request.body.map { String(decoding: $0, as: UTF8.self) } == "a=x%20y%26&b=2&c=1&c=2")
        #expect(request.headers[.contentType] == "application/x-www-form-urlencoded")
    }

    private func outcome(_ answer: @escaping StubTransport.Answer, _ style: Update.Style = .merge) async throws
        -> UpdateOutcome
    {
        let update = Update(
            endpoint: Endpoint(method: .patch, path: "/x"), style: style, base: base,
            changes: [try change("/name", "Ada")],
            unwrapping: try JSONPointer("/data"))
        return try await APIClient(StubTransport(answer)).send(update, in: .test)
    }

    @Test(
        "A success without the resource keeps what was sent, in full also for a PATCH",
        arguments: ["", " ", "null", "{}", "OK", #"{"status": "ok"}"#, #"{"data": null}"#])
    func accepted(body: String) async throws {
        let type = body == "OK" ? "text/plain" : "application/json"
        guard case .accepted(let sent, _) = try await outcome(answer(200, body, headers: [.contentType: type])) else {
            Issue.record("not accepted")
            return
        }
        #expect(sent["name"] == "Ada")
        #expect(sent["address"]?["city"] == "Porto")
    }

    @Test("A reply with the resource is what is stored")
    func stored() async throws {
        guard case .stored(let value, _) = try await outcome(answer(200, #"{"data": {"name": "ADA"}}"#)) else {
            Issue.record("not stored")
            return
        }
        #expect(value == ["name": "ADA"])
    }

    @Test("A deletion is a deletion whatever comes with it")
    func deleted() async throws {
        for reply in [answer(204), answer(200, #"{"data": {"name": "x"}}"#)] {
            guard case .deleted = try await outcome(reply, .delete) else {
                Issue.record("not deleted")
                return
            }
        }
    }

    @Test("The server's complaints about fields come out of the service")
    func complaints() async throws {
        let body = #"{"error": {"code": 422, "message": "No.", "fields": {"name": "taken"}}}"#
        let error = await #expect(throws: APIError.self) { try await outcome(answer(422, body)) }
        #expect(error?.fields == [FieldError(name: "name", message: "taken")])
    }

    @Test("What says which thing is changed goes along with a change, and alone is none")
    func identifying() throws {
        let base: JSONValue = ["data": ["type": "pets", "id": "7", "attributes": ["name": "Rex", "town": "Oslo"]]]
        var update = Update(
            endpoint: Endpoint(path: "/x"), style: .merge, base: base,
            changes: [try change("/data/attributes/name", "Bo")])
        update.identifying = [JSONPointer(tokens: ["data", "type"]), JSONPointer(tokens: ["data", "id"])]
        #expect(update.document == ["data": ["attributes": ["name": "Bo"], "type": "pets", "id": "7"]])
        update.changes = []
        #expect(update.effectiveChanges.isEmpty)
    }

    @Test("What a change takes away is sent empty in a form, which has no null; a new thing leaves it out")
    func emptied() throws {
        func text(_ style: Update.Style) throws -> String {
            let changes = [try change("/name", nil), try change("/town", "Oslo")]
            let base: JSONValue? = style == .merge ? ["name": "Rex"] : nil
            let update = Update(
                endpoint: Endpoint(path: "/x"), style: style, base: base, changes: changes, encoding: .form)
            return String(decoding: try update.request().body ?? [], as: UTF8.self)
        }
        #expect(try text(.merge) == "name=&town=Oslo")
        #expect(try text(.create) == "town=Oslo")
    }
}

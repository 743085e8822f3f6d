import Foundation
import HTTPTypes
import Testing
import WireFormats

@testable import AppCore

@Suite("Body of an update, and the meaning of its reply") struct UpdateTests {
    private let base = try? JSONValue(
        parsing:
            #"{"id": 1, "name": "Theo", "rate": 1.10, "tags": ["a", "b"], "address": {"city": "Porto", "zip": "1"}}"#)

    private func change(_ pointer: String, _ value: JSONValue?) throws -> Update.Change {
        Update.Change(try JSONPointer(pointer), value)
    }

    private let endpoint = Endpoint(method: .put, path: "/x")

    /// An update in this style; nil for a deletion.
    private func update(
        _ style: Update.Style?, _ changes: [(String, JSONValue?)] = [], etag: String? = nil,
        of base: JSONValue? = nil, schema: String = "{type: object}", type: String = "application/merge-patch+json"
    ) throws -> Update {
        var form = try form(schema, type: type)
        form.request.unwrapping = try JSONPointer("/data")
        guard let style else { return Update(deleting: form.request, etag: etag) }
        form.style = style
        return Update(form, base: base ?? self.base, changes: try changes.map { try change($0, $1) }, etag: etag)
    }

    private func text(_ update: Update) throws -> String? {
        try update.call(endpoint).body.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        "A body has the members that its method requires",
        arguments: [
            // PUT starts from what was fetched: members no form shows are kept as they were spelled.
            (
                .replace, [("/name", "Ada"), ("/address/zip", nil)],
                #"{"id":1,"name":"Ada","rate":1.10,"tags":["a","b"],"address":{"city":"Porto"}}"#
            ),
            // PATCH sends only what changed; a removed member is null, and what is there already is no change.
            (
                .merge, [("/name", "Ada"), ("/rate", 1.1), ("/address/zip", nil), ("/nickname", nil)],
                #"{"name":"Ada","address":{"zip":null}}"#
            ),
            // A merge patch knows no items: an array goes whole.
            (.merge, [("/tags/1", "c")], #"{"tags":["a","c"]}"#),
            // POST sends what was filled in and nothing of the base.
            (.create, [("/name", "Ada"), ("/note", nil)], #"{"name":"Ada"}"#), (nil, [], nil),
        ] as [(Update.Style?, [(String, JSONValue?)], String?)])
    func bodies(style: Update.Style?, changes: [(String, JSONValue?)], expected: String?) throws {
        #expect(try text(update(style, changes)) == expected)
    }

    @Test(
        "A form is encoded member by member; a removed member is sent empty, because forms have no null",
        arguments: [
            (.create, [("/a", "x y&"), ("/b", 2), ("/c", ["1", "2"]), ("/d", .null)], "a=x%20y%26&b=2&c=1&c=2"),
            (.merge, [("/name", nil), ("/town", "Oslo")], "name=&town=Oslo"),
            (.create, [("/name", nil), ("/town", "Oslo")], "town=Oslo"),
        ] as [(Update.Style, [(String, JSONValue?)], String)])
    func forms(style: Update.Style, changes: [(String, JSONValue?)], expected: String) throws {
        let type = "application/x-www-form-urlencoded"
        let update = try update(style, changes, type: type)
        #expect(try text(update) == expected)
        #expect(try update.call(endpoint).headers[.contentType] == type)
    }

    @Test("A changed member is sent whole if nothing says how deep the server merges") func mergeWhole() throws {
        func document(_ changes: [(String, JSONValue?)]) throws -> JSONValue? {
            try update(.merge, changes, type: "application/json").document
        }
        #expect(
            try document([("/name", "Ada"), ("/address/zip", nil)]) == ["name": "Ada", "address": ["city": "Porto"]])
        #expect(try document([("/address", nil)]) == ["address": .null])
    }

    @Test(
        "Members of a resource object are sent whole, beside its id, which is not a change itself",
        arguments: [
            (("/data/attributes/name", "Bo"), ["name": "Bo"]),
            (("/data/attributes/home/zip", "2"), ["home": ["town": "Oslo", "zip": "2"]]),
        ] as [((String, JSONValue?), JSONValue)])
    func identifying(change: (String, JSONValue?), attributes: JSONValue) throws {
        let base: JSONValue = [
            "data": ["type": "pets", "id": "7", "attributes": ["name": "Rex", "home": ["town": "Oslo", "zip": "1"]]]
        ]
        let members = "id: {type: string}, type: {type: string}, attributes: {type: object}"
        let schema = "{type: object, properties: {data: {type: object, properties: {\(members)}}}}"
        func update(_ changes: [(String, JSONValue?)]) throws -> Update {
            try self.update(.merge, changes, of: base, schema: schema, type: "application/vnd.api+json")
        }
        #expect(try update([]).effectiveChanges.isEmpty)
        #expect(
            try update([change]).document == ["data": ["attributes": attributes, "type": "pets", "id": "7"]])
    }

    @Test(
        "If-Match has the loaded entity tag for a change and a deletion; if it is required, else any version",
        arguments: [
            (.replace, "\"a\"", "\"a\"", "\"a\""), (.merge, "\"a\"", "\"a\"", "\"a\""),
            (nil, "\"a\"", "\"a\"", "\"a\""), (.create, "\"a\"", nil, "*"),
            // A weak tag cannot be sent.
            (.replace, "W/\"a\"", nil, "*"), (.merge, nil, nil, "*"), (nil, nil, nil, "*"),
        ] as [(Update.Style?, String?, String?, String)])
    func ifMatch(style: Update.Style?, etag: String?, sent: String?, whereRequired: String) throws {
        let update = try update(style, etag: etag)
        #expect(try update.call(endpoint).headers[.ifMatch] == sent)
        var required = endpoint
        try required.setHeader("If-Match", to: "*")
        #expect(try update.call(required).headers[.ifMatch] == whereRequired)
    }

    private func outcome(_ answer: @escaping StubTransport.Answer, _ style: Update.Style? = .merge) async throws
        -> UpdateOutcome
    {
        let update = try update(style, [("/name", "Ada")])
        return try await APIClient(StubTransport(answer)).send(update, to: endpoint, in: .test)
    }

    @Test(
        "A reply with the resource is the stored item; without it the sent values are kept, for a PATCH with all members",
        arguments: [
            (.merge, 200, #"{"data": {"name": "ADA"}}"#, "stored ADA -"),
            // A deletion is one whatever comes with it.
            (nil, 204, "", "deleted"), (nil, 200, #"{"data": {"name": "x"}}"#, "deleted"),
            (.merge, 200, "", "accepted Ada Porto"), (.merge, 200, " ", "accepted Ada Porto"),
            (.merge, 200, "null", "accepted Ada Porto"), (.merge, 200, "{}", "accepted Ada Porto"),
            (.merge, 200, "OK", "accepted Ada Porto"), (.merge, 200, #"{"status": "ok"}"#, "accepted Ada Porto"),
            (.merge, 200, #"{"data": null}"#, "accepted Ada Porto"),
        ] as [(Update.Style?, Int, String, String)])
    func outcomes(style: Update.Style?, status: Int, body: String, expected: String) async throws {
        let type = body == "OK" ? "text/plain" : "application/json"
        func words(_ value: JSONValue) -> String {
            "\(value["name"]?.stringValue ?? "-") \(value["address"]?["city"]?.stringValue ?? "-")"
        }
        let outcome = try await outcome(answer(status, body, headers: [.contentType: type]), style)
        let found =
            switch outcome {
            case .stored(let value, _): "stored " + words(value)
            case .accepted(let sent, _): "accepted " + words(sent)
            case .deleted: "deleted"
            }
        #expect(found == expected)
    }

    @Test("The server's field errors are in the thrown error") func complaints() async throws {
        let body = #"{"error": {"code": 422, "message": "No.", "fields": {"name": "taken"}}}"#
        let error = await #expect(throws: APIError.self) { try await outcome(answer(422, body)) }
        #expect(error?.fields == [FieldError(name: "name", message: "taken")])
    }
}

@Suite("Multipart bodies") struct MultipartBodyTests {
    private func text(_ document: JSONValue, _ files: [JSONPointer: FilePart] = [:]) -> String {
        String(decoding: MultipartBody(document, files: files, boundary: "mark").bytes, as: UTF8.self)
    }

    @Test("Each member is a part: texts as they are, lists repeated, objects as JSON, null left out") func parts() {
        let body = text(["a": "x", "b": [1, true], "c": ["d": 1], "n": .null])
        let mark = "--mark"
        #expect(
            body
                == [
                    mark, "Content-Disposition: form-data; name=\"a\"", "", "x",
                    mark, "Content-Disposition: form-data; name=\"b\"", "", "1",
                    mark, "Content-Disposition: form-data; name=\"b\"", "", "true",
                    mark, "Content-Disposition: form-data; name=\"c\"", "Content-Type: application/json", "",
                    #"{"d":1}"#, mark + "--", "",
                ].joined(separator: "\r\n"))
    }

    @Test("A file replaces its path, with its name and type") func file() {
        let file = FilePart(name: "a\".png", bytes: Array("PNG".utf8))
        let body = text(
            ["f": "/home/me/a.png", "l": ["p"]],
            [JSONPointer(tokens: ["f"]): file, JSONPointer(tokens: ["l", "0"]): file])
        #expect(body.contains("name=\"f\"; filename=\"a%22.png\"\r\nContent-Type: image/png\r\n\r\nPNG\r\n"))
        #expect(body.contains("name=\"l\"; filename=") && !body.contains("/home/me"))
    }

    @Test("Names cannot end a line or the quotes; no two bodies share a boundary") func hostile() {
        #expect(text(["a\"\r\nX: y": "v"]).contains("name=\"a%22%0D%0AX: y\""))
        let bodies = (0..<2).map { _ in MultipartBody(["a": "b"], files: [:]) }
        #expect(bodies[0].contentType != bodies[1].contentType)
    }

    @Test("A missing file, or a folder, is an error that names it") func noFile() throws {
        let missing = #expect(throws: APIError.self) { try FilePart(path: "/nowhere/x.png") }
        // A form says so at its field.
        let field = Field(pointer: JSONPointer(tokens: ["photo"]), title: "Photo", kind: .file)
        #expect(field.validate("/nowhere/x.png") == missing?.message && field.validate("/dev/null") == nil)
        #expect(missing?.userMessage.contains("/nowhere/x.png") == true)
        let folder = #expect(throws: APIError.self) { try FilePart(path: FileManager.default.temporaryDirectory.path) }
        #expect(folder?.userMessage.contains("folder") == true)
    }
}

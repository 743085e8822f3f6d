import DemoManager
import Testing
import WireFormats

@testable import DocumentStubs

/// A body that is stored as it is, such as a text, is read there again.
@Suite struct StoredBodyTests {
    private static let document = """
        GET /notes/{id:}/text ; responses: \
        {'200': {content: {text/plain: {schema: {type: string}}, text/html: {schema: {type: string}}}}}
        PUT /notes/{id:}/text text/plain -> text/plain
        DELETE /notes/{id:}/text -> 204
        GET /notes/{id:}/mark -> text/plain
        PUT /notes/{id:}/mark text/plain -> 204
        GET /notes/{id:}/title -> string
        PUT /notes/{id:}/title {type: string} -> string
        GET /files -> [{name: string}]
        GET /files/{name:} -> application/octet-stream binary
        PUT /files/{name:} application/octet-stream binary -> 201
        DELETE /files/{name:} -> 204
        """
    private let api: DemoAPI

    init() throws {
        var limits = MemoryLimits()
        (limits.bodyBytes, limits.pathBodyBytes, limits.allBodyBytes) = (100, 250, 1_000)
        api = try DemoAPI(Self.document, negotiates: true, memory: limits)
    }

    @discardableResult private func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, _ type: String = "text/plain",
        accepting accept: String? = nil
    ) -> (status: Int, text: String) {
        var headers = HTTPFields()
        (headers[.contentType], headers[.accept]) = (body == nil ? nil : type, accept)
        let reply = api.reply(method, path, Array((body ?? "").utf8), headers: headers)
        return (reply?.status.code ?? 0, reply?.text ?? "")
    }

    @Test("A body over the limit of its path is not stored; of all paths the least recently used is dropped first")
    func sums() {
        let body = String(repeating: "x", count: 90)
        for name in ["a", "b", "c"] { send(.put, "/files/\(name)", body, "application/octet-stream") }
        #expect(send(.get, "/files/a").text == body && send(.get, "/files/b").text == body)
        #expect(send(.get, "/files/c").text != body)
        send(.delete, "/files/a")
        send(.put, "/files/d", body, "application/octet-stream")
        #expect(send(.get, "/files/d").text == body)
        for id in 1...20 { send(.put, "/notes/\(id)/text", body) }
        #expect(send(.get, "/notes/20/text").text == body && send(.get, "/notes/1/text").text != body)
    }

    @Test("A text is read at its own path as it was sent, until it is deleted") func text() {
        #expect(send(.put, "/notes/1/text", "Grüße\n", "text/plain; charset=utf-8").text == "Grüße\n")
        #expect(send(.get, "/notes/1/text").text == "Grüße\n")
        #expect(send(.get, "/notes/2/text").text != "Grüße\n")
        #expect(send(.get, "/notes/1/text", accepting: "text/html").text != "Grüße\n")
        #expect(api.reply(.get, "/notes/1/text")?.headers[.contentType] == "text/plain; charset=utf-8")
        send(.delete, "/notes/1/text")
        #expect(send(.get, "/notes/1/text").status == 404)
        send(.put, "/notes/1/text", "again")
        #expect(send(.get, "/notes/1/text").text == "again")
    }

    @Test("A JSON value other than an object is read at its own path as it was sent") func value() {
        send(.put, "/notes/1/title", "\"New\"", "application/json")
        #expect(send(.get, "/notes/1/title").text == "\"New\"")
        #expect(send(.get, "/notes/1/text").text != "\"New\"")
    }

    @Test("A file that was sent with PUT is in the list under its name, and DELETE removes both") func file() {
        send(.put, "/files/plan", "12 34", "application/octet-stream")
        #expect(send(.get, "/files/plan").text == "12 34")
        #expect(send(.get, "/files").text.contains("\"plan\""))
        send(.delete, "/files/plan")
        #expect(send(.get, "/files/plan").status == 404 && !send(.get, "/files").text.contains("\"plan\""))
    }

    @Test("A body without a type is stored, too") func untyped() {
        send(.put, "/notes/1/text", "first")
        #expect(api.reply(.put, "/notes/1/text", Array("second".utf8), headers: [:])?.text == "second")
        #expect(send(.get, "/notes/1/text").text == "second")
        let reply = api.reply(.put, "/notes/1/mark", Array("third".utf8), headers: [:])
        #expect(reply?.status == 204 && reply?.text == "" && send(.get, "/notes/1/mark").text == "third")
    }

    @Test("A file of the list that is sent again keeps its other members") func listed() throws {
        let name = try #require(try api.send(.get, "/files")[0]?["name"]?.stringValue)
        let before = try api.send(.get, "/files")
        send(.put, "/files/\(name)", "new", "application/octet-stream")
        #expect(try api.send(.get, "/files") == before)
        #expect(send(.get, "/files/\(name)").text == "new")
    }

    @Test("A body over the limit is not kept, and counts as forgotten") func long() {
        send(.put, "/notes/1/text", String(repeating: "a", count: 101))
        #expect(!send(.get, "/notes/1/text").text.hasPrefix("aaa"))
        #expect(api.manager.memory?.remembered.map(\.forgotten) == [1])
    }
}

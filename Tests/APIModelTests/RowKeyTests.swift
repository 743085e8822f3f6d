import APIDocument
import APIModel
import Testing
import WireFormats

@Suite("The member of a row that a path means")
struct RowKeyTests {
    private let document: APIDocument

    init() throws {
        let text = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {/a: {get: {}}}\n"
        document = try APIDocument(SourceText(name: "t.yaml", bytes: Array(text.utf8)))
    }

    private func place(_ parameter: String, _ members: [String: JSONValue]) -> String? {
        let properties = JSONObject(members.map { JSONObject.Member(key: $0.key, value: $0.value) })
        let row = Schema(["type": "object", "properties": .object(properties)])
        return RowKey.pointer(for: parameter, in: row, collection: "members", document: document)?.description
    }

    @Test("Where a row has none of its own, it is that of the thing it holds under the parameter's name")
    func held() {
        let user: JSONValue = ["type": "object", "properties": ["id": ["type": "string"], "name": ["type": "string"]]]
        #expect(place("user_id", ["user": user, "nick": ["type": "string"]]) == "/user/id")
        #expect(place("userId", ["user": user, "id": ["type": "string"]]) == "/id")
        #expect(place("user_id", ["owner": user, "user": ["type": "string"]]) == nil)
        #expect(place("user", ["user": user]) == nil)
    }
}

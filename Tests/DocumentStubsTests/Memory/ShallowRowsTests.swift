import DemoManager
import HTTPTypes
import Testing
import WireFormats

/// Rows that are listed and made below what they belong to, and open at a path of their own: `/teams/{id}/members` and
/// `/members/{id}`.
@Suite struct ShallowRowsTests {
    private static let member = "content: {application/json: {schema: {$ref: '#/components/schemas/Member'}}}"
    private static let rows =
        "content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Member'}}}}"
    private static let schema =
        "Member: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}, teamId: {type: integer}}}"

    @Test(
        "A row that is made below its owner stands in that owner's list alone, and opens, changes and goes at its own path"
    )
    func owned() throws {
        let api = try DemoAPI(
            [
                "/teams/{teamId}/members: {get: {responses: {'200': {\(Self.rows)}}}, post: {requestBody: {\(Self.member)}, responses: {'201': {\(Self.member)}}}}",
                "/members/{memberId}: {get: {responses: {'200': {\(Self.member)}}}, put: {requestBody: {\(Self.member)}, responses: {'200': {\(Self.member)}}}, delete: {responses: {'204': {}}}}",
            ], schemas: [Self.schema])
        let made = try api.send(.post, "/teams/1/members", ["name": "Zoe"])
        let id = try #require(made["id"]?.scalarText)
        let other = try api.send(.post, "/teams/2/members", ["name": "Max"])
        #expect(other["id"] != made["id"])
        #expect(try api.send(.get, "/members/\(id)") == made)
        #expect(made["teamId"] == 1)
        func names(_ team: Int) throws -> [JSONValue?] {
            try api.send(.get, "/teams/\(team)/members").arrayValue?.map { $0["name"] } ?? []
        }
        #expect(try names(1).contains("Zoe") && !names(1).contains("Max"))
        #expect(try names(2).contains("Max") && !names(2).contains("Zoe"))
        _ = try api.send(.put, "/members/\(id)", ["name": "Zora"])
        #expect(try names(1).contains("Zora") && !names(2).contains("Zora"))
        _ = try api.send(.delete, "/members/\(id)")
        #expect(try !names(1).contains("Zora"))
        #expect(api.reply(.get, "/members/\(id)")?.status == .notFound)
    }

    @Test("What is made at a list that asks for nothing stands in it, and opens")
    func mine() throws {
        let api = try DemoAPI(
            [
                "/me/playlists: {get: {responses: {'200': {\(Self.rows)}}}}",
                "/users/{user}/playlists: {get: {responses: {'200': {\(Self.rows)}}}, post: {requestBody: {\(Self.member)}, responses: {'201': {\(Self.member)}}}}",
                "/playlists/{id}: {get: {responses: {'200': {\(Self.member)}}}}",
            ], schemas: [Self.schema])
        let made = try api.send(.post, "/users/ada/playlists", ["name": "Mornings"])
        let id = try #require(made["id"]?.scalarText)
        for list in ["/me/playlists", "/users/ada/playlists"] {
            #expect(try api.send(.get, list).arrayValue?.contains { $0["name"] == "Mornings" } == true)
        }
        #expect(try api.send(.get, "/playlists/\(id)")["name"] == "Mornings")
    }
}

import DemoManager
import Foundation
import Testing
import WireFormats

/// Rows of a list that open below the name of their owner: `/user/repos` and `/repos/{owner}/{repo}`.
@Suite struct OwnedRowsTests {
    private static let document = """
        GET /user/repos -> [Repo]
        POST /user/repos Repo -> 201 Repo
        GET /orgs/{org:}/repos -> [Repo]
        POST /orgs/{org:}/repos Repo ; \
        responses: {'201': {description: made, \(json("Repo")), headers: {Location: {schema: {type: string}}}}}
        GET /repos/{owner}/{repo} -> Repo
        PATCH /repos/{owner}/{repo} Repo -> Repo
        DELETE /repos/{owner}/{repo} -> 204
        GET /guilds/{guild:} -> Guild
        GET /users/me/guilds -> [Guild]
        DELETE /users/me/guilds/{guild:} -> 204
        GET /years/{year:}/{month:} -> {month: string, rain: integer}
        PATCH /years/{year:}/{month:} {type: object} -> 200
        Guild = {id!: string, name: string}
        Repo = {id!: integer, name!: string, note: string, owner!: {login!: string, id: integer}}
        """

    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document) }

    private func path(_ row: JSONValue) -> String {
        let parts = [row["owner"]?["login"], row["name"]].map { $0?.scalarText ?? "" }
        return "/repos/"
            + parts.map { $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }.joined(separator: "/")
    }

    @Test("A DELETE at the list's path removes the row, even if rows have other paths") func left() throws {
        let rows = try #require(try api.send(.get, "/users/me/guilds").arrayValue)
        let id = try #require(rows[0]["id"]?.stringValue)
        try api.send(.delete, "/users/me/guilds/\(id)")
        #expect(try api.send(.get, "/users/me/guilds").arrayValue?.first?["id"] == rows[1]["id"])
    }

    @Test("A row opens as the list shows it; changes and deletions show in the list, and added rows open")
    func rows() throws {
        let rows = try #require(try api.send(.get, "/user/repos").arrayValue)
        let row = try #require(rows.dropFirst().first)
        #expect(try api.send(.get, path(row)) == row)
        try api.send(.patch, path(row), ["note": "changed"])
        #expect(try api.send(.get, "/user/repos").arrayValue?[1]["note"] == "changed")
        try api.send(.delete, path(rows[0]))
        #expect(try api.send(.get, "/user/repos").arrayValue?[0]["name"] == row["name"])
        let added = try api.send(.post, "/user/repos", ["name": "mine", "note": "n"])
        #expect(added["name"] == "mine")
        #expect(try api.send(.get, path(added)) == added)
    }

    @Test("Items without a list are identified by their whole path") func unlisted() throws {
        try api.send(.patch, "/years/2025/may", ["rain": 7])
        #expect(try api.send(.get, "/years/2025/may")["rain"] == 7)
        #expect(try api.send(.get, "/years/2026/may")["rain"] != 7)
    }

    private func names(_ path: String) throws -> [String] {
        try api.send(.get, path).arrayValue?.compactMap { $0["name"]?.scalarText } ?? []
    }

    @Test("A write to one owner's item does not change another owner's, and a reset restores both")
    func owners() throws {
        let site = try api.send(.get, "/repos/alice/site")
        let other = try api.send(.get, "/repos/bob/site")
        try api.send(.patch, "/repos/alice/site", ["note": "alice's"])
        #expect(try api.send(.get, "/repos/alice/site")["note"] == "alice's")
        #expect(try api.send(.get, "/repos/bob/site") == other)
        #expect(try api.send(.patch, "/repos/bob/site", ["note": "bob's"])["owner"]?["login"] == "bob")
        try api.send(.delete, "/repos/alice/site")
        #expect(try api.send(.get, "/repos/alice/site")["status"] == 404)
        #expect(try api.send(.get, "/repos/bob/site")["note"] == "bob's")
        // What is escaped in a name separates nothing.
        try api.send(.delete, "/repos/a%2Fb/c")
        #expect(try api.send(.get, "/repos/a/b%2Fc")["error"] == nil)
        api.manager.memory?.forget(nil, of: nil)
        #expect(try api.send(.get, "/repos/alice/site") == site)
        #expect(try api.send(.get, "/repos/bob/site") == other)
    }

    @Test("A row added below an owner is in that owner's list only") func lists() throws {
        let before = (try names("/orgs/other/repos"), try names("/user/repos"))
        let added = try api.send(.post, "/orgs/acme/repos", ["name": "site", "note": "acme's"])
        #expect(added["owner"]?["login"] == "acme")
        #expect(try names("/orgs/acme/repos").first == "site")
        #expect(try names("/orgs/other/repos") == before.0)
        #expect(try names("/user/repos") == before.1)
        #expect(try api.send(.get, "/repos/acme/site") == added)
        try api.send(.post, "/orgs/other/repos", ["name": "site", "note": "other's"])
        #expect(try api.send(.get, "/orgs/other/repos")[0]?["note"] == "other's")
        #expect(try api.send(.get, "/orgs/acme/repos")[0]?["note"] == "acme's")
        try api.send(.patch, "/repos/acme/site", ["note": "changed"])
        #expect(try api.send(.get, "/orgs/acme/repos")[0]?["note"] == "changed")
        #expect(try api.send(.get, "/orgs/other/repos")[0]?["note"] == "other's")
        try api.send(.delete, "/repos/acme/site")
        #expect(try !names("/orgs/acme/repos").contains("site"))
        #expect(try names("/orgs/other/repos").first == "site")
        // Who is the owner by the row's own word.
        let mine = try api.send(.post, "/user/repos", ["name": "mine", "owner": ["login": "acme"]])
        #expect(path(mine) == "/repos/acme/mine")
        #expect(try names("/orgs/acme/repos").first == "mine")
        #expect(try names("/orgs/other/repos").first == "site")
        api.manager.memory?.forget(nil, of: nil)
        #expect(try names("/orgs/other/repos") == before.0)
    }

    @Test("`Location` has the whole path of a created item") func location() throws {
        let reply = try #require(api.reply(.post, "/orgs/acme/repos", ["name": "a b"]))
        #expect(reply.headers[.location] == "/repos/acme/a%20b")
    }

    @Test("An optional owner id is present if the item's path needs it") func optionalOwner() throws {
        let server = try DemoAPI(Self.document.replacing("owner!: {", with: "owner: {"))
        for (list, owner) in [("/orgs/acme/repos", "acme"), ("/user/repos", nil)] as [(String, String?)] {
            let added = try server.send(.post, list, ["name": "site", "note": "new"])
            let login = try #require(added["owner"]?["login"]?.stringValue)
            #expect(owner.map { $0 == login } ?? true)
            #expect(try server.send(.get, path(added)) == added)
            #expect(try server.send(.get, list)[0] == added)
            try server.send(.delete, path(added))
            #expect(try server.send(.get, list)[0]?["note"] != "new")
        }
    }
}

/// Rows that are listed and made below what they belong to, and open at a path of their own: `/teams/{id}/members` and
/// `/members/{id}`.
@Suite struct ShallowRowsTests {
    private static let member = "content: {application/json: {schema: {$ref: '#/components/schemas/Member'}}}"
    private static let rows =
        "content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Member'}}}}"
    private static let schema =
        "Member: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}, teamId: {type: integer}}}"

    @Test(
        "A row that is created below its owner is in that owner's list only, and has its own path for reads and writes"
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

    @Test("A new row is in every list of its kind, and opens") func mine() throws {
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

/// Lists below an item that have rows of another list: `/projects/{id}/tasks` beside `/tasks`.
@Suite struct OwnedListTests {
    private static let document = """
        GET /projects -> [Project]
        GET /projects/{id:integer} -> Project
        GET /projects/{id:integer}/tasks -> [Task]
        POST /projects/{id}/tasks Task -> 201 Task
        DELETE /projects/{id}/tasks -> 204
        GET /tasks -> [Task]
        GET /tasks/{taskId:integer} -> Task
        PATCH /tasks/{taskId} Task -> Task
        Project = {id!: integer, name!: string}
        Task = {id!: integer, title!: string, projectId!: integer}
        """

    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document) }

    private func rows(_ path: String) throws -> [JSONValue] { try #require(try api.send(.get, path).arrayValue) }

    @Test("The rows are rows of the complete list, and open as the same items") func same() throws {
        let all = try rows("/tasks")
        #expect(try rows("/projects").count == 25)
        for project in 1...25 {
            let own = try rows("/projects/\(project)/tasks")
            #expect(!own.isEmpty && own == all.filter { $0["projectId"] == .number(JSONNumber(project)) })
            for row in own { #expect(try api.send(.get, "/tasks/\(row["id"]?.scalarText ?? "")") == row) }
        }
    }

    @Test("Without a complete list, each item names the owner that lists it") func unlisted() throws {
        let api = try DemoAPI(Self.document.replacing("GET /tasks -> [Task]\n", with: ""))
        for project in 1...3 {
            let own = try #require(try api.send(.get, "/projects/\(project)/tasks").arrayValue)
            #expect(!own.isEmpty && own.allSatisfy { $0["projectId"] == .number(JSONNumber(project)) })
            for row in own { #expect(try api.send(.get, "/tasks/\(row["id"]?.scalarText ?? "")") == row) }
        }
    }

    @Test("A row that refers to another row has its owner, also over two steps") func shared() throws {
        let api = try DemoAPI(
            """
            GET /owners -> [Owner]
            GET /owners/{id:integer}/pets -> [Pet]
            GET /pets -> [Pet]
            GET /pets/{petId:integer} -> Pet
            GET /visits -> [Visit]
            POST /visits {petId!: integer} -> 201 Visit
            GET /invoices -> [Invoice]
            Owner = {id!: integer, name!: string}
            Pet = {id!: integer, ownerId!: integer, lastVisitId: integer}
            Visit = {id!: integer, ownerId!: integer, ownerName!: string, petId!: integer, invoiceId: integer}
            Invoice = {id!: integer, visitId!: integer, ownerId!: integer}
            """)
        func rows(_ path: String) throws -> [JSONValue] { try #require(try api.send(.get, path).arrayValue) }
        func byID(_ path: String) throws -> [JSONValue?: JSONValue] {
            Dictionary(try rows(path).map { ($0["id"], $0) }) { first, _ in first }
        }
        let (owners, pets, visits) = (try byID("/owners"), try byID("/pets"), try byID("/visits"))
        for visit in visits.values {
            #expect(visit["ownerId"] == pets[visit["petId"]]?["ownerId"])
            #expect(visit["ownerName"] == owners[visit["ownerId"]]?["name"])
        }
        let made = try api.send(.post, "/visits", ["petId": 7])
        #expect(made["ownerId"] == pets[7]?["ownerId"] && made["petId"] == 7, "\(made.text())")
        #expect(made["ownerName"] == owners[made["ownerId"]]?["name"])
        let invoices = try rows("/invoices")
        #expect(invoices.count == 25 && invoices.allSatisfy { $0["ownerId"] == visits[$0["visitId"]]?["ownerId"] })
    }

    @Test("A new item has no rows, and a deleted one has no lists and no items below it") func ends() throws {
        let boxes = """
            GET /boxes -> [Project]
            POST /boxes Project -> 201 Project
            DELETE /boxes/{boxId} -> 204
            GET /boxes/{boxId:integer}/parts -> [Part]
            GET /boxes/{boxId}/parts/{id:integer} -> Part
            Part = {id!: integer, boxId!: integer}

            """
        let api = try DemoAPI(boxes + Self.document)
        let id = try #require(try api.send(.post, "/boxes", ["name": "New"])["id"]?.scalarText)
        #expect(try api.send(.get, "/boxes/\(id)/parts") == [])
        #expect(try api.send(.get, "/boxes/3/parts") != [] && api.status(.get, "/boxes/3/parts/1") == 200)
        #expect(api.status(.delete, "/boxes/3") == 204)
        #expect(api.status(.get, "/boxes/3/parts/1") == 404 && api.status(.get, "/boxes/3/parts") == 404)
    }

    @Test("A row moves to the list of the owner that a write names") func moved() throws {
        let (one, other) = (try rows("/projects/1/tasks"), try rows("/projects/2/tasks"))
        let id = try #require(one[0]["id"])
        try api.send(.patch, "/tasks/\(id.scalarText ?? "")", ["projectId": 2])
        #expect(try rows("/projects/1/tasks") == Array(one.dropFirst()))
        let now = try rows("/projects/2/tasks")
        #expect(now.count == other.count + 1 && now.contains { $0["id"] == id })
    }

    @Test("A row that is added below an owner is in the owner's list and in the complete list") func added() throws {
        let made = try api.send(.post, "/projects/1/tasks", ["title": "New"])
        #expect(made["projectId"] == 1)
        #expect(try rows("/projects/1/tasks")[0] == made && rows("/tasks")[0] == made)
        #expect(try !rows("/projects/2/tasks").contains(made))
    }

    @Test("DELETE of a list deletes the owner's current rows") func cleared() throws {
        let (all, one) = (try rows("/tasks"), try rows("/projects/1/tasks"))
        let moved = try rows("/projects/2/tasks")[0]
        try api.send(.patch, "/tasks/\(one[0]["id"]?.scalarText ?? "")", ["projectId": 2])
        try api.send(.patch, "/tasks/\(moved["id"]?.scalarText ?? "")", ["projectId": 1])
        let other = try rows("/projects/2/tasks")
        #expect(api.status(.delete, "/projects/1/tasks") == 204)
        #expect(try rows("/projects/1/tasks").isEmpty && rows("/projects/2/tasks") == other)
        #expect(try rows("/tasks").count == all.count - one.count)
    }

    @Test("Rows that show their owner are also found by the owner's id") func embedded() throws {
        let owner = "projectId!: integer, project: Project"
        let api = try DemoAPI(Self.document.replacing("projectId!: integer", with: owner))
        let own = try #require(try api.send(.get, "/projects/1/tasks").arrayValue)
        #expect(!own.isEmpty && own.allSatisfy { $0["projectId"] == 1 && $0["project"]?["id"] ?? 1 == 1 })
    }

    @Test("An id that no row can have owns no rows, and DELETE deletes none") func unfitting() throws {
        let api = try DemoAPI(Self.document.replacing("{id:integer}", with: "{id:string}"))
        let all = try api.send(.get, "/tasks")
        #expect(try api.send(.get, "/projects/abc/tasks") == [])
        #expect(api.status(.delete, "/projects/abc/tasks") == 204)
        #expect(try api.send(.get, "/tasks") == all)
    }
}

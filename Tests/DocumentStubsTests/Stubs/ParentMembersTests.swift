import APIDocument
import HTTPTypes
import Testing
import WireFormats

@testable import DocumentStubs

/// Values of a path stand in the items below it, and an item keeps its id.
@Suite struct ParentMembersTests {
    private static let document = """
        paths:
          /api/v1/namespaces/{namespace}/pods:
            get: {\(ok("{type: object, properties: {items: {type: array, items: {$ref: '#/components/schemas/Pod'}}}}"))}
            post: {\(sent("Pod")), \(ok("Pod", 201))}
          /api/v1/namespaces/{namespace}/pods/{name}: {get: {\(ok("Pod"))}, put: {\(sent("Pod")), \(ok("Pod"))}}
          /repos/{owner}/{repo}/issues: {get: {\(ok("[Issue]"))}}
          /teams/{username}/members: {get: {\(ok("[Member]"))}, post: {\(sent("Detail")), \(ok("Detail", 201))}}
          /teams/{username}/members/{memberUsername}: {get: {\(ok("Detail"))}}
          /users/{id}/posts: {get: {\(ok("[Post]"))}}
          /users/{id}/posts/{postId}: {get: {\(ok("Post"))}, put: {\(sent("Post")), \(ok("Post"))}}
          /guilds: {get: {\(ok("[Guild]"))}}
          /guilds/{guild_id}: {get: {\(ok("Guild"))}}
          /guilds/{guild_id}/active: {get: {\(ok("{type: object, properties: {members: {type: array, items: {type: object, properties: {user: {type: string}}}}, roles: {type: array, items: {$ref: '#/components/schemas/Role'}}}}"))}}
        components:
          schemas:
            Guild: {type: object, properties: {id: {type: integer}, roles: {type: array, items: {$ref: '#/components/schemas/Role'}}}}
            Role: {type: object, properties: {id: {type: integer}, guild_id: {type: integer}}}
            Pod: {type: object, properties: {kind: {type: string}, metadata: {$ref: '#/components/schemas/Meta'}, spec: {type: object, properties: {nodeName: {type: string}}}}}
            Meta: {type: object, properties: {name: {type: string}, namespace: {type: string}, uid: {type: string}, labels: {type: object, additionalProperties: {type: string}}}}
            Member: {type: object, properties: {username: {type: string}, display_name: {type: string}}}
            Detail: {allOf: [{$ref: '#/components/schemas/Member'}, {type: object, properties: {motto: {type: string}}}]}
            Issue: {type: object, properties: {id: {type: integer}, repo: {type: string}, owner: {type: object, properties: {id: {type: integer}, login: {type: string}}}}}
            Post: {type: object, properties: {id: {type: integer}, user_id: {type: integer}, title: {type: string}, user: {type: object, properties: {id: {type: integer}, name: {type: string}}}}}
        """
    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document) }

    private func send(
        _ path: String, _ method: HTTPRequest.Method = .get, _ body: JSONValue? = nil
    ) throws -> JSONValue { try api.send(method, path, body) }

    @Test("Rows have their own ids; a posted member that only the item shows is kept") func ownNames() throws {
        let names = try send("/teams/acme/members").arrayValue?.compactMap { $0["username"]?.stringValue } ?? []
        #expect(Set(names).count == names.count && names.count > 1 && !names.contains("acme"))
        _ = try send("/teams/acme/members", .post, ["username": "ada", "motto": "On it."])
        #expect(try send("/teams/acme/members/ada")["motto"] == "On it.")
    }

    @Test("Rows within an item have the item's id, as in the list") func within() throws {
        func owners(_ item: JSONValue) -> Set<JSONValue?> {
            Set(item["roles"]?.arrayValue?.map { $0["guild_id"] } ?? [])
        }
        #expect(try owners(send("/guilds/7001")) == [7001] && owners(send("/guilds/7001/active")) == [7001])
        let first = try #require(try send("/guilds")[0])
        let id = try #require(first["id"]?.intValue)
        #expect(owners(first) == [.number(JSONNumber(id))])
        #expect(try send("/guilds/\(id)") == first)
    }

    private static let pods = "/api/v1/namespaces/prod/pods"

    @Test("Rows have the values of the path's parameters, in their metadata and in objects for their parents")
    func rows() throws {
        let pods = try #require(try send(Self.pods)["items"]?.arrayValue)
        #expect(!pods.isEmpty && pods.allSatisfy { $0["metadata"]?["namespace"] == "prod" })
        #expect(Set(pods.compactMap { $0["metadata"]?["name"] }).count == pods.count)
        let issues = try #require(try send("/repos/octo/hello/issues").arrayValue)
        #expect(issues.allSatisfy { $0["repo"] == "hello" && $0["owner"]?["login"] == "octo" })
        #expect(Set(issues.compactMap { $0["owner"]?["id"] }).count > 1)
        let posts = try #require(try send("/users/7/posts").arrayValue)
        #expect(posts.allSatisfy { $0["user_id"] == 7 && $0["user"]?["id"] == 7 && $0["id"] != nil })
        #expect(try send("/users/7/posts/2") == posts[1])
        // What no number can be is left as it is made.
        #expect(try send("/users/me/posts")[0]?["user_id"]?.numberValue != nil)
    }

    @Test("A row opens by its name; an item that no list has gets the name in the path") func items() throws {
        let row = try #require(try send(Self.pods)["items"]?[3])
        let name = try #require(row["metadata"]?["name"]?.stringValue)
        #expect(try send("\(Self.pods)/\(name.replacing(" ", with: "%20"))") == row)
        let other = try send("\(Self.pods)/web-1")
        #expect(other["metadata"]?["name"] == "web-1" && other["metadata"]?["namespace"] == "prod")
    }

    @Test("A PUT replaces the item except its id, wherever the id is") func put() throws {
        let before = try send("\(Self.pods)/web-1")
        let sent: JSONValue = ["kind": "Pod", "metadata": ["labels": ["a": "b"]]]
        let put = try send("\(Self.pods)/web-1", .put, sent)
        #expect(put["metadata"]?["labels"]?.isEquivalent(to: ["a": "b"]) == true && put["spec"] == nil)
        for name in ["name", "namespace", "uid"] { #expect(put["metadata"]?[name] == before["metadata"]?[name]) }
        #expect(try send("\(Self.pods)/web-1").isEquivalent(to: put))
        let bare = try send("\(Self.pods)/web-2", .put, ["kind": "Pod"])
        #expect(bare["metadata"]?["name"] == "web-2" && bare["metadata"]?["labels"] == nil)
        let post = try send("/users/7/posts/2", .put, ["id": 9, "title": "A"])
        #expect(post["id"] == 2 && post["title"] == "A")
        #expect(try send("/users/7/posts/2")["id"] == 2)
    }

    @Test("A new item is below the path that it was posted to, and keeps the name that was sent") func post() throws {
        let made = try send(Self.pods, .post, ["kind": "Pod", "metadata": ["name": "mine"]])
        #expect(made["metadata"]?["name"] == "mine" && made["metadata"]?["namespace"] == "prod")
        #expect(made["metadata"]?["labels"] == nil)
        #expect(try send("\(Self.pods)/mine").isEquivalent(to: made))
        #expect(try send(Self.pods)["items"]?[0]?.isEquivalent(to: made) == true)
        #expect(try send("/api/v1/namespaces/test/pods")["items"]?[0]?["metadata"]?["namespace"] == "test")
    }

    @Test(
        "A member such as `storeid` has the last of the consecutive parameters after its collection",
        arguments: [
            ("/stores/{store}/items", 1, ["store", "storestore", "storeid"]),
            ("/repos/{owner}/{repo}/issues", 1, ["owner", "repoowner"]),
        ])
    func names(path: String, place: Int, names: [String]) {
        let template = PathTemplate(path)
        #expect(template.parentNames(at: place, template.segments[place].parameter ?? "") == Set(names))
    }
}

/// Documents in the styles of OData and HAL.
@Suite struct StyleTests {
    private static let document = """
        GET /Products?$top:integer&$skip:integer -> \
        {'@odata.context': string, '@odata.count': integer, value: [{ID: integer, Name: string}]}
        GET /streams/{id:} -> {result: {id: integer}, error: {code: integer}}
        GET /zones?dnssec:boolean=true -> {zones: [{id: integer, dnssec: boolean}], total_entries: integer}
        GET /orders -> application/hal+json {_embedded: {orders: [Order]}, _links: {type: object}}
        POST /orders {note: string, card: Card} -> 201 application/hal+json Order \
        example={id: 7, note: none, self: 'https://x.example/v7/orders/7/lines?of=7'}
        GET /orders/{id:} -> application/hal+json Order example={id: 7, note: none, self: /orders/7}
        DELETE /orders/{id:} -> {id!: integer, deleted!: boolean}
        Card = {number: string, code: string writeOnly}
        Order = {id!: integer, note: string, self: string, card: Card}
        """
    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document) }

    @Test("OData members with `@` describe the reply: `value` has the page's rows, and the count is their total")
    func odata() throws {
        let second = try api.send(.get, "/Products?$top=2&$skip=2")
        #expect(second["value"]?.arrayValue?.compactMap { $0["ID"] } == [3, 4])
        #expect(second["@odata.count"]?.intValue == 57)
    }

    @Test("A success has no error; defaults that are not names do not filter; entries are counted")
    func successes() throws {
        #expect(try api.send(.get, "/streams/1").objectValue?.keys == ["result"])
        let zones = try api.send(.get, "/zones")
        #expect(zones["zones"]?.arrayValue?.contains { $0["dnssec"] == false } == true)
        #expect(zones["total_entries"]?.intValue == zones["zones"]?.arrayValue?.count)
    }

    @Test("Links of an item refer to it; none are made up; write-only members are not shown, nested ones included")
    func links() throws {
        let sent: JSONValue = ["note": "x", "card": ["number": "4", "code": "123"]]
        let made = try api.send(.post, "/orders", sent)
        let id = try #require(made["id"]?.scalarText)
        #expect(
            id != "7" && made["self"] == nil || made["self"] == .string("https://x.example/v7/orders/\(id)/lines?of=7"))
        #expect(made["card"] == ["number": "4"])
        #expect(try api.send(.get, "/orders/31")["self"] == "/orders/31")
        #expect(try api.send(.get, "/orders")["_links"] == [:])
        #expect(try api.send(.delete, "/orders/31")["deleted"] == true)
    }
}

/// Items as JSON:API has them: their members in `attributes`, other items in `relationships`.
@Suite struct ResourceObjectTests {
    private static let document = """
        GET /articles -> application/vnd.api+json {data: [Article]}
        GET /people -> application/vnd.api+json {data: [Person]}
        Article = {type: object, required: [type, id, attributes, relationships], properties: {\
        type: {type: string, enum: [articles]}, id: {type: string}, \
        attributes: {type: object, required: [title, rating, status], properties: {title: {type: string}, \
        rating: {type: integer}, status: {type: string, enum: [draft, published]}}}, \
        relationships: {type: object, required: [author, readers], properties: {\
        author: {type: object, required: [data], properties: {data: {$ref: '#/components/schemas/PersonLink'}}}, \
        readers: {type: object, required: [data], \
        properties: {data: {type: array, items: {$ref: '#/components/schemas/PersonLink'}}}}}}}}
        PersonLink = {type: object, required: [type, id], \
        properties: {type: {type: string, enum: [people]}, id: {type: string}}}
        Person = {type: object, required: [type, id], properties: {type: {type: string, enum: [people]}, \
        id: {type: string}}}
        """
    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document) }

    private func rows(_ path: String) throws -> [JSONValue] { try api.send(.get, path)["data"]?.arrayValue ?? [] }

    @Test("Rows are sorted and filtered by their attributes, with any brackets and blanks") func attributes() throws {
        let all = try rows("/articles")
        let ratings = try rows("/articles?sort=-rating").compactMap { $0["attributes"]?["rating"]?.intValue }
        #expect(ratings.count == all.count && ratings == ratings.sorted(by: >))
        let drafts = try rows("/articles?filter[status]=draft")
        #expect(!drafts.isEmpty && drafts.allSatisfy { $0["attributes"]?["status"] == "draft" })
        let title = try #require(
            all.lazy.compactMap { $0["attributes"]?["title"]?.stringValue }.first { $0.contains(" ") })
        for blank in ["%20", "+"] {
            for name in ["filter[title]", "filter%5Btitle%5D"] {
                let found = try rows("/articles?\(name)=\(title.replacing(" ", with: blank))")
                #expect(!found.isEmpty && found.count < all.count)
                #expect(found.allSatisfy { $0["attributes"]?["title"]?.stringValue?.contains(title) == true })
            }
        }
    }

    @Test("Relationships refer to items that the lists have") func relationships() throws {
        let people = Set(try rows("/people").compactMap { $0["id"] })
        for article in try rows("/articles") {
            let links = article["relationships"]?["readers"]?["data"]?.arrayValue ?? []
            let author = try #require(article["relationships"]?["author"]?["data"])
            #expect((links + [author]).allSatisfy { $0["id"].map(people.contains) == true })
        }
    }
}

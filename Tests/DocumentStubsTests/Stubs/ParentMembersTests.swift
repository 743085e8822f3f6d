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

    @Test("Rows have their own ids; a posted member that only the item shows is kept")
    func ownNames() throws {
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

    @Test("A row opens by its name; an item that no list has gets the name in the path")
    func items() throws {
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

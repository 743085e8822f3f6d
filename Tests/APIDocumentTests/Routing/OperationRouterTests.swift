import APIDocument
import HTTPTypes
import Testing

@Suite("Paths of stubs and calls") struct OperationRouterTests {
    private static let paths = """
          /pets: {get: {operationId: pets, responses: {}}}
          /pets/{id}: {get: {operationId: pet, responses: {}}}
          /gr\u{00F6}\u{00DF}e: {get: {operationId: size, responses: {}}}
          /files/{name}.json: {get: {operationId: file, servers: [{url: /cdn}], responses: {}}}
        """

    private func router(below prefix: String, describedBelow described: String = "") throws -> OperationRouter {
        let servers =
            "servers: [{url: 'https://a.test/v1'}, {url: '/{v}/', variables: {v: {default: v2, enum: [v2, v3]}}}]"
        return OperationRouter(try document(Self.paths, rest: servers), below: prefix, describedBelow: described)
    }

    @Test(
        "A path below the called server stays; one without it, or below another server, is moved there",
        arguments: [
            ("/pets", "/api", "/api/pets"), ("/v1/pets/7", "/api", "/api/pets/7"),
            ("/v1/pets/{id}", "", "/pets/{id}"), ("/api/pets", "/api", "/api/pets"),
            ("/v2/pets", "/v1", "/v1/pets"), ("/v3/pets/{petId}", "/v1", "/v1/pets/{petId}"),
            ("/cdn/files/a.json", "/v1", "/v1/files/a.json"), ("/pets", "", "/pets"), ("/v1/pets", "/v1", "/v1/pets"),
            ("/loaded/pets", "/v1", "/v1/pets"),
        ])
    func located(path: String, called: String, expected: String) throws {
        #expect(try router(below: called, describedBelow: "/loaded").located(written: path) == expected)
    }

    @Test("Plain and needlessly encoded paths are found") func encoded() throws {
        let router = try router(below: "/v1")
        #expect(router.located(written: "/gr\u{00F6}\u{00DF}e") == "/v1/gr%C3%B6%C3%9Fe")
        #expect(router.located(written: "/v2/p%65ts") == "/v1/pets")
        #expect(router.operation(.get, written: "/gr\u{00F6}\u{00DF}e")?.id == "size")
    }

    @Test(
        "An unknown path stays, even if it begins like a server's",
        arguments: ["/cats", "/v1pets", "/v1/cats/7", "/v4/pets", "/cdn/pets", "/k\u{00F6}ter", ""])
    func unknown(path: String) throws {
        let router = try router(below: "/api")
        #expect(router.located(written: path) == path)
        #expect(router.operation(.get, written: path) == nil)
    }

    @Test(
        "A stub's path or template belongs to one operation",
        arguments: [
            ("/v2/pets", "pets"), ("/pets/{any}", "pet"), ("/v3/pets/7", "pet"), ("/files/{file}", "file"),
            ("/files/{x}.json", "file"),
        ])
    func operations(path: String, expected: String) throws {
        #expect(try router(below: "/v1").operation(.get, written: path)?.id == expected)
    }

    @Test("A brace in a request is literal text", arguments: ["a{b", "{x}"]) func sentBrace(name: String) throws {
        let router = try router(below: "/v1")
        guard case .unknown = router.route(.get, "/v1/files/\(name)") else { Issue.record("routed"); return }
        #expect(router.located("/files/\(name)") == "/files/\(name)")
        #expect(!PathTemplate.fits(["files", name[...]], PathTemplate("/files/{name}.json").segments[...]))
        #expect(router.operation(.get, written: "/files/{x}")?.id == "file")
    }

    @Test("A template takes the path of its own shape, if several fit") func ownForm() throws {
        let paths =
            "  /k/{x}-{y}: {get: {operationId: two, responses: {}}}\n  /k/{x}: {get: {operationId: one, responses: {}}}"
        let router = OperationRouter(try document(paths), below: "")
        #expect(router.operation(.get, written: "/k/{a}")?.id == "one")
        #expect(router.operation(.get, written: "/k/{a}-{b}")?.id == "two")
    }

    @Test(
        "A final slash follows the document and distinguishes two paths",
        arguments: [
            ("/a", "/a/", "a"), ("/a/?x=1", "/a/?x=1", "a"), ("/a/7?x=/", "/a/7/?x=/", "one"), ("/b/", "/b", "b"),
            ("/c", "/c", "c"), ("/c/", "/c/", "cs"), ("/", "/", "root"), ("/a//", "/a//", nil),
        ] as [(String, String, String?)])
    func slashes(path: String, expected: String, id: String?) throws {
        let paths = ["/": "root", "/a/": "a", "/a/{id}/": "one", "/b": "b", "/c": "c", "/c/": "cs"]
        let lines = paths.sorted { $0.key < $1.key }.map { "  \($0): {get: {operationId: \($1), responses: {}}}" }
        let router = OperationRouter(try document(lines.joined(separator: "\n")), below: "")
        #expect(router.located(path) == expected)
        for path in [path, expected] {
            guard case .operation(let operation, _) = router.route(.get, path) else {
                #expect(id == nil)
                continue
            }
            #expect(operation.id == id)
        }
    }

    @Test("The path with the method is used if two paths differ only by a slash") func methods() throws {
        let router = OperationRouter(
            try document(
                "  /m/: {get: {operationId: list, responses: {}}}\n  /m: {post: {operationId: add, responses: {}}}"),
            below: "/v1")
        for path in ["/v1/m", "/v1/m/", "/m"] {
            #expect(router.located(path, for: .get) == "/v1/m/")
            #expect(router.located(path, for: .post) == "/v1/m")
        }
        #expect(router.located("/v1/m?x=1", for: .get) == "/v1/m/?x=1")
    }

    @Test("The path / is the server's own, with and without the slash", arguments: ["/v1", "/v1/", "/"])
    func root(path: String) throws {
        let router = OperationRouter(try document("  /: {get: {operationId: root, responses: {}}}"), below: "/v1")
        #expect(router.located(path, for: .get) == "/v1/")
        #expect(router.located(path + "?x=1", for: .get) == "/v1/?x=1")
    }
}

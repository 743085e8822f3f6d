import APIDocument
import HTTPTypes
import Testing

@Suite("Where calls have the path of a stub")
struct LocatedPathTests {
    @Test(
        "A path below the called server stays; one that leaves that away, or has the document's server's, is moved there",
        arguments: [
            ("/pets", "/api", "/v1", "/api/pets"), ("/v1/pets/7", "/api", "/v1", "/api/pets/7"),
            ("/v1/pets/{id}", "", "/v1", "/pets/{id}"), ("/api/pets", "/api", "/v1", "/api/pets"),
            ("/pets", "", "", "/pets"), ("/v1/pets", "/v1", "/v1", "/v1/pets"),
        ])
    func located(path: String, called: String, described: String, expected: String) throws {
        let document = try document(
            "  /pets: {get: {responses: {}}}\n  '/pets/{id}': {get: {parameters: [{name: id, in: path, required: true}], responses: {}}}"
        )
        #expect(document.located(path, below: called, describedBelow: described) == expected)
    }

    @Test(
        "A path that is nowhere in the document stays, also where it begins like the server's",
        arguments: ["/cats", "/v1pets", "/v1/cats/7"])
    func unknown(path: String) throws {
        let document = try document("  /pets: {get: {responses: {}}}")
        #expect(document.located(path, below: "/api", describedBelow: "/v1") == path)
        #expect(document.operation(.get, path: "/v1pets", below: "/v1") == nil)
    }
}

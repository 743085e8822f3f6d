import APIDocument
import DocumentStubs
import Testing
import WireFormats

@Suite("Sample generator")
struct SampleGeneratorTests {
    let person = """
        {type: object, properties: {id: {type: integer}, firstName: {type: string}, lastName: {type: string}, \
        name: {type: string}, email: {type: string, format: email}}}
        """

    @Test("The same seed and row give the same value, another row another one")
    func deterministic() throws {
        let first = try generator().value(person, entity: "user", row: 3)
        #expect(try generator().value(person, entity: "user", row: 3) == first)
        #expect(try generator().value(person, entity: "user", row: 4) != first)
    }

    @Test("The names and the address of a person agree")
    func personsAgree() throws {
        for row in [0, 1, 5000] {
            let value = try generator().value(person, entity: "user", row: row)
            let first = try #require(value["firstName"]?.stringValue)
            let last = try #require(value["lastName"]?.stringValue)
            let name = try #require(value["name"]?.stringValue)
            let email = try #require(value["email"]?.stringValue)
            #expect(name.hasPrefix(first) && name.hasSuffix(last))
            #expect(email.hasPrefix(first.lowercased()) && email.contains(".\(last.lowercased())@example."))
        }
    }

    @Test("Thousands of rows differ in id, name and e-mail")
    func thousandsDiffer() throws {
        let rows = try generator().rows(0..<6000, of: yaml(person), seed: "/users", entity: "user").map(\.value)
        for member in ["id", "name", "email"] { #expect(Set(rows.map { $0[member] }).count == 6000) }
    }

    @Test("A row of a page is the row by itself")
    func pagesAgree() throws {
        let generator = try generator()
        let list = try yaml("{type: object, properties: {users: {type: array, items: \(person)}}}")
        let listing = SampleListing(at: JSONPointer(tokens: ["users"]), rows: 25..<50, total: 60)
        let page = try generator.sample(for: list, seed: "/users", listing: listing).value
        let item = try generator.sample(for: yaml(person), seed: "/users", entity: "users", row: 30).value
        #expect(page["users"]?.arrayValue?.count == 25)
        #expect(page["users"]?[5] == item)
    }

    @Test("What is pinned is given")
    func pinned() throws {
        let value = try generator().sample(for: yaml(person), seed: "/users", pinning: ["id": 42]).value
        #expect(value["id"] == 42)
    }
}

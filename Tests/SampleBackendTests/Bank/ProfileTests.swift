import Testing
import WireFormats

@testable import SampleBackend

@Suite struct ProfileTests {
    private let change: JSONValue = ["userId": "usr-1001", "name": "Maya L.", "email": "maya@example.org"]

    @Test("The profile has an entity tag that changes with it") func entityTag() async throws {
        try await withBackend { client in
            let before = try await client.get("/user/usr-1001")
            #expect(before.json["data"]?.objectValue?.keys == ["userId", "name", "email", "description"])
            let stored = try await client.send("PUT", "/user/usr-1001", json: change)
            #expect(stored.status == 200)
            #expect(stored.json["data"]?.objectValue?.keys == ["userId", "name", "email"])
            let after = try await client.get("/user/usr-1001")
            #expect(after.json == stored.json)
            #expect(after.headers["etag"] == stored.headers["etag"])
            #expect(after.headers["etag"] != before.headers["etag"])
        }
    }

    @Test("A change based on an old profile is 412 and changes nothing") func precondition() async throws {
        try await withBackend { client in
            let tag = try #require(try await client.get("/user/usr-1001").headers["etag"])
            let first = try await client.send("PUT", "/user/usr-1001", json: change, headers: ["If-Match": tag])
            #expect(first.status == 200)
            var late = change.objectValue ?? JSONObject()
            late["name"] = "Too late"
            let second = try await client.send("PUT", "/user/usr-1001", json: .object(late), headers: ["If-Match": tag])
            #expect(second.status == 412)
            #expect(try await client.get("/me").json["data"]?["name"] == "Maya L.")
        }
    }

    @Test("A profile that is wrong in every field is 422 with every field") func everyField() async throws {
        try await withBackend { client in
            let wrong: JSONValue = [
                "userId": "usr-2", "name": "", "email": "maya",
                "description": .string(String(repeating: "x", count: 501)),
            ]
            let answer = try await client.send("PUT", "/user/usr-1001", json: wrong)
            #expect(answer.status == 422)
            #expect(answer.error["code"] == 422)
            #expect(answer.error["fields"]?.objectValue?.keys == ["userId", "name", "email", "description"])
            #expect(try await client.get("/user/usr-1001").headers["etag"] == "\"1\"")
        }
    }
}

@Suite struct UserChangeTests {
    /// The names of the fields that are refused.
    private func refused(_ object: JSONObject) -> [String] {
        do {
            _ = try UserChange(object, of: "usr-1001")
            return []
        } catch {
            return error.fields.map(\.name)
        }
    }

    private func profile(_ name: String, _ value: JSONValue) -> JSONObject {
        var profile = JSONObject([.init(key: "name", value: "Maya"), .init(key: "email", value: "maya@example.org")])
        profile[name] = value
        return profile
    }

    @Test(
        "Lengths count Unicode scalars, up to and including the limit", arguments: [("name", 80), ("description", 500)])
    func lengths(field: String, limit: Int) {
        #expect(refused(profile(field, .string(String(repeating: "é", count: limit)))) == [])
        #expect(refused(profile(field, .string(String(repeating: "é", count: limit + 1)))) == [field])
    }

    @Test("A name needs something to read, a description does not", arguments: ["", " ", "\t\n"])
    func blank(text: String) {
        #expect(refused(profile("name", .string(text))) == ["name"])
        #expect(refused(profile("description", .string(text))) == [])
    }

    @Test(
        "An invalid e-mail address is refused",
        arguments: [
            "", "maya", "@example.org", "maya@", "maya@example", "maya@@example.org", "maya@example..org",
            "ma ya@example.org", "maya@example.org\n", "maya@example.org\0",
        ])
    func email(address: String) { #expect(refused(profile("email", .string(address))) == ["email"]) }

    @Test("Members of another type are refused, unknown members are left alone") func types() {
        #expect(refused(profile("name", 5)) == ["name"])
        #expect(refused(profile("email", .null)) == ["email"])
        #expect(refused(profile("description", ["text"])) == ["description"])
        #expect(refused(profile("shoeSize", 39)) == [])
    }

    @Test("The id may be left out or repeated, not changed; null removes the description") func identity() throws {
        #expect(refused(profile("userId", "usr-1001")) == [])
        #expect(refused(profile("userId", "usr-2001")) == ["userId"])
        #expect(try UserChange(profile("description", .null), of: "usr-1001").description == nil)
    }
}

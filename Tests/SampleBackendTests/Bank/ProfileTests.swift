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

@Suite struct UserReplacementTests {
    /// The names of the fields that are refused.
    private func refused(_ object: JSONObject) -> [String] {
        do {
            _ = try Seed.user.replaced(by: object)
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

    @Test(
        "A field that breaks its rule is refused by its name",
        arguments: [
            // A name needs something to read, a description does not.
            ("name", "", false), ("name", " ", false), ("name", "\t\n", false), ("description", "", true),
            ("description", " ", true), ("description", "\t\n", true),
            ("email", "", false), ("email", "maya", false), ("email", "@example.org", false), ("email", "maya@", false),
            ("email", "maya@example", false), ("email", "maya@@example.org", false),
            ("email", "maya@example..org", false), ("email", "ma ya@example.org", false),
            ("email", "maya@example.org\n", false), ("email", "maya@example.org\0", false),
            // Members of another type are refused, unknown members are left alone.
            ("name", 5, false), ("email", .null, false), ("description", ["text"], false), ("shoeSize", 39, true),
            // The id may be left out or repeated, not changed; null removes the description.
            ("userId", "usr-1001", true), ("userId", "usr-2001", false), ("description", .null, true),
        ] as [(String, JSONValue, Bool)])
    func rules(field: String, value: JSONValue, isAccepted: Bool) {
        #expect(refused(profile(field, value)) == (isAccepted ? [] : [field]))
    }

    @Test("Null removes the description") func removal() throws {
        #expect(try Seed.user.replaced(by: profile("description", .null)).description == nil)
    }
}

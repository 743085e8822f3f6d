import Testing
import WireFormats

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

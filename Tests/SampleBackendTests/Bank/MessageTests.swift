import Testing
import WireFormats

@Suite struct MessageTests {
    private let path = "/chats/chat-1/messages"

    @Test("The first conversation holds 200 messages, the second none") func lists() async throws {
        try await withBackend { client in
            let chats = try await client.get("/chats")
            #expect(chats.ids == ["chat-1", "chat-2"])
            let page = try await client.get(path)
            #expect(page.json["total"] == 200)
            #expect(page.rows.first?["sentAt"] == chats.rows.first?["lastMessageAt"])
            #expect(try await client.get("/chats/chat-2/messages").json["total"] == 0)
            #expect(try await client.get("/chats/chat-9/messages").status == 404)
        }
    }

    @Test("Pages follow each other without gap") func pages() async throws {
        try await withBackend { client in
            let first = try await client.get("\(path)?limit=150")
            let cursor = try #require(first.json["nextCursor"]?.stringValue)
            let second = try await client.get("\(path)?limit=150&cursor=\(cursor)")
            #expect(Set(first.ids + second.ids).count == 200)
            #expect(second.json["nextCursor"] == .null)
        }
    }

    @Test("Days and author narrow the list; both days are part of it") func filters() async throws {
        try await withBackend { client in
            let newest = try #require(try await client.get("\(path)?limit=1").rows.first)
            let day = try #require(newest["sentAt"]?.stringValue?.prefix(10))
            let today = try await client.get("\(path)?from=\(day)&to=\(day)")
            #expect(!today.rows.isEmpty)
            #expect(today.rows.allSatisfy { $0["sentAt"]?.stringValue?.hasPrefix(day) == true })
            let hers = try await client.get("\(path)?author=ines%20carvalho&limit=200")
            #expect(!hers.rows.isEmpty)
            #expect(hers.rows.allSatisfy { $0["author"] == "Ines Carvalho" })
            let wrong = try await client.get("\(path)?from=2026-02-30&to=yesterday")
            #expect(wrong.status == 400)
            #expect(wrong.error["fields"]?.objectValue?.keys == ["from", "to"])
        }
    }

    @Test("A message that is sent is the newest, and can be deleted once") func sendAndDelete() async throws {
        try await withBackend { client in
            let sent = try await client.send("POST", path, json: ["text": "Ahoj \u{1F6A2}"])
            #expect(sent.status == 201)
            let message = try #require(sent.json["data"])
            #expect(message["author"] == "Maya Lindqvist")
            #expect(try await client.get("\(path)?limit=1").rows.first == message)
            let own = "\(path)/\(message["id"]?.stringValue ?? "")"
            #expect(
                try await client.send("DELETE", "/chats/chat-2/messages/\(message["id"]?.stringValue ?? "")").status
                    == 404)
            let gone = try await client.send("DELETE", own)
            #expect(gone.status == 204)
            #expect(gone.body.isEmpty)
            #expect(try await client.send("DELETE", own).status == 404)
            #expect(try await client.get(path).json["total"] == 200)
        }
    }
}

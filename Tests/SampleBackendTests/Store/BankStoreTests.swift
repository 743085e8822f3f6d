import Foundation
import GRDB
import Testing
import WireFormats

@testable import SampleBackend

@Suite struct BankStoreTests {
    private let change: JSONValue = ["name": "Maya the Second", "email": "maya@example.org"]

    @Test("Changes survive a restart, and the folder is created") func restart() async throws {
        try await withFolder { folder in
            let file = "\(folder)/new/harbor.sqlite"
            var tag: String?
            try await withBackend(.init(database: file)) { client in
                tag = try await client.send("PUT", "/user/usr-1001", json: change).headers["etag"]
                _ = try await client.send("POST", "/chats/chat-1/messages", json: ["text": "Still here?"])
            }
            try await withBackend(.init(database: file)) { client in
                let user = try await client.get("/user/usr-1001")
                #expect(user.json["data"]?["name"] == "Maya the Second")
                #expect(user.headers["etag"] == tag)
                #expect(try await client.get("/chats/chat-1/messages").rows.first?["text"] == "Still here?")
                #expect(try await client.get("/transactions").json["total"] == 5000)
            }
        }
    }

    @Test("A store that was never closed opens with every confirmed write") func crash() async throws {
        try await withFolder { folder in
            let path = "\(folder)/harbor.sqlite"
            let store = try await BankStore.open(path)
            _ = try await store.addMessage("Safe?", by: "Maya", at: "2026-07-01T00:00:00Z", toChat: "chat-1")
            // A copy of the files as they are now is what a killed program leaves behind.
            let copy = "\(folder)/copy.sqlite"
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
            }
            let reopened = try await BankStore.open(copy)
            let page = try PageRequest(FormFields(""), of: .messages)
            let messages = try await reopened.messages(page, inChat: "chat-1", .init(from: nil, to: nil, author: nil))
            #expect(messages?.rows.first?.text == "Safe?")
            reopened.close()
            store.close()
        }
    }

    @Test("Programs that start together on one new file share one bank") func together() async throws {
        try await withFolder { folder in
            let path = "\(folder)/harbor.sqlite"
            let stores = try await withThrowingTaskGroup(of: BankStore.self) { group in
                for _ in 0..<6 { group.addTask { try await BankStore.open(path) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for store in stores {
                    group.addTask {
                        for _ in 0..<20 {
                            let sent = try await store.addMessage("Hi", by: "Maya", at: "", toChat: "chat-2")
                            #expect(sent != nil)
                        }
                    }
                }
                try await group.waitForAll()
            }
            for (table, rows) in [("movement", 5000), ("message", 320)] {
                let count = try await stores[0].queue.read { db in
                    try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)")
                }
                #expect(count == rows)
            }
            for store in stores { store.close() }
        }
    }

    @Test("A database of a newer version is refused and unchanged") func newer() async throws {
        try await withFolder { folder in
            let path = "\(folder)/harbor.sqlite"
            try await BankStore.open(path).close()
            let queue = try DatabaseQueue(path: path)
            try await queue.write { db in try db.execute(sql: "PRAGMA user_version = 9; DROP TABLE message") }
            try queue.close()
            let before = try Data(contentsOf: URL(fileURLWithPath: path))
            let refusal = SampleBackendError.databaseNewer(path, version: 9)
            await #expect(throws: refusal) { _ = try await SampleBackend.start(.init(database: path)) }
            #expect(refusal.userMessage.contains("Update demo-tui"))
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        }
    }

    @Test("Files that are not Harbor databases are refused and unchanged") func foreign() async throws {
        try await withFolder { folder in
            let other = "\(folder)/other.sqlite"
            let queue = try DatabaseQueue(path: other)
            try await queue.write { db in try db.execute(sql: "CREATE TABLE diary (entry TEXT)") }
            try queue.close()
            let text = "\(folder)/letter.txt"
            try String(repeating: "Dear bank, ", count: 400).write(toFile: text, atomically: false, encoding: .utf8)
            for path in [other, text] {
                let before = try Data(contentsOf: URL(fileURLWithPath: path))
                #expect(await refusal(of: path)?.cause.hasPrefix("\(path) is not a sample database: ") == true)
                #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
            }
        }
    }

    @Test("A damaged database is named with its file, and unchanged") func damaged() async throws {
        try await withFolder { folder in
            let path = "\(folder)/harbor.sqlite"
            try await BankStore.open(path).close()
            let whole = try Data(contentsOf: URL(fileURLWithPath: path))
            var overwritten = whole
            overwritten.replaceSubrange(20_000..<60_000, with: Data(repeating: 0x41, count: 40_000))
            for bytes in [whole.prefix(whole.count / 2), whole.prefix(5_000), overwritten] {
                try Data(bytes).write(to: URL(fileURLWithPath: path))
                let cause = await refusal(of: path)?.cause ?? ""
                #expect(cause.hasPrefix("The sample database \(path) is damaged: "), "\(bytes.count) bytes")
                #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
            }
        }
    }

    @Test(
        "A path that cannot be written is refused with the path in the sentence",
        arguments: ["/dev/null/harbor.sqlite", "/proc/harbor.sqlite", "/"])
    func unwritable(path: String) async throws {
        let error = await refusal(of: path)
        #expect(error?.cause.hasPrefix("The sample database \(path) cannot be written: ") == true)
        #expect(error?.userMessage.contains("--database") == true)
    }

    /// The error a backend over the file ends with.
    private func refusal(of path: String) async -> SampleBackendError? {
        await #expect(throws: SampleBackendError.self) {
            _ = try await SampleBackend.start(.init(database: path))
        }
    }
}

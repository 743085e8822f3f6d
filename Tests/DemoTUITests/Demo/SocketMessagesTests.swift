import DemoManager
import HTTPTypes
import Testing

@testable import DemoTUI

@Suite("Messages of a WebSocket") struct SocketMessagesTests {
    @Test("An exchange shows its messages with direction, time and size; its row counts them") func shown() throws {
        let manager = DemoManager()
        let request = HTTPRequest(method: .get, scheme: "https", authority: "h", path: "/live")
        let id = manager.decide(request, call: Call(id: 1, mode: .live)).exchange
        manager.finish(id, with: .reply(status: 101, headers: [:], body: [], duration: .milliseconds(3)))
        let journal = DemoJournal(manager: manager, address: ServerAddress())
        #expect(journal.rows.first?.messages == nil)
        let long = String(repeating: "x", count: 5_000)
        let messages: [SocketMessage] = [
            SocketMessage(from: .client, .text, "?token=s3cret\nnext".utf8, at: .milliseconds(5)),
            SocketMessage(from: .server, .binary, [0, 1, 2], at: .seconds(1)),
            SocketMessage(from: .server, .text, long.utf8, at: .seconds(2)),
            SocketMessage(from: .client, .close(code: 1_000), "bye".utf8, at: .seconds(3)),
        ]
        for message in messages { manager.note(message, of: id) }
        #expect(journal.rows.first?.messages == 4)
        let detail = try #require(journal.detail(of: id, BodyLines.Layout(width: 10_000)))
        let lines = detail[.reply].map(\.text).drop { !$0.hasPrefix("MESSAGES") }
        let long2 = "← 2.0 s  " + String(repeating: "x", count: SocketMessage.keptBytes)
        #expect(
            Array(lines) == [
                "MESSAGES  4", "→ 5 ms  ?token=REDACTED", "  next", "← 1.0 s  3 bytes binary", long2,
                "  … of 5,000 bytes", "→ 3.0 s  closed 1000: bye",
            ])
    }
}

import GRDB
import Testing
import WireFormats

@testable import SampleBackend

@Suite struct TransactionTests {
    @Test("The first page holds 60 of 5,000, the newest first, amounts with two decimals")
    func firstPage() async throws {
        try await withBackend { client in
            let page = try await client.get("/transactions")
            #expect(page.rows.count == 60)
            #expect(page.json["total"] == 5000)
            #expect(
                page.rows[0].objectValue?.keys
                    == ["id", "date", "description", "category", "amount", "currency", "account"])
            let dates = page.rows.compactMap { $0["date"]?.stringValue }
            #expect(dates == dates.sorted(by: >))
            #expect(page.rows.allSatisfy { $0["amount"]?.numberValue?.text.split(separator: ".").last?.count == 2 })
        }
    }

    @Test("The cursor leads through every transaction once") func everyPage() async throws {
        try await withBackend { client in
            var ids: [String] = []
            var cursor: String? = ""
            while let next = cursor {
                let page = try await client.get("/transactions?limit=200&cursor=\(next)")
                ids += page.ids
                cursor = page.json["nextCursor"]?.stringValue
            }
            #expect(ids.count == 5000)
            #expect(Set(ids).count == 5000)
        }
    }

    @Test("Rows added between two pages are not shown twice and hide none") func inserts() async throws {
        let store = try await BankStore.open(nil)
        let first = try await store.transactions(page("limit=10"), category: nil, containing: nil)
        try await store.queue.write { db in
            for day in ["2026-07-01", "2026-06-30", "2024-01-01"] {
                try db.execute(
                    sql: "INSERT INTO movement (date, description, folded, category, cents, account) "
                        + "VALUES (?, 'New', 'new', 'other', -100, 'Everyday')", arguments: [day])
            }
        }
        let cursor = try #require(first.next?.text)
        let second = try await store.transactions(page("limit=10&cursor=\(cursor)"), category: nil, containing: nil)
        #expect(first.rows.map(\.sequence) == (4991...5000).reversed())
        #expect(second.rows.map(\.sequence) == (4981...4990).reversed())
        #expect(second.total == 5003)
    }

    private func page(_ query: String) throws -> PageRequest { try PageRequest(FormFields(query), of: .transactions) }

    @Test("Filters narrow the rows and the total, and combine") func filters() async throws {
        try await withBackend { client in
            let dining = try await client.get("/transactions?category=dining&limit=200")
            #expect(dining.rows.allSatisfy { $0["category"] == "dining" })
            let both = try await client.get("/transactions?category=dining&q=CAF%C3%89+sm&limit=200")
            #expect(both.rows.allSatisfy { $0["description"] == "Café Småland" })
            #expect(try #require(both.json["total"]?.intValue) < (dining.json["total"]?.intValue ?? 0))
            let nothing = try await client.get("/transactions?q=%25")
            #expect(nothing.json.text() == #"{"data":[],"nextCursor":null,"total":0}"#)
        }
    }

    @Test("A transaction moves to another category and stays there") func category() async throws {
        try await withBackend { client in
            let path = "/transactions/tx-05000/category"
            let changed = try await client.send("PATCH", path, json: ["category": "travel"])
            #expect(changed.status == 200)
            #expect(changed.json["data"]?["category"] == "travel")
            #expect(try await client.get("/transactions?limit=1").rows.first == changed.json["data"])
        }
    }
}

@Suite struct CursorTests {
    @Test("A cursor reads back what it wrote, and only for its own list") func roundTrip() {
        let cursor = Cursor(.transactions, date: "2026-06-30", sequence: 4711)
        #expect(Cursor(cursor.text, of: .transactions) == cursor)
        #expect(Cursor(cursor.text, of: .messages) == nil)
        #expect(!cursor.text.contains { "+/=".contains($0) })
    }

    @Test("Anything else is refused", arguments: ["", "x", "====", "dHw", "\u{0}", "dHwyMDI2LTA2LTMwfA", "é"])
    func refused(text: String) { #expect(Cursor(text, of: .transactions) == nil) }
}

@Suite struct PlannedTests {
    @Test(
        "A planned operation is 501",
        arguments: [("GET", "/cards", "Cards"), ("GET", "/insights", "Insights"), ("POST", "/transfers", "Transfers")])
    func notReady(method: String, path: String, what: String) async throws {
        try await withBackend { client in
            let answer = try await client.send(method, path)
            #expect(answer.status == 501)
            #expect(answer.json.text() == #"{"error":{"code":501,"message":"\#(what) are not ready yet."}}"#)
        }
    }
}

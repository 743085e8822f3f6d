import DemoManager
import Foundation
import HTTPTypes
import Terminal
import Testing

@testable import DemoTUI

@MainActor
@Suite("Why a request was not stubbed")
struct NearMissesTests {
    private func text(_ app: Harness) -> [String] {
        app.screen.split(separator: "\n").map { String($0.split(separator: "│", maxSplits: 1).last ?? $0) }
    }

    @Test("a screen without a stub names the key that shows which stubs came close, and what of them differs")
    func shows() async throws {
        try await Harness.run { app in
            app.manager.removeAll()
            try app.stub(.get, "/card")
            await app.press("4", "r")
            #expect(app.words.contains("Press v to see why: which stubs came close."), "\(app.screen)")
            await app.press("v")
            let lines = text(app)
            #expect(app.words.contains("Closest stubs (! marks what differs)"), "\(app.screen)")
            #expect(lines.contains { $0.hasPrefix("! /card ") || $0.contains("! /card ") }, "\(app.screen)")
            #expect(lines.contains { $0.contains("| /cards") && $0.contains("!") })
            #expect(lines.contains { $0.contains("GET") && $0.contains("| GET") && !$0.contains("!") })
        }
    }

    @Test("a stub that would match but is switched off comes first and says so")
    func switchedOff() async throws {
        try await Harness.run(size: Size(columns: 120, rows: 40)) { app in
            app.manager.removeAll()
            try app.stub(.get, "/cards2")
            let id = try app.stub(.get, "/cards")
            app.manager.setEnabled(false, stub: id)
            await app.press("4", "r", "v")
            let words = app.words
            let off = try #require(words.range(of: "it is switched off"))
            let other = try #require(words.range(of: "/cards2"))
            #expect(off.lowerBound < other.lowerBound, "\(app.screen)")
        }
    }

    @Test("the three closest are shown, no more, and not for an exchange that a stub answered")
    func three() async throws {
        try await Harness.run(size: Size(columns: 120, rows: 60)) { app in
            await app.press("4", "v")
            #expect(!app.screen.contains("Closest"))
            await app.press("Esc")
            app.manager.removeAll()
            for number in 0..<9 { try app.stub(.get, "/cards\(number)") }
            await app.press("r", "v")
            #expect(app.words.components(separatedBy: "the stub wants").count == 4, "\(app.screen)")
        }
    }

    @Test("no secret of the request is shown beside a stub's demand")
    func noSecret() async throws {
        try await Harness.run(AppOptions(isDemo: true, unmatched: .error), size: Size(columns: 120, rows: 60)) { app in
            app.manager.removeAll()
            try app.manager.add(
                Stub(
                    request: RequestPattern(
                        method: .one(.get), url: .path("/cards"),
                        headers: [NamedMatcher("Authorization", .equalTo("Bearer of-the-stub"))]),
                    sequence: [SequenceEntry(Reply(status: 200))], origin: .made(by: "the test")))
            await app.press("4", "r", "v")
            let sent = try #require(
                app.exchanges.last?.request.headerFields[.authorization]?.split(separator: " ").last)
            #expect(app.screen.contains("header Authorization") && !app.screen.contains("of-the-stub"), "\(app.screen)")
            #expect(!app.words.contains("Bearer \(sent)"), "\(app.screen)")
        }
    }

    @Test("in a narrow window both columns are read in full", arguments: [40, 80])
    func narrow(_ columns: Int) async throws {
        try await Harness.run(size: Size(columns: columns, rows: 60)) { app in
            app.manager.removeAll()
            try app.stub(.get, "/a/rather/long/path/that/no/column/of/a/narrow/window/holds/cards")
            await app.press("4", "r", "v")
            let shown = text(app).filter { $0.contains("|") || $0.contains("!") }.joined()
            #expect(!shown.contains("…"), "\(app.screen)")
        }
    }

    @Test("without any stub it says so")
    func none() async throws {
        try await Harness.run { app in
            app.manager.removeAll()
            await app.press("4", "r", "v")
            #expect(app.words.contains("There are no stubs to come close."), "\(app.screen)")
        }
    }
}

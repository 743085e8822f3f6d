import Foundation
import Terminal
import Testing

@testable import DemoTUI

@MainActor
@Suite("The tutorial, as it is written")
struct TutorialTests {
    static let document = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Documentation/Tutorials/bookshop.yaml").path

    private func shop(_ body: @MainActor (Harness) async throws -> Void) async throws {
        try await Harness.run(
            AppOptions(document: Self.document, isDemo: true), size: Size(columns: 96, rows: 26), body)
    }

    @Test("Books are there from the document alone; a book opens, and its reviews")
    func open() async throws {
        try await shop { app in
            #expect(app.screen.contains("of 57"))
            await app.press("Tab", "Enter")
            #expect(app.screen.contains("Books > ") && app.screen.contains("> Reviews"), "\(app.screen)")
            await app.press("G", "Enter")
            #expect(app.screen.contains("> Reviews [demo]") && app.screen.contains("Stars"), "\(app.screen)")
        }
    }

    @Test(
        "e opens the form of a row at once; the schema's words stand at a wrong price, a right one is saved and listed")
    func edit() async throws {
        try await shop { app in
            await app.press("Tab", "e", "Down", "Down", "Down", "^U", "-", "1", "^S")
            #expect(app.screen.contains("at least 0"), "\(app.screen)")
            await app.press("^U", "1", "2", ".", "5", "0", "^S")
            #expect(app.footer.contains("Saved."), "\(app.screen)")
            await app.press("Esc")
            #expect(app.screen.contains(" 12.50 "), "\(app.screen)")
        }
    }

    @Test("a book that is removed is gone")
    func delete() async throws {
        try await shop { app in
            await app.press("Tab", "x", "y")
            #expect(app.footer.contains("Deleted."), "\(app.screen)")
            #expect(app.screen.contains("of 56"), "\(app.screen)")
        }
    }

    @Test("an operation is offered the answers it has, and no other's")
    func conditions() async throws {
        try await shop { app in
            @MainActor func offered() -> [String] {
                (app.state.popups.last as? ConditionPicker)?.lines.map(\.text) ?? []
            }
            await app.press("c")
            #expect(offered().contains { $0.hasPrefix("422") })
            await app.press("Tab")
            #expect(app.screen.contains("only listBooks") && !offered().contains { $0.hasPrefix("422") })
            await app.press("Tab")
            #expect(app.screen.contains("only addBook") && offered().contains { $0.hasPrefix("422") })
        }
    }
}

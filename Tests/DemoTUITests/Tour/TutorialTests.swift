import Foundation
import HTTPTypes
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

    @Test("Books are there from the document alone; a book opens, and its reviews") func open() async throws {
        try await shop { app in
            #expect(app.screen.contains("of 57"))
            await app.press("Tab", "Enter")
            #expect(app.screen.contains("Books > ") && app.screen.contains("> Reviews"), "\(app.screen)")
            await app.press("G", "Enter")
            #expect(app.screen.contains("> Reviews ") && app.screen.contains("Stars"), "\(app.screen)")
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

    @Test("a book that is removed is gone") func delete() async throws {
        try await shop { app in
            await app.press("Tab", "x", "y")
            #expect(app.footer.contains("Deleted."), "\(app.screen)")
            #expect(app.screen.contains("of 56"), "\(app.screen)")
        }
    }

    @Test("an operation is offered the answers it has, and no other's") func conditions() async throws {
        try await shop { app in
            @MainActor func offered() -> [String] {
                (app.state.popups.last as? ConditionPicker)?.lines.map(\.text) ?? []
            }
            await app.press("c")
            #expect(offered().contains { $0.hasPrefix("422") })
            await app.press("Tab")
            #expect(app.screen.contains(" listBooks ") && !offered().contains { $0.hasPrefix("422") })
            await app.press("Tab")
            #expect(app.screen.contains(" addBook ") && offered().contains { $0.hasPrefix("422") })
        }
    }
}

@MainActor
@Suite("The tutorial for phone apps, as it is written")
struct PhoneTutorialTests {
    private static let folder = URL(fileURLWithPath: TutorialTests.document).deletingLastPathComponent()

    @Test("the app talks to its server, after D to stubs, gets the 403 that c chooses, and after D its server again")
    func switching() async throws {
        try await GatewayStage.run(document: TutorialTests.document) { stage in
            #expect(await stage.show("/books") == "404 passed")
            await stage.app.press("D")
            #expect(await stage.show("/books") == "200 stubbed")
            await stage.app.choose("403 forbidden")
            #expect(await stage.show("/books") == "403 stubbed", "\(stage.app.screen)")
            await stage.app.press("D")
            #expect(await stage.show("/books") == "404 passed")
        }
    }

    @Test("d on a request makes a demo of its screen alone; X-Demo-Bypass goes to the server all the same")
    func oneScreen() async throws {
        try await GatewayStage.run(document: TutorialTests.document) { stage in
            _ = await stage.show("/books")
            await stage.app.press("d")
            #expect(await stage.show("/books") == "200 stubbed")
            #expect(await stage.show("/orders") == "404 passed")
            let bypass = try #require(HTTPField.Name("X-Demo-Bypass"))
            #expect(await stage.show("/books", [bypass: "1"]) == "404 passed")
        }
    }

    @Test("A book that anna deletes is gone for anna and stays for ben") func sessions() async throws {
        let text = try String(contentsOf: Self.folder.appendingPathComponent("PhoneApp.md"), encoding: .utf8)
        let book = try #require(text.firstMatch(of: /:8080(\/books\/[0-9a-f-]{36})/)).1
        let session = try #require(HTTPField.Name("X-Demo-Session"))
        try await GatewayStage.run(document: TutorialTests.document) { stage in
            await stage.app.press("D")
            #expect(await stage.send(.delete, String(book), [session: "anna"]) == "204 stubbed")
            #expect(await stage.send(.get, String(book), [session: "anna"]) == "404 stubbed")
            #expect(await stage.send(.get, String(book), [session: "ben"]) == "200 stubbed")
        }
    }
}

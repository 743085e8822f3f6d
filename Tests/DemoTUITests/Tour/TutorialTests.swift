import Foundation
import HTTPTypes
import Terminal
import TestSupport
import Testing

@testable import DemoTUI

@MainActor @Suite("The tutorial, as it is written") struct TutorialTests {
    nonisolated static let document = Checkout.path("Documentation/Tutorials/bookshop.yaml")

    nonisolated private static let shop = Stage.stage(
        AppOptions(document: document, isDemo: true), columns: 96, rows: 26)

    nonisolated static let walks: [Walk] = [
        Walk(
            "books are there from the document alone; a book opens, and its reviews", on: shop, .sees("of 57"),
            .press("Tab Enter"), .sees("Books > ", "> Reviews"), .press("G Enter"), .sees("> Reviews ", "Stars")),
        Walk(
            "e opens a row's form at once; the schema's words stand at a wrong price, a right one is saved and listed",
            on: shop, .press("Tab e Down Down Down ^U - 1 ^S"), .sees("at least 0"), .press("^U 1 2 . 5 0 ^S"),
            .footer("Saved."), .press("Esc"), .sees(" 12.50 ")),
        Walk("a book that is removed is gone", on: shop, .press("Tab x y"), .footer("Deleted."), .sees("of 56")),
    ]

    @Test("The tutorial works", arguments: walks) func walk(_ walk: Walk) async throws { try await walk.take() }

    @Test("An operation offers only its own replies") func conditions() async throws {
        try await Self.shop.run { app in
            @MainActor func offered() -> [String] {
                (app.state.popups.last as? ConditionPicker)?.lines.map(\.text) ?? []
            }
            await app.press("c")
            #expect(offered().contains { $0.hasPrefix("422") })
            await app.press("Tab")
            #expect(app.screen.contains(" GET /books ") && !offered().contains { $0.hasPrefix("422") })
            await app.press("Tab")
            #expect(app.screen.contains(" POST /books ") && offered().contains { $0.hasPrefix("422") })
        }
    }
}

@MainActor @Suite("The tutorial for phone apps, as it is written") struct PhoneTutorialTests {
    private static let folder = URL(fileURLWithPath: TutorialTests.document).deletingLastPathComponent()

    @Test("The app talks to its server, after D to stubs, gets the 403 chosen with c, and after D its server again")
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

    @Test("d on a request switches only its screen to demo; X-Demo-Bypass still reaches the server")
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

    @Test("A book that anna deletes is missing for anna and stays for ben") func sessions() async throws {
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

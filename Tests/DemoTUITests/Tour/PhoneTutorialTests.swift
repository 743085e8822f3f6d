import Foundation
import HTTPTypes
import Testing

@testable import DemoTUI

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
            await stage.app.choose("Invalid permissions (403)")
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

    @Test("what anna removes is gone for anna and there for ben; the book is the one the tutorial names")
    func sessions() async throws {
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

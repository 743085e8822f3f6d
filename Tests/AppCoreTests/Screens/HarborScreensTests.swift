import APIDocument
import APIModel
import Foundation
import Testing
import WireFormats

@testable import AppCore

@Suite(.enabled(if: FileManager.default.fileExists(atPath: Checkout.harbor)))
struct HarborScreensTests {
    private func harbor() throws -> ScreenCatalog {
        let document = try APIDocument(SourceText(file: Checkout.harbor))
        #expect(document.problems == [])
        return ScreenCatalog(document)
    }

    @Test("The sample's sidebar has its six screens in the document's order, and no sign-in")
    func sidebar() throws {
        let catalog = try harbor()
        #expect(catalog.problems == [])
        #expect(
            catalog.screens.map(\.id) == [
                "profile", "transactions", "messages", "cards", "insights", "transfers",
            ])
        #expect(catalog.sidebar.map(\.kind) == [.item, .collection, .conversation, .collection, .item, .form])
        #expect(catalog.authentications.first?.tokenOperation == "login")
        #expect(catalog.authentications.first?.refreshOperation == "refresh")
        #expect(!catalog.screens.flatMap(\.operations).contains("login"))
    }

    @Test("The profile's id comes from another operation; its form replaces the whole profile")
    func profile() throws {
        let screen = try #require(try harbor()["profile"])
        #expect(screen.item == JSONPointer(tokens: ["data"]))
        #expect(screen.load?.sources == ["getMe"])
        let context = ParameterContext(answers: ["getMe": ["data": ["userId": "u 1"]]])
        let load = try #require(screen.load)
        #expect(try load.endpoint(load.values(in: context)).path == "/user/u%201")
        #expect(screen.update?.style == .replace)
        #expect(screen.update?.fields.map(\.name) == ["name", "email", "description"])
    }

    @Test("Transactions are paged by cursor, filtered, and their rows have a form")
    func transactions() throws {
        let screen = try #require(try harbor()["transactions"])
        #expect(screen.pagination == .cursor(parameter: "cursor", next: JSONPointer(tokens: ["nextCursor"])))
        #expect(screen.filters.map(\.name) == ["category", "q"])
        #expect(screen.rowID == JSONPointer(tokens: ["id"]))
        let form = try #require(screen.update)
        #expect(form.style == .merge)
        let values = form.request.values(in: ParameterContext(row: ["id": "t1"]))
        #expect(try form.request.endpoint(values).path == "/transactions/t1/category")
        #expect(try form.request.endpoint(values).requiresData == false)
    }

    @Test("Messages can be written and deleted in the conversation that is open")
    func messages() throws {
        let screen = try #require(try harbor()["messages"])
        let open: ParameterValues = ["chatId": "c1"]
        let create = try #require(screen.create)
        let delete = try #require(screen.delete)
        let sent = create.request.values(in: ParameterContext(inherited: open))
        #expect(try create.request.endpoint(sent).path == "/chats/c1/messages")
        let gone = delete.values(in: ParameterContext(row: ["id": "m1"], inherited: open))
        #expect(try delete.endpoint(gone).path == "/chats/c1/messages/m1")
    }
}

import AppCore
import DemoManager
import Foundation
import HTTPTypes
import Terminal
import TestSupport
import Testing

@testable import DemoTUI

/// The app over a document of the test's own that is saved while it runs.
@MainActor @Suite("The app's document is watched", .timeLimit(.minutes(4))) struct WatchedScreensTests {
    /// Pets with these members, and owners unless they are left out.
    nonisolated private static func document(
        _ members: String = "id: {type: integer}, name: {type: string}", hasOwners: Bool = true, more: String = ""
    ) -> String {
        openAPI(
            "Pets", server: nil,
            """
            GET /pets listPets -> [Pet]
            POST /pets addPet Pet -> 201 Pet
            GET /pets/{petId:integer} getPet -> Pet
            \(hasOwners ? "GET /owners -> [Pet]" : "")
            \(more)
            Pet = {type: object, required: [id, name], properties: {\(members)}}
            """)
    }

    nonisolated private static let colored = "id: {type: integer}, name: {type: string}, color: {enum: [red, blue]}"

    private func run(
        _ options: AppOptions = AppOptions(isDemo: true), size: Size = Size(columns: 100, rows: 24),
        source: (AppOptions, DemoManager) -> any ScreensSource = { AppComposition($0, manager: $1) },
        _ body: @MainActor (Harness, _ save: (String) throws -> Void) async throws -> Void
    ) async throws {
        let folder = try Folder(["openapi.yaml": Self.document()])
        let file = folder.path + "/openapi.yaml"
        var options = options
        options.document = file
        try await Harness.run(options, size: size, watchesStubs: true, source: source) { app in
            try await body(app) { try Data($0.utf8).write(to: URL(fileURLWithPath: file)) }
        }
    }

    @Test("A save shows in the open list; row, switches and conditions stay") func list() async throws {
        try await run { app, save in
            await app.press("Tab", "j", "j", "j")
            let row = app.table?.selectedIndex
            app.manager.setCondition(.notFound, forOperation: "getPet")
            app.manager.setEnabled(.off, for: "owners")
            try save(Self.document(Self.colored))
            await app.wait { app.columns.contains("color") && app.table?.list.load.isLoaded == true }
            #expect(app.table?.selectedIndex == row && row == 3)
            #expect(app.footer.contains("Document reloaded"))
            #expect(app.manager.condition(forOperation: "getPet") == .notFound)
            #expect(app.banner.contains("MIXED"))
            await app.press("r")
            #expect(app.exchanges.last?.call.mode == .demo)
        }
    }

    @Test("Typed form values are kept, and sent by the new document") func form() async throws {
        try await run { app, save in
            await app.press("Tab", "a")
            await app.focus("name")
            await app.type("Rex")
            try save(Self.document(Self.colored + ", weight: {type: integer}"))
            await app.wait { app.form?.lines.contains { $0.label.contains("Weight") } == true }
            #expect(app.focusedField == "name" && app.form?.unsent != nil)
            await app.type("!")
            await app.focus("id")
            await app.type("7")
            await app.focus("weight")
            await app.type("3")
            await app.press("^S")
            let sent = app.exchanges.first { $0.request.method == .post }?.requestBody ?? []
            #expect(String(decoding: sent, as: UTF8.self) == #"{"id":7,"name":"Rex!","weight":3}"#)
        }
    }

    @Test("An invalid save is a message and a problem with a line, until the next valid one") func broken() async throws
    {
        try await run { app, save in
            let before = app.state.demo.problems
            try save(Self.document().replacing("paths:", with: "paths: {"))
            // A save empties the file first, which a slow machine may show as a message of its own.
            await app.wait { app.state.note?.text.contains("openapi.yaml:5:8: not valid YAML") == true }
            let note = app.state.note?.text ?? ""
            #expect(note.hasSuffix("the last good version stays in use"))
            #expect(app.state.demo.problems.count == before.count + 1)
            await app.press("P")
            #expect(app.screen.contains("the last good version stays in use"))
            await app.press("Esc", "Tab")
            #expect(app.names?.isEmpty == false)
            try save(Self.document(Self.colored))
            await app.wait { app.columns.contains("color") }
            #expect(app.state.demo.problems == before)
        }
    }

    @Test("A removed screen is replaced by its neighbour; a new one appears in the sidebar")
    func sidebar() async throws {
        try await run { app, save in
            await app.press("2")
            #expect(app.state.currentScreen == "owners")
            try save(Self.document(hasOwners: false))
            await app.wait { app.state.sidebar.entries.count == 1 && app.names?.isEmpty == false }
            #expect(app.state.currentScreen == "pets" && app.title.contains("Pets"))
            try save(Self.document(more: "GET /shops -> 200"))
            await app.wait { app.state.sidebar.entries.count == 3 }
            #expect(app.state.currentScreen == "pets")
            await app.press(":", "s", "h", "o", "Enter")
            #expect(app.state.currentScreen == "shops")
        }
    }

    @Test("An open item stays open with its new fields; one with a removed path closes") func item()
        async throws
    {
        try await run { app, save in
            await app.press("Tab", "Enter")
            #expect(app.state.mainPanel is ItemScreen)
            try save(Self.document(Self.colored))
            await app.wait { app.screen.contains("Color") }
            #expect(app.state.mainPanel is ItemScreen)
            try save(Self.document(Self.colored).replacing("/pets/{petId}", with: "/animals/{petId}"))
            await app.wait { app.table != nil }
            #expect(app.table?.screen.title == "Pets")
        }
    }

    @Test("A live screen is redrawn without another call") func live() async throws {
        try await run(AppOptions(baseURL: "http://127.0.0.1:1")) { app, save in
            await app.press("Tab")
            let count = app.exchanges.count
            #expect(count > 0)
            try save(Self.document(Self.colored))
            await app.wait { app.state.note?.text.contains("Document reloaded") == true }
            await app.settle()
            #expect(app.exchanges.count == count)
            #expect(app.table?.screen.columns.contains { $0.field.name == "color" } == true)
        }
    }

    @Test("Beside a gateway the journal stays, and the sidebar and the clients have the new document")
    func gateway() async throws {
        let command = try GatewayStage.gateway([])
        try await run(AppOptions(command, environment: [:]), source: { GatewayScreens(command, $0, manager: $1) }) {
            app, save in
            #expect(app.journal != nil)
            try save(Self.document(hasOwners: false))
            await app.wait { app.state.sidebar.entries.count == 1 }
            #expect(app.journal != nil && app.state.title.gateway != nil)
            #expect(app.manager.operations.count == 3)
        }
    }
}

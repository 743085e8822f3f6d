import DemoManager
import HTTPTypes
import Terminal
import Testing

@testable import DemoTUI

@MainActor
@Suite("Going to a screen")
struct ScreenFinderTests {
    @Test("/ in the sidebar finds screens: typing narrows, arrows move, Enter opens")
    func fromSidebar() async throws {
        try await Harness.run { app in
            #expect(app.footer.contains("/ find"))
            await app.press("/")
            await app.type("ns")
            let finder = app.state.popups.last as? ScreenFinder
            #expect(app.words.contains("3 of 6"), "\(app.screen)")
            #expect(finder?.selection.index == 0)
            await app.type("fer")
            #expect(app.words.contains("1 of 6") && app.footer.contains("Enter go there"), "\(app.screen)")
            await app.press("Enter")
            #expect(app.state.popups.isEmpty && app.state.currentScreen == "transfers")
            #expect(!app.state.sidebar.isFocused)
        }
    }

    @Test("Esc closes the finder and everything is as it was; in the screen / stays the screen's own")
    func escape() async throws {
        try await Harness.run { app in
            let before = app.screen
            await app.press("/")
            await app.type("cards")
            await app.press("Esc")
            #expect(app.screen == before)
            await app.press("2", "/")
            #expect(app.state.popups.last is FieldsPopup)
        }
    }

    @Test(": finds screens from anywhere, and leaves the program's own panels")
    func anywhere() async throws {
        try await Harness.run { app in
            await app.press("2", "Enter", "L", ":")
            await app.type("insi")
            await app.press("Enter")
            #expect(app.state.overlays.isEmpty && app.title.contains("Insights"), "\(app.screen)")
        }
    }

    @Test("a popup stays while : is open over it, and goes with the screen it is about", arguments: [":", "L", "S"])
    func popups(_ key: String) async throws {
        try await Harness.run { app in
            await app.press("1", "Enter")
            #expect(app.state.popups.last is ValuePopup, "\(app.screen)")
            if key == ":" {
                await app.press(":", "Esc")
                #expect(app.state.popups.count == 1 && app.state.popups.last is ValuePopup)
                await app.press(":")
                await app.type("insi")
                await app.press("Enter")
                #expect(app.title.contains("Insights"), "\(app.screen)")
            } else {
                await app.press(key)
                #expect(!app.state.overlays.isEmpty)
            }
            #expect(app.state.popups.isEmpty, "\(app.screen)")
        }
    }

    @Test("Enter does nothing where nothing fits")
    func nothing() async throws {
        try await Harness.run { app in
            await app.press(":")
            await app.type("~")
            #expect(app.words.contains("No screen fits."))
            await app.press("Enter")
            #expect(app.state.popups.last is ScreenFinder)
        }
    }
}

@MainActor
@Suite("What opens from the thing that is open")
struct FinderPartsTests {
    private let document = """
        openapi: 3.1.0
        info: {title: Guilds, version: '1'}
        servers: [{url: 'http://guilds.example'}]
        paths:
          /guilds: {get: {operationId: listGuilds, responses: {'200': {$ref: '#/components/responses/Named'}}}}
          /guilds/{guildId}:
            parameters: [{$ref: '#/components/parameters/Guild'}]
            get: {operationId: getGuild, responses: {'200': {$ref: '#/components/responses/One'}}}
            patch:
              operationId: changeGuild
              requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Named'}}}}
              responses: {'200': {$ref: '#/components/responses/One'}}
          /guilds/{guildId}/channels:
            parameters: [{$ref: '#/components/parameters/Guild'}]
            get: {operationId: listChannels, responses: {'200': {$ref: '#/components/responses/Named'}}}
          /guilds/{guildId}/emojis:
            parameters: [{$ref: '#/components/parameters/Guild'}]
            get: {operationId: listEmojis, responses: {'200': {$ref: '#/components/responses/Named'}}}
        components:
          parameters:
            Guild: {name: guildId, in: path, required: true, schema: {type: string}}
          schemas:
            Named: {type: object, properties: {id: {type: string}, name: {type: string}}}
          responses:
            One: {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Named'}}}}
            Named: {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Named'}}}}}
        """

    /// The second of two guilds is open.
    private func run(_ body: @MainActor (Harness) async throws -> Void) async throws {
        try await Harness.run(over: document, size: Size(columns: 100, rows: 30)) { app in
            try app.stub(.get, "/guilds", #"[{"id": "1", "name": "First"}, {"id": "2", "name": "Second"}]"#)
            for id in ["1", "2"] {
                try app.stub(.get, "/guilds/\(id)", #"{"id": "\#(id)", "name": "Guild \#(id)"}"#)
                try app.stub(.get, "/guilds/\(id)/channels", #"[{"id": "7", "name": "Channel of \#(id)"}]"#)
                try app.stub(.get, "/guilds/\(id)/emojis", #"[{"id": "8", "name": "Emoji of \#(id)"}]"#)
            }
            await app.press("1", "r", "j", "Enter")
            #expect(app.words.contains("Guild 2"), "\(app.screen)")
            try await body(app)
        }
    }

    @Test(": offers them first and opens them without asking which thing, from a part of it too")
    func parts() async throws {
        try await run { app in
            await app.press(":")
            #expect(app.words.contains("Guild 2 > Channels opens from here"), "\(app.screen)")
            await app.press("Enter")
            #expect(app.words.contains("Channel of 2") && app.title.contains("Guild 2 > Channels"), "\(app.screen)")
            await app.press(":")
            await app.type("emo")
            await app.press("Enter")
            #expect(app.words.contains("Emoji of 2") && app.title.contains("Guild 2 > Emojis"), "\(app.screen)")
            await app.press("Esc")
            #expect(app.title.contains("Guilds > Guild 2"), "\(app.screen)")
        }
    }

    @Test("a form that lies over it is not left by the way, and the list of things has none")
    func elsewhere() async throws {
        try await run { app in
            await app.press("e", "^G")
            #expect(app.state.popups.isEmpty || !app.screen.contains("opens from here"), "\(app.screen)")
            await app.press("Esc", "Esc", ":")
            #expect(app.state.popups.last is ScreenFinder && !app.screen.contains("opens from here"), "\(app.screen)")
        }
    }

    @Test(
        "a value shown in full goes when its thing is shown no more: another answer, another mode", arguments: [0, 1])
    func value(way: Int) async throws {
        try await run { app in
            await app.press("Enter")
            #expect(app.state.popups.last is ValuePopup, "\(app.screen)")
            if way == 0 {
                app.manager.setCondition(.serverError, forScreen: app.state.subjectScreen ?? "")
                await app.wait { app.state.popups.isEmpty }
            } else {
                await app.press("F2")
            }
            #expect(app.state.popups.isEmpty, "\(app.screen)")
        }
    }

    @Test("in the sidebar ^S is what it is in the form beside it, and is done there")
    func submit() async throws {
        try await run { app in
            await app.press("e")
            #expect(app.footer.contains("^S save"), "\(app.screen)")
        }
        let form = """
            openapi: 3.1.0
            info: {title: T, version: '1'}
            paths:
              /orders:
                post:
                  requestBody: {content: {application/json: {schema: {type: object, required: [a], properties: {a: {type: string}}}}}}
                  responses: {'201': {description: ok}}
            """
        try await Harness.run(over: form) { app in
            await app.press("Enter")
            #expect(!app.state.sidebar.isFocused && app.footer.contains("^S send"), "\(app.screen)")
            await app.press("Esc")
            #expect(app.state.sidebar.isFocused && app.footer.contains("^S send"), "\(app.screen)")
            await app.press("^S")
            #expect(!app.state.sidebar.isFocused && app.words.contains("is needed"), "\(app.screen)")
        }
    }
}

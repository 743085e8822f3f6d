import DemoManager
import HTTPTypes
import TestSupport
import Testing

@testable import DemoTUI

@MainActor @Suite("The palette") struct PaletteTests {
    nonisolated private static func guild(_ id: String) -> [Step] {
        [
            .stub(.get, "/guilds/\(id)", #"{"id": "\#(id)", "name": "Guild \#(id)"}"#),
            .stub(.get, "/guilds/\(id)/channels", #"[{"id": "7", "name": "Channel of \#(id)"}]"#),
            .stub(.get, "/guilds/\(id)/emojis", #"[{"id": "8", "name": "Emoji of \#(id)"}]"#),
        ]
    }

    /// The second of two guilds is open.
    nonisolated private static let guilds = {
        var stage = Stage.over(
            openAPI(
                "Guilds",
                """
                GET /guilds listGuilds -> [Named]
                GET /guilds/{guildId} getGuild -> Named
                PATCH /guilds/{guildId} changeGuild Named -> Named
                GET /guilds/{guildId}/channels listChannels -> [Named]
                GET /guilds/{guildId}/emojis listEmojis -> [Named]
                Named = {id: string, name: string}
                """), columns: 100, rows: 30,
            .stub(.get, "/guilds", #"[{"id": "1", "name": "First"}, {"id": "2", "name": "Second"}]"#))
        stage.steps += guild("1") + guild("2") + [.press("1 r j Enter"), .reads("Guild 2")]
        return stage
    }()

    nonisolated static let walks: [Walk] = [
        Walk(
            ": finds screens: typing narrows, arrows move, Enter opens", .press(":"),
            .type("ns"), .sees("Transactions", "Transfers", "Insights", "screen"),
            .holds { ($0.state.popups.last as? Palette)?.selection.index == 0 }, .type("fer"), .lacks("Insights  "),
            .footer("Enter open"), .press("Enter"), .noPopup(),
            .holds { $0.state.currentScreen == "transfers" }, .inSidebar(false)),
        Walk(
            "Esc closes it and changes nothing; in a list / filters", .mark,
            .press(":"), .type("cards"), .press("Esc"), .sameScreen(), .press("2 /"), .popup(LinePopup.self)),
        Walk(
            ": runs an action of the selected row, or any other that is possible now, which has its key",
            .press("2 :"), .sees("Open it", "selected"), .type("copy val"), .reads("y selected"), .press("Enter"),
            .popup(PickPopup.self), .press("Esc :"), .type("columns"), .reads("o key"), .footer("Enter run"),
            .press("Enter"), .popup(ColumnsPopup.self)),
        Walk(
            ": finds the delete of a row by the document's word for it",
            on: .over(
                openAPI(
                    "Shop",
                    """
                    GET /orders -> [{id: string, name: string}]
                    DELETE /orders/{orderId} cancelOrder -> 204
                    """), .stub(.get, "/orders", #"[{"id": "7", "name": "Lamp"}]"#)),
            .press("1 r :"), .type("cancel"), .reads("Lamp x selected"), .press("Enter"), .popup(ConfirmPopup.self)),
        Walk(
            ": makes the call in front fail, and work again", .press("2 :"), .type("403"), .reads("failure"),
            .footer("Enter apply"), .press("Enter"), .sees("FAILING 1", "403"), .press(":"), .type("works"),
            .press("Enter"), .lacks("FAILING")),
        Walk(
            ": ends the failure of another call of the screen, too", .press("1 c Tab Tab"), .sees("Tab: 3 of 3"),
            .press("j Enter"), .sees("FAILING 1"), .press(":"), .type("works"), .press("Enter"), .lacks("FAILING")),
        Walk(
            ": makes one call fail with Tab: the next one works", .press("4 :"), .type("401"),
            .footer("Tab once"), .press("Tab"), .noPopup(), .sees("401"), .banner(lacks: "FAILING"), .press("r"),
            .sees("Mastercard")),
        Walk(
            ": shows a stub; what is the text comes before what only contains it", .press("2 :"),
            .type("cards"), .reads("Cards"), .holds { ($0.state.popups.last as? Palette)?.selection.index == 0 },
            .press("Enter"), .holds { $0.state.currentScreen == "cards" }, .press(":"), .type("message deleted"),
            .reads("stub"), .footer("Enter show"), .press("Enter"), .title("Stub")),
        Walk(
            ": finds screens from anywhere and closes the program's own panels", .press("2 Enter L :"), .type("insi"),
            .press("Enter"), .holds { $0.state.overlays.isEmpty }, .title("Insights")),
        Walk(
            ": lists recent screens first, so that : and Enter go back", .press("2 3 5 :"), .reads("recent"),
            .press("Enter"), .holds { $0.state.currentScreen == $0.state.sidebar.entries[2].id }, .press(": Enter"),
            .holds { $0.state.currentScreen == $0.state.sidebar.entries[4].id }),
        Walk(
            "Enter does nothing where nothing fits", .press(":"), .type("§"), .reads("Nothing matches what you typed."),
            .press("Enter"), .popup(Palette.self)),
        Walk(
            "a popup stays below : and closes when another screen opens", .press("1 Enter"), .popup(ValuePopup.self),
            .press(": Esc"), .holds { $0.state.popups.count == 1 }, .popup(ValuePopup.self), .press(":"),
            .type("insi"), .press("Enter"), .title("Insights"), .noPopup()),
        Walk(
            "a popup closes when the journal opens", .press("1 Enter"), .popup(ValuePopup.self), .press("L"),
            .holds { !$0.state.overlays.isEmpty }, .noPopup()),
        Walk(
            "a popup closes when the stubs open", .press("1 Enter"), .popup(ValuePopup.self), .press("S"),
            .holds { !$0.state.overlays.isEmpty }, .noPopup()),
        Walk(
            ": offers the parts of the open item first and opens them without a question, from a part too",
            on: guilds, .press(":"), .reads("Guild 2 > Channels from here"), .press("Enter"),
            .reads("Channel of 2"), .title("Guild 2 > Channels"), .press(":"), .type("emo"), .press("Enter"),
            .reads("Emoji of 2"), .title("Guild 2 > Emojis"), .press("Esc"), .title("Guilds > Guild 2")),
        Walk(
            "neither a form over the item nor the list offers the item's parts", on: guilds, .press("e ^G"),
            .popup(Palette.self), .lacks("from here"), .press("Esc Esc Esc :"),
            .popup(Palette.self), .lacks("from here")),
        Walk(
            "a value popup closes when the item gets another answer", on: guilds, .press("Enter"),
            .popup(ValuePopup.self),
            .does { $0.manager.setCondition(.serverError, forScreen: $0.state.subjectScreen ?? "") },
            .waits { $0.state.popups.isEmpty }),
        Walk(
            "a value popup closes when the mode changes", on: guilds, .press("Enter"), .popup(ValuePopup.self),
            .press("F2"), .noPopup()),
        Walk("a form's footer names ^S", on: guilds, .press("e"), .footer("^S save")),
        Walk(
            "^S in the sidebar sends the form beside it",
            on: .over(openAPI("T", server: nil, "POST /orders {a!: string} -> 201")), .press("Enter"),
            .inSidebar(false), .footer("^S send"), .press("Esc"), .inSidebar(), .footer("^S send"), .press("^S"),
            .inSidebar(false), .reads("Required")),
    ]

    @Test("The palette works", arguments: walks) func walk(_ walk: Walk) async throws { try await walk.take() }
}

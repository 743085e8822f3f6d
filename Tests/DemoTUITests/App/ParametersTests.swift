import APIDocument
import DemoManager
import HTTPTypes
import TestSupport
import Testing
import WireFormats

@testable import AppCore
@testable import DemoTUI

@MainActor @Suite("Typed parameters") struct ParametersTests {
    /// Two guilds with a role each.
    nonisolated private static let guilds = Stage.over(
        openAPI(
            "Guilds",
            """
            GET /guilds/{guild_id} getGuild -> {name: string} ; parameters: [\(guildID)]
            GET /guilds/{id}/roles listRoles -> [{name: string}]
            GET /users/{user} getUser -> {name: string} ; parameters: [\(userName)]
            """),
        .stub(.get, "/guilds/g-7", #"{"name": "Guild g-7"}"#), .stub(.get, "/guilds/g-8", #"{"name": "Guild g-8"}"#),
        .stub(.get, "/guilds/g-7/roles", #"[{"name": "Role of g-7"}]"#),
        .stub(.get, "/guilds/g-8/roles", #"[{"name": "Role of g-8"}]"#))
    nonisolated private static let guildID =
        "{name: guild_id, in: path, required: true, example: g-7, schema: {type: string}}"
    nonisolated private static let userName =
        "{name: user, in: path, required: true, schema: {type: string, minLength: 1}}"

    nonisolated private static let tenants = openAPI(
        "Books",
        """
        GET /accounts -> [{id: string, name: string}] ; parameters: [\(tenant)]
        GET /invoices -> [{id: string, name: string}] ; parameters: [\(tenant)]
        POST /invoices/send {note: string} -> 200 ; summary: Send invoices ; parameters: [\(tenant)]
        """)
    nonisolated private static let tenant = "{name: Tenant-Id, in: header, required: true, schema: {type: string}}"

    /// The program with nothing stubbed, on one of three screens that need a code.
    nonisolated private static func codes(_ screen: String, isDemo: Bool = true) -> Stage {
        .over(
            openAPI(
                "Codes",
                """
                GET /codes/{code} getCode -> {word: string} ; x-screen: {id: code, kind: item}
                GET /lists/{code} listCodes -> [{word: string}] ; x-screen: {id: list, kind: collection}
                POST /votes/{code} vote {word: string} -> 201 ; x-screen: {id: vote, kind: form}
                """), options: AppOptions(isDemo: isDemo, startScreen: screen))
    }

    /// Two projects, what is below one of them, and a search.
    nonisolated private static let work = Stage.over(
        openAPI(
            "Work",
            """
            GET /projects -> [{id: string, name: string}]
            GET /projects/{projectId} -> {id: string, name: string}
            GET /projects/{projectId}/members -> [{name: string}]
            POST /projects/{projectId}/archive archive -> 204 ; summary: Archive a project
            POST /tasks {title: string, projectId: string} -> 201 ; summary: New task
            GET /search find -> [{name: string}] ; parameters: [{name: q, in: query, required: true, description: Words to look for, schema: {type: string}}]
            """),
        .stub(.get, "/projects", #"[{"id": "p-7", "name": "Ship"}, {"id": "p-8", "name": "Dock"}]"#),
        .stub(.get, "/projects/p-8/members", #"[{"name": "Ada of p-8"}]"#))

    /// A list whose request has to name the default of a parameter.
    nonisolated private static let crates = Stage.over(
        openAPI(
            "Crates",
            """
            GET /crates -> [{id: string}] ; parameters: [{name: least, in: query, required: true, schema: {type: integer, default: 10}}]
            """))

    /// A list that can only be searched, by rows of another list.
    nonisolated private static let trips = Stage.over(
        openAPI(
            "Trips",
            """
            GET /ports -> [{id: string, name: string}]
            GET /ports/{portId} -> {id: string, name: string}
            GET /trips find -> [{id: string, name: string}] ; parameters: [\(port), \(day)]
            POST /bookings book {tripId: string} -> 201 ; summary: Book a trip
            """),
        .stub(.get, "/ports", #"[{"id": "p-7", "name": "Ship"}, {"id": "p-8", "name": "Dock"}]"#),
        .stub(.get, "/trips", #"[{"id": "t-1", "name": "Crossing"}]"#))
    nonisolated private static let port =
        "{name: portId, in: query, required: true, example: p-8, schema: {type: string}}"
    nonisolated private static let day =
        "{name: day, in: query, required: true, example: '2026-11-26', schema: {type: string, format: date}}"

    nonisolated private static let states =
        "{name: states, in: query, required: true, example: [open], schema: {type: array, items: {$ref: '#/components/schemas/State'}}}"

    nonisolated static let walks: [Walk] = [
        Walk(
            "a list of choices is ticked, the example at first",
            on: .over(
                openAPI(
                    "Offers",
                    """
                    GET /offers find -> [{name: string}] ; parameters: [\(states)]
                    State = {type: string, oneOf: [{const: open}, {const: sold}]}
                    """)),
            .press("Enter"), .popup(FieldsPopup.self), .sees("< open >"), .press("Enter"), .popup(PicksPopup.self),
            .sees("[x] open", "[ ] sold"), .press("j Space Enter"), .sees("< open,sold >"), .press("^S"), .noPopup(),
            .called("/offers?states=open&states=sold"), .title("States open,sold")),
        Walk(
            "a name typed for an id is found in the list that has it",
            on: .over(
                openAPI(
                    "Rides",
                    """
                    GET /stations -> [Station]
                    GET /rides ride -> [{name: string}] ; parameters: [{name: origin, in: query, required: true, description: The ID of the origin station, schema: {type: string, format: uuid}}, \(day)]
                    Station = {type: object, properties: {id: {type: string, format: uuid}, name: {type: string}}}
                    """),
                .stub(
                    .get, "/stations",
                    #"[{"id": "0ab1c2d3-0000-4000-8000-000000000001", "name": "Hull"}, {"id": "0ab1c2d3-0000-4000-8000-000000000002", "name": "Dover"}]"#
                )),
            .press("2 Enter"), .popup(FieldsPopup.self), .type("dov"), .press("Enter"), .popup(RowPicker.self),
            .sees("Dover"), .lacks("Hull"), .press("Enter"),
            .popup(FieldsPopup.self), .press("^S"),
            .called("/rides?origin=0ab1c2d3-0000-4000-8000-000000000002&day=2026-11-26")),
        Walk(
            "a form that is opened from a row asks before its text is lost",
            on: .over(
                openAPI(
                    "Rides",
                    """
                    GET /rides -> [{id: string, name: string}]
                    GET /rides/{rideId} -> {id: string, name: string}
                    POST /rides/{rideId}/payment pay {note: string} -> 201 ; summary: Pay for a ride
                    """), .stub(.get, "/rides", #"[{"id": "r-1", "name": "Dover"}]"#),
                .stub(.get, "/rides/r-1", #"{"id": "r-1", "name": "Dover"}"#)),
            .press("1 r > Enter"), .panel(FormScreen.self), .type("Thanks"), .press("Esc"),
            .popup(ConfirmPopup.self), .press("n"), .panel(FormScreen.self), .sees("Thanks"), .press("Esc y"),
            .panel(ItemScreen.self)),
        Walk(
            "a new row begins behind its optional id",
            on: .over(openAPI("Toys", server: nil, "POST /toys addToy {id: integer, name: string} -> 201")),
            .press("1"), .type("Kite"), .press("^S"), .holds { $0.sentBody.contains(#""name":"Kite""#) }),
        Walk(
            "the title of an item says its name once",
            on: .over(
                openAPI(
                    "Orders",
                    "GET /orders/{orderId} getOrder -> {id: string} ; parameters: [{name: orderId, in: path, required: true, example: o-1, schema: {type: string}}]"
                )), .press("r"), .title("Order · id o-1"), .title(lacks: "Order Order")),
        Walk(
            "a screen below a resource offers the resource's list, and Esc leads to typing", on: work, .press(":"),
            .type("members"), .press("Enter"), .popup(RowPicker.self), .sees("Choose from Projects", "Dock"),
            .press("Down Enter"), .noPopup(), .called("/projects/p-8/members"), .sees("Ada of p-8"), .press("p"),
            .popup(RowPicker.self), .press("Esc"), .popup(FieldsPopup.self)),
        Walk(
            "a form chooses an id from its list", on: work, .press(":"), .type("new task"), .press("Enter"),
            .focus("projectId"), .sees("Enter chooses from Projects."), .press("Enter"),
            .type("dq"), .press("Backspace"), .lacks("Ship"), .press("Enter"), .noPopup(), .sees("p-8"),
            .press("Enter"), .noPopup()),
        Walk(
            "a form chooses an id from a search, which first asks for what", on: trips, .press(":"),
            .type("book a trip"), .press("Enter"), .focus("tripId"), .sees("Enter chooses from Trips."),
            .press("Enter"), .popup(FieldsPopup.self), .sees("p-8", "2026-11-26"), .press("Esc"),
            .popup(RowPicker.self), .reads("This screen needs Port id and Day."), .press("Enter Enter"),
            .popup(RowPicker.self), .called("/trips?portId=p-8&day=2026-11-26"), .sees("Crossing"), .press("Enter"),
            .noPopup(), .sees("t-1")),
        Walk(
            "a form chooses an id from the list whose rows have that key",
            on: .over(
                openAPI(
                    "Fair", server: nil,
                    """
                    GET /special-events list -> [{eventId: string, name: string}]
                    GET /special-events/{eventId} show -> {eventId: string, name: string}
                    POST /tickets buy {eventId: string} -> {type: object}
                    """)),
            .press("2"), .focus("eventId"), .sees("Enter chooses from Special events.")),
        Walk(
            "a default that a list has to name is shown with its filters, and can be changed", on: crates,
            .called("/crates?least=10"), .title("Least 10"), .press("1 / Tab"), .popup(FieldsPopup.self),
            .sees("Least"), .press("Backspace Backspace"), .type("25"), .press("^S"), .called("/crates?least=25"),
            .title("Least 25"), .press("Esc"), .title("Least 10")),
        Walk(
            "a form that takes a row's id opens from the row, also by its name, and has the id", on: work,
            .press("1 >"), .sees("> New task"), .press("Down Down Enter"), .focus("title"), .sees("project-1001"),
            .press("Esc :"), .type("new task"), .press("Enter"), .focus("title"), .sees("project-1001"), .type("Paint"),
            .press("^S"), .called("/tasks"),
            .holds { $0.sentBody.contains("\"projectId\":\"project-1001\"") }),
        Walk(
            "an action on a row chooses the row", on: work, .press(":"), .type("archive"), .press("Enter"),
            .panel(FormScreen.self), .press("Enter Enter"), .sees("p-7"), .press("^S"), .called("/projects/p-7/archive")
        ),
        Walk(
            "a required search is a search box, which / opens again", on: work, .press(":"), .type("/search"),
            .press("Enter"), .popup(FieldsPopup.self), .sees("Words to look for"), .type("apollo"), .press("Enter"),
            .title("Words to look for apollo"), .press("/"), .popup(FieldsPopup.self), .sees("apollo")),
        Walk(
            "a demo's search asks, offers examples with the names of their rows, and runs with Enter", on: trips,
            .press("1 r 2"), .reads("This screen needs Port id and Day."), .press("Enter"), .popup(FieldsPopup.self),
            .sees("p-8", "Dock", "2026-11-26"), .press("Enter"), .called("/trips?portId=p-8&day=2026-11-26"),
            .title("Port Dock"),
            .press("p Backspace"), .popup(RowPicker.self), .press("Enter"), .sees("p-7", "Ship"),
            .press("Enter"), .title("Port Ship")),
        Walk(
            "demo opens with the document's example; the title shows the value and p changes it", on: guilds,
            .press("r"), .reads("Guild g-7"), .title("Guild · id g-7"), .press("p"), .popup(FieldsPopup.self),
            .sees("g-7"), .type("g-8"), .press("Enter"), .reads("Guild g-8"), .title("Guild · id g-8")),
        Walk(
            "a screen below the same path opens with the typed value, and a changed value reaches every screen",
            on: guilds, .press("r Enter :"), .type("roles"), .press("Enter"), .noPopup(), .reads("Role of g-7"),
            .title("Guild g-7 > Roles"), .press("p"), .type("g-8"), .press("Enter"), .reads("Role of g-8"),
            .press("Esc"), .reads("Name Guild g-8")),
        Walk(
            "live does not use a value typed in demo", on: guilds, .press("r"), .reads("Guild g-7"), .press("d"),
            .reads("This screen needs Guild id."), .press("d"), .reads("Guild g-7")),
        Walk(
            "demo invents a value where the document has none", on: guilds, .press("j Enter"),
            .holds { $0.exchanges.last?.request.path?.hasPrefix("/users/") == true }, .noPopup()),
        Walk(
            "a required header is asked for once, for other screens and forms too", on: .over(tenants),
            .press("1 p"), .type("T-1"), .press("Enter 2"), .noPopup(), .title("Tenant id T-1"),
            .called("/invoices"), .press(":"), .type("send"), .press("Enter"), .panel(FormScreen.self), .sees("T-1")),
        Walk(
            "an item loads with a typed parameter, and keeps the focus", on: codes("code"),
            .stub(.get, "/codes/a%20b", #"{"word": "found"}"#), .press("p"), .type("a b"), .press("Enter"),
            .called("/codes/a%20b"), .sees("found"), .noPopup(), .inSidebar(false),
            .holds { $0.state.stacks["code"]?.count == 1 }),
        Walk(
            "a list loads with a typed parameter, and keeps the focus", on: codes("list"),
            .stub(.get, "/lists/a%20b", #"[{"word": "found"}]"#), .press("p"), .type("a b"), .press("Enter"),
            .called("/lists/a%20b"), .sees("found"), .noPopup(), .inSidebar(false),
            .holds { $0.state.stacks["list"]?.count == 1 }),
        Walk(
            "going to a live screen by its name asks at once", on: guilds, .press("D :"), .type("user"),
            .press("Enter"), .popup(FieldsPopup.self)),
        Walk(
            "Esc closes the question, and the screen still says which parameter it needs",
            on: codes("code", isDemo: false),
            .reads("This screen needs Code."), .holds { $0.exchanges.isEmpty }, .press("Enter"),
            .popup(FieldsPopup.self), .press("Esc"), .noPopup(), .reads("This screen needs Code.")),
        Walk(
            "a form asks for the parameter of its path, keeps its text, and is sent with both", on: codes("vote"),
            .stub(.post, "/votes/a%20b", status: 201), .press("Tab"), .type("yes"), .press("^S"),
            .sees("Required.", "yes"), .type("a b"), .press("^S"), .sees("Sent"), .called("/votes/a%20b")),
    ]

    @Test("Typed parameters work", arguments: walks) func walk(_ walk: Walk) async throws { try await walk.take() }
}

@Suite("Typed parameters are remembered") struct ParameterMemoryTests {
    private func request(_ path: String, _ names: String...) -> Request {
        Request(
            operation: "get \(path)", method: .get, path: PathTemplate(path),
            parameters: names.map { name in
                let parameter = Parameter(name: name, location: .path, isRequired: true, schema: .any)
                let field = Field(pointer: .root, name: name, title: name, kind: .text)
                return BoundParameter(parameter: parameter, source: .ask(field))
            })
    }

    @Test("A parameter at the same place in a path has the same value, whatever its screen and name") func samePlace() {
        var memory = ParameterMemory()
        memory.remember(["guild": "42"], for: request("/guilds/{guild}", "guild"), in: .live)
        let emojis = request("/guilds/{guild_id}/emojis", "guild_id")
        #expect(memory.answers(to: emojis, in: .live) == ["guild_id": "42"])
        #expect(memory.filling(Place(), for: emojis, in: .live).asked == ["guild_id": "42"])
    }

    @Test("Two parameters in one path segment have separate values") func sameSegment() {
        var memory = ParameterMemory()
        let compare = request("/compare/{base}...{head}", "base", "head")
        memory.remember(["base": "31", "head": "42"], for: compare, in: .live)
        #expect(memory.answers(to: compare, in: .live) == ["base": "31", "head": "42"])
    }

    @Test("A value of the same name at another path is offered, but not used") func sameName() {
        var memory = ParameterMemory()
        memory.remember(["id": "42"], for: request("/guilds/{id}", "id"), in: .live)
        let user = request("/users/{id}", "id")
        #expect(memory.answers(to: user, in: .live) == [:])
        #expect(memory.offer(for: "id", of: user, in: .live) == "42")
    }

    @Test("Demo and live have separate values, and a place forgets those of the other mode") func modes() {
        var memory = ParameterMemory()
        let guild = request("/guilds/{id}", "id")
        memory.remember(["id": "42"], for: guild, in: .demo)
        let place = memory.filling(Place(), for: guild, in: .demo)
        #expect(place.asked == ["id": "42"])
        #expect(memory.filling(place, for: guild, in: .live).asked == [:])
        #expect(memory.offer(for: "id", of: guild, in: .live) == nil)
    }

    @Test(
        "A long path in a title is cut at its beginning",
        arguments: [
            (40, "Museums > 12 Harbor hall > Events"), (30, "… > 12 Harbor hall > Events"), (12, "… > Events"),
            (3, "… > Events"),
        ])
    func breadcrumb(width: Int, text: String) {
        #expect(["Museums", "12 Harbor hall", "Events"].path(width: width) == text)
        #expect(["Events"].path(width: 3) == "Events")
        let long = "Events of the last week, and those of the next"
        #expect([long].path(width: 60) == long)
    }
}

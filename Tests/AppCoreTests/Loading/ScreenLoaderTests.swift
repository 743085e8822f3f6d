import APIDocument
import AppCore
import HTTPTypes
import SourceTexts
import TestSupport
import Testing
import WireFormats

@Suite("Calls of a screen") struct ScreenLoaderTests {
    /// A profile whose id comes from elsewhere, a list with rows of their own, and a list below a team of the user's.
    private static let text = openAPI(
        server: nil,
        """
        GET /me getMe -> {type: object} ; x-screen: {kind: none}
        GET /users/{userId} getUser -> {name: string} ; \
        x-screen: {id: user, kind: item, parameters: {userId: getMe#/id}}
        PUT /users/{userId} putUser {name: string} -> {type: object}
        GET /carts?q listCarts -> [{id: string, name: string}] ; x-screen: {id: carts, kind: collection}
        GET /carts/{cartId} getCart -> {id: string, name: string}
        DELETE /carts/{cartId} deleteCart -> 204
        GET /carts/{cartId}/lines listLines -> [{id: string}]
        GET /teams/{teamId}/notes listNotes -> [{id: string, text: string}] ; \
        x-screen: {id: notes, kind: collection, parameters: {teamId: getMe#/team}}
        POST /teams/{teamId}/notes addNote {text: string} -> 201
        """)

    private func stage(_ answers: [String: String]) throws -> LoaderStage {
        try LoaderStage(document(Self.text), answers)
    }
    private func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: text) }

    @Test("A row's id, and the values its screen was opened with, fill the calls below it") func rows() async throws {
        let stage = try stage([
            "/carts": "[]", "/carts/c%2F1": #"{"id": "c/1"}"#, "/carts/c%2F1/lines": "[]", "DELETE /carts/c%2F1": "204",
        ])
        let carts = try stage.screen("carts")
        let row = try json(#"{"id": "c/1", "name": "Mine"}"#)
        let inside = Place().opening(row: row, from: carts.load)
        let cart = try stage.screen(try #require(carts.rowScreen))
        let loaded = try await stage.loader.item(of: cart, at: inside, in: .test)
        let lines = try stage.screen(try #require((cart.children + carts.children).first))
        let below = loaded.place.opening(row: loaded.content.value, from: cart.load)
        _ = try await stage.loader.page(nil, of: lines, filters: [:], at: below, in: .test)
        let delete = try #require(carts.delete ?? cart.delete)
        _ = try await stage.loader.send(.init(deleting: delete), of: carts, at: inside, in: .test)
        #expect(stage.sent == ["GET /carts/c%2F1", "GET /carts/c%2F1/lines", "DELETE /carts/c%2F1"])
    }

    @Test("Filters are sent as query parameters, except empty and undeclared ones") func filters() async throws {
        let stage = try stage(["/carts": "[]"])
        let carts = try stage.screen("carts")
        for filters in [["q": "a&b"], ["q": ""], ["unknown": "x"]] {
            _ = try await stage.loader.page(nil, of: carts, filters: filters, at: Place(), in: .test)
        }
        #expect(stage.sent == ["GET /carts?q=a%26b", "GET /carts", "GET /carts"])
    }

    @Test("A form sent in the other mode reloads the resource: id, kept members and entity tag are from that mode")
    func refetchItem() async throws {
        let stage = try stage([
            "/me": #"{"id": "new"}"#, "/users/new": #"{"name": "B", "age": 2}"#, "PUT /users/new": #"{"name": "A"}"#,
        ])
        let user = try stage.screen("user")
        let form = try #require(user.update)
        let name = Update.Change(JSONPointer(tokens: ["name"]), "A")
        _ = try await stage.loader.send(
            .init(form, base: try json(#"{"name": "X", "age": 1}"#), changes: [name], etag: "\"old\""),
            of: user, at: Place(), refetching: true, in: .test)
        #expect(stage.sent == ["GET /me", "GET /users/new", "PUT /users/new"])
        let put = try #require(stage.transport.sent.last)
        #expect(put.text == #"{"name":"A","age":2}"#)
        #expect(put.request.headerFields[.ifMatch] == "\"/users/new\"")
        #expect(stage.transport.sent.map(\.context.operation) == ["getMe", "getUser", "putUser"])
    }

    @Test("A new row sent in the other mode reloads the values of its list's path, but not the list")
    func refetchRows() async throws {
        let stage = try stage(["/me": #"{"team": "blue"}"#, "POST /teams/blue/notes": "201"])
        let notes = try stage.screen("notes")
        let form = try #require(notes.create)
        let text = Update.Change(JSONPointer(tokens: ["text"]), "Hi")
        let outcome = try await stage.loader.send(
            .init(form, changes: [text]), of: notes, at: Place(), refetching: true,
            in: .test)
        #expect(stage.sent == ["GET /me", "POST /teams/blue/notes"])
        guard case .accepted(let sent, _) = outcome else { throw Unexpected(outcome) }
        #expect(sent["text"]?.stringValue == "Hi")
    }

    @Test("A failed reload of the resource prevents the write") func refetchFails() async throws {
        let stage = try stage(["/me": #"{"id": "new"}"#])
        let user = try stage.screen("user")
        let form = try #require(user.update)
        let failure = await failure { () async throws(LoadFailure) in
            try await stage.loader.send(
                .init(form), of: user, at: Place(), refetching: true, in: .test)
        }
        guard case .failed(let error) = failure else { throw Unexpected(failure) }
        #expect(error.status == 404 && stage.sent == ["GET /me", "GET /users/new"])
    }

    @Test("A screen without a request reports an error and sends nothing") func nothingToLoad() async throws {
        let stage = try stage([:])
        let error = try await stage.failure(of: Screen(id: "x", title: "Nothing", kind: .form))
        #expect(error.userMessage.contains("Nothing") && stage.sent.isEmpty)
    }

    @Test("A place keeps the values its screen was opened with, and earlier answers") func place() throws {
        let row: JSONValue = ["id": "1"]
        let place = Place(inherited: ["team": "blue"], answers: ["getMe": row]).opening(row: row, from: nil)
        #expect(place.inherited["team"] == "blue" && place.answers["getMe"] == row && place.row == row)
        #expect(place.opening(row: nil, from: try stage([:]).screen("carts").load).answers["getMe"] == row)
        #expect(place.answering(["p": "x"]).asked["p"] == "x")
    }
}

/// A loader over a document of a few lines, with a server that answers by path and keeps what it was asked.
struct LoaderStage {
    let catalog: ScreenCatalog
    let loader: ScreenLoader
    let transport: StubTransport

    /// - Parameters:
    ///   - paths: the document's `paths`.
    ///   - answers: bodies by path, below the server's base; a path that is not there is answered 404, one whose body begins
    ///     with a digit by that status.
    init(_ paths: String, _ answers: [String: String], names: ScreenNames = ScreenNames()) throws {
        try self.init(document(paths: paths), answers, names: names)
    }

    /// The same over a document that is whole.
    init(_ document: APIDocument, _ answers: [String: String], names: ScreenNames = ScreenNames()) throws {
        let catalog = ScreenCatalog(document).named(by: names, of: names.operations.isEmpty ? nil : "T")
        let transport = StubTransport { request, _ in
            let path = (request.path ?? "").dropFirst("/v1".count).prefix { $0 != "?" }
            guard let answer = answers["\(request.method.rawValue) \(path)"] ?? answers[String(path)] else {
                return reply(404)
            }
            if let status = Int(answer) { return reply(status) }
            return reply(200, answer, headers: [.contentType: "application/json", .eTag: "\"\(path)\""])
        }
        let client = try APIClient(transport)
        self.catalog = catalog
        self.transport = transport
        loader = ScreenLoader(catalog: catalog, document: document, client: client, names: names)
    }

    /// The screen of that id; the test fails without it.
    func screen(_ id: String) throws -> Screen { try #require(catalog[id], "\(catalog.screens.map(\.id))") }

    /// The error that loading the screen's item ends with.
    func failure(of screen: Screen) async throws -> APIError {
        let failure = await AppCoreTests.failure { () async throws(LoadFailure) in
            try await loader.item(of: screen, at: Place(), in: .test)
        }
        guard case .failed(let error) = failure else { throw Unexpected(failure) }
        return error
    }

    /// The sent requests, as `GET /path?query`.
    var sent: [String] {
        transport.sent.map { "\($0.request.method.rawValue) \(($0.request.path ?? "").dropFirst("/v1".count))" }
    }
}

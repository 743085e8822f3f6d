import APIDocument
import Synchronization
import Testing

@testable import AppCore

@Suite("What a write makes old")
struct OutdatedTests {
    private static let list = "{type: array, items: {type: object, properties: {id: {type: integer}}}}"
    private static let one = "{type: object, properties: {id: {type: integer}}}"
    private static let id = "parameters: [{name: id, in: path, required: true, schema: {type: integer}}]"
    private static let paths = """
          /tickets: {get: {\(answer(list))}, post: {\(body(one))}}
          /tickets/open: {get: {\(answer(list))}}
          /tickets/{id}: {\(id), get: {\(answer(one))}, patch: {\(body(one))}}
          /tickets/{id}/close: {\(id), post: {operationId: closeTicket, \(body(one))}}
          /tickets/{id}/notes: {\(id), get: {\(answer(list))}, post: {\(body(one))}}
          /teams/{id}/tickets: {\(id), get: {\(answer(list))}}
          /imports/tickets: {post: {operationId: importTickets, \(body(one))}}
          /agents: {get: {\(answer(list))}}
        """

    private func outdated(_ write: (ScreenCatalog) -> Request?) throws -> Set<String> {
        let catalog = try catalog(Self.paths)
        let titles = catalog.outdated(by: try #require(write(catalog)))
        return Set(titles.compactMap { catalog[$0]?.load?.path.text })
    }

    private static let tickets: Set = ["/tickets", "/tickets/open", "/tickets/{id}", "/teams/{id}/tickets"]

    @Test("a new one, a changed one and an act on one change every list of the kind and the items, and nothing else")
    func lists() throws {
        #expect(try outdated { $0["tickets"]?.create?.request } == Self.tickets)
        #expect(try outdated { $0["tickets-item"]?.update?.request } == Self.tickets)
        let act: (ScreenCatalog) -> Request? = { catalog in
            catalog.screens.compactMap { $0.create?.request }.first { $0.operation == "closeTicket" }
        }
        #expect(try outdated(act) == Self.tickets)
    }

    @Test("what is below one thing is a collection of its own")
    func below() throws {
        #expect(try outdated { $0["tickets-notes"]?.create?.request } == ["/tickets/{id}/notes"])
    }

    @Test("a write that nothing reads changes nothing, whatever its path")
    func unread() throws {
        let act: (ScreenCatalog) -> Request? = { catalog in
            catalog.screens.compactMap { $0.create?.request }.first { $0.operation == "importTickets" }
        }
        #expect(try outdated(act).isEmpty)
    }
}

@Suite("Values made on demand")
struct OnDemandTests {
    @Test("A value is made when it is first asked for, once; copies share it")
    func once() {
        let made = Counter()
        let value = OnDemand {
            made.add()
            return "value"
        }
        let copy = value
        #expect(made.count == 0)
        #expect(value.value == "value" && copy.value == "value" && made.count == 1)
    }

    @Test("Two that give the same are equal, and one is equal to itself without being made")
    func equality() {
        let made = Counter()
        let one = OnDemand {
            made.add()
            return 1
        }
        #expect(one == one && made.count == 0)
        #expect(one == OnDemand { 1 } && one != OnDemand { 2 })
        #expect(Set([one, OnDemand { 1 }]).count == 1)
    }
}

private final class Counter: Sendable {
    private let number = Mutex(0)
    var count: Int { number.withLock { $0 } }
    func add() { number.withLock { $0 += 1 } }
}

import APIDocument
import Synchronization
import Testing

@testable import AppCore

@Suite("Screens that a write makes stale") struct OutdatedTests {
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

    private static let tickets: Set = ["/tickets", "/tickets/open", "/tickets/{id}", "/teams/{id}/tickets"]

    @Test(
        "A write outdates the lists and items of its kind, and nothing else",
        arguments: [
            // A new one, a changed one and an act on one change every list of the kind and the items.
            ("post-tickets", tickets), ("patch-tickets-id", tickets), ("closeTicket", tickets),
            // A list below one item is a collection of its own.
            ("post-tickets-id-notes", ["/tickets/{id}/notes"]),
            // A write that nothing reads changes nothing, whatever its path.
            ("importTickets", []),
        ] as [(String, Set<String>)])
    func outdated(operation: String, paths: Set<String>) throws {
        let catalog = try catalog(Self.paths)
        let write = try #require(catalog.screens.flatMap(\.requests).first { $0.operation == operation })
        #expect(Set(catalog.outdated(by: write).compactMap { catalog[$0]?.load?.path.text }) == paths)
    }
}

@Suite("Values made on demand") struct OnDemandTests {
    @Test("A value is made on first access, once; copies share it") func once() {
        let made = Counter()
        let value = OnDemand {
            made.add()
            return "value"
        }
        let copy = value
        #expect(made.count == 0)
        #expect(value.value == "value" && copy.value == "value" && made.count == 1)
    }

    @Test("Two with the same value are equal, and one equals itself without making it") func equality() {
        let made = Counter()
        let one = OnDemand {
            made.add()
            return 1
        }
        #expect(one == one && made.count == 0)
        #expect(one == OnDemand { 1 } && one != OnDemand { 2 })
    }
}

private final class Counter: Sendable {
    private let number = Mutex(0)
    var count: Int { number.withLock { $0 } }
    func add() { number.withLock { $0 += 1 } }
}

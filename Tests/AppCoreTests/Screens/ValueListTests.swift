import AppCore
import Testing
import WireFormats

@Suite("Lists to choose values from") struct ValueListTests {
    private static let catalog = Result {
        let rows = answer(
            "{type: array, items: {type: object, properties: {id: {type: string}, name: {type: string}}}}")
        let lists = ["stations", "trips", "open-orders", "price-lists"].map { "  /\($0): {get: {\(rows)}}" }
        let map = "  /charts/{stationId}: {get: {\(answer("{properties: {width: {type: integer}}}"))}}"
        let form = body("{type: object, properties: {trip_id: {type: string}, note: {type: string}}}")
        let tenant = "{name: Tenant-Id, in: header, required: true}, {name: orderId, in: path, required: true}"
        let sent = "responses: {'204': {description: sent}}"
        let remind = "  /acts/{orderId}/remind: {post: {parameters: [\(tenant)], \(sent)}}"
        let paths = lists + ["  /bookings: {post: {\(form)}}", map, remind]
        return try AppCoreTests.catalog(paths.joined(separator: "\n"))
    }

    @Test(
        "A field's list is found by a name that repeats a title, or by a description such as `ID of a station`",
        arguments: [
            ("stationId", "", "Stations"), ("origin_station_id", "", "Stations"), ("order-id", "", "Open orders"),
            ("priceListId", "", "Price lists"), ("list_id", "", "Price lists"),
            ("origin", "The ID of the origin station", "Stations"), ("origin", "ID of a station.", "Stations"),
            ("origin", "The ID of the station that the train leaves from, if it is known", nil),
            ("origin", "The station", nil), ("id", "", nil), ("name", "", nil), ("invoiceId", "", nil),
        ])
    func list(name: String, help: String, title: String?) throws {
        var field = Field(pointer: JSONPointer(tokens: [name]), title: name)
        field.help = help
        #expect(try Self.catalog.get().list(for: field, besides: [])?.screen.title == title)
    }

    @Test("The list of the item itself is not offered") func own() throws {
        let catalog = try Self.catalog.get()
        let field = Field(pointer: JSONPointer(tokens: ["trip_id"]), title: "Trip")
        let trips = try #require(catalog.list(for: field, besides: [])?.screen.id)
        #expect(catalog.list(for: field, besides: [trips]) == nil)
    }

    @Test("A form with a member for a row's key, or a call with a parameter, opens only from that list") func takers()
        throws
    {
        let catalog = try Self.catalog.get()
        let taken = catalog.screens.filter(\.showsRows).map { ($0.title, catalog.takers(ofRowsOf: $0.id)) }
        #expect(taken.filter { !$0.1.isEmpty }.map(\.0) == ["Stations", "Trips", "Open orders"])
        let map = try #require(taken.flatMap(\.1).first { $0.member == nil && $0.screen.load != nil })
        let place = Place(row: ["id": "s-7"])
        #expect(map.screen.load?.questions(in: place).isEmpty == true)
        #expect(map.screen.load?.values(in: place)["stationId"] == "s-7")
        #expect(taken.flatMap(\.1).compactMap(\.member?.name) == ["trip_id"])
    }
}

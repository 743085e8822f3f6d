import DemoManager
import HTTPTypes
import Testing
import WireFormats

/// Ids of new rows.
@Suite struct TakenIDTests {
    private static let api = [
        """
        /tickets:
            get: {responses: {'200': {content: {application/json: {example: [{id: 7, subject: Fire}, {id: 8, subject: Help}]}}}}}
            post:
              requestBody: {content: {application/json: {schema: {type: object, properties: {subject: {type: string}}}}}}
              responses: {'201': {content: {application/json: {example: {id: 7, subject: Fire}}}}}
        """,
        "/tickets/{id}: {get: {responses: {'200': {content: {application/json: {example: {id: 7, subject: Fire}}}}}}}",
    ]

    @Test(
        "A row that is made takes no row's place whose id the document's example of it has", arguments: [true, false])
    func example(isSeen: Bool) throws {
        let api = try DemoAPI(Self.api)
        if isSeen { _ = try api.send(.get, "/tickets") }
        let made = try api.send(.post, "/tickets", ["subject": "New"])
        let id = try #require(made["id"]?.scalarText)
        #expect(!["7", "8"].contains(id) && made["subject"] == "New")
        #expect(try api.send(.get, "/tickets").arrayValue?.map { $0["subject"] } == ["New", "Fire", "Help"])
        #expect(try api.send(.get, "/tickets/\(id)")["subject"] == "New")
        #expect(try api.send(.get, "/tickets/7")["subject"] == "Fire")
    }

    @Test("An id that is sent is the row's, and stands for the row that had it")
    func sent() throws {
        let api = try DemoAPI(Self.api)
        #expect(try api.send(.post, "/tickets", ["id": 7, "subject": "New"])["id"] == 7)
        #expect(try api.send(.get, "/tickets").arrayValue?.map { $0["subject"] } == ["New", "Help"])
    }
}

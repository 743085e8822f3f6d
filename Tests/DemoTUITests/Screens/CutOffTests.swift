import DemoManager
import HTTPTypes
import Testing

@testable import DemoTUI

@MainActor
@Suite("A list that goes on at the server alone")
struct CutOffTests {
    private let document = """
        openapi: 3.1.0
        info: {title: Box, version: '1'}
        servers: [{url: 'http://box.example'}]
        paths:
          /parcels:
            get:
              operationId: parcels
              responses: {'200': {description: ok, content: {application/json: {schema: {
                type: object, properties: {has_more: {type: boolean}, data: {type: array, items: {
                  type: object, properties: {id: {type: integer}, name: {type: string}}}}}}}}}}
        """

    @Test("the title counts on and the last line says that nothing leads to the rest; where all is there, neither")
    func cutOff() async throws {
        try await Harness.run(over: document) { app in
            let more = try app.stub(.get, "/parcels", #"{"has_more": true, "data": [{"id": 1, "name": "Tea"}]}"#)
            await app.press("1", "r")
            #expect(app.title.contains("1+") && app.screen.contains(RowList.cutOff), "\(app.screen)")
            app.manager.remove(more)
            try app.stub(.get, "/parcels", #"{"has_more": false, "data": [{"id": 1, "name": "Tea"}]}"#)
            await app.press("r")
            #expect(!app.title.contains("1+") && !app.screen.contains(RowList.cutOff), "\(app.screen)")
        }
    }
}

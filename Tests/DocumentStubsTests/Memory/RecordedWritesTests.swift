import APIDocument
import DemoManager
import DocumentStubs
import HTTPTypes
import Testing
import WireFormats

/// Writes beside lists that a server gave: those may be older than the writes, or newer.
@Suite struct RecordedWritesTests {
    private static let document = """
        paths:
          /notes:
            get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: *note}}}}}}
          /notes/{id}:
            get: {responses: {'200': {description: ok, content: {application/json: {schema: *note}}}}}
            put:
              requestBody: {content: {application/json: {schema: *note}}}
              responses: {'201': {description: made}, '204': {description: changed}}
            delete: {responses: {'204': {description: gone}}}
        components: {schemas: {Note: {type: object, required: [id, made], properties: {id: {type: integer}, text: {type: string}, made: {type: string, readOnly: true}}}}}
        """.replacing("*note", with: "{$ref: '#/components/schemas/Note'}")
    private static let list: JSONValue = [
        ["id": 1, "text": "one", "made": "then"], ["id": 2, "text": "two", "made": "then"],
    ]

    private let memory: RememberedData

    init() throws {
        memory = RememberedData(try APIDocument(inline: Self.document))
    }

    @discardableResult private func played(
        _ request: HTTPRequest, _ json: JSONValue? = nil, sending: JSONValue? = nil
    ) throws -> JSONValue {
        try memory.reply(to: request, json, sending: sending, from: .recording).json()
    }

    @Test("What was put stands in a recorded list, and in the row, whether the list was read before or not")
    func put() throws {
        try played(.put("/notes/2"), sending: ["id": 2, "text": "new"])
        let row: JSONValue = ["id": 2, "text": "new", "made": "then"]
        #expect(try played(.get("/notes"), Self.list) == [["id": 1, "text": "one", "made": "then"], row])
        #expect(try played(.get("/notes/2"), Self.list[1]) == row)
        try played(.put("/notes/2"), sending: ["id": 2, "text": "newer"])
        #expect(try played(.get("/notes"), Self.list)[1]?["text"] == "newer")
    }

    @Test("What no recorded list has is added by a PUT; what was taken away and put again is there as it was put")
    func added() throws {
        try played(.put("/notes/3"), sending: ["id": 3, "text": "three"])
        try played(.delete("/notes/1"))
        #expect(
            try played(.get("/notes"), Self.list).arrayValue?.compactMap { $0["text"]?.stringValue } == [
                "three", "two",
            ])
        try played(.put("/notes/1"), sending: ["id": 1, "text": "again"])
        #expect(
            try played(.get("/notes"), Self.list).arrayValue?.compactMap { $0["text"]?.stringValue }
                == ["three", "again", "two"])
    }
}

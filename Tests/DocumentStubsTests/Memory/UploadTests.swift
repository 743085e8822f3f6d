import APIDocument
import HTTPTypes
import Testing
import WireFormats

/// What was sent in other forms than JSON is remembered, and what nobody sent is not made up.
@Suite struct UploadTests {
    private static let document = """
        paths:
          /tickets/{id}/attachments:
            get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Attachment'}}}}}}}
            post:
              requestBody: {content: {multipart/form-data: {schema: {type: object, required: [file], properties: {file: {type: string, format: binary}, note: {type: string}}}}}}
              responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Attachment'}}}}}
        components:
          schemas:
            Attachment:
              type: object
              required: [id, filename, size, kind, labels]
              properties:
                id: {type: integer}
                ticket_id: {type: integer}
                filename: {type: string}
                size: {type: integer}
                content_type: {type: string}
                note: {type: string}
                kind: {type: string, enum: [plain, picture, sound]}
                labels: {type: array, items: {type: string}}
                preview: {type: object, properties: {url: {type: string}}}
        """
    private let api: DemoAPI

    init() throws { api = try DemoAPI(Self.document) }

    private static let path = "/tickets/3/attachments"

    private func send(_ body: [UInt8], _ type: String) throws -> JSONValue {
        try #require(api.reply(.post, Self.path, body, headers: [.contentType: type])).json()
    }

    @Test(
        "A file that was sent is in the list under its own name, with its size and type, and nothing that was not said")
    func upload() throws {
        let head = "Content-Disposition: form-data; name="
        let file: [UInt8] = [0xff, 0xd8, 0x0d, 0x0a, 0x2d, 0x2d, 0x00]
        let start =
            "--b\r\n\(head)\"note\"\r\n\r\nAs agreed\r\n--b\r\n"
            + "\(head)\"file\"; filename=\"plan.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n"
        let made = try send(Array(start.utf8) + file + Array("\r\n--b--\r\n".utf8), "multipart/form-data; boundary=b")
        let expected: JSONValue = [
            "filename": "plan.jpg", "size": 7, "content_type": "image/jpeg", "note": "As agreed", "ticket_id": 3,
            "kind": "plain", "labels": [],
        ]
        #expect(made.setting(nil, at: JSONPointer(tokens: ["id"])).isEquivalent(to: expected))
        #expect(try api.send(.get, Self.path)[0]?.isEquivalent(to: made) == true)
    }

    @Test(
        "A body that breaks off, or has no boundary, ends nothing",
        arguments: [
            ("--b", "multipart/form-data; boundary=b"), ("--b\r\n\r\n\r\n--b", "multipart/form-data; boundary=\"b\""),
            ("x", "multipart/form-data"), ("", "multipart/form-data; boundary="),
            ("%%%=&&", "application/x-www-form-urlencoded"),
        ])
    func broken(body: String, type: String) throws {
        #expect(try send(Array(body.utf8), type)["filename"]?.stringValue?.isEmpty == false)
        #expect(try api.send(.get, Self.path).arrayValue?.isEmpty == false)
    }
}

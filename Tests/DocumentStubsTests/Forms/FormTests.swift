import DemoManager
import Foundation
import Testing
import WireFormats

@testable import DocumentStubs

/// Forms whose names lead into objects and lists, and forms that are meant to be too much.
@Suite struct FormTests {
    private static let document = """
        GET /orders -> [Order]
        POST /orders application/x-www-form-urlencoded Draft -> 201 Order
        Draft = {metadata: {anyOf: [{type: object, additionalProperties: {type: string}}, {type: string, \
        enum: ['']}]}, items: [{price: integer, tags: [string]}], expand: [string], point: {x: number}, note: string}
        Order = {id: string, metadata: {type: object, additionalProperties: {type: string}}, \
        items: [{price: integer, tags: [string]}], expand: [string], point: {x: number}, note: string}
        """
    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document) }

    private func send(
        _ body: String, _ type: String = "application/x-www-form-urlencoded", to api: DemoAPI? = nil
    ) throws -> (status: Int, json: JSONValue) {
        let reply = (api ?? self.api).reply(.post, "/orders", Array(body.utf8), headers: [.contentType: type])
        return try (reply?.status.code ?? 0, reply?.json() ?? .null)
    }

    @Test("A body that is not of its declared type gets 400, and nothing is stored", arguments: [false, true])
    func brokenBody(negotiates: Bool) throws {
        let api = try DemoAPI(Self.document, negotiates: negotiates)
        let rows = try api.send(.get, "/orders")
        for (body, type) in [("{bad", "application/json"), ("bad <", "application/xml"), (" ", "text/xml")] {
            #expect(try send(body, type, to: api).status == 400, "\(body)")
        }
        #expect(try api.send(.get, "/orders") == rows)
        let picture = "\u{FEFF}\n<?xml version='1.0'?><!DOCTYPE svg><svg/>"
        #expect(try send(picture, "image/svg+xml", to: api).status < 300)
    }

    @Test(
        "Names with brackets fill the form's nested objects and lists",
        arguments: [
            ("metadata[plan]=pro&metadata[seats]=5", ["metadata": ["plan": "pro", "seats": "5"]]),
            ("metadata%5Bplan%5D=pro", ["metadata": ["plan": "pro"]]),
            (
                "items[1][price]=3&items[0][price]=2&items[0][tags][]=a&items[0][tags][]=b",
                ["items": [["price": 2, "tags": ["a", "b"]], ["price": 3]]]
            ),
            (
                "items[][price]=2&items[][tags][]=a&items[][price]=3",
                ["items": [["price": 2, "tags": ["a"]], ["price": 3]]]
            ),
            ("expand[]=a&expand[]=b", ["expand": ["a", "b"]]), ("expand=a&expand=b", ["expand": ["a", "b"]]),
            (#"expand=["a"]"#, ["expand": ["a"]]), ("point[x]=1.5", ["point": ["x": 1.5]]),
            (#"point={"x":2}"#, ["point": ["x": 2]]), ("note[a]=b", ["note[a]": "b"]), ("note=[a]", ["note": "[a]"]),
            ("note=%zz%41+%FF", ["note": "%zzA \u{FFFD}"]), ("items[=1", ["items[": "1"]),
            ("items[a[b]]=1", ["items[a[b]]": "1"]),
        ] as [(String, JSONValue)])
    func nesting(form: String, expected: JSONValue) throws {
        let made = try send(form)
        #expect(made.status == 201)
        for member in expected.objectValue?.members ?? [] {
            #expect(made.json[member.key]?.isEquivalent(to: member.value) == true, "\(made.json)")
        }
        #expect(try api.send(.get, "/orders")[0]?.isEquivalent(to: made.json) == true)
    }

    @Test("A form with a million fields is refused with the reason, in every encoding") func tooMany() throws {
        let query = String(repeating: "a=&", count: 1_000_000)
        let parts = String(repeating: "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n", count: 100_000)
        for (body, type) in [
            (query, "application/x-www-form-urlencoded"), (parts, "multipart/form-data; boundary=b"),
        ] {
            let refused = try send(body, type)
            #expect(refused.status == 413)
            #expect(refused.json["detail"]?.stringValue?.contains("5000 fields") == true)
        }
        let most = (1...TooManyFields.limit).map { "f\($0)=\($0)" }.joined(separator: "&")
        #expect(try send(most).status == 201)
    }

    @Test("Fields are grouped by name in one pass and keep their order") func tree() {
        let fields = (0..<200_000).map { (name: "n\($0)", value: "\($0)") }
        let items = (0..<200_000).map { (name: "list[]", value: "\($0)") }
        let tree = FieldTree(fields + items) { $0 == "list" }
        #expect(tree.members.count == 200_001)
        #expect(tree["n199999"]?.texts == ["199999"])
        #expect(tree["list"]?.members.count == 200_000)
    }

    @Test("A body with two hundred thousand members is merged in one pass") func members() {
        let object = JSONObject((0..<200_000).map { .init(key: "m\($0)", value: "old") })
        let merged = JSONValue.object(object).merging(.object(object.mapping { _ in "new" }))
        #expect(merged["m7"] == "new")
        #expect(merged.objectValue?.count == 200_000)
    }

    @Test("Only a boundary on its own line ends a part; nothing but blanks may follow it") func delimiters() throws {
        let head = "\r\ncontent-disposition: FORM-DATA; x=\"; name=no\"; Name=\"a\\\"b\"; filename=f.txt\r\n\r\n"
        let texts = ["a--b--b", "\r\n --b", "\r\n--bc\r\n--b--c", "\n--b\n", "", "\r\n\r\n"]
        for text in texts {
            let body =
                "preamble --b\r\n--b \t\(head)\(text)\r\n--b\(head)\(text)\r\n--b-- \r\n--b\(head)epilogue\r\n--b"
            for type in ["multipart/form-data; boundary=b", "multipart/form-data;boundary=\"b\"; charset=utf-8"] {
                let fields = try FormField.parts(of: Data(body.utf8), contentType: type)
                #expect(fields?.map(\.value) == [text, text], "\(text)")
                #expect(fields?.map(\.name) == ["a\"b", "a\"b"] && fields?.first?.fileName == "f.txt")
            }
        }
        #expect(try FormField.parts(of: Data("--b\r\n--b\r\n\r\n--b--".utf8), contentType: "a/b; boundary=b") == [])
        #expect(try FormField.parts(of: Data("--b".utf8), contentType: "a/b; xboundary=b") == nil)
    }

    @Test("A part whose head never ends has no value") func endlessHead() throws {
        let head = String(repeating: "form-data;", count: 100_000)
        #expect(try send("--b\r\n\(head)\r\n\r\nx\r\n--b--", "multipart/form-data; boundary=b").status == 201)
    }
}

/// Values that were sent in other forms than JSON are remembered; others are not invented.
@Suite struct UploadTests {
    private static let document = """
        GET /tickets/{id:}/attachments -> [Attachment]
        POST /tickets/{id:}/attachments multipart/form-data {file!: binary, note: string} -> 201 Attachment
        Attachment = {id!: integer, ticket_id: integer, filename!: string, size!: integer, content_type: string, \
        note: string, kind!: plain|picture|sound, labels!: [string], preview: {url: string}}
        """
    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document) }

    private static let path = "/tickets/3/attachments"

    private func send(_ body: [UInt8], _ type: String) throws -> JSONValue {
        try #require(api.reply(.post, Self.path, body, headers: [.contentType: type])).json()
    }

    @Test("An uploaded file is in the list with its file name, size and type, and without members that were not sent")
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
        "A truncated body, or a body without a boundary, does no harm",
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

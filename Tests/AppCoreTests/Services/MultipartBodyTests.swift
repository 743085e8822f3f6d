import Foundation
import Testing
import WireFormats

@testable import AppCore

@Suite("Multipart bodies") struct MultipartBodyTests {
    private func text(_ document: JSONValue, _ files: [JSONPointer: FilePart] = [:]) -> String {
        String(decoding: MultipartBody(document, files: files, boundary: "mark").bytes, as: UTF8.self)
    }

    @Test("Each member is a part: texts as they are, lists repeated, objects as JSON, null left out") func parts() {
        let body = text(["a": "x", "b": [1, true], "c": ["d": 1], "n": .null])
        let mark = "--mark"
        #expect(
            body
                == [
                    mark, "Content-Disposition: form-data; name=\"a\"", "", "x",
                    mark, "Content-Disposition: form-data; name=\"b\"", "", "1",
                    mark, "Content-Disposition: form-data; name=\"b\"", "", "true",
                    mark, "Content-Disposition: form-data; name=\"c\"", "Content-Type: application/json", "",
                    #"{"d":1}"#, mark + "--", "",
                ].joined(separator: "\r\n"))
    }

    @Test("A file replaces its path, with its name and type") func file() {
        let file = FilePart(name: "a\".png", bytes: Array("PNG".utf8))
        let body = text(
            ["f": "/home/me/a.png", "l": ["p"]],
            [JSONPointer(tokens: ["f"]): file, JSONPointer(tokens: ["l", "0"]): file])
        #expect(body.contains("name=\"f\"; filename=\"a%22.png\"\r\nContent-Type: image/png\r\n\r\nPNG\r\n"))
        #expect(body.contains("name=\"l\"; filename=") && !body.contains("/home/me"))
    }

    @Test("Names cannot end a line or the quotes; no two bodies share a boundary") func hostile() {
        #expect(text(["a\"\r\nX: y": "v"]).contains("name=\"a%22%0D%0AX: y\""))
        let bodies = (0..<2).map { _ in MultipartBody(["a": "b"], files: [:]) }
        #expect(bodies[0].contentType != bodies[1].contentType)
    }

    @Test("A missing file, or a folder, is an error that names it") func noFile() throws {
        let missing = #expect(throws: APIError.self) { try FilePart(path: "/nowhere/x.png") }
        #expect(missing?.userMessage.contains("/nowhere/x.png") == true)
        let folder = #expect(throws: APIError.self) { try FilePart(path: FileManager.default.temporaryDirectory.path) }
        #expect(folder?.userMessage.contains("folder") == true)
    }
}

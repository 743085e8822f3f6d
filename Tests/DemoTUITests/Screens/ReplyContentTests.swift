import AppCore
import DemoManager
import Foundation
import HTTPTypes
import JSONText
import Terminal
import Testing

@testable import DemoTUI

@MainActor
@Suite("Replies that are no JSON")
struct ReplyContentTests {
    private let document = """
        openapi: 3.1.0
        info: {title: Files, version: '1'}
        paths:
          /invoice: {get: {operationId: invoice, responses: {'200': {description: ok, content: {application/pdf: {}}}}}}
        """

    /// Runs the program on the one screen, which answers these bytes.
    private func run(
        _ bytes: [UInt8], _ headers: HTTPFields, _ body: @MainActor (Harness, URL) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("files-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("openapi.yaml")
        try document.write(to: file, atomically: true, encoding: .utf8)
        try await Harness.run(AppOptions(document: file.path, isDemo: true), size: Size(columns: 100, rows: 24)) {
            app in
            try app.manager.stub(
                matching: RequestPattern(url: .path("/invoice")), Reply(headers: headers, body: bytes))
            await app.press("1", "r")
            try await body(app, folder)
        }
    }

    @Test("bytes are told as what they are, and w saves them as they came, never over another file")
    func bytes() async throws {
        let pdf = Array("%PDF-1.7\n".utf8) + [0, 0xFF, 0xFE]
        try await run(pdf, [.contentType: "application/pdf"]) { app, folder in
            #expect(app.words.contains("File PDF document, 12 bytes; w saves it to a file"), "\(app.screen)")
            await app.press("w")
            #expect(app.screen.contains("invoice.pdf"), "\(app.screen)")
            await app.press("^U")
            await app.type(folder.path + "/a.pdf")
            await app.press("Enter")
            #expect(app.footer.contains("Saved 12 bytes to"), "\(app.screen)")
            let saved = try Data(contentsOf: folder.appendingPathComponent("a.pdf"))
            #expect(saved == Data(pdf))
            await app.press("w", "^U")
            await app.type(folder.path + "/openapi.yaml")
            await app.press("Enter")
            #expect(app.words.contains("Not saved: there is a file"), "\(app.screen)")
        }
    }

    @Test("text is text, line by line")
    func text() async throws {
        try await run(Array("day,sum\n1,\u{1B}[31m20\n".utf8), [.contentType: "text/csv"]) { app, _ in
            #expect(app.words.contains("1 day,sum") && app.unseen.isEmpty, "\(app.screen)")
            #expect(!app.screen.contains("\"\""))
        }
        try await run(Array("All is well.".utf8), [.contentType: "text/plain"]) { app, _ in
            #expect(app.words.contains("Text All is well."), "\(app.screen)")
        }
    }

    @Test(
        "a file is offered under the server's name without its folders, else under the screen's with the type's ending",
        arguments: [
            ("attachment; filename=\"March 2026.pdf\"", "", "March 2026.pdf"),
            ("attachment; filename=../../etc/passwd", "", "passwd"),
            ("attachment; filename=\"/\"", "text/csv", "my-sales.csv"),
            ("attachment; filename=.bashrc; x=1", "", "bashrc"), ("", "application/hal+json", "my-sales.json"),
            ("inline", "application/x-unknown; a=b", "my-sales.bin"),
            ("inline; FileName=\"C:\\x\\y.exe\"", "", "y.exe"),
        ])
    func names(disposition: String, type: String, name: String) throws {
        var headers: HTTPFields = [.contentType: type]
        headers[try #require(HTTPField.Name("Content-Disposition"))] = disposition
        #expect(FileNameOffer.name(for: headers, titled: "My sales!") == name)
    }
}

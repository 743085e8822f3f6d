import Foundation
import Testing
import WireFormats

@Suite("Prism's cases")
struct PrismCaseTests {
    @Test("Status, media type and body are as expected", arguments: PrismCase.all)
    func fits(expected: PrismCase) async throws {
        try await withMock(expected.document) { gateway in
            let reply = try await gateway.exchange(expected.request)
            let parts = reply.components(separatedBy: "\r\n\r\n")
            let body = parts.dropFirst().joined(separator: "\r\n\r\n")
            #expect(reply.hasPrefix("HTTP/1.1 \(expected.status) "))
            if let type = expected.contentType { #expect(parts[0].lowercased().contains("content-type: \(type)")) }
            if let wanted = try? JSONValue(parsing: expected.body), let given = try? JSONValue(parsing: body) {
                #expect(given.isEquivalent(to: wanted))
            } else {
                #expect(body == expected.body)
            }
        }
    }
}

import HTTPTypes
import Testing

@testable import DemoTUI

@MainActor
@Suite("Hostile text")
struct HostileTextTests {
    @Test("control characters, escapes and direction marks of a body never reach the terminal")
    func cards() async throws {
        let evil = #"\u001b]0;owned\u0007\u001b[2J\u202egnirts\u2066\u009b31m\r\n\t\u0000end"#
        try await Harness.run { app in
            try app.stub(.get, "/cards", "{\"data\": [{\"id\": \"\(evil)\", \"label\": \"\(evil)\"}]}")
            try app.stub(.get, "/insights", status: 500, "{\"error\": {\"code\": 1, \"message\": \"\(evil)\"}}")
            for keys in [["4"], ["Enter"], ["Enter"], ["Esc"], ["y"], ["Esc", "Esc", "v"], ["5"], ["v"]] {
                for key in keys { await app.press(key) }
                let bad = app.screen.unicodeScalars.filter {
                    $0 != "\n"
                        && ($0.properties.generalCategory == .control || $0.properties.generalCategory == .format)
                }
                #expect(bad.isEmpty, "\(keys) \(bad.map { String($0.value, radix: 16) })")
            }
        }
    }
}

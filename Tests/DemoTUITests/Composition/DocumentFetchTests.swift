import APIDocument
import Foundation
import Testing

@testable import DemoTUI

@Suite("What is fetched of other servers")
struct DocumentFetchTests {
    @Test("a public name that leads to a private address is not read", arguments: ["127.0.0.1", "10.0.0.7", "::1"])
    func privateAddress(address: String) async throws {
        let fetch = DocumentFetch(document: URL(string: "https://api.example.com/openapi.yaml")) { _ in
            ["93.184.216.34", address]
        }
        let url = try #require(URL(string: "http://schemas.example.com/a.yaml"))
        await #expect {
            try await fetch.bytes(url)
        } throws: { error in
            "\(error)".contains("schemas.example.com leads to the private address \(address)")
        }
    }

    @Test("a name nobody knows is not asked for again, when it may be told to lead elsewhere")
    func unknownName() async throws {
        let fetch = DocumentFetch(document: URL(string: "https://api.example.com/openapi.yaml")) { _ in [] }
        let url = try #require(URL(string: "http://localhost/a.yaml"))
        await #expect {
            try await fetch.bytes(url)
        } throws: { error in
            "\(error)".contains("no server of the name localhost was found")
        }
    }

    @Test("names are looked up")
    func lookedUp() {
        #expect(RemoteHost.addresses(of: "127.0.0.1") == ["127.0.0.1"])
        #expect(RemoteHost.addresses(of: "[").isEmpty)
    }
}

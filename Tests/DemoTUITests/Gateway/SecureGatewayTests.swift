import ArgumentParser
import DemoGateway
import DemoManager
import Foundation
import TestSupport
import Testing
import WireFormats

@testable import DemoTUI

@Suite("HTTPS from the command line") struct SecureGatewayTests {
    private func options(_ folder: String, _ arguments: String...) throws -> (GatewayCommand, AppOptions) {
        let command = try GatewayCommand.parse(arguments + ["--port", "0"])
        return (command, AppOptions(command, environment: ["XDG_DATA_HOME": folder]))
    }

    @Test("--tls creates an authority once, and the URLs are https") func authority() async throws {
        let folder = try Folder()
        let (command, options) = try options(folder.path, "--tls", "--allow-host", "my.test")
        let first = try await GatewayComposition(command, options, manager: .init())
        #expect(first.authority?.isNew == true && first.configuration.urls(port: 1) == ["https://127.0.0.1:1"])
        let again = try await GatewayComposition(command, options, manager: .init())
        #expect(again.authority?.isNew == false)
        #expect(again.authority?.certificate.fingerprint == first.authority?.certificate.fingerprint)
        #expect(first.authority?.certificate.certificateFile == folder.path("demo-tui/ca/ca.crt"))
    }

    @Test("Without --tls there is neither an authority nor https") func plain() async throws {
        let folder = try Folder()
        let (command, options) = try options(folder.path("new"))
        let composition = try await GatewayComposition(command, options, manager: .init())
        #expect(composition.authority == nil && composition.configuration.scheme == "http")
        #expect(!FileManager.default.fileExists(atPath: folder.path("new")))
    }

    @Test("An unreadable certificate ends the program with one line") func unreadable() async throws {
        let (command, options) = try options("/nowhere", "--certificate", "/no/such.pem", "--key", "/no/such.key")
        let failure = await #expect(throws: Complaint.self) {
            try await GatewayComposition(command, options, manager: .init())
        }
        #expect(failure?.description == "--certificate /no/such.pem: there is no such file, or it cannot be read.")
    }

    @Test("The invitation names the certificate for curl") func invitation() {
        let place = GatewayPlace(
            url: "https://127.0.0.1:1", upstream: nil, example: "/me",
            authority: .init(file: "/data/ca.crt", sentence: "Clients must trust the authority."))
        let lines = place.invitation(width: 100, hasScreens: true).map(\.text)
        #expect(lines.contains("  curl -i --cacert '/data/ca.crt' 'https://127.0.0.1:1/me'"))
        #expect(lines.contains("Clients must trust the authority."))
    }
}

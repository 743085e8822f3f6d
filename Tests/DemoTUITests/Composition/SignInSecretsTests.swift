import APIDocument
import AppCore
import ArgumentParser
import Foundation
import HTTPTypes
import Terminal
import Testing

@testable import DemoTUI

@Suite("What live calls sign in with") struct SignInSecretsTests {
    private func way(_ scheme: SecurityScheme) -> Authentication { Authentication(name: "x", scheme: scheme) }

    private func file(_ text: String, mode: Int = 0o600) throws -> String {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("secrets-\(UUID().uuidString)").path
        #expect(
            FileManager.default.createFile(
                atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: mode]))
        return path
    }

    @Test("Each way in takes the variables it needs; the first that has them is gone")
    func ways() throws {
        let all = [
            way(.oauth2Password(tokenURL: "/t", refreshURL: nil)), way(.apiKey(name: "X-Key", location: .header)),
            way(.bearer),
        ]
        func credentials(_ environment: [String: String], _ ways: [Authentication]) throws -> Credentials? {
            try Secrets(environment: environment).credentials(for: ways)
        }
        #expect(try credentials([:], all) == nil)
        #expect(try credentials(["DEMO_TUI_TOKEN": ""], all) == nil)
        #expect(
            try credentials(["DEMO_TUI_USERNAME": "a", "DEMO_TUI_PASSWORD": "b"], all)
                == .password(username: "a", password: "b"))
        #expect(try credentials(["DEMO_TUI_API_KEY": "k"], all) == .apiKey("k", name: "X-Key", in: .header))
        #expect(try credentials(["DEMO_TUI_TOKEN": "t"], [way(.bearer)]) == .bearer("t"))
        #expect(
            try credentials(["DEMO_TUI_USERNAME": "a", "DEMO_TUI_PASSWORD": "b"], [way(.basic)])
                == .basic(username: "a", password: "b"))
        let client = way(.oauth2ClientCredentials(tokenURL: "/t", refreshURL: nil))
        #expect(
            try credentials(["DEMO_TUI_CLIENT_ID": "i", "DEMO_TUI_CLIENT_SECRET": "s"], [client])
                == .client(id: "i", secret: "s"))
    }

    @Test("Of alternatives those come first that something was typed for, the latest before the others")
    func preferred() {
        let desk = SignInDesk(["a": .bearer("1")])
        let all = [["a"], ["b"], ["c", "d"]]
        #expect(desk.preferred(all) == all)
        desk.set(.bearer("2"), for: "b")
        #expect(desk.preferred(all) == [["b"], ["a"], ["c", "d"]])
        desk.set(.bearer("3"), for: "d")
        #expect(desk.preferred(all) == [["c", "d"], ["b"], ["a"]])
        desk.set(.bearer("4"), for: "b")
        #expect(desk.preferred(all) == [["b"], ["c", "d"], ["a"]])
        #expect(desk.credentials(for: "a") == .bearer("1"))
    }

    @Test("A file holds the same, with comments; the environment wins")
    func files() throws {
        let path = try file("# mine\n\nDEMO_TUI_TOKEN = a=b \n")
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(try Secrets(environment: [:], file: path).credentials(for: [way(.bearer)]) == .bearer("a=b"))
        let both = try Secrets(environment: ["DEMO_TUI_TOKEN": "t"], file: path)
        #expect(both.credentials(for: [way(.bearer)]) == .bearer("t"))
    }

    @Test("The rights that count are those of the file behind a link")
    func links() throws {
        let path = try file("DEMO_TUI_TOKEN=t")
        let open = try file("DEMO_TUI_TOKEN=t", mode: 0o644)
        defer { for file in [path, path + "-link", open, open + "-link"] { unlink(file) } }
        for file in [path, open] {
            try FileManager.default.createSymbolicLink(atPath: file + "-link", withDestinationPath: file)
        }
        let secrets = try Secrets(environment: [:], file: path + "-link")
        #expect(secrets.credentials(for: [way(.bearer)]) == .bearer("t"))
        #expect(throws: StartFailure.self) { try Secrets(environment: [:], file: open + "-link") }
    }

    @Test("A way that is not spoken gets no token, and nobody is told to set one")
    func digest() throws {
        let secrets = try Secrets(environment: ["DEMO_TUI_TOKEN": "t"])
        #expect(secrets.credentials(for: way(.http(scheme: "digest"))) == nil)
        #expect(secrets.credentials(for: way(.other("mutualTLS"))) == nil)
        #expect(Secrets.advice(for: [way(.http(scheme: "digest"))]) == nil)
        #expect(secrets.credentials(for: way(.other("oauth2"))) == .bearer("t"))
    }

    @Test("The help names every variable")
    func help() {
        let help = RunCommand.helpMessage(columns: 10_000)
        for variable in Secrets.Variable.allCases { #expect(help.contains(variable.rawValue)) }
    }

    @Test(
        "A file that others may read, a line that is none and a file that is not there are refused, without their content"
    )
    func refused() throws {
        for (text, mode, words) in [
            ("DEMO_TUI_TOKEN=s3cr3t", 0o644, "chmod 600"), ("s3cr3t", 0o600, ":1: write NAME=value"),
            ("TOKEN=s3cr3t", 0o600, "DEMO_TUI_TOKEN"),
        ] {
            let path = try file(text, mode: mode)
            defer { try? FileManager.default.removeItem(atPath: path) }
            let failure = #expect(throws: StartFailure.self) { try Secrets(environment: [:], file: path) }
            #expect(failure?.description.contains(words) == true)
            #expect(failure?.description.contains("s3cr3t") == false)
        }
        #expect(throws: StartFailure.self) { try Secrets(environment: [:], file: "/nowhere/at/all") }
    }

    @Test("What to set is said in the words of the variables, for every way, once")
    func advice() {
        #expect(Secrets.advice(for: []) == nil)
        #expect(Secrets.advice(for: [way(.bearer)]) == "Set DEMO_TUI_TOKEN.")
        let ways = [
            way(.basic), way(.bearer), way(.openIDConnect(url: "")), way(.apiKey(name: "k", location: .query)),
        ]
        #expect(
            Secrets.advice(for: ways)
                == "Set DEMO_TUI_USERNAME and DEMO_TUI_PASSWORD, or DEMO_TUI_TOKEN, or DEMO_TUI_API_KEY.")
    }

    @Test(
        "A header is a name and a value; what is none is refused without being repeated",
        arguments: [
            "s3cr3t", "a b: s3cr3t", ": s3cr3t", "X: a\r\nY: s3cr3t",
        ])
    func headers(text: String) throws {
        let failure = #expect(throws: StartFailure.self) { try HeaderOption.field(text) }
        #expect(failure?.description.contains("s3cr3t") == false)
        #expect(try HeaderOption.field("X-Tenant: 7: 8").value == "7: 8")
    }
}

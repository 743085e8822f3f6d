import ArgumentParser
import DemoGateway
import DemoManager
import Foundation
import TestSupport
import Testing
import WireFormats

@testable import DemoTUI

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Coverage", .timeLimit(.minutes(2))) struct CoverageTests {
    private static func document(below path: String? = nil) -> String {
        openAPI(
            "Shop", server: path.map { "http://localhost" + $0 },
            """
            GET /books listBooks -> [string] -> 404 ; parameters: [{name: limit, in: query, schema: {type: integer}}, \
            {name: X-Trace, in: header, schema: {type: string}}, {name: after, in: query, schema: {type: string}}]
            POST /books addBook -> 201
            """)
    }

    @Test(
        "Statuses that do not fit are counted",
        arguments: [(11, "200 401 403"), (10, "200 401 +1"), (9, "200 +2"), (6, "200 +2"), (5, "+3"), (0, "+3")])
    func narrow(width: Int, text: String) {
        #expect(CoverageScreen.list(["200", "401", "403"], width: width) == text)
    }

    private func folder() throws -> Folder { try Folder(["shop.yaml": Self.document()]) }

    /// Runs a gateway that counts, and makes these calls.
    private func run(_ folder: Folder, _ file: String, _ paths: [String], _ more: [String] = []) async throws {
        let command = try GatewayCommand.parse(
            [folder.path("shop.yaml"), "--port", "0", "--quiet", "--coverage", folder.path(file)] + more)
        let options = AppOptions(command, environment: ["HOME": folder.path, "XDG_DATA_HOME": folder.path])
        let composition = try await GatewayComposition(command, options, manager: DemoManager())
        let running = try await RunningGateway(
            command, composition, log: .init(nil), environment: options.environment
        ) { _ in }
        for path in paths {
            var request = URLRequest(url: try #require(URL(string: (running.urls.first ?? "") + path)))
            request.setValue("Phone/1.0 (x)", forHTTPHeaderField: "User-Agent")
            request.setValue("t", forHTTPHeaderField: "X-Trace")
            _ = try await URLSession.shared.data(for: request)
        }
        await running.stop(patience: .seconds(10))
        #expect(await running.finish())
    }

    @Test("Calls are counted by operation, and added to those of earlier runs") func merged() async throws {
        let folder = try folder()
        for _ in 0..<2 { try await run(folder, "c.json", ["/books?limit=1&odd=2", "/books", "/files/7"]) }
        let operations = try JSONValue(parsing: folder.read("c.json"))["operations"]
        #expect(
            operations?["listBooks"] == [
                "calls": 4, "statuses": ["200": 4], "parameters": ["X-Trace": 4, "limit": 2, "odd": 2], "bodies": [:],
                "clients": ["Phone": 4],
            ])
        #expect(operations?["GET /files/*"]?["calls"] == 2)

        var check = AppOptions(document: folder.path("shop.yaml"))
        check.environment = ["HOME": folder.path, "XDG_DATA_HOME": folder.path]
        func problems(_ arguments: String...) async throws -> [CheckProblem] {
            let coverage = try CoverageOptions.parse(["--coverage", folder.path("c.json")] + arguments)
            return try await CheckCommand.found(check, coverage).filter { $0.kind == .coverage }
        }
        let notes = try await problems("--at-least", "50")
        #expect(notes.allSatisfy { $0.severity == .note })
        #expect(
            notes.map(\.message) == [
                "listBooks was never answered with 404", "addBook (POST /books) was never called",
                "1 of 2 operations were called (50 %)",
            ])
        let failed = try await problems("--at-least", "51")
        #expect(failed.last?.severity == .error)
        #expect(failed.last?.message == "1 of 2 operations were called (50 %); --at-least asks for 51 %")
    }

    @Test("Calls are not counted by secrets in paths and parameter names") func secrets() async throws {
        let folder = try folder()
        let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"
        try await run(folder, "c.json", ["/reset/\(token)", "/books?\(token)"])
        let text = try folder.read("c.json")
        #expect(!text.contains(token) && text.contains("GET /reset/*"))
    }

    @Test("An operation's calls are counted for each document") func mounted() {
        #expect(Coverage.parts(of: "listPets@/v1/shop") == ("listPets", "/v1/shop"))
        for other in ["listPetsAll", "listPets@shop", "GET /listPets@/shop"] {
            #expect(Coverage.parts(of: other) == (other, ""))
        }
    }

    @Test(
        "Calls of an operation with the same id in another document do not count",
        arguments: [("/b", "2 of 2"), ("", "1 of 2"), ("/other", "2 of 2")])
    func namesake(path: String, words: String) async throws {
        let folder = try folder()
        try folder.write(
            "c.json",
            """
            {"coverage": 1, "operations": {"listBooks": {"calls": 1}, "listBooks@/api/b": {"calls": 1},
             "addBook@/api/b": {"calls": 1}}}
            """)
        try folder.write("own.yaml", Self.document(below: path))
        var check = AppOptions(document: folder.path("own.yaml"))
        check.environment = ["HOME": folder.path, "XDG_DATA_HOME": folder.path]
        let coverage = try CoverageOptions.parse(["--coverage", folder.path("c.json")])
        let problems = try await CheckCommand.found(check, coverage).filter { $0.kind == .coverage }
        #expect(problems.last?.message.hasPrefix(words) == true, "\(problems)")
    }

    @Test("A report has the operations of each document, by path") func several() async throws {
        let folder = try folder()
        try await run(folder, "c.xml", ["/b/books"], ["--mount", "/b=\(folder.path)/shop.yaml"])
        let text = try folder.read("c.xml")
        #expect(text.contains("listBooks@/b GET /b/books\"/>"), "\(text)")
        #expect(text.contains("listBooks GET /books\"><failure"), "\(text)")
    }

    @Test("A report has each operation, and no markup of clients", arguments: ["html", "xml"])
    func report(format: String) async throws {
        let folder = try folder()
        try await run(folder, "c.\(format)", ["/books", "/%3Cb%3E"])
        let text = try folder.read("c.\(format)")
        #expect(text.contains("listBooks GET /books") && text.contains("addBook POST /books"))
        #expect(!text.contains("<b>"))
        if format == "xml" { #expect(text.contains("tests=\"2\" failures=\"1\"")) }
    }

    @Test(
        "A damaged file is named with its line, and stays as it is",
        arguments: [
            ("{\"coverage\": 1,\n", "c.json:"), ("[]", "not a coverage file"),
            ("{\"coverage\": 1, \"operations\": {\n \"a\": {\"calls\": -1}}}", "c.json:2"),
            (
                "{\"coverage\": 1, \"operations\": {\"a\": {\"calls\": 1, \"statuses\": {\"200\": \"x\"}}}}",
                "whole number"
            ),
        ])
    func damaged(text: String, words: String) async throws {
        let folder = try folder()
        try folder.write("c.json", text)
        let failure = await #expect(throws: Complaint.self) { try await run(folder, "c.json", []) }
        #expect(failure?.description.contains(words) == true, "\(failure?.description ?? "")")
        #expect(try folder.read("c.json") == text)
    }

    @Test("A file of another kind is refused") func refused() {
        #expect(throws: (any Error).self) { try GatewayCommand.parse(["--coverage", "c.txt"]) }
    }
}

@MainActor @Suite("The coverage's screen") struct CoverageScreenTests {
    nonisolated static let walks: [Walk] = [
        Walk(
            "% counts the calls of this run, / finds an operation, f leaves what was never called",
            on: .stage(columns: 120, rows: 40), .press("4 r %"), .title("3 of 14 called, 21 %"),
            .holds { $0.line("GET /cards").contains("  2  401 501") },
            .holds { $0.line("PUT /user").contains("never") },
            .press("/"), .type("/cards"), .press("Enter"), .title("/cards"), .lacks("PUT /user"),
            .sees("STATUSES", "401  never", "CLIENTS", "demo-tui  2"), .press("Esc f"), .title("never called"),
            .sees("PUT /user"), .holds { app in !app.coverage.contains { $0.title == "GET /cards" } }),
        Walk(
            "Enter opens the screen of the selected operation, c makes it fail, and its status counts",
            on: .stage(columns: 120, rows: 40), .press("% /"), .type("/cards"), .press("Enter Enter"), .title("Cards"),
            .press("%"), .press("/"), .type("/cards"), .press("Enter"), .choose("500 server error"),
            .press("Esc Esc 4 r % /"), .type("/cards"), .press("Enter"), .sees("500  ", "not documented")),
        Walk(
            "y copies the operation's id; without a match the screen says so",
            on: .stage(columns: 80, rows: 24), .press("% y"),
            .holds { app in app.terminal.acts.last == .copied(Array((app.coverage.first?.operation ?? "").utf8)) },
            .press("/"), .type("xyzzy"), .sees("No operation contains"), .press("Enter y"),
            .footer("No operation contains")),
    ]

    @Test("The coverage screen works", arguments: walks) func walk(_ walk: Walk) async throws { try await walk.take() }
}

extension Harness {
    fileprivate var coverage: [CoverageReport.Row] { (state.mainPanel as? CoverageScreen)?.rows ?? [] }
}

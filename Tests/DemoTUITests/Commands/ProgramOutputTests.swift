import Foundation
import JSONText
import Testing

@testable import DemoTUI

/// What the built program writes, to a file and to a terminal.
@Suite("What the program writes", .enabled(if: GatewayProcess.isAvailable))
struct ProgramOutputTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: "Pe\\u001Bts", version: '1'}
        paths:
          /pets:
            get:
              operationId: listPets
              summary: "All\\u001B[2J\\u202E pets"
              responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {type: object,
                properties: {name: {type: string}}}}}}}}
          /photo:
            get:
              operationId: getPhoto
              responses: {'200': {description: ok, content: {image/png: {}}}}
        """

    /// A folder with the document and a stub, gone afterwards.
    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("output-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("stubs"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(Self.document.utf8).write(to: folder.appendingPathComponent("openapi.yaml"))
        let stub = "request: {urlPath: /photo}\nresponse: {base64Body: \(Data(Self.photo).base64EncodedString())}\n"
        try Data(stub.utf8).write(to: folder.appendingPathComponent("stubs/photo.yaml"))
        try body(folder)
    }

    /// A body that is no text, with what a terminal would obey.
    private static let photo = [UInt8](0...255) + Array("\u{1B}[2J".utf8)

    /// What a command writes to standard output and standard error, joined, into a file.
    private func written(_ arguments: [String], in folder: URL, errors: Bool = false) throws -> Data {
        let file = folder.appendingPathComponent("out").path
        let script = errors ? #"exec "$@" 2>&1 1>/dev/null"# : #"exec "$@""#
        Tmux.run(["sh", "-c", script, "sh", Tmux.program] + arguments, to: file)
        return try Data(contentsOf: URL(fileURLWithPath: file))
    }

    @Test("Into a file a body goes byte for byte")
    func raw() async throws {
        try await onThread {
            try withFolder { folder in
                let bytes = try written(["request", "getPhoto", folder.path, "--demo"], in: folder)
                #expect(Array(bytes) == Self.photo)
            }
        }
    }

    @Test("Lists are JSON for programs")
    func json() async throws {
        try await onThread {
            try withFolder { folder in
                let screens = try JSONValue(
                    parsing: Array(try written(["screens", folder.path, "--format", "json"], in: folder)))
                let first = try #require(screens[0]?.objectValue)
                #expect(first.keys == ["id", "kind", "title", "group", "parent", "operations", "columns"])
                #expect(first["kind"] == "collection" && first["operations"] == ["listPets"])
                #expect(first["columns"] == ["Name"] && first["parent"] == .null)
                let operations = try JSONValue(
                    parsing: Array(
                        try written(["screens", folder.path, "--operations", "--format", "json"], in: folder)))
                #expect(operations.arrayValue?.count == 2)
                #expect(
                    operations[0]
                        == [
                            "id": "listPets", "method": "GET", "path": "/pets",
                            "summary": "All\u{1B}[2J\u{202E} pets",
                        ])
            }
        }
    }

    @Test("An error goes raw into a file, and harmless to a terminal, as what is printed does")
    func terminal() async throws {
        try await onThread {
            try withFolder { folder in
                let name = "\(folder.path)/a\u{1B}[31mb"
                let error = String(decoding: try written(["screens", name], in: folder, errors: true), as: UTF8.self)
                #expect(error.hasPrefix("demo-tui: ") && error.contains("a\u{1B}[31mb"), "\(error)")
                guard Tmux.isAvailable else { return }
                let tmux = Tmux(columns: 200)
                defer { tmux.end() }
                tmux.run("'\(Tmux.program)' screens \"$(printf '/a\\033[31mb')\"")
                #expect(tmux.wait(for: "/a^[[31mb"), "\(tmux.screen)")
                tmux.run("'\(Tmux.program)' screens '\(folder.path)' --operations")
                #expect(tmux.wait(for: "All^[[2J<U+202E> pets"), "\(tmux.screen)")
            }
        }
    }

    @Test(
        "On a terminal JSON is laid out and its last line ended; secrets that are typed are not shown, and ^C ends in order"
    )
    func onTerminal() async throws {
        guard Tmux.isAvailable else { return }
        try await onThread {
            try withFolder { folder in
                let stub = #"{"request": {"urlPath": "/pets"}, "response": {"body": "[{\"name\": \"\u202EMilo\"}]"}}"#
                try Data(stub.utf8).write(to: folder.appendingPathComponent("stubs/pets.json"))
                let tmux = Tmux(columns: 200)
                defer { tmux.end() }
                tmux.run("'\(Tmux.program)' request listPets '\(folder.path)' --demo; echo code=$?")
                let text = "[\n  {\n    \"name\": \"<U+202E>Milo\"\n  }\n]\ncode=0"
                #expect(tmux.wait(for: text), "\(tmux.screen)")
                tmux.run("clear; stty -a | grep -o '[-]*echo ' | sed 's/^/it is: /'")
                #expect(tmux.wait(for: "it is: echo"), "\(tmux.screen)")
                tmux.run("clear; '\(Tmux.program)' request listPets '\(folder.path)' --secrets -; echo code=$?")
                #expect(tmux.wait(for: "Token:"), "\(tmux.screen)")
                tmux.type("hunter2")
                tmux.press("C-c")
                tmux.run("clear; stty -a | grep -o '[-]*echo ' | sed 's/^/it is: /'")
                #expect(tmux.wait(for: "it is: echo"), "\(tmux.screen)")
                #expect(!tmux.screen.contains("hunter2"))
            }
        }
    }

    @Test(
        "A terminal of xterm's family that is not in terminfo is drawn as xterm, keeps its name for an editor, and is told of"
    )
    func unknownTerminal() async throws {
        guard Tmux.isAvailable else { return }
        try await onThread {
            try withFolder { folder in
                let tmux = Tmux(
                    environment: [
                        "HOME": folder.path, "XDG_DATA_HOME": folder.path, "TERM": "wezterm-of-tomorrow",
                        "EDITOR": "echo $TERM >'\(folder.path)/term' #",
                    ])
                defer { tmux.end() }
                tmux.run("'\(Tmux.program)' '\(folder.path)' --demo; echo code=$?")
                try #require(tmux.wait(for: "DEMO"), "\(tmux.screen)")
                // On a busy machine the first may come before there is anything to edit.
                #expect(
                    eventually {
                        tmux.press("E")
                        return FileManager.default.contents(atPath: folder.path + "/term")?.isEmpty == false
                    })
                tmux.press("Q")
                #expect(tmux.wait(for: "code=0"), "\(tmux.screen)")
                #expect(tmux.screen.contains(#"terminfo has no "wezterm-of-tomorrow" here: the screens were drawn"#))
                #expect(try String(contentsOfFile: folder.path + "/term", encoding: .utf8) == "wezterm-of-tomorrow\n")
            }
        }
    }
}

import Foundation
import TestSupport
import Testing
import WireFormats

@testable import DemoTUI

@Suite("Standard output") struct StandardOutputTests {
    @Test("Bytes for a terminal keep their lines, show invalid text byte by byte, and end the last line") func lines() {
        let bytes = Array("a\r\nb\u{1B}[2Jc\n".utf8) + [0xFF, 0xC2, 0x9B] + Array("\u{202E}d".utf8)
        #expect(String(decoding: StandardOutput.visible(bytes), as: UTF8.self) == "a\nb^[[2Jc\n<FF><9B><U+202E>d\n")
        #expect(StandardOutput.visible([]) == [])
        #expect(StandardOutput.visible([0x0A]) == [0x0A])
    }

    @Test("Every text is harmless for a terminal", .enabled(if: !SharedCases.texts.isEmpty)) func texts() {
        for text in SharedCases.texts {
            let printed = String(decoding: StandardOutput.visible(Array(text.utf8)), as: UTF8.self)
            #expect(String.unseen(printed).isEmpty, "\(text)")
        }
    }
}

/// The output of the built program, to a file and to a terminal.
@Suite("Output of the program", .enabled(if: GatewayProcess.isAvailable)) struct ProgramOutputTests {
    private static let document = openAPI(
        "\"Pe\\u001Bts\"", server: nil,
        """
        GET /pets listPets -> [{name: string}] ; summary: "All\\u001B[2J\\u202E pets"
        GET /photo getPhoto -> image/png {}
        """)

    /// A folder with the document and a stub.
    private let folder: Folder

    init() throws {
        let stub = "request: {urlPath: /photo}\nresponse: {base64Body: \(Data(Self.photo).base64EncodedString())}\n"
        folder = try Folder(["openapi.yaml": Self.document, "stubs/photo.yaml": stub])
    }

    /// A body that is no text, with what a terminal would obey.
    private static let photo = [UInt8](0...255) + Array("\u{1B}[2J".utf8)

    /// A command's standard output or standard error.
    private func written(_ arguments: [String], errors: Bool = false) throws -> Data {
        let file = folder.path("out")
        let script = errors ? #"exec "$@" 2>&1 1>/dev/null"# : #"exec "$@""#
        Tmux.run(["sh", "-c", script, "sh", Tmux.program] + arguments, to: file)
        return try Data(contentsOf: URL(fileURLWithPath: file))
    }

    @Test("A body is written to a file unchanged") func raw() async throws {
        try await onThread {
            let bytes = try written(["request", "getPhoto", folder.path, "--demo"])
            #expect(Array(bytes) == Self.photo)
        }
    }

    @Test(
        "A wrong option names the command whose help has the right ones",
        arguments: [
            (["request", "--bogus"], "See demo-tui request --help."),
            (["gateway", "--admin-port", "1"], "See demo-tui gateway --help."), (["--bogus"], "See demo-tui --help."),
        ])
    func helpHint(arguments: [String], hint: String) async throws {
        try await onThread {
            let error = String(decoding: try written(arguments, errors: true), as: UTF8.self)
            #expect(error.hasSuffix("\(hint)\n"), "\(error)")
        }
    }

    @Test("Lists are JSON for programs") func json() async throws {
        try await onThread {
            let screens = try JSONValue(parsing: Array(try written(["screens", folder.path, "--format", "json"])))
            let first = try #require(screens[0]?.objectValue)
            #expect(first.keys == ["id", "kind", "title", "group", "parent", "operations", "columns"])
            #expect(first["kind"] == "collection" && first["operations"] == ["listPets"])
            #expect(first["columns"] == ["Name"] && first["parent"] == .null)
            let operations = try JSONValue(
                parsing: Array(try written(["screens", folder.path, "--operations", "--format", "json"])))
            #expect(operations.arrayValue?.count == 2)
            #expect(
                operations[0]
                    == ["id": "listPets", "method": "GET", "path": "/pets", "summary": "All\u{1B}[2J\u{202E} pets"])
        }
    }

    @Test("Errors and output are raw in files and harmless in terminals") func terminal() async throws {
        try await onThread {
            let name = "\(folder.path)/a\u{1B}[31mb"
            let error = String(decoding: try written(["screens", name], errors: true), as: UTF8.self)
            #expect(error.hasPrefix("demo-tui: ") && error.contains("a\u{1B}[31mb"), "\(error)")
            guard Tmux.isAvailable else { return }
            let tmux = Tmux(columns: 200)
            defer { tmux.end() }
            try tmux.run("'\(Tmux.program)' screens \"$(printf '/a\\033[31mb')\"", until: "/a^[[31mb")
            try tmux.run("'\(Tmux.program)' screens '\(folder.path)' --operations", until: "All^[[2J<U+202E> pets")
        }
    }

    @Test("A terminal gets formatted JSON; typed secrets are hidden, and ^C ends cleanly")
    func onTerminal() async throws {
        guard Tmux.isAvailable else { return }
        try await onThread {
            let stub = #"{"request": {"urlPath": "/pets"}, "response": {"body": "[{\"name\": \"\u202EMilo\"}]"}}"#
            try folder.write("stubs/pets.json", stub)
            let tmux = Tmux(columns: 200)
            defer { tmux.end() }
            tmux.run("'\(Tmux.program)' request listPets '\(folder.path)' --demo; echo code=$?")
            let text = "[\n  {\n    \"name\": \"<U+202E>Milo\"\n  }\n]\ncode=0"
            #expect(tmux.wait(for: text), "\(tmux.screen)")
            try tmux.run("clear; stty -a | grep -o '[-]*echo ' | sed 's/^/it is: /'", until: "it is: echo")
            try tmux.run(
                "clear; '\(Tmux.program)' request listPets '\(folder.path)' --secrets -; echo code=$?", until: "Token:")
            tmux.type("hunter2")
            tmux.press("C-c")
            try tmux.run("clear; stty -a | grep -o '[-]*echo ' | sed 's/^/it is: /'", until: "it is: echo")
            #expect(!tmux.screen.contains("hunter2"))
        }
    }

    @Test("An unknown xterm variant is drawn as xterm, keeps its name for an editor, and is reported")
    func unknownTerminal() async throws {
        guard Tmux.isAvailable else { return }
        try await onThread {
            let tmux = Tmux(
                environment: [
                    "HOME": folder.path, "XDG_DATA_HOME": folder.path, "TERM": "wezterm-of-tomorrow",
                    "EDITOR": "echo $TERM >'\(folder.path)/term' #",
                ])
            defer { tmux.end() }
            try tmux.run("'\(Tmux.program)' '\(folder.path)' --demo; echo code=$?", until: "DEMO")
            // On a busy machine the first may come before there is anything to edit.
            #expect(
                eventually {
                    tmux.press("E")
                    return FileManager.default.contents(atPath: folder.path + "/term")?.isEmpty == false
                })
            try tmux.press("Q", until: "code=0")
            #expect(tmux.screen.contains(#"terminfo has no "wezterm-of-tomorrow" here: the screens were drawn"#))
            #expect(try String(contentsOfFile: folder.path + "/term", encoding: .utf8) == "wezterm-of-tomorrow\n")
        }
    }
}

/// The built program where what it writes to is full, closed or gone.
@Suite("Output that fails", .enabled(if: GatewayProcess.isAvailable)) struct FailingOutputTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Pets, version: '1'}
        paths:
          /pets:
            get:
              operationId: listPets
              responses: {'200': {description: ok, content: {application/json: {example: [{name: Milo}]}}}}
        """

    private struct Run: Equatable {
        let code: Int32
        let output: String
        let errors: String
    }

    /// Runs a line of shell in a folder with the document and a stub; 7 is a pipe without a reader.
    private func run(_ line: String) async throws -> Run {
        let folder = try GatewayFolder()
        try folder.folder.write("openapi.yaml", Self.document)
        let body = String(repeating: "a", count: 300_000)
        let stub = #"{"request": {"method": "GET", "urlPath": "/pets"}, "response": {"body": "\#(body)"}}"#
        try folder.folder.write("own/pets.json", stub)
        let script = """
            unset XDG_RUNTIME_DIR XDG_STATE_HOME; export XDG_DATA_HOME='\(folder.path)/data'
            demo-tui() { '\(Tmux.program)' "$@"; }; cd '\(folder.path)'; exec 7> >(:); wait $!; exec 2>errors
            \(line)
            """
        try await onThread {
            let status = Tmux.run(["bash", "-c", script], to: folder.path + "/output")
            try folder.folder.write("code", "\((status >> 8) & 0xFF)")
        }
        let texts = try ["code", "output", "errors"].map { name in
            String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(name)")), as: UTF8.self)
        }
        return Run(code: try #require(Int32(texts[0])), output: texts[1], errors: texts[2])
    }

    private static let commands = [
        "request listPets . --demo --stubs own", "screens .", "screens . --format json", "check .", "export own",
        "--help", "init openapi.yaml app", "--generate-completion-script bash", "--version",
    ]

    @Test("A reader that closes its pipe ends a command silently", arguments: commands)
    func readerLeaves(command: String) async throws {
        #expect(try await run("demo-tui \(command) >&7") == Run(code: 141, output: "", errors: ""))
    }

    @Test("A full disk and a closed output are reported, and end with exit code 1", arguments: commands)
    func fullDisk(command: String) async throws {
        let full = try await run("demo-tui \(command) >/dev/full")
        #expect(full.code == 1)
        #expect(full.errors == "demo-tui: standard output cannot be written: No space left on device.\n")
        let closed = try await run("demo-tui \(command) >&-")
        #expect(closed.code == 1)
        #expect(closed.errors == "demo-tui: standard output cannot be written: Bad file descriptor.\n")
    }

    @Test("An error that cannot be written does not change the exit code", arguments: ["2>/dev/full", "2>&7", "2>&-"])
    func errors(redirection: String) async throws {
        #expect(try await run("demo-tui request nope . \(redirection)").code == 2)
        #expect(try await run("demo-tui --nope \(redirection)").code == 2)
    }

    @Test("Unreadable standard input is reported", arguments: ["< .", "<&-"])
    func input(redirection: String) async throws {
        let run = try await run("demo-tui request listPets . --demo --body - \(redirection)")
        #expect(run.code == 2 || run.code == 0, "\(run)")
        #expect(!run.errors.contains("Fatal"))
    }

    @Test("--output keeps the old file until the new body is complete") func outputFile() async throws {
        let request = "demo-tui request listPets . --demo --stubs own -o"
        let cut = try await run(
            "echo before > file; trap '' XFSZ; ulimit -f 64; \(request) file; code=$?; cat file; ls -A; exit $code")
        #expect(cut.code == 1 && cut.output.hasPrefix("before\n") && !cut.output.contains(".demo-tui-"), "\(cut)")
        #expect(cut.errors == "demo-tui: --output file: it cannot be written: File too large.\n")
        let whole = try await run(
            "mkdir d; echo before > d/file; chmod 640 d/file; ln -s d/file link; \(request) link; stat -c %a%F link d/file; wc -c d/file"
        )
        #expect(whole.output == "777symbolic link\n640regular file\n300000 d/file\n", "\(whole)")
        let device = try await run("\(request) /dev/full; echo $?; \(request) /dev/null; stat -c %F /dev/null")
        #expect(device.output == "1\ncharacter special file\n")
        #expect(device.errors == "demo-tui: --output /dev/full: it cannot be written: No space left on device.\n")
    }

    @Test("An archive with omitted entries ends with exit code 1") func leftOut() async throws {
        func entry(_ encoding: String) -> String {
            """
            {"request": {"method": "GET", "url": "http://a.example/\(encoding)"}, "response": {"status": 200,
            "headers": [{"name": "Content-Encoding", "value": "gzip"}],
            "content": {"text": "\(encoding)", "encoding": "base64"}}}
            """
        }
        let broken = Data([0x1F, 0x8B, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8]).base64EncodedString()
        for (body, code) in [("aGVsbG8=", 0), (broken, 1)] as [(String, Int32)] {
            let run = try await run(
                "echo '{\"log\": {\"entries\": [\(entry(body))]}}' > a.har; demo-tui import a.har out")
            #expect(run.code == code, "\(run)")
            #expect(run.output.hasPrefix("Imported \(1 - code) of 1 entry"), "\(run)")
        }
    }

    @Test("Without HOME, the user's files are in the home folder that the system knows") func home() async throws {
        let home = String(cString: try #require(getpwuid(getuid())).pointee.pw_dir)
        for variable in ["unset HOME", "export HOME=", "export HOME=here"] {
            let run = try await run(
                """
                \(variable); exec 3< <(exec '\(Tmux.program)' gateway --port 0 --admin 0 --stubs stubs); pid=$!
                while read -r line <&3; do echo "$line"; case $line in *Ctrl-C*) break;; esac; done; kill $pid
                """)
            #expect(run.output.contains("its token is in \(home)/.local/state/demo-tui/admin-"), "\(run)")
        }
    }

    @Test(
        "A gateway continues after the readers of its output and log have closed",
        arguments: ["mkfifo $XDG_DATA_HOME/p && exec 8<>$XDG_DATA_HOME/p 2>$XDG_DATA_HOME/p 8<&-", "exec 2>/dev/full"])
    func log(redirection: String) async throws {
        let folder = try GatewayFolder(["a": Array("it".utf8)])
        try await onThread {
            let gateway = try GatewayProcess(["--stubs", folder.stubs], in: folder.path, after: redirection)
            func status(_ path: String) throws -> Int? {
                let socket = try ClientSocket(port: gateway.port)
                return socket.ask(path)?.status
            }
            #expect(try status("/a/1") == 200)
            // The new stub answers once both files were read, and what is wrong in the other one was to be said.
            try folder.folder.write("stubs/mappings/broken.json", "{")
            let stub = #"{"request": {"urlPath": "/new"}, "response": {"status": 201}}"#
            try folder.folder.write("stubs/mappings/new.json", stub)
            #expect(try eventually { try status("/new") == 201 })
            #expect(try status("/a/1") == 200)
            #expect(gateway.end(SIGTERM) == 143)
        }
    }

    @Test("A signal that stops the gateway removes the token's file", arguments: [SIGQUIT, SIGINT, SIGHUP])
    func token(signal: Int32) async throws {
        let folder = try GatewayFolder(["a": Array("it".utf8)])
        try await onThread {
            let gateway = try GatewayProcess(
                ["--stubs", folder.stubs, "--admin", "0"], in: folder.path,
                after: "export XDG_STATE_HOME='\(folder.path)'")
            let tokens = { try FileManager.default.contentsOfDirectory(atPath: folder.path + "/demo-tui") }
            #expect(try tokens().count == 1)
            #expect(gateway.end(signal) == 128 + signal)
            #expect(try tokens() == [])
        }
    }

    @Test("A gateway started by nohup outlives its terminal") func outlivesTerminal() async throws {
        let folder = try GatewayFolder(["a": Array("it".utf8)])
        try await onThread {
            let gateway = try GatewayProcess(["--stubs", folder.stubs], in: folder.path, after: "trap '' HUP")
            kill(gateway.pid, SIGHUP)
            let socket = try ClientSocket(port: gateway.port)
            #expect(socket.ask("/a/1")?.status == 200)
            #expect(gateway.end(SIGTERM) == 143)
        }
    }
}

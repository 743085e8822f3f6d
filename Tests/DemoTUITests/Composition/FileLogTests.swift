import Foundation
import Logging
import Testing

@testable import DemoTUI

@Suite("The log file")
struct FileLogTests {
    /// A path in a folder that is gone afterwards.
    private func withPath(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("demo-tui-log-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.appendingPathComponent("a.log").path)
    }

    private func log(_ message: String, to path: String) throws {
        let file = try FileLog(path: path)
        Logger(label: "test") { _ in file }.info("\(message)")
    }

    private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    @Test("The log is readable by its owner alone and is appended to") func owner() throws {
        try withPath { path in
            try log("one", to: path)
            try log("two", to: path)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
            #expect(mode?.intValue == 0o600)
            let lines = try text(path).split(separator: "\n")
            #expect(lines.count == 2 && lines[0].hasSuffix(" info one") && lines[1].hasSuffix(" info two"))
        }
    }

    @Test("A server's text adds no line to the log and controls no terminal") func escaped() throws {
        try withPath { path in
            try log("a\u{1B}[2J\nb\r\u{9B}\u{202E}c", to: path)
            let written = try text(path)
            #expect(written.unicodeScalars.filter { $0.value < 0x20 }.map(\.value) == [0x0A])
            #expect(written.contains("a^[[2J") && String.unseen(written).isEmpty, "\(written)")
        }
    }

    @Test("secrets are left out, those of signing in too") func secrets() throws {
        try withPath { path in
            try log("GET /cb?code=SplxlOBeZQQYbYS6WxSbIA&state=xyz&api_key=lighthouse", to: path)
            let written = try text(path)
            #expect(written.contains("GET /cb?") && !written.contains("Splxl") && !written.contains("lighthouse"))
        }
    }

    @Test("at its limit it takes no more; the next run begins a new one and keeps the old beside it")
    func limit() throws {
        try withPath { path in
            #expect(FileManager.default.createFile(atPath: path, contents: nil))
            #expect(truncate(path, FileLog.limit - 1) == 0)
            let file = try FileLog(path: path)
            let logger = Logger(label: "test") { _ in file }
            logger.info("the last")
            let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
            logger.info("one too many")
            let after = try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
            #expect(size == after && (size?.intValue ?? 0) > FileLog.limit)
            try log("anew", to: path)
            #expect(try text(path).hasSuffix(" info anew\n") && text(path).utf8.count < 200)
            #expect(FileManager.default.fileExists(atPath: path + ".1"))
        }
    }
}

@Suite("The editor's command")
struct EditorCommandTests {
    @Test("a variable that is set to nothing counts as not set") func empty() {
        #expect(EditorCommand(environment: ["VISUAL": "", "EDITOR": "nano -w"]).name == "nano -w")
        #expect(EditorCommand(environment: ["VISUAL": "", "EDITOR": ""]).name == "vi")
        #expect(EditorCommand(environment: ["VISUAL": "code", "EDITOR": "nano"]).name == "code")
    }

    @Test("The path is a separate argument, whatever it contains") func path() {
        let command = EditorCommand(environment: ["EDITOR": "nano -w"]).opening("/a b/$(c)", line: 7)
        #expect(command == ["/bin/sh", "-c", #"nano -w +7 "$1""#, "sh", "/a b/$(c)"])
    }

    @Test(
        "A known editor opens at the line, an unknown one without",
        arguments: [
            ("vim", #"vim +7 "$1""#), ("/usr/bin/nano -w", #"/usr/bin/nano -w +7 "$1""#),
            ("code", #"code --wait --goto "$1":7"#), ("code -w -n", #"code -w -n --goto "$1":7"#),
            ("my-editor --fast", #"my-editor --fast "$1""#),
        ])
    func line(_ editor: String, _ command: String) {
        #expect(EditorCommand(environment: ["EDITOR": editor]).opening("/a", line: 7)[2] == command)
    }

    @Test("an editor that is not there is named with its variable") func missing() {
        let editor = EditorCommand(environment: ["EDITOR": "code"])
        #expect(editor.failure(status: 127) == "$EDITOR is 'code': command not found.")
        #expect(editor.failure(status: 0) == nil)
        #expect(EditorCommand(environment: [:]).failure(status: 127)?.contains("$EDITOR is not set") == true)
    }
}

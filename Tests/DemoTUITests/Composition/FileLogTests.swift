import Foundation
import Logging
import TestSupport
import Testing

@testable import DemoTUI

@Suite("The log file") struct FileLogTests {
    private let folder: Folder
    private var path: String { folder.path("a.log") }

    init() throws { folder = try Folder() }

    private func log(_ message: String) throws {
        let file = try FileLog(path: path)
        Logger(label: "test") { _ in file }.info("\(message)")
    }

    private var text: String { get throws { try folder.read("a.log") } }

    @Test("The log is private and is appended to") func owner() throws {
        try log("one")
        try log("two")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        let lines = try text.split(separator: "\n")
        #expect(lines.count == 2 && lines[0].hasSuffix(" info one") && lines[1].hasSuffix(" info two"))
    }

    @Test("A server's text cannot add a line to the log or control the terminal") func escaped() throws {
        try log("a\u{1B}[2J\nb\r\u{9B}\u{202E}c")
        let written = try text
        #expect(written.unicodeScalars.filter { $0.value < 0x20 }.map(\.value) == [0x0A])
        #expect(written.contains("a^[[2J") && String.unseen(written).isEmpty, "\(written)")
    }

    @Test("Secrets are omitted, including those of signing in") func secrets() throws {
        try log("GET /cb?code=SplxlOBeZQQYbYS6WxSbIA&state=xyz&api_key=lighthouse")
        let written = try text
        #expect(written.contains("GET /cb?") && !written.contains("Splxl") && !written.contains("lighthouse"))
    }

    @Test("A full log is not extended; the next run starts a new one and keeps the old one") func limit() throws {
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        #expect(truncate(path, FileLog.limit - 1) == 0)
        let file = try FileLog(path: path)
        let logger = Logger(label: "test") { _ in file }
        logger.info("the last")
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
        logger.info("one too many")
        let after = try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
        #expect(size == after && (size?.intValue ?? 0) > FileLog.limit)
        try log("anew")
        #expect(try text.hasSuffix(" info anew\n") && text.utf8.count < 200)
        #expect(FileManager.default.fileExists(atPath: path + ".1"))
    }
}

@Suite("The editor's command") struct EditorCommandTests {
    @Test("An empty variable counts as unset") func empty() {
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

    @Test("A missing editor is reported with its variable") func missing() {
        let editor = EditorCommand(environment: ["EDITOR": "code"])
        #expect(editor.failure(status: 127) == "$EDITOR is 'code': command not found.")
        #expect(editor.failure(status: 0) == nil)
        #expect(EditorCommand(environment: [:]).failure(status: 127)?.contains("$EDITOR is not set") == true)
    }
}

import Foundation
import TestSupport
import Testing
import WireFormats

@Suite("Prism's cases") struct PrismCaseTests {
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

/// One of Prism's cases, as they lie beside the project: a document, a command and what is expected.
struct PrismCase: Sendable, CustomTestStringConvertible {
    let name: String
    let document: String
    /// The request of the command, as it goes over the wire.
    let request: String
    let status: Int
    let contentType: String?
    let body: String

    var testDescription: String { name }

    /// The cases; none where the folder is not there.
    static let all = SharedCases.files(in: "prism").filter { $0.name.hasSuffix(".txt") }.compactMap { file in
        PrismCase(name: String(file.name.dropLast(4)), text: String(decoding: file.bytes, as: UTF8.self))
    }

    init?(name: String, text: String) {
        var parts: [String: String] = [:]
        for part in text.components(separatedBy: "\n====").flatMap({ [$0] }) {
            guard let end = part.range(of: "====\n") else { continue }
            parts[part[..<end.lowerBound].trimmingCharacters(in: ["="])] = String(part[end.upperBound...])
        }
        guard let spec = parts["spec"], let command = parts["command"],
            let expected = parts["expect"] ?? parts["expect-loose"] ?? parts["expect-keysOnly"],
            let request = CurlCommand(command)?.request
        else { return nil }
        self.name = name
        document = spec
        self.request = request
        let halves = expected.split(separator: "\n\n", maxSplits: 1).map(String.init)
        let lines = (halves.first ?? "").split(separator: "\n").map(String.init)
        status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        contentType = lines.first { $0.lowercased().hasPrefix("content-type:") }
            .map { $0.dropFirst(13).prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces) }
        body = (halves.count > 1 ? halves[1] : "").trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// A command line of curl, as far as the cases use it.
private struct CurlCommand {
    var method: String?
    var target = "/"
    var headers: [String] = []
    var data: [String] = []

    init?(_ text: String) {
        var words = Self.words(text)[...]
        guard words.popFirst() == "curl" else { return nil }
        while let word = words.popFirst() {
            switch word {
            case "-X", "--request": method = words.popFirst()
            case "-H", "--header": headers.append(words.popFirst() ?? "")
            case "-d", "--data", "--data-raw", "--data-binary", "--data-urlencode": data.append(words.popFirst() ?? "")
            case "-I", "--head": method = "HEAD"
            case "-i", "-s", "-v", "-L", "--include", "--globoff", "-g": break
            default:
                if word.hasPrefix("-X") {
                    method = String(word.dropFirst(2))
                } else if let mark = word.range(of: "://") {
                    let rest = word[mark.upperBound...]
                    let target = rest[(rest.firstIndex { "/?".contains($0) } ?? rest.endIndex)...]
                    self.target = target.hasPrefix("/") ? String(target) : "/" + target
                }
            }
        }
    }

    var request: String {
        let body = data.joined(separator: "&")
        var lines = ["\(method ?? (data.isEmpty ? "GET" : "POST")) \(target) HTTP/1.1", "Host: localhost:4010"]
        if !headers.contains(where: { $0.lowercased().hasPrefix("accept:") }) { lines.append("Accept: */*") }
        lines += headers.filter { !$0.hasSuffix(":") }
        if !data.isEmpty {
            lines.append("Content-Length: \(body.utf8.count)")
            if !headers.contains(where: { $0.lowercased().hasPrefix("content-type") }) {
                lines.append("Content-Type: application/x-www-form-urlencoded")
            }
        }
        return (lines + ["Connection: close", "", ""]).joined(separator: "\r\n") + body
    }

    /// Words as a shell cuts them.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        var quote: Character?
        var isOpen = false
        for character in text.replacing("\\\n", with: " ") {
            switch (character, quote) {
            case (let character, let quote?) where character == quote: (_, isOpen) = (clear(), true)
            case (_, .some): word.append(character)
            case ("\"", nil), ("'", nil): (quote, isOpen) = (character, true)
            case (let character, nil) where character.isWhitespace:
                if isOpen || !word.isEmpty { words.append(word) }
                (word, isOpen) = ("", false)
            default: word.append(character)
            }
        }
        if isOpen || !word.isEmpty { words.append(word) }
        return words

        func clear() { quote = nil }
    }
}

import AppCore
import Foundation
import HTTPTypes
import WireFormats

/// A reply's body that is no JSON: text to read line by line, bytes to save, or nothing at all. Nil for JSON.
struct ReplyContent: Sendable {
    let bytes: [UInt8]
    /// The value shown instead: the lines of a text, or a description of the bytes.
    let value: JSONValue
    /// The title of the only line.
    let title: String
    let fileName: String

    /// More lines than anybody scrolls through; the file has them all.
    private static let mostLines = 50_000

    init?(_ response: APIResponse, titled title: String) {
        guard response.json == nil else { return nil }
        bytes = response.body
        fileName = FileNameOffer.name(for: response.head.headerFields, titled: title)
        guard !bytes.isEmpty else {
            value = .string("\(response.status), without a body")
            self.title = "Answered"
            return
        }
        guard !BodyLines.isBinary(bytes) else {
            let name = ContentKind.name(of: bytes) ?? "Binary data"
            value = .string("\(name), \(ContentKind.size(bytes.count)); w saves it to a file")
            self.title = "File"
            return
        }
        let text = String(decoding: bytes, as: UTF8.self)
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).prefix(Self.mostLines)
        if lines.last?.isEmpty == true { lines.removeLast() }
        value = lines.count > 1 ? .array(lines.map { .string(String($0)) }) : .string(String(lines.first ?? ""))
        self.title = "Text"
    }
}

enum FileNameOffer {
    /// The server's own name (RFC 6266) without any folder, else the screen's title with the ending of the type.
    static func name(for headers: HTTPFields, titled title: String) -> String {
        if let given = HTTPField.Name("Content-Disposition").flatMap({ headers[$0] }).flatMap(fileName) { return given }
        let words = title.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
        return String(words.prefix(60)) + "." + (MediaTypeName(headers[.contentType]).fileExtension ?? "bin")
    }

    private static func fileName(_ disposition: String) -> String? {
        guard let start = disposition.range(of: "filename=", options: .caseInsensitive)?.upperBound else { return nil }
        let rest = disposition[start...]
        let quoted = rest.hasPrefix("\"") ? rest.dropFirst().prefix { $0 != "\"" } : rest.prefix { $0 != ";" }
        // A name is no way: nothing of it may lead to another folder, or hide the file.
        let last = quoted.split { $0 == "/" || $0 == "\\" }.last ?? ""
        let plain = last.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint && $0.value >= 0x20 }
        let name = String(String.UnicodeScalarView(plain)).drop { $0 == "." || $0 == " " }
        return name.isEmpty ? nil : String(name.prefix(120))
    }
}

import AppCore
import Foundation
import HTTPTypes
import Terminal
import WireFormats

/// The body of a reply that is not JSON: text to read, bytes to save, or nothing. Nil for JSON.
struct ReplyContent: Sendable {
    let bytes: [UInt8]
    /// The value shown instead: the lines of a text, or a description of the bytes.
    let value: JSONValue
    let title: String
    let fileName: String
    /// True if the value is the lines of a text.
    private(set) var isText = false

    /// More lines than a user scrolls; the file has all of them.
    private static let mostLines = 50_000

    /// The part of a stream received so far.
    init(_ stream: EventStream, titled title: String) {
        // A copy for each part would be too much; the stream has them.
        bytes = []
        value = .array(stream.events)
        fileName = FileNameOffer.name(for: stream.headers, titled: title)
        self.title = "\(stream.valueName.capitalized)s"
    }

    init?(_ response: APIResponse, titled title: String) {
        guard response.json == nil else { return nil }
        bytes = response.body
        fileName = FileNameOffer.name(for: response.head.headerFields, titled: title)
        guard !bytes.isEmpty else {
            value = .string("\(response.status), without a body")
            self.title = "Answered"
            return
        }
        let type = MediaTypeName(response.head.headerFields[.contentType])
        guard !type.isFile, !BodyLines.isBinary(bytes) else {
            let name = ContentKind.name(of: bytes) ?? type.fileExtension?.uppercased() ?? "Binary data"
            value = .string("\(name), \(ContentKind.size(bytes.count)); \(key: .saveFile) saves it to a file")
            self.title = "File"
            return
        }
        let text = String(decoding: bytes, as: UTF8.self)
        var lines = VisibleText.paragraphs(of: text).prefix(Self.mostLines)
        if lines.last?.isEmpty == true { lines.removeLast() }
        value = lines.count > 1 ? .array(lines.map { .string(String($0)) }) : .string(String(lines.first ?? ""))
        self.title = "Text"
        isText = lines.count > 1
    }
}

enum FileNameOffer {
    /// The server's file name (RFC 6266) without folders, else the screen's title with the type's extension.
    static func name(for headers: HTTPFields, titled title: String) -> String {
        if let given = HTTPField.Name("Content-Disposition").flatMap({ headers[$0] }).flatMap(fileName) { return given }
        let words = title.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
        return String(words.prefix(60)) + "." + (MediaTypeName(headers[.contentType]).fileExtension ?? "bin")
    }

    private static func fileName(_ disposition: String) -> String? {
        guard let start = disposition.range(of: "filename=", options: .caseInsensitive)?.upperBound else { return nil }
        let rest = disposition[start...]
        let quoted = rest.hasPrefix("\"") ? rest.dropFirst().prefix { $0 != "\"" } : rest.prefix { $0 != ";" }
        // A name is not a path: it must not point to another folder, or hide the file.
        let last = quoted.split { $0 == "/" || $0 == "\\" }.last ?? ""
        let plain = last.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint && $0.value >= 0x20 }
        let name = String(String.UnicodeScalarView(plain)).drop { $0 == "." || $0 == " " }
        return name.isEmpty ? nil : String(name.prefix(120))
    }
}

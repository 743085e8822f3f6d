import DemoManager
import HTTPTypes
import WireFormats

/// A recorded request as a command for bash. It repeats the request after the variables of its secrets are set.
struct CurlCommand {
    private enum Piece {
        case literal([UInt8])
        case variable(String)
    }

    private let request: HTTPRequest
    private let method: HTTPRequest.Method
    private let body: [UInt8]
    private let url: String
    private let redactor: Redactor
    /// Encloses secrets in the redactor's output; occurs nowhere in the request.
    private let mark: Character
    /// The secrets by the names of their variables.
    private var secrets: [String: [UInt8]] = [:]

    init(_ exchange: Exchange, url: String, redactor: Redactor) {
        (request, method) = (exchange.request, exchange.sentMethod)
        (body, self.url) = (exchange.requestBody ?? [], url)
        let texts = ([url, String(decoding: body, as: UTF8.self)] + request.headerFields.map(\.value))
            .map { $0.lowercased() }
        let candidates = (0xF800...0xF8FF).reversed().compactMap { Unicode.Scalar($0) }
        let unused = candidates.first { mark in !texts.contains { Self.mayHold(mark, $0) } }
        mark = unused.map(Character.init) ?? "\u{F8FF}"
        self.redactor = redactor.marking(mark)
    }

    /// True if lowercase text has the character, plain or escaped as in JSON and URLs.
    private static func mayHold(_ mark: Unicode.Scalar, _ text: String) -> Bool {
        let escape = String(mark).utf8.map { "%" + String($0, radix: 16).padded(to: 2) }.joined()
        return text.unicodeScalars.contains(mark) || text.contains("u" + String(mark.value, radix: 16))
            || text.contains(escape)
    }

    var text: String {
        var copy = self
        return copy.command()
    }

    private mutating func command() -> String {
        var words = ["curl"]
        // Brackets of the URL are not a glob pattern.
        if url.contains(where: { "[]{}".contains($0) }) { words.append("-g") }
        if url.contains("/.") { words.append("--path-as-is") }
        if method == .head {
            words.append("--head")
        } else if method != .get || !body.isEmpty {
            words.append("-X \(word([.literal(Array(method.rawValue.utf8))]))")
        }
        words.append(word(pieces(redactor.url(url))))
        words += headers
        guard !body.isEmpty else { return words.joined(separator: " \\\n  ") }
        let type = request.headerFields[.contentType]
        if type == nil { words.append("-H 'Content-Type:'") }
        let parts = pieces(redactor.body(body, contentType: type))
        guard body.contains(0) || String(utf8: body) == nil else {
            return (words + ["--data-raw \(word(parts))"]).joined(separator: " \\\n  ")
        }
        let printed = parts.map(printed).joined(separator: " ")
        return "{ \(printed) } | " + (words + ["--data-binary @-"]).joined(separator: " \\\n  ")
    }

    /// Headers of the connection, and those that curl sets for the body.
    private static let left: Set<String> = [
        "connection", "content-length", "expect", "host", "keep-alive", "proxy-authorization", "proxy-connection", "te",
        "trailer", "transfer-encoding", "upgrade",
    ]

    private var headers: [String] {
        mutating get {
            var words: [String] = []
            for field in request.headerFields where !Self.left.contains(field.name.canonicalName) {
                let isCoding = field.name == .acceptEncoding && field.value.contains { $0 == "g" || $0 == "b" }
                if isCoding {
                    if !words.contains("--compressed") { words.append("--compressed") }
                    continue
                }
                let name = field.name.rawName
                // curl removes a header for `name:`.
                let text =
                    field.value.isEmpty ? "\(name);" : "\(name): \(redactor.headerValue(field.value, of: field.name))"
                words.append("-H \(word(pieces(text)))")
            }
            for name in [HTTPField.Name.accept, .userAgent] where request.headerFields[name] == nil {
                words.append("-H '\(name.rawName):'")
            }
            return words
        }
    }

    // MARK: Variables

    private mutating func pieces(_ text: String) -> [Piece] { pieces(Array(text.utf8)) }

    /// The parts of the redactor's output: a text, the name of a secret, the secret, a text ...
    private mutating func pieces(_ bytes: [UInt8]) -> [Piece] {
        var parts = bytes.split(separator: Array(String(mark).utf8), omittingEmptySubsequences: false).map { Array($0) }
        guard parts.count % 3 == 1 else { return [.literal(bytes)] }
        var pieces: [Piece] = []
        for place in stride(from: 0, to: parts.count - 1, by: 3) {
            let name = String(decoding: parts[place + 1].dropFirst(), as: UTF8.self)
            if parts[place + 1].first == UInt8(ascii: "#") {
                // A number has no quotes; those of an embedded text are escaped with backslashes.
                let quotes = Set("\"\\".utf8)
                parts[place] = parts[place].reversed().drop { quotes.contains($0) }.reversed()
                parts[place + 3] = Array(parts[place + 3].drop { quotes.contains($0) })
            }
            pieces += [.literal(parts[place]), .variable(variable(name, parts[place + 2]))]
        }
        return pieces + [.literal(parts[parts.count - 1])]
    }

    /// The variable of a secret; another secret of the same name gets its own.
    private mutating func variable(_ name: String, _ secret: [UInt8]) -> String {
        var base = String(name.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }.prefix(40))
        // Reserved by the shell, or not a valid name.
        if base.isEmpty || base == "PWD" || base.first?.isNumber == true { base = "SECRET_" + base }
        var (name, number) = (base, 1)
        while let other = secrets[name], other != secret {
            number += 1
            name = "\(base)_\(number)"
        }
        secrets[name] = secret
        return name
    }

    // MARK: Quotes

    private func word(_ pieces: [Piece]) -> String {
        let text = pieces.map { piece in
            switch piece {
            case .literal(let bytes): bytes.isEmpty ? "" : Self.quoted(String(decoding: bytes, as: UTF8.self))
            case .variable(let name): "\"$\(name)\""
            }
        }.joined()
        return text.isEmpty ? "''" : text
    }

    /// Quoted for bash: everything is literal, and control characters are escaped.
    private static func quoted(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isHidden) else {
            return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
        }
        let escaped = text.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "\n": "\\n"
            case "\t": "\\t"
            case "\\": "\\\\"
            case "'": "\\'"
            case "!": "\\x21"
            case _ where isHidden(scalar):
                String(scalar).utf8.map { "\\x" + String($0, radix: 16).padded(to: 2) }.joined()
            default: String(scalar)
            }
        }
        return "$'\(escaped.joined())'"
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: return true
        default: return false
        }
    }

    /// A command that prints bytes which an argument cannot contain.
    private func printed(_ piece: Piece) -> String {
        guard case .literal(let bytes) = piece else { return "printf %s \(word([piece]));" }
        let text = bytes.map { byte -> String in
            switch byte {
            case UInt8(ascii: "%"): "%%"
            case UInt8(ascii: "\\"), UInt8(ascii: "'"), ..<0x20, 0x7F...:
                "\\" + String(byte >> 6) + String(byte >> 3 & 7) + String(byte & 7)
            default: String(decoding: [byte], as: UTF8.self)
            }
        }
        return "printf -- '\(text.joined())';"
    }
}

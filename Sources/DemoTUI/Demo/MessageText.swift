import DemoManager
import Foundation
import HTTPTypes
import WireFormats

/// A held request or reply as a text to edit: the first line, the headers, an empty line, the body.
///
/// ```
/// POST /v1/books?notify=true
/// Content-Type: application/json
///
/// {"title": "Emma"}
/// ```
///
/// Headers with secrets are masked and keep their value while their line stays. The length of the body is not shown.
/// JSON is laid out; the bytes stay as they are while the text stays.
struct MessageText: Hashable {
    private let first: String
    private let headers: HTTPFields
    private let shownHeaders: [String]
    private let body: [UInt8]
    /// Nil for a body that is no text.
    private let shownBody: String?

    init(_ request: HTTPRequest, _ body: [UInt8]?, _ redactor: Redactor) {
        let path = redactor.url(request.path ?? "/")
        self.init("\(request.method.rawValue) \(path)", request.headerFields, body ?? [], redactor)
    }

    init(_ reply: StubReply, _ redactor: Redactor) {
        self.init("HTTP \(reply.status.code)", reply.headers, reply.body, redactor)
    }

    private init(_ first: String, _ headers: HTTPFields, _ body: [UInt8], _ redactor: Redactor) {
        (self.first, self.headers, self.body) = (first, headers, body)
        let masked = redactor.headers(headers)
        shownHeaders = zip(headers, masked).map { Self.isFraming($0.name) ? "" : "\($0.name): \($1.value)" }
        let text = String(validating: body, as: UTF8.self)
        let isText = text.map { !$0.unicodeScalars.contains { $0.value < 9 } } ?? false
        shownBody = isText ? (try? JSONValue(parsing: body)).map { $0.text(.pretty) } ?? text : nil
    }

    var text: String {
        var lines = [first] + shownHeaders.filter { !$0.isEmpty }
        if shownBody?.isEmpty == false || !body.isEmpty { lines.append("") }
        if let shownBody { lines.append(shownBody) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The edited request.
    ///
    /// - Parameter hasBody: False if the body is sent as it arrives.
    func edit(_ text: String, of request: HTTPRequest, hasBody: Bool) throws(Complaint) -> RequestEdit {
        let parts = try parse(text)
        var edited = request
        if parts.first != first {
            let words = parts.first.split(separator: " ")
            guard words.count == 2 || words.count == 3 && words[2].hasPrefix("HTTP/"),
                let method = HTTPRequest.Method(String(words[0])), words[1].hasPrefix("/")
            else { throw Complaint("Line 1 must be a method and a path, such as GET /books?limit=2.") }
            edited.method = method
            if words[1] != first.split(separator: " ").last { edited.path = String(words[1]) }
        }
        edited.headerFields = parts.headers
        guard hasBody || parts.body == nil else {
            throw Complaint("The body cannot be edited: it is sent as it arrives.")
        }
        return RequestEdit(from: request, to: edited, body: parts.body)
    }

    func edit(_ text: String, of reply: StubReply) throws(Complaint) -> StubReply {
        let parts = try parse(text)
        var edited = reply
        if parts.first != first {
            let words = parts.first.split(separator: " ", maxSplits: 2)
            guard words.count > 1, words[0].hasPrefix("HTTP"), let code = Int(words[1]), (200...599).contains(code)
            else { throw Complaint("Line 1 must be HTTP and a status from 200 to 599, such as HTTP 404.") }
            edited.status = HTTPResponse.Status(code: code)
        }
        edited.headers = parts.headers
        if let body = parts.body {
            edited.body = body
            edited.headers[.contentLength] = nil
        }
        return edited
    }

    /// The parts of an edited text; the body is nil if it stays.
    private func parse(_ text: String) throws(Complaint) -> (first: String, headers: HTTPFields, body: [UInt8]?) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        let first = lines.popFirst().map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
        var fields = HTTPFields()
        var unused = shownHeaders[...].indices.map { $0 }
        var number = 1
        while let line = lines.popFirst() {
            number += 1
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.isEmpty { break }
            if let place = unused.firstIndex(where: { shownHeaders[$0] == line }) {
                fields.append(headers[headers.index(headers.startIndex, offsetBy: unused.remove(at: place))])
                continue
            }
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let name = HTTPField.Name(String(parts[0])) else {
                throw Complaint("Line \(number) is no header; write Name: value, and an empty line before the body.")
            }
            fields.append(HTTPField(name: name, value: parts[1].trimmingCharacters(in: .whitespaces)))
        }
        for field in headers where Self.isFraming(field.name) { fields.append(field) }
        var rest = lines.joined(separator: "\n")
        // Editors end a text with a line break.
        if rest.hasSuffix("\n") { rest.removeLast() }
        let isKept = rest == (shownBody ?? "") || rest + "\n" == shownBody
        return (first, fields, isKept ? nil : Array(rest.utf8))
    }

    private static func isFraming(_ name: HTTPField.Name) -> Bool {
        name == .contentLength || name == .transferEncoding
    }
}

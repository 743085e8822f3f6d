import DemoManager
import Foundation
import HTTPTypes
import SourceTexts
import WireFormats

/// The exchanges in an HTTP Archive (HAR 1.2) from browsers, proxies and API clients. An invalid entry does not affect
/// the others.
package struct HARFile: Sendable {
    /// The exchanges that can be recorded, in the order of the file.
    package let exchanges: [ServedExchange]
    package let entryCount: Int
    /// An error for each invalid entry, a warning for each without a recordable reply. Both name the entry and its
    /// pointer.
    package let problems: [Problem]

    /// Reads an archive.
    ///
    /// - Parameters:
    ///   - text: the file, with or without a byte order mark.
    ///   - host: selects the entries of this host, with an optional port; others are ignored.
    ///   - keepsCookies: true to keep `Set-Cookie` without the values; clients would store these cookies.
    /// - Throws: a problem for a file that is not JSON or not an archive, and for a host that no entry asked.
    package init(_ text: SourceText, host: String? = nil, keepsCookies: Bool = false) throws(Problem) {
        let source = SourceText(name: text.name, bytes: text.bytes, format: .json)
        let value = try source.parse()
        let pointer = JSONPointer(tokens: ["log", "entries"])
        guard let entries = value[pointer]?.arrayValue else {
            throw Problem("is not an HTTP Archive: it has no log.entries", file: text.name)
        }
        if let host, !entries.contains(where: { HAREntryReader.isOf(host, $0) }) {
            let hosts = Set(entries.compactMap { HAREntryReader.address(of: $0)?.authority.lowercased() }).inOrder(<)
            let others = hosts.isEmpty ? "" : ", only to \(hosts.prefix(5).joined(separator: ", "))"
            throw Problem("has no requests to \(host)\(others)", file: text.name)
        }
        let flaws = Flaws()
        let reader = HAREntryReader(keepsCookies: keepsCookies)
        var exchanges: [ServedExchange] = []
        for (place, entry) in entries.enumerated() {
            let node = Node(value: entry, pointer: pointer.appending(place), flaws: Flaws())
            if let host, !HAREntryReader.isOf(host, entry) { continue }
            if let exchange = reader.read(node) { exchanges.append(exchange) }
            for flaw in node.flaws.list {
                let message = "entry \(place + 1) is not imported: \(flaw.message) (\(flaw.pointer))"
                flaws.add(message, at: flaw.pointer, severity: flaw.severity)
            }
        }
        // Replies of different servers are kept separate.
        let servers = Set(exchanges.map { "\($0.request.scheme ?? "")://\($0.request.authority ?? "")" })
        self.exchanges = exchanges.map { exchange in
            var exchange = exchange
            exchange.namesHost = servers.count > 1
            return exchange
        }
        entryCount = entries.count
        problems = flaws.problems(of: source)
    }
}

/// Reads one entry of an HTTP Archive.
struct HAREntryReader {
    let keepsCookies: Bool

    /// The exchange; nil if it is invalid, which is recorded as a flaw.
    func read(_ entry: Node) -> ServedExchange? {
        guard let request = entry.member("request"), let response = entry.member("response"),
            let head = requestHead(request), let status = status(response)
        else { return nil }
        var body: [UInt8]?
        if let data = request.member("postData", isNeeded: false) {
            guard let sent = requestBody(data) else { return nil }
            body = sent.isEmpty ? nil : sent
        }
        var fields = Self.fields(response.value["headers"])
        if !keepsCookies { fields[.setCookie] = nil }
        guard let answer = responseBody(response, status.code, head.method, &fields) else { return nil }
        return ServedExchange(
            request: head, requestBody: body, response: HTTPResponse(status: status, headerFields: fields), body: answer
        )
    }

    /// True if an entry's request was sent to a host.
    static func isOf(_ host: String, _ entry: JSONValue) -> Bool {
        guard let authority = address(of: entry)?.authority.lowercased() else { return false }
        return authority == host.lowercased() || authority.hasPrefix(host.lowercased() + ":")
    }

    /// The URL of an entry's request; nil without a valid one.
    static func address(of entry: JSONValue) -> HARAddress? {
        entry["request"]?["url"]?.stringValue.flatMap(HARAddress.init)
    }

    private func requestHead(_ request: Node) -> HTTPRequest? {
        guard let name = request.member("method"), let url = request.member("url") else { return nil }
        guard let method = name.value.stringValue.flatMap({ HTTPRequest.Method($0) }) else {
            name.flaw("method is not valid")
            return nil
        }
        guard let address = url.value.stringValue.flatMap(HARAddress.init) else {
            url.flaw("url is not the absolute URL of a server")
            return nil
        }
        guard address.isHTTP else {
            url.flaws.add("it asked no server", at: url.pointer, severity: .warning)
            return nil
        }
        var fields = Self.fields(request.value["headers"])
        Self.complete(&fields, request.value["postData"]?["mimeType"])
        return HTTPRequest(
            method: method, scheme: address.scheme, authority: address.authority, path: address.path,
            headerFields: fields)
    }

    private func status(_ response: Node) -> HTTPResponse.Status? {
        guard let node = response.member("status") else { return nil }
        // Browsers write 0 if there was no reply: blocked, cancelled or failed.
        if node.value.intValue == 0 {
            node.flaws.add("it has no reply (status 0)", at: node.pointer, severity: .warning)
            return nil
        }
        guard let code = node.integer("status", in: 100...999) else { return nil }
        let phrase = response.value["statusText"]?.stringValue ?? ""
        return HTTPResponse.Status(code: code, reasonPhrase: HTTPField.isValidValue(phrase) ? phrase : "")
    }

    /// Valid headers, without the pseudo-headers of HTTP/2 (`:path`).
    private static func fields(_ list: JSONValue?) -> HTTPFields {
        var fields = HTTPFields()
        for item in list?.arrayValue ?? [] {
            guard let name = item["name"]?.stringValue.flatMap({ HTTPField.Name($0) }),
                let value = item["value"]?.stringValue
            else { continue }
            // Chrome joins several cookies as lines of one value.
            for line in value.split(separator: "\n", omittingEmptySubsequences: false)
            where HTTPField.isValidValue(String(line)) {
                fields.append(HTTPField(name: name, value: String(line)))
            }
        }
        return fields
    }

    /// Adds the body's media type if the headers lack one.
    private static func complete(_ fields: inout HTTPFields, _ type: JSONValue?) {
        guard fields[.contentType] == nil, let type = type?.stringValue, !type.isEmpty, type != "x-unknown",
            HTTPField.isValidValue(type)
        else { return }
        fields[.contentType] = type
    }

    private func requestBody(_ data: Node) -> [UInt8]? {
        if let text = data.value["text"]?.stringValue, !text.isEmpty {
            return bytes(text, data.value["encoding"], data.pointer.appending("text"), data.flaws)
        }
        let items = (data.value["params"]?.arrayValue ?? []).map { item in
            (name: item["name"]?.stringValue ?? "", value: item["value"]?.stringValue ?? "")
        }
        let type = data.value["mimeType"]?.stringValue?.lowercased() ?? ""
        return type.hasPrefix("application/x-www-form-urlencoded") ? Array(FormItem.text(items).utf8) : []
    }

    /// The body as the client read it. `Content-Encoding` is removed unless the file has the compressed bytes.
    private func responseBody(
        _ response: Node, _ status: Int, _ method: HTTPRequest.Method, _ fields: inout HTTPFields
    ) -> [UInt8]? {
        let content = response.value["content"] ?? .null
        let pointer = response.pointer.appending("content")
        Self.complete(&fields, content["mimeType"])
        guard let text = content["text"]?.stringValue else {
            fields[.contentEncoding] = nil
            let size = content["size"]?.intValue ?? 0
            guard size <= 0 || method == .head || (300..<400).contains(status) else {
                let message = "its body of \(size) bytes is not in the file; save it with content"
                response.flaws.add(message, at: pointer)
                return nil
            }
            return []
        }
        guard let body = bytes(text, content["encoding"], pointer.appending("text"), response.flaws) else { return nil }
        if !body.starts(with: [0x1F, 0x8B]) { fields[.contentEncoding] = nil }
        return body
    }

    private func bytes(_ text: String, _ encoding: JSONValue?, _ pointer: JSONPointer, _ flaws: Flaws) -> [UInt8]? {
        guard encoding?.stringValue?.lowercased() == "base64" else { return Array(text.utf8) }
        // Some tools break the lines.
        let length = text.utf8.count(where: { $0 != 0x0A && $0 != 0x0D })
        guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters),
            data.count >= length / 4 * 3 - 2
        else {
            flaws.add("its body is not Base64", at: pointer)
            return nil
        }
        return [UInt8](data)
    }
}

extension Node {
    /// A member of the format; nil if it is missing, with a flaw if it is required.
    fileprivate func member(_ name: String, isNeeded: Bool = true) -> Node? {
        guard let value = value[name], !value.isNull else {
            if isNeeded { flaw("it has no \(name)") }
            return nil
        }
        return Node(value: value, pointer: pointer.appending(name), flaws: flaws)
    }
}

/// The parts of an absolute URL in an archive.
struct HARAddress {
    let scheme: String
    /// Host and port, without user info.
    let authority: String
    /// Path and query, escaped as sent.
    let path: String

    var isHTTP: Bool { scheme == "http" || scheme == "https" }

    /// Nil for anything other than an absolute URL.
    init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return nil }
        scheme = text[..<colon].lowercased()
        guard scheme.utf8.allSatisfy({ $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }) else { return nil }
        let rest = text[text.index(after: colon)...]
        guard rest.hasPrefix("//") else {
            // `data:` and similar URLs name no server.
            guard !["http", "https"].contains(scheme) else { return nil }
            (authority, path) = ("", "/")
            return
        }
        let place = rest.dropFirst(2).prefix { $0 != "#" }
        let end = place.firstIndex { $0 == "/" || $0 == "?" } ?? place.endIndex
        authority = String(place[..<end].split(separator: "@").last ?? "")
        let target = place[end...]
        guard !["http", "https"].contains(scheme) || !authority.isEmpty else { return nil }
        // Some tools leave blanks and non-ASCII letters unencoded.
        path = PercentCode.encoded((target.hasPrefix("/") ? "" : "/") + target) { $0 > 0x20 && $0 < 0x7F }
    }
}

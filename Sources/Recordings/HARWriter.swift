import DemoManager
import DemoManagerFiles
import Foundation
import HTTPTypes
import WireFormats

/// Writes stubs as an HTTP Archive (HAR 1.2) with an entry for each reply, without secrets. Recordings have no times,
/// so an entry starts at the last change of its stub file, else at the export.
package enum HARWriter {
    /// The maximum number of entries for one repeated reply.
    static let repeatLimit = 100

    /// The archive's text.
    ///
    /// - Parameters:
    ///   - stubs: the stubs in the order of the entries.
    ///   - version: the version of this program.
    ///   - now: the time of the export.
    ///   - redactor: removes secrets.
    /// - Returns: the text, and a problem for each stub that an archive cannot express, because it has a pattern or no
    ///   reply of its own.
    package static func text(
        of stubs: [Stub], version: String, now: Date = Date(), redactor: Redactor = Redactor()
    ) -> (text: String, problems: [Problem]) {
        var entries: [JSONValue] = []
        var problems: [Problem] = []
        for stub in stubs where stub.isEnabled {
            guard let request = request(of: stub, redactor) else {
                problems.append(stub.problem("\(stub.title) is not exported: an archive has requests, not patterns"))
                continue
            }
            let date = (written(stub) ?? now).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
            for step in stub.sequence {
                guard step.reply.fault == nil, !step.reply.leaves, step.reply.webSocket == nil,
                    step.reply.maker == nil || step.reply.isStream
                else {
                    problems.append(
                        stub.problem("a reply of \(stub.title) is not exported: it does not come from a server"))
                    continue
                }
                let entry = entry(request, step.reply, begun: date, redactor)
                entries += repeatElement(entry, count: min(step.count, repeatLimit))
            }
        }
        let log: JSONValue = [
            "log": [
                "version": "1.2", "creator": ["name": "demo-tui", "version": .string(version)],
                "entries": .array(entries),
            ]
        ]
        return (log.text(.pretty) + "\n", problems)
    }

    /// The time of the last change of the stub's file.
    private static func written(_ stub: Stub) -> Date? {
        guard let path = stub.origin.path else { return nil }
        return try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }

    private static func entry(
        _ request: JSONValue, _ reply: Reply, begun date: String, _ redactor: Redactor
    ) -> JSONValue {
        let time = JSONValue.number(reply.delay.fixed.inMilliseconds)
        return [
            "startedDateTime": .string(date), "time": time, "request": request,
            "response": response(reply, redactor), "cache": [:], "timings": ["send": 0, "wait": time, "receive": 0],
        ]
    }

    /// The request as recorded, else as the stub matches it exactly.
    private static func request(of stub: Stub, _ redactor: Redactor) -> JSONValue? {
        let recorded = stub.kept["recorded"]
        let method: String
        switch stub.request.method {
        case .one(let one): method = one.rawValue
        case .any: method = "GET"
        case .oneOf, .noneOf: return nil
        }
        guard let url = recorded?["url"]?.stringValue ?? exactURL(of: stub.request) else { return nil }
        let body = recorded?["body"]?.stringValue
        let type = recorded?["contentType"]?.stringValue
        let headers = type.map { [pair("Content-Type", $0)] } ?? []
        let shown = redactor.url(url)
        let query = shown.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first ?? ""
        let items = FormItem.items(query).map { pair($0.name, $0.value) }
        return .object([
            "method": .string(method), "url": .string(shown), "httpVersion": "HTTP/1.1", "cookies": [],
            "headers": .array(headers), "queryString": .array(items),
            "postData": body.map { ["mimeType": .string(type ?? ""), "text": .string($0)] }, "headersSize": -1,
            "bodySize": .number(body?.utf8.count ?? 0),
        ])
    }

    private static func exactURL(of pattern: RequestPattern) -> String? {
        let port = pattern.port.map { ":\($0)" } ?? ""
        let server = "\(pattern.scheme ?? "http")://\(pattern.host ?? "localhost")\(port)"
        switch pattern.url {
        case .url(let url): return server + url
        case .path(let path):
            var items: [(name: String, value: String)] = []
            for named in pattern.queryParameters {
                guard case .equalTo(let value, false) = named.matcher else { return nil }
                items.append((named.name, value))
            }
            return server + path + (items.isEmpty ? "" : "?" + FormItem.text(items))
        default: return nil
        }
    }

    private static func response(_ reply: Reply, _ redactor: Redactor) -> JSONValue {
        let type = reply.headers[.contentType]
        let body = redactor.body(reply.body, contentType: type)
        let fields = redactor.headers(reply.headers)
        let text = String(utf8: body)
        let content = JSONValue.object([
            "size": .number(body.count), "mimeType": .string(type ?? ""),
            "text": .string(text ?? Data(body).base64EncodedString()), "encoding": text == nil ? "base64" : nil,
        ])
        return [
            "status": .number(reply.status), "statusText": .string(reply.statusMessage ?? ""),
            "httpVersion": "HTTP/1.1", "cookies": [],
            "headers": .array(fields.map { pair($0.name.rawName, $0.value) }), "content": content,
            "redirectURL": .string(fields[.location] ?? ""), "headersSize": -1,
            "bodySize": .number(body.count),
        ]
    }

    private static func pair(_ name: String, _ value: String) -> JSONValue {
        ["name": .string(name), "value": .string(value)]
    }
}

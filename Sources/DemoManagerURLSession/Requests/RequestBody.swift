import DemoManager
import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The source of a task's body.
enum RequestBody {
    /// In memory, or empty.
    case bytes([UInt8])
    /// In a stream that can be read once.
    case stream(InputStream)
    /// In a file.
    case file(URL)
    /// Inaccessible.
    case hidden

    init(_ request: URLRequest, _ task: URLSessionTask?) {
        if let body = request.httpBody {
            self = .bytes([UInt8](body))
        } else if let stream = request.httpBodyStream {
            self = .stream(stream)
        } else if task is URLSessionUploadTask {
            #if canImport(Darwin)
                // URLSession provides it as a stream there, so without one it is empty.
                self = .bytes([])
            #else
                self = task.flatMap(Self.ofUpload) ?? .hidden
            #endif
        } else {
            self = .bytes([])
        }
    }

    #if !canImport(Darwin)
        /// The body of an upload task, which URLSession does not expose on Linux: found by reflection. It is hidden if
        /// a later version renames the property.
        private static func ofUpload(_ task: URLSessionTask) -> RequestBody? {
            var mirror: Mirror? = Mirror(reflecting: task)
            while let level = mirror {
                if let body = level.children.first(where: { $0.label == "knownBody" })?.value {
                    return known(body)
                }
                mirror = level.superclassMirror
            }
            return nil
        }

        private static func known(_ body: Any) -> RequestBody? {
            // An optional has its value as the only child, an enum case its associated value.
            var value = body
            while let child = Mirror(reflecting: value).children.first {
                if let data = child.value as? DispatchData { return .bytes([UInt8](data)) }
                if let url = child.value as? URL { return .file(url) }
                value = child.value
            }
            return nil
        }
    #endif
}

extension InputStream {
    /// Reads all bytes; waits for their writer.
    func readAll() throws -> [UInt8] {
        open()
        defer { close() }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(&buffer, maxLength: buffer.count)
            if count < 0 { throw streamError ?? URLError(.requestBodyStreamExhausted) }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }
}

extension HTTPRequest {
    /// Converts a request to the form that stubs match: with the headers that its session adds, and without the
    /// fragment of marks.
    ///
    /// - Parameter additional: the session's `httpAdditionalHeaders`, hidden from URLProtocol; the request's win.
    init(_ request: URLRequest, additional: [AnyHashable: Any]?) {
        // A WebSocket starts with an HTTP request for the same URL.
        let text = request.url?.absoluteString ?? "/"
        self = .get(text.hasPrefix("ws") ? "http" + text.dropFirst(2) : text)
        method = Method(request.httpMethod ?? "GET") ?? .get
        for (key, value) in additional ?? [:] { set("\(key)", "\(value)") }
        for (key, value) in request.allHTTPHeaderFields ?? [:] { set(key, value) }
    }

    private mutating func set(_ name: String, _ value: String) {
        // A stub cannot name a header with an invalid name.
        guard let name = HTTPField.Name(name) else { return }
        headerFields[name] = value
    }
}

extension URLRequest {
    /// A copy with the URL and headers of `outgoing`, and with the body that was read.
    func sent(as outgoing: HTTPRequest, body: Data?) -> URLRequest {
        var request = self
        if let scheme = outgoing.scheme, let authority = outgoing.authority {
            request.url = URL(string: "\(scheme)://\(authority)\(outgoing.path ?? "/")") ?? url
        }
        request.allHTTPHeaderFields = [:]
        for field in outgoing.headerFields { request.addValue(field.value, forHTTPHeaderField: field.name.rawName) }
        if let body { request.httpBody = body }
        return request
    }
}

import Foundation
import TestSupport
import Testing

@testable import DemoManager
@testable import DemoManagerFiles
@testable import Recordings

/// A folder that is recorded into, and what comes of it.
struct RecordingScene {
    let folder: Folder

    init() throws { folder = try Folder() }

    /// The recording's folder, which it creates.
    var path: String { folder.path + "/recording" }

    /// A recording that was begun.
    func started(
        limits: Recording.Limits = Recording.Limits(), calls: FileCalls = .system
    ) throws -> Recording {
        let recording = Recording(of: DemoManager(), into: path, limits: limits, calls: calls)
        try recording.start()
        return recording
    }

    /// Records exchanges, one after the other, as one take.
    @discardableResult
    func record(_ exchanges: [ServedExchange], calls: FileCalls = .system) async throws -> Recording {
        let recording = try started(calls: calls)
        for exchange in exchanges { recording.take(exchange) }
        await recording.flush()
        return recording
    }

    /// A manager in demo that has read the recording and nothing else.
    func player() throws -> DemoManager {
        let manager = demoManager()
        #expect(manager.loadStubs(folder: path) == [])
        return manager
    }

    /// The names of the files of a part, in order.
    func names(_ part: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(path)/\(part)").sorted()
    }

    /// The path of the first file of a part.
    func first(_ part: String) throws -> String { "\(path)/\(part)/\(try #require(try names(part).first))" }

    /// Every byte that was written, as text.
    func everything() throws -> String {
        try ["mappings", "__files"].flatMap { part in
            try names(part).map { name in
                name
                    + String(
                        decoding: try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(part)/\(name)")), as: UTF8.self)
            }
        }.joined(separator: "\n")
    }
}

extension Recording {
    /// Records a reply.
    func take(_ exchange: ServedExchange) { take(exchange, captures: false) }
}

extension ServedExchange {
    /// A GET, or another method with a body, and its reply.
    static func served(
        _ method: HTTPRequest.Method = .get, _ path: String, sent: String? = nil, sentType: String? = nil,
        status: Int = 200, headers: [(String, String)] = [("Content-Type", "application/json")], _ body: [UInt8]
    ) -> ServedExchange {
        var request = HTTPRequest(method: method, scheme: "https", authority: "api.example.com", path: path)
        request.headerFields[.contentType] = sentType
        var fields = HTTPFields()
        for (name, value) in headers {
            if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
        }
        return ServedExchange(
            request: request, requestBody: sent.map { Array($0.utf8) },
            response: HTTPResponse(status: HTTPResponse.Status(code: status), headerFields: fields), body: body)
    }

    static func served(_ path: String, _ body: String) -> ServedExchange { served(.get, path, Array(body.utf8)) }
}

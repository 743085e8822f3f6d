import Foundation

/// A reply as a client reads it: without what belongs to the connection, the body whole.
struct ReceivedReply: Hashable {
    let statusLine: String
    /// By name; those of one name in their order, which alone means something (RFC 9110 section 5.3).
    let headers: [String]
    let body: [UInt8]

    private static let ofConnections = ["date", "connection", "transfer-encoding", "content-length", "x-demo-decision"]

    /// - Parameter bytes: everything that came until the connection ended.
    init?(_ bytes: [UInt8]) {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        statusLine = lines[0]
        let fields = lines.dropFirst().map { (name: $0.prefix { $0 != ":" }.lowercased(), line: $0) }
        headers = fields.enumerated().filter { !Self.ofConnections.contains($0.element.name) }
            .sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }.map(\.element.line)
        let isChunked = lines.contains { $0.lowercased() == "transfer-encoding: chunked" }
        let rest = bytes[end.upperBound...]
        body = isChunked ? Self.joined(rest) : Array(rest)
    }

    private static func joined(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var (rest, body) = (bytes, [UInt8]())
        while let end = rest.firstRange(of: Array("\r\n".utf8)),
            let length = Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16), length > 0
        {
            body += rest[end.upperBound...].prefix(length)
            rest = rest[end.upperBound...].dropFirst(length + 2)
        }
        return body
    }
}

extension TestGateway {
    /// The reply to a message on a connection of its own.
    func reply(to message: String) async throws -> ReceivedReply? {
        let client = try await RawClient(port: port)
        client.send(message)
        _ = await client.text()
        await client.close()
        return ReceivedReply(client.bytes)
    }
}

extension [UInt8] {
    /// These bytes as a stored block (RFC 1951 section 3.2.4) of a gzip member.
    var gzip: [UInt8] {
        let length = [UInt8(count & 0xFF), UInt8(count >> 8)]
        return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1] + length + length.map { ~$0 } + self
            + [UInt8](repeating: 0, count: 8)
    }
}

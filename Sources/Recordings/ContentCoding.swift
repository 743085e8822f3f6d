import CZlib
import DemoManager
import HTTPTypes

extension ExchangeOutcome {
    /// The kept body, decoded from its `Content-Encoding`; nil if it cannot be decoded or exceeds 4 MB.
    package var decodedBody: [UInt8]? {
        try? ContentCoding.decoded(body, by: headers[.contentEncoding], limit: 4 << 20, isCut: isCut) ?? body
    }
}

extension HTTPRequest {
    /// A body of this request, decoded from its `Content-Encoding` for matching.
    ///
    /// - Returns: nil without an encoding, with an unsupported one, and above `limit` bytes.
    package func decodedBody(_ body: [UInt8], limit: Int) -> [UInt8]? {
        guard let codings = headerFields[.contentEncoding] else { return nil }
        return try? ContentCoding.decoded(body, by: codings, limit: limit)
    }
}

/// Removes a `Content-Encoding` (RFC 9110 section 8.4) by zlib, because secrets in a compressed body cannot be found.
enum ContentCoding {
    /// The maximum size of a decoded body in bytes.
    static let limit = 64 << 20

    /// The decoded bytes; nil without a coding.
    ///
    /// - Parameter isCut: true for a truncated body, of which the decodable part is returned.
    /// - Throws: `Unrecordable` for an unknown encoding, and for bytes that are invalid or exceed `limit`.
    static func decoded(
        _ body: [UInt8], by codings: String?, limit: Int = limit, isCut: Bool = false
    ) throws(Unrecordable) -> [UInt8]? {
        let names = (codings ?? "").lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }
        let codings = names.filter { $0 != "identity" }
        guard !codings.isEmpty else { return nil }
        // The reply to HEAD declares the encoding of an absent body.
        guard !body.isEmpty else { return [] }
        var body = body
        for coding in codings.reversed() {
            let windowBits: Int32
            switch coding {
            case "gzip", "x-gzip": windowBits = MAX_WBITS + 16
            // Some servers send deflate without the zlib header.
            case "deflate": windowBits = isZlib(body) ? MAX_WBITS : -MAX_WBITS
            default: throw Unrecordable("its Content-Encoding \(coding) cannot be read; ask for gzip or deflate")
            }
            let (output, isWhole) = inflated(body, windowBits, limit)
            guard isWhole || isCut else { throw Unrecordable("its body is not \(coding), or too large") }
            body = output
        }
        return body
    }

    private static func isZlib(_ body: [UInt8]) -> Bool {
        body.count > 2 && body[0] & 0x0F == 8 && (Int(body[0]) << 8 | Int(body[1])) % 31 == 0
    }

    /// The output of all members; `isWhole` is false if the last one is incomplete. Bytes after the last gzip member
    /// are ignored.
    private static func inflated(_ body: [UInt8], _ windowBits: Int32, _ limit: Int) -> ([UInt8], isWhole: Bool) {
        // zlib compares the stream's address between calls.
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        defer { stream.deallocate() }
        guard inflateInit2_(stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            return ([], false)
        }
        defer { inflateEnd(stream) }
        // Checksums are not verified; TCP did that.
        inflateValidate(stream, 0)
        var output: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        var start = 0
        while true {
            // Both pointers are valid for one call only.
            let (status, read, written) = body[start...].withUnsafeBufferPointer { input in
                chunk.withUnsafeMutableBufferPointer { room in
                    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                    stream.pointee.avail_in = UInt32(clamping: input.count)
                    stream.pointee.next_out = room.baseAddress
                    stream.pointee.avail_out = UInt32(room.count)
                    let before = Int(stream.pointee.avail_in)
                    let status = inflate(stream, Z_NO_FLUSH)
                    return (status, before - Int(stream.pointee.avail_in), room.count - Int(stream.pointee.avail_out))
                }
            }
            start += read
            guard output.count + written <= limit else { return (output, false) }
            output += chunk[..<written]
            switch status {
            case Z_OK: continue
            case Z_STREAM_END:
                guard windowBits > MAX_WBITS, body[start...].starts(with: [0x1F, 0x8B, 8]) else {
                    return (output, true)
                }
                inflateReset(stream)
            default: return (output, false)
            }
        }
    }
}

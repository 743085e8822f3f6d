import HTTPTypes

extension ExchangeOutcome {
    /// The body without its `Content-Encoding`, as far as it was kept; nil where that cannot be taken off, or where it would
    /// have more than 4 MB.
    public var decodedBody: [UInt8]? {
        do throws(Unrecordable) {
            let codings = headers[.contentEncoding]
            return try ContentCoding.decoded(body, by: codings, limit: 4 << 20, isCut: isCut) ?? body
        } catch {
            return nil
        }
    }
}

extension HTTPRequest {
    /// A body of this request without its `Content-Encoding`: what the client means, and what stubs are matched by. Nil where
    /// none was put on, where it cannot be taken off, or where the body would have more than `limit` bytes.
    public func decodedBody(_ body: [UInt8], limit: Int) -> [UInt8]? {
        guard let codings = headerFields[.contentEncoding] else { return nil }
        do {
            return try ContentCoding.decoded(body, by: codings, limit: limit)
        } catch {
            return nil
        }
    }
}

/// Takes off what a `Content-Encoding` put on (RFC 9110 section 8.4): secrets in a compressed body could not be seen.
enum ContentCoding {
    /// The most bytes a body may have in the end.
    static let limit = 64 << 20

    /// The bytes themselves; nil where nothing was put on.
    ///
    /// - Parameters:
    ///   - limit: the most bytes it may have in the end.
    ///   - isCut: whether only the beginning is there, and of use.
    /// - Throws: `Unrecordable` for a coding that is not known here, and for bytes that are not what it says.
    static func decoded(
        _ body: [UInt8], by codings: String?, limit: Int = limit, isCut: Bool = false
    ) throws(Unrecordable) -> [UInt8]? {
        let names = (codings ?? "").lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }
        let codings = names.filter { $0 != "identity" }
        guard !codings.isEmpty else { return nil }
        // A reply to HEAD speaks of a body that is not there.
        guard !body.isEmpty else { return [] }
        var body = body
        for coding in codings.reversed() {
            switch coding {
            case "gzip", "x-gzip": body = try gunzipped(body, limit, isCut)
            case "deflate": body = try inflated(body, limit, isCut)
            default: throw Unrecordable("its Content-Encoding \(coding) cannot be read; ask for gzip or deflate")
            }
        }
        return body
    }

    /// One gzip member after the other (RFC 1952). Padding and other bytes behind the last one do not count, as gzip itself has it.
    private static func gunzipped(_ body: [UInt8], _ limit: Int, _ isCut: Bool) throws(Unrecordable) -> [UInt8] {
        var output: [UInt8] = []
        var start = 0
        while start < body.count {
            guard let header = headerLength(body[start...]) else {
                guard start > 0 else { throw broken("gzip") }
                break
            }
            var inflate = Inflate(body[(start + header)...], limit: limit - output.count)
            do throws(Inflate.Failure) {
                output += try inflate.run()
            } catch {
                guard isCut else { throw broken("gzip") }
                return output + inflate.output
            }
            // Check sum and length follow; what TCP brought is not checked again.
            start = inflate.position + 8
        }
        return output
    }

    private static func headerLength(_ bytes: ArraySlice<UInt8>) -> Int? {
        let start = bytes.startIndex
        guard bytes.count >= 10, bytes.starts(with: [0x1F, 0x8B, 8]) else { return nil }
        let flags = bytes[start + 3]
        var place = start + 10
        if flags & 4 != 0 {
            guard place + 2 <= bytes.endIndex else { return nil }
            place += 2 + Int(bytes[place]) + Int(bytes[place + 1]) << 8
        }
        for flag in [UInt8(8), 16] where flags & flag != 0 {
            guard place < bytes.endIndex, let end = bytes[place...].firstIndex(of: 0) else { return nil }
            place = end + 1
        }
        if flags & 2 != 0 { place += 2 }
        return place <= bytes.endIndex ? place - start : nil
    }

    /// Deflate in zlib's wrapping, as the standard says, or bare, as some servers send it.
    private static func inflated(_ body: [UInt8], _ limit: Int, _ isCut: Bool) throws(Unrecordable) -> [UInt8] {
        let isWrapped = body.count > 2 && body[0] & 0x0F == 8 && (Int(body[0]) << 8 | Int(body[1])) % 31 == 0
        var inflate = Inflate(body[(isWrapped ? 2 : 0)...], limit: limit)
        do throws(Inflate.Failure) {
            return try inflate.run()
        } catch {
            guard isCut else { throw broken("deflate") }
            return inflate.output
        }
    }

    private static func broken(_ coding: String) -> Unrecordable {
        Unrecordable("its body is not \(coding), or too large")
    }
}

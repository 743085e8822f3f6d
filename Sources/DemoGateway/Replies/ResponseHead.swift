import HTTPTypes
import NIOHTTP1

/// Writes the head of a response as it goes over the wire. Framing and what concerns the connection are the gateway's own;
/// everything else is given as it is.
struct ResponseHead {
    /// How the client learns where the body ends.
    enum Framing: Hashable {
        /// There is no body, and none could be.
        case none
        /// This many bytes.
        case length(Int)
        /// In chunks.
        case chunked
        /// With the connection.
        case close
    }

    let status: HTTPResponse.Status
    let headers: HTTPFields
    let outcome: GatewayReply.Outcome
    let framing: Framing
    /// Whether the connection stays.
    let keepsAlive: Bool
    /// Whether the client has to be told so.
    let isHTTP11: Bool

    /// The head as it goes over the wire.
    ///
    /// - Parameter date: the value of `Date`, where the headers have none.
    func bytes(date: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        bytes += "HTTP/1.1 ".utf8
        bytes.append(decimal: status.code)
        bytes.append(UInt8(ascii: " "))
        bytes += status.phrase.utf8
        var hasDate = false
        for field in headers {
            let name = field.name.canonicalName
            // By the length first: hardly any field is one of these.
            switch name.utf8.count {
            case 4 where name == "date": hasDate = true
            case 7 where name == "trailer" || name == "upgrade": continue
            case 10 where name == "connection" || name == "keep-alive": continue
            case 14 where name == "content-length" && framing != .none: continue
            case 15 where name == "x-demo-decision": continue
            case 16 where name == "proxy-connection": continue
            case 17 where name == "transfer-encoding": continue
            default: break
            }
            bytes += "\r\n".utf8
            bytes += field.name.rawName.utf8
            bytes += ": ".utf8
            field.withUnsafeBytesOfValue { bytes.append(contentsOf: $0) }
        }
        if !hasDate {
            bytes += "\r\nDate: ".utf8
            bytes += date.utf8
        }
        switch framing {
        case .none, .close: break
        case .length(let count):
            bytes += "\r\nContent-Length: ".utf8
            bytes.append(decimal: count)
        case .chunked: bytes += "\r\nTransfer-Encoding: chunked".utf8
        }
        if !keepsAlive {
            bytes += "\r\nConnection: close".utf8
        } else if !isHTTP11 {
            bytes += "\r\nConnection: keep-alive".utf8
        }
        switch outcome {
        case .stubbed: bytes += "\r\nX-Demo-Decision: stubbed\r\n\r\n".utf8
        case .passed: bytes += "\r\nX-Demo-Decision: passed\r\n\r\n".utf8
        case .refused: bytes += "\r\nX-Demo-Decision: refused\r\n\r\n".utf8
        }
        return bytes
    }
}

extension [UInt8] {
    /// Appends a number that is not negative in digits.
    mutating func append(decimal number: Int) {
        if number >= 10 { append(decimal: number / 10) }
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }
}

extension HTTPResponse.Status {
    /// Its words, else the usual ones of its code.
    var phrase: String {
        let own = reasonPhrase
        return own.isEmpty ? HTTPResponseStatus(statusCode: code).reasonPhrase : own
    }

    /// Whether a response of this status never has a body (RFC 9110 section 6.4.1).
    var isBodiless: Bool { code < 200 || code == 204 || code == 304 }
}

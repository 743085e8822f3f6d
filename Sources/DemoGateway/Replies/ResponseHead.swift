import HTTPTypes
import NIOCore
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

    /// Appends the head.
    ///
    /// - Parameter date: the value of `Date`, where the headers have none.
    func write(to buffer: inout ByteBuffer, date: String) {
        buffer.writeStaticString("HTTP/1.1 ")
        buffer.writeString(String(status.code))
        buffer.writeInteger(UInt8(ascii: " "))
        buffer.writeString(status.phrase)
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
            buffer.writeStaticString("\r\n")
            buffer.writeString(field.name.rawName)
            buffer.writeStaticString(": ")
            field.withUnsafeBytesOfValue { _ = buffer.writeBytes($0) }
        }
        if !hasDate {
            buffer.writeStaticString("\r\nDate: ")
            buffer.writeString(date)
        }
        switch framing {
        case .none, .close: break
        case .length(let count):
            buffer.writeStaticString("\r\nContent-Length: ")
            buffer.writeString(String(count))
        case .chunked: buffer.writeStaticString("\r\nTransfer-Encoding: chunked")
        }
        if !keepsAlive {
            buffer.writeStaticString("\r\nConnection: close")
        } else if !isHTTP11 {
            buffer.writeStaticString("\r\nConnection: keep-alive")
        }
        switch outcome {
        case .stubbed: buffer.writeStaticString("\r\nX-Demo-Decision: stubbed\r\n\r\n")
        case .passed: buffer.writeStaticString("\r\nX-Demo-Decision: passed\r\n\r\n")
        case .refused: buffer.writeStaticString("\r\nX-Demo-Decision: refused\r\n\r\n")
        }
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

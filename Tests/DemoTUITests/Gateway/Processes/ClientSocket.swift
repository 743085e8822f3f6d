import Foundation
import Synchronization

/// A client's end of a connection, with the calls of the system.
final class ClientSocket {
    private var descriptor: Int32
    private let upload = Upload()

    /// How much of a body has left.
    private final class Upload: Sendable {
        let sent = Atomic(0)
    }

    struct Failure: Error { let code: Int32 }

    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        // Little is kept for who does not read, so that large replies are still on their way when their client leaves.
        var room: Int32 = 4_096
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure(code: errno) }
    }

    deinit { close() }

    /// Asks for a path; the connection stays.
    ///
    /// - Parameter headers: lines with their ends.
    func get(_ path: String, headers: String = "") {
        let bytes = Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n".utf8)
        _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Sends a body of zeros on a thread of its own, as fast as it is taken.
    func post(_ path: String, zeros count: Int) {
        let head = "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(count)\r\n\r\n"
        Thread.detachNewThread { [descriptor, upload] in
            let zeros = [UInt8](repeating: 0, count: 256 << 10)
            var (bytes, left) = (Array(head.utf8)[...], count)
            while !bytes.isEmpty {
                let part = bytes.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard part > 0 else { return }
                upload.sent.add(part, ordering: .relaxed)
                bytes = bytes.dropFirst(part)
                if bytes.isEmpty {
                    bytes = zeros.prefix(left)
                    left -= bytes.count
                }
            }
        }
    }

    /// How many bytes of a body have left so far, its head among them.
    var sent: Int { upload.sent.load(ordering: .relaxed) }

    /// Takes bytes and keeps none, until so many have come or the end.
    /// - Returns: how many came.
    func count(until enough: Int) -> Int {
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        var count = 0
        while count < enough {
            let part = recv(descriptor, &buffer, buffer.count, 0)
            guard part > 0 else { return count }
            count += part
        }
        return count
    }

    /// What came next, at least one byte; empty at the end, and after a minute without any.
    func receive() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer.prefix(count)) : []
    }

    /// One reply with a `Content-Length`; nil where none came whole.
    func reply() -> (status: Int, body: [UInt8])? {
        var bytes: [UInt8] = []
        while true {
            if let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
                let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
                let lines = head.components(separatedBy: "\r\n")
                let length =
                    lines.first { $0.lowercased().hasPrefix("content-length:") }
                    .flatMap { Int($0.dropFirst(15).filter(\.isNumber)) } ?? 0
                let body = bytes[end.upperBound...]
                if body.count >= length {
                    return (Int(head.dropFirst(9).prefix(3)) ?? 0, Array(body.prefix(length)))
                }
            }
            let more = receive()
            guard !more.isEmpty else { return nil }
            bytes += more
        }
    }

    /// Whether something came, or the end.
    var hasNews: Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) == 1
    }

    /// Ends the connection.
    func close() {
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        descriptor = -1
    }

    /// Ends it so that the other side sees a reset.
    func abort() {
        var off = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &off, socklen_t(MemoryLayout<linger>.size))
        close()
    }
}

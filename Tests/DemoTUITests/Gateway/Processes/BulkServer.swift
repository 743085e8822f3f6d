import Foundation
import LoopbackPorts
import Synchronization

/// A server that takes bodies of any length and sends bodies of any length, and keeps nothing of them: `GET /down/N` is
/// answered with N bytes, `POST` with the number of bytes that came, which it begins to take once it is told. With the calls
/// of the system.
final class BulkServer: Sendable {
    let port: UInt16
    private let descriptor: Int32
    private let gate = DispatchSemaphore(value: 0)
    private let counter = Counter()

    private final class Counter: Sendable {
        let sent = Atomic(0)
    }

    struct Failure: Error { let code: Int32 }

    init() throws {
        let socket = try BoundSocket()
        descriptor = socket.descriptor
        guard listen(descriptor, 16) == 0 else { throw Failure(code: errno) }
        port = UInt16(socket.number)
        let thread = Thread { [descriptor, gate, counter] in
            while true {
                let client = accept(descriptor, nil, nil)
                guard client >= 0 else { return }
                // Each on a thread: a connection may be kept while the next is opened.
                Thread.detachNewThread { Self.serve(client, gate, counter) }
            }
        }
        thread.start()
    }

    /// Begins to take the body of one request.
    func take() { gate.signal() }

    /// How many bytes of replies have left.
    var sent: Int { counter.sent.load(ordering: .relaxed) }

    /// Takes nobody more; `accept` returns.
    func stop() {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    private static let piece = 256 << 10

    /// Answers requests until the client leaves.
    private static func serve(_ client: Int32, _ gate: DispatchSemaphore, _ counter: Counter) {
        defer { close(client) }
        var buffer = [UInt8](repeating: 0, count: piece)
        var pending: [UInt8] = []
        while true {
            guard let end = pending.firstRange(of: Array("\r\n\r\n".utf8)) else {
                let count = recv(client, &buffer, piece, 0)
                guard count > 0 else { return }
                pending += buffer.prefix(count)
                continue
            }
            let head = String(decoding: pending[..<end.lowerBound], as: UTF8.self).lowercased()
            let lines = head.components(separatedBy: "\r\n")
            let length =
                lines.first { $0.hasPrefix("content-length:") }.flatMap { Int($0.dropFirst(15).filter(\.isNumber)) }
                ?? 0
            var taken = pending[end.upperBound...].count
            pending = []
            if length > 0 { gate.wait() }
            while taken < length {
                let count = recv(client, &buffer, piece, 0)
                guard count > 0 else { return }
                taken += count
            }
            let path = lines[0].split(separator: " ")[1]
            let count = path.hasPrefix("/down/") ? Int(path.dropFirst(6)) ?? 0 : nil
            let answer = count == nil ? "\(taken)" : ""
            let reply = "HTTP/1.1 200 OK\r\nContent-Length: \(count ?? answer.utf8.count)\r\n\r\n\(answer)"
            guard send(Array(reply.utf8), zeros: count ?? 0, to: client, counter) else { return }
        }
    }

    /// The head goes with the first of the body: alone it would be waited for.
    private static func send(_ head: [UInt8], zeros: Int, to client: Int32, _ counter: Counter) -> Bool {
        let empty = [UInt8](repeating: 0, count: piece)
        var left = zeros - min(zeros, piece)
        var bytes = (head + empty.prefix(zeros))[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            counter.sent.add(count, ordering: .relaxed)
            bytes = bytes.dropFirst(count)
            if bytes.isEmpty {
                bytes = empty.prefix(left)
                left -= bytes.count
            }
        }
        return true
    }
}

import Foundation
import LoopbackPorts

/// A real server on a loopback port that gives one row to who knows the secret, and 401 to everyone else.
enum VaultServer {
    /// Runs the body with the server's port, then closes the port.
    /// - Parameter reply: what it answers to a request's head instead.
    @MainActor
    static func run(
        reply: @escaping @Sendable (String) -> [UInt8] = VaultServer.reply(to:),
        _ body: @MainActor (UInt16) async throws -> Void
    ) async throws {
        let socket = try BoundSocket()
        let listener = socket.descriptor
        guard listen(listener, 16) == 0 else { throw CocoaError(.fileNoSuchFile) }
        let thread = Thread { serve(listener, reply) }
        thread.start()
        let result: Result<Void, any Error>
        do { result = .success(try await body(UInt16(socket.number))) } catch { result = .failure(error) }
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        try result.get()
    }

    /// Answers one connection after the other until the port is closed.
    private static func serve(_ listener: Int32, _ reply: (String) -> [UInt8]) {
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { return }
            var request = ""
            var buffer = [UInt8](repeating: 0, count: 4096)
            while !request.contains("\r\n\r\n") {
                let count = read(connection, &buffer, buffer.count)
                guard count > 0 else { break }
                request += String(decoding: buffer[..<count], as: UTF8.self)
            }
            let bytes = reply(request)
            _ = write(connection, bytes, bytes.count)
            close(connection)
        }
    }

    @Sendable static func reply(to request: String) -> [UInt8] {
        let isOpen = request.contains("Bearer s3same") || request.contains(": s3same\r\n")
        let body = isOpen ? #"[{"name": "Ruby"}]"# : #"{"error": "who?"}"#
        let reply = """
            HTTP/1.1 \(isOpen ? "200 OK" : "401 Unauthorized")\r\nContent-Type: application/json\r
            Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)
            """
        return Array(reply.utf8)
    }
}

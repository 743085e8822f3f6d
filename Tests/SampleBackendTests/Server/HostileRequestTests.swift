import NIOCore
import NIOPosix
import SampleBackend
import Testing

@Suite struct HostileRequestTests {
    /// Sends bytes as they are, closes the sending side, and reads all that comes back until the server closes.
    private func exchange(_ bytes: String, port: Int) async throws -> String {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .connect(host: SampleBackend.host, port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel,
                        configuration: .init(isOutboundHalfClosureEnabled: true))
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: bytes))
            outbound.finish()
            var received = ""
            for try await part in inbound { received += String(buffer: part) }
            return received
        }
    }

    @Test(
        "Broken requests are refused or dropped, and the next one is answered",
        arguments: [
            "NONSENSE\r\n\r\n", "GET /me HTTP/9.9\r\nHost: x\r\n\r\n", "GET /me HTTP/1.1\r\nBad Header: x\r\n\r\n",
            "POST /auth/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
            "POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
            "POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\ncut", "\0\0\0\0", "\r\n\r\n",
        ])
    func broken(bytes: String) async throws {
        let backend = try await SampleBackend.start()
        let answer = try await exchange(bytes, port: backend.port)
        #expect(!answer.contains(" 200 "))
        #expect(answer.split(separator: "HTTP/1.1 ", omittingEmptySubsequences: false).count <= 2)
        #expect(try await Client(baseURL: backend.baseURL).get("/me").status == 401)
        await backend.stop()
    }

    @Test(
        "Odd paths are answered, never trapped on",
        arguments: [
            "//", "/%", "/%zz", "/user/%00", "/user/%2e%2e%2fme", "/user/..", "/user/\u{FF}", "*", "/?%&==&a=%C3",
        ])
    func oddPaths(path: String) async throws {
        let backend = try await SampleBackend.start()
        let request = "GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        let answer = try await exchange(request, port: backend.port)
        #expect(answer.hasPrefix("HTTP/1.1 4"))
        await backend.stop()
    }
}

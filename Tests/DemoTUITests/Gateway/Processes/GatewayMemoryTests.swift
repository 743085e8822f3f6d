import Foundation
import Testing

/// What a gateway takes while much goes through it, as only a process of its own shows.
@Suite("A gateway and its memory", .enabled(if: GatewayProcess.isAvailable), .serialized)
struct GatewayMemoryTests {
    private static let size = 100 << 20
    /// Far below what goes through, and above what buffers of a connection take.
    private static let room = 40 << 20

    /// Waits until a number of bytes grows no more: whoever waits for nobody would have taken all by then.
    private static func rest(_ bytes: () -> Int) {
        var (last, looks) = (-1, 0)
        while looks < 60 {
            let now = bytes()
            looks = now == last ? looks + 1 : 0
            last = now
            usleep(5_000)
        }
    }

    @Test(
        "A hundred megabytes go through it in each direction, as fast as they are taken, and it keeps nothing of them"
    )
    func bodies() async throws {
        let folder = try GatewayFolder()
        try await onThread {
            let upstream = try BulkServer()
            defer { upstream.stop() }
            let gateway = try GatewayProcess(
                ["--upstream", "http://127.0.0.1:\(upstream.port)", "--quiet"], in: folder.path)
            // What is made once is there before.
            let first = try ClientSocket(port: gateway.port)
            first.get("/down/10")
            #expect(first.reply()?.body.count == 10)
            let before = gateway.residentBytes
            func growth() -> Int { gateway.residentBytes - before }

            let down = try ClientSocket(port: gateway.port)
            down.get("/down/\(Self.size)")
            Self.rest { upstream.sent }
            #expect(growth() < Self.room, "a client that takes nothing: \(growth()) more")
            #expect(down.count(until: Self.size) >= Self.size)
            #expect(growth() < Self.room, "downwards: \(growth()) more")

            let up = try ClientSocket(port: gateway.port)
            up.post("/up", zeros: Self.size)
            Self.rest { up.sent }
            #expect(growth() < Self.room, "a server that takes nothing: \(growth()) more")
            upstream.take()
            #expect(up.reply()?.body == Array("\(Self.size)".utf8))
            #expect(growth() < Self.room, "upwards: \(growth()) more")
            #expect(gateway.end(SIGTERM) == 143)
        }
    }

    @Test("After thousands of requests, stubbed, passed and broken off, it has the memory and the files it had")
    func requests() async throws {
        let folder = try GatewayFolder(["a": [UInt8](repeating: 0x61, count: 2_000)])
        try await onThread {
            let upstream = try BulkServer()
            defer { upstream.stop() }
            let gateway = try GatewayProcess(
                ["--upstream", "http://127.0.0.1:\(upstream.port)", "--stubs", folder.stubs, "--demo", "--quiet"],
                in: folder.path)
            /// So many requests, a hundred on a connection; the last is left before its answer has come.
            func ask(_ count: Int) throws {
                for round in 0..<count / 100 {
                    let socket = try ClientSocket(port: gateway.port)
                    for number in 0..<99 {
                        socket.get(["/a/1", "/down/2000", "/a/\(number)"][number % 3])
                        guard socket.reply()?.body.count == 2_000 else {
                            Issue.record("no answer")
                            return
                        }
                    }
                    socket.get("/slow/\(round)")
                    socket.abort()
                }
            }
            // The journal is full after two thousand.
            try ask(2_200)
            let (memory, sockets) = (gateway.residentBytes, gateway.openSockets)
            try ask(3_000)
            #expect(eventually { gateway.openSockets <= sockets })
            #expect(gateway.residentBytes - memory < 8 << 20, "\(gateway.residentBytes - memory) more")
            #expect(gateway.end(SIGTERM) == 143)
        }
    }
}

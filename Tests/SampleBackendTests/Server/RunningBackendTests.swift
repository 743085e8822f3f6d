import NIOCore
import NIOPosix
import Testing

@testable import SampleBackend

@Suite struct RunningBackendTests {
    /// A stop takes a third of a second; without one, these requests would never end. The rest is for busy machines.
    private let patience: Duration = .seconds(10)

    @Test("A port that is taken is a typed error, and the first backend goes on") func portTaken() async throws {
        let first = try await SampleBackend.start()
        let port = first.port
        await #expect(throws: SampleBackendError.portTaken(port)) {
            _ = try await SampleBackend.start(.init(port: port))
        }
        #expect(try await Client(baseURL: first.baseURL).get("/me").status == 401)
        await first.stop()
    }

    @Test("A number that is no port is a typed error", arguments: [-1, 65_536, Int.max]) func noPort(port: Int) async {
        let error = await #expect(throws: SampleBackendError.self) {
            _ = try await SampleBackend.start(.init(port: port))
        }
        #expect(error?.cause.hasPrefix("Port \(port) cannot be used: ") == true)
    }

    @Test(
        "Stopping waits neither for a request that never ends nor for a delay",
        arguments: [
            (Duration.zero, "POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\ngrant"),
            (.seconds(3600), "GET /me HTTP/1.1\r\nHost: x\r\n\r\n"),
        ])
    func unfinishedRequest(latency: Duration, begun: String) async throws {
        let backend = try await SampleBackend.start(.init(latency: latency))
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: SampleBackend.host, port: backend.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        try await channel.executeThenClose { inbound, outbound in
            var answers = inbound.makeAsyncIterator()
            if latency == .zero {
                try await outbound.write(ByteBuffer(string: "GET /me HTTP/1.1\r\nHost: x\r\n\r\n"))
                #expect(try await answers.next() != nil)
            }
            try await outbound.write(ByteBuffer(string: begun))
            let began = ContinuousClock.now
            await backend.stop()
            #expect(ContinuousClock.now - began < patience)
        }
    }

    @Test("The port is free again after a stop, and stopping twice is fine") func restart() async throws {
        // A port that is free is anybody's: another test may be quicker, now and then.
        var port: Int?
        for _ in 0..<20 where port == nil { port = await Self.portHeldTwice() }
        #expect(port != nil)
    }

    /// The port of a backend that was stopped twice and started again there; nil where somebody else has it by then.
    private static func portHeldTwice() async -> Int? {
        do {
            let first = try await SampleBackend.start()
            await first.stop()
            await first.stop()
            let second = try await SampleBackend.start(.init(port: first.port))
            await second.stop()
            return second.port == first.port ? first.port : nil
        } catch {
            return nil
        }
    }
}

@Suite struct ConfigurationTests {
    @Test(
        "The database lives in XDG_DATA_HOME, else below the home folder",
        arguments: [
            (["XDG_DATA_HOME": "/data", "HOME": "/home/maya"], "/data/demo-tui/harbor.sqlite"),
            (["XDG_DATA_HOME": "relative", "HOME": "/home/maya"], "/home/maya/.local/share/demo-tui/harbor.sqlite"),
            (["XDG_DATA_HOME": "", "HOME": "/home/maya"], "/home/maya/.local/share/demo-tui/harbor.sqlite"),
        ])
    func defaultPath(environment: [String: String], path: String) {
        #expect(SampleBackend.defaultDatabasePath(environment: environment) == path)
    }

    @Test("Without HOME there is still a place") func noHome() {
        #expect(SampleBackend.defaultDatabasePath(environment: [:]).hasSuffix("/.local/share/demo-tui/harbor.sqlite"))
    }
}

@Suite struct AnsweringTests {
    @Test("HEAD answers like GET, without the body") func head() async throws {
        try await withBackend { client in
            let length = try await client.get("/me").body.count
            let head = try await client.send("HEAD", "/me")
            #expect(head.status == 200)
            #expect(head.headers["content-length"] == String(length))
            #expect(head.body.isEmpty)
        }
    }

    @Test("Latency holds every answer back") func latency() async throws {
        try await withBackend(.init(latency: .milliseconds(50))) { client in
            let began = ContinuousClock.now
            let answer = try await client.get("/nothing")
            #expect(answer.status == 404)
            #expect(ContinuousClock.now - began >= .milliseconds(50))
        }
    }
}

import DemoManager
import Testing

@Suite("Failures instead of responses") struct FaultTests {
    /// The bytes that a client gets for a fault, until the connection ends.
    private func seen(_ fault: Fault) async throws -> (bytes: [UInt8], isReset: Bool) {
        var seen: (bytes: [UInt8], isReset: Bool) = ([], false)
        try await withGateway { _, manager in
            try manager.add(.get, "/me", Reply(fault: fault))
        } _: { gateway in
            let client = try await RawClient(port: gateway.port)
            client.send("GET /me HTTP/1.1\r\nHost: localhost\r\n\r\n")
            _ = await client.text()
            seen = (client.bytes, client.wasReset)
            await client.close()
        }
        return seen
    }

    @Test(
        "Each fault ends the connection without a response, by a reset or a close",
        arguments: [(Fault.connectionReset, true), (.noNetwork, true), (.emptyResponse, false)])
    func silent(fault: Fault, isReset: Bool) async throws {
        let seen = try await seen(fault)
        #expect(seen.bytes.isEmpty && seen.isReset == isReset)
    }

    @Test("The log names the source of a failure") func logged() async throws {
        try await withGateway { _, manager in
            try manager.add(.get, "/own", Reply(fault: .connectionReset))
            try manager.add(.get, "/me", Reply())
        } _: { gateway async throws in
            _ = try await gateway.get("/own")
            #expect(try await gateway.logs("  /own: connection reset"), "\(gateway.log)")
            gateway.manager.chaos = Chaos(name: "down", rules: [.init(effects: [.init(.noNetwork, 1)])])
            _ = try await gateway.get("/me")
            #expect(try await gateway.logs("Chaos down, call 1 of this operation: no network"), "\(gateway.log)")
            #expect(gateway.manager.journal.exchanges.last?.outcome?.end == .failure("no network"))
        }
    }

    @Test("A malformed chunk follows a valid head and ends the connection") func malformedChunk() async throws {
        let text = String(decoding: try await seen(.malformedChunk).bytes, as: UTF8.self)
        let end = try #require(text.firstRange(of: "\r\n\r\n"))
        #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n") && text.contains("Transfer-Encoding: chunked\r\n"))
        let chunk = text[end.upperBound...]
        #expect(chunk.first?.isHexDigit == false && !chunk.contains("\r\n"))
    }

    @Test("Random data is not a reply") func randomData() async throws {
        let bytes = try await seen(.randomDataThenClose).bytes
        #expect(bytes.count == 64 && !bytes.starts(with: "HTTP".utf8))
    }
}

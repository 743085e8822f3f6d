import Testing

@testable import DemoGateway

@Suite("Codings asked for while recording")
struct AcceptedCodingsTests {
    @Test(
        "The client's codings are reduced to readable ones",
        arguments: [
            ("gzip, deflate, br, zstd", "gzip, deflate"), ("br", "identity"), ("*", "gzip, deflate"), ("", "identity"),
            ("gzip;q=0, *;q=0.5", "gzip;q=0, deflate;q=0.5"), ("GZIP ; Q=0.5 , identity", "gzip;q=0.5, identity"),
            ("deflate, *;q=0", "deflate, *;q=0"), ("x-gzip", "x-gzip"), ("gzip;q=0", "gzip;q=0, identity"),
        ])
    func readable(_ header: String, _ expected: String) { #expect(AcceptedCodings.readable(header) == expected) }

    @Test("A client without a readable coding gets none", arguments: ["br, identity;q=0", "zstd, *;q=0.000"])
    func nothing(_ header: String) { #expect(AcceptedCodings.readable(header) == nil) }
}
